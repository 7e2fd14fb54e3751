// What an officer sees of an event, and takes away for a spreadsheet: cars, vendors, tickets, volunteers.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { toWholePaths } from '../../../../src/server/assembly/parse.ts'
import { listCodes, setUpGate } from '../../../support/buying/gate.ts'
import { toEntry } from '../../../support/clubs/sampleInputs.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

describeOnEachEngine("an event's lists", (engine) => {
  const gate = setUpGate(engine)
  const folder = makeTestFolder()

  const readTable = (name: string): string[] => {
    const text = readFileSync(join(folder, `${name}.csv`), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
    return text.slice(1, -2).split('\r\n')
  }
  const write = (name: string, ...more: string[]) => gate.event('--csv', join(folder, name), ...more)

  it('show what was bought, with the line of the order by which it is given back', async () => {
    const { receiptId } = await gate.buyAtShow('ada@lists.example')
    const [code = ''] = await listCodes(gate, receiptId)
    const { code: exit, text } = await gate.event()
    expect(exit, text).toBe(0)
    expect(text).toMatch(
      /^Harbor Classics Show, Jun 13, 2026 to Jun 14, 2026\nCars are registered from .+\nVolunteers sign up from .+\nPeople vote from .+\n\n4 registrations\n {2} *Car {2}Class +Vehicle +Owner /,
    )
    expect(text).toMatch(
      new RegExp(
        `1001  1 Sedans  1957 Chevrolet Bel Air  Bo Buyer +ada@lists.example +${receiptId}:1 +sandbox +paid and delivered\n`,
      ),
    )
    expect(text).toContain('\n3 vendors with 2 spaces\n')
    expect(text).toMatch(
      new RegExp(`Bo Buyer +swap +A2 +5550100400 +ada@lists.example +${receiptId}:2 +sandbox`),
    )
    expect(text).toContain('2 tickets sold, 0 used\n')
    expect(text).toMatch(
      new RegExp(`Day pass  Bo Buyer  ada@lists.example  ${code} +${receiptId}:3 +sandbox`),
    )
    expect(text).toMatch(/1 volunteer in 1 place; 3 places of 4 shifts free\n/)
    expect(text).toMatch(/Gate +Jun 14, 2026 +10:00 +2.5 +Wim PRIVATE Worker/)
    expect(text).toContain("Times are the event's (America/New_York).")
    // the numbers of the lines are those of `orders`
    const order = await gate.club('orders', String(receiptId))
    expect(order.text).toMatch(
      / 1\. Registration, 1957 .*\n +2\. Space, North field A2.*\n +3\. Ticket, Day pass x2/,
    )
  })

  it('find somebody by a part of what is shown, however a code is typed', async () => {
    const { receiptId } = await gate.buyAtShow('bea@lists.example', ['tickets'])
    const [code = ''] = await listCodes(gate, receiptId)
    const { text } = await gate.event('--find', code.replaceAll('-', '').toLowerCase().slice(0, 12))
    expect(text).toContain('; 1 found\n')
    expect(text).toContain('bea@lists.example')
    expect(text).not.toContain('ada@lists.example')
    expect(text.match(/; 0 found\n/g)).toHaveLength(3)
  })

  it('become files for a spreadsheet that runs nothing, with every value in its cell', async () => {
    const hostile = [
      ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
      ['+1+1', "'+1+1"],
      ['-2+3', "'-2+3"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['Blue, with "flames"', '"Blue, with ""flames"""'],
    ] as const
    for (const [index, [trim]] of hostile.entries()) {
      await gate.buyAtShow(`h${index}@lists.example`, [], {
        entries: [toEntry({ trim, email: `h${index}@lists.example` })],
      })
    }
    // what a form does not let through may come with a club file
    await gate.changeRows(
      gate.a,
      'entry',
      { email: 'h0@lists.example' },
      { color: '\t=1+1', notes: 'two\nlines', lname: 'Ürgün' },
    )
    const { code, text } = await write('registrations')
    expect(code, text).toBe(0)
    expect(text).toContain(`${join(folder, 'registrations.csv')}. Only you can read the file.`)
    expect(statSync(join(folder, 'registrations.csv')).mode & 0o777).toBe(0o600)
    const rows = readTable('registrations')
    expect(rows[0]).toMatch(
      /^car,class,class name,year,make,model,trim,color,engine,Shirt,other answers,first name,/,
    )
    expect(rows[0]).toMatch(/,order,line,paid with,order state$/)
    for (const [, cell] of hostile) expect(rows.filter((row) => row.includes(`,${cell},`))).toHaveLength(1)
    const first = rows.find((row) => row.includes('h0@'))
    expect(first).toContain("'=1+1")
    expect(first).toContain(',two lines,')
    expect(first).toContain(',Ürgün,')
    expect(rows).toHaveLength(1 + 4 + hostile.length)

    expect((await write('vendors')).code).toBe(0)
    expect(readTable('vendors').filter((row) => row.includes(',North field,A2,'))).toHaveLength(1)
    expect(readTable('vendors').find((row) => row.includes('A2'))).toContain(
      ',12-3456789,[Online Purchase] Old radios,',
    )
    expect((await write('tickets.csv')).code).toBe(0)
    expect(readTable('tickets')).toHaveLength(1 + 4)
    expect((await write('volunteers')).code).toBe(0)
    expect(readTable('volunteers')[1]).toMatch(/^Gate,2026-06-14,10:00,2.5,Wim,PRIVATE Worker,PRIVATE,/)
  })

  it('replace no file by themselves, and are no list of another name', async () => {
    writeFileSync(join(folder, 'tickets.csv'), 'mine')
    expect(await write('tickets')).toEqual({
      code: 1,
      text: expect.stringContaining('There is already a file'),
    })
    expect(readFileSync(join(folder, 'tickets.csv'), 'utf8')).toBe('mine')
    expect((await write('tickets', '--overwrite')).code).toBe(0)
    const unknown = await write('cars')
    expect(unknown.text).toContain('--csv takes one of registrations, vendors, tickets, volunteers')
    expect([unknown.code, existsSync(join(folder, 'cars.csv'))]).toEqual([2, false])
    expect((await write('tickets', '--find', 'x')).code).toBe(2)
    // the word becomes a path where the officer stands, and not where the server runs
    expect(
      toWholePaths(['event', '7', '--csv', 'tickets'], (path) => resolve('/home/officer', path)),
    ).toEqual(['event', '7', '--csv', '/home/officer/tickets'])
  })

  it('repeat their headings and cut long cells where they are long', async () => {
    await gate.inClub(gate.a, async (tx) => {
      for (let from = 0; from < 90; from += 1) {
        await tx
          .insertInto('entry')
          .values({
            event_id: gate.a.show.id,
            car_number: String(2500 + from),
            class_number: 2,
            model: 'M'.repeat(64),
            fname: 'F'.repeat(64),
          })
          .execute()
      }
    })
    const { text } = await gate.event()
    const [cars = ''] = text.split(' vendors with ')
    expect(cars.match(/ Car {2}Class /g)).toHaveLength(3)
    expect(cars).toContain(`${'M'.repeat(31)}…`)
    for (const line of text.split('\n').slice(0, 95)) expect(line.length).toBeLessThan(190)
  })

  it("show nothing of another club's event, and officers an event that is not published", async () => {
    const foreign = await gate.event(String(gate.clubs.b.show.id))
    expect([foreign.code, foreign.text]).toEqual([2, expect.stringContaining('has no event')])
    expect(foreign.text).not.toContain('Mesa')
    expect(foreign.text).toMatch(new RegExp(`^ {2}${gate.a.draft.id} {2}.* \\(not published\\)$`, 'm'))
    expect((await gate.event(String(gate.a.draft.id))).code).toBe(0)
    const theirs = await gate.club('event', String(gate.clubs.b.show.id), '--tenant', gate.clubs.b.slug)
    expect(theirs.text).toContain('Mesa Motor Club Show')
    expect(theirs.text).not.toContain('lists.example')
  })
})
