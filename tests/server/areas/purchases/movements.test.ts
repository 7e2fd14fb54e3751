// A treasurer closes a month: cheques, one that bounces, four dollars that go back, and figures that are right.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findDay } from '../../../../src/domain/day.ts'
import { seedScarceShow } from '../../../support/buying/eventOrders.ts'
import { setUpGate } from '../../../support/buying/gate.ts'
import { expectDone, expectRefused } from '../../../support/clubs/officer.ts'
import { insertRenewable } from '../../../support/clubs/renewables.ts'
import { describeRaces } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

const dayMs = 24 * 60 * 60_000

describeRaces('the movements of money', (engine) => {
  const shop = setUpGate(engine)
  const run: typeof shop.club = (...words) => shop.club(...words)
  const folder = makeTestFolder()
  const toOrderId = (text: string): number => Number(/\(order (\d+), line 1\)/.exec(text)?.[1])
  const give = async (amount: string, note: string, ...more: string[]) =>
    toOrderId(
      await expectDone(
        run(
          ...['donations', 'take', '--amount', amount, '--first', 'Bo', '--last', note],
          ...['--paid', 'cheque', '--note', note, ...more],
        ),
      ),
    )
  const refund = (id: number, ...more: (string | number)[]) => run('orders', id, '--refund', ...more)
  const readCsv = async (...words: (string | number)[]) => {
    const path = join(folder, `${Math.random()}.csv`)
    await expectDone(run(...words, '--csv', path))
    return readFileSync(path, 'utf8').slice(1).trim().split('\r\n')
  }
  const today = () => findDay(shop.now(), shop.a.timeZone)
  /** So that no test finds what another has sold. */
  const begin = () => {
    shop.pass(40 * dayMs)
    return today()
  }

  it('tells a mistake, a cheque that bounced and money that was given back apart, with the reason', async () => {
    const since = begin()
    const [mistake, bounced, kept] = [
      await give('1000', 'A1'),
      await give('80', 'B1'),
      await give('100', 'C1'),
    ]
    const wrong = ['--back', 'mistake', '--reason', 'A zero too many']
    const foreseen = await expectDone(refund(mistake, ...wrong, '--dry-run'))
    expect(foreseen).toMatch(/^This undoes all that is left of order \d+, .*Bo A1, typed wrongly:\n/)
    expect(foreseen).not.toContain('by cheque')
    await expectDone(refund(mistake, ...wrong, '--yes'))
    expect(await expectDone(run('donations', '--since', since))).toMatch(
      / A1, typed wrongly: A zero too many\n/,
    )
    const back = ['--back', 'bounced', '--reason', 'The cheque was not honoured']
    expect(await expectRefused(refund(bounced, ...back))).toContain(
      'There is nothing to give back: the bank did not pay the cheque of Bo B1, $80.00.',
    )
    expect(await expectDone(refund(bounced, ...back, '--yes'))).toMatch(
      /^There is nothing to give back: the bank did not pay the cheque of Bo B1, \$80\.00\. The books have it already\.\n$/,
    )
    const part = ['--line', 1, '--amount', '4.00', '--reason', 'Change']
    expect(await expectRefused(refund(kept, ...part, '--yes'))).toContain(
      'say how the part goes back, --back cash or --back cheque',
    )
    expect(await expectDone(refund(kept, ...part, '--back', 'cash', '--yes'))).toContain(
      'Give back $4.00 in cash to Bo C1.',
    )
    // found by the reason, and told by it
    expect(await expectDone(run('orders', '--find', 'not honoured'))).toMatch(
      /cheque, B1, cheque not honoured: The cheque was not honoured\n/,
    )
    expect(await expectDone(run('orders', '--find', 'officer:'))).toContain('0 orders.')
    const list = await expectDone(run('orders', '--since', since))
    expect(list).toMatch(
      / Sum +\$180\.00 +\$180\.00 +\$4\.00\n +in cash +\$0\.00 +\$0\.00 +\$4\.00\n +by cheque +\$180\.00 +\$180\.00 +\$0\.00\n +not honoured by the bank +\$80\.00\n/,
    )
    expect(list).toMatch(/ typed wrongly, in no sum +\$1,000\.00 +\$1,000\.00\n/)
    const orders = await readCsv('orders', '--since', since)
    expect(orders[0]).toMatch(/,typed wrongly,why given back$/)
    expect(orders.find((row) => row.startsWith(`${mistake},`))).toMatch(
      /,1000\.00,typed wrongly: A zero too many$/,
    )
    const books = await run('reconcile', '--since', since)
    expect(books.code).toBe(0)
    expect(books.text).toContain(
      'In cash: 0 orders, $0.00 taken, $4.00 given back. So it changed by −$4.00 in these days.',
    )
    expect(books.text).toContain(
      'By cheque: 2 orders, $180.00 taken, $80.00 not honoured by the bank, $0.00 given back. So it changed by +$100.00 in these days. $1,000.00 was typed wrongly and is in no sum.\n',
    )
    const moved = await expectDone(run('orders', '--movements', '--since', since))
    expect(moved).toMatch(
      / donation +cheque not honoured +cheque +−\$80\.00 .*The cheque was not honoured; B1\n/,
    )
    expect(moved).toMatch(/ donation +given back +cash +−\$4\.00 /)
    expect(moved).toMatch(/ by cheque: taken +\$180\.00\n +not honoured +−\$80\.00\n +left +\$100\.00 /)
    expect((await refund(kept, '--back', 'card', '--reason', 'x')).code).toBe(2)
    expect((await refund(mistake, '--back', 'cash', '--reason', 'x', '--yes')).code).toBe(1)
  })

  it('is in the month of its own day: a refund of an older order, and a bounce after the month was closed', async () => {
    const first = begin()
    const [older, later] = [await give('30', 'D1'), await give('50', 'D2')]
    const closed = today()
    shop.pass(35 * dayMs)
    const month = ['orders', '--movements', '--since', first, '--until', closed]
    const before = await readCsv(...month)
    const bookedBefore = (await run('reconcile', '--since', first, '--until', closed)).text
    const next = today()
    await expectDone(refund(older, '--reason', 'Changed their mind', '--yes'))
    await expectDone(refund(later, '--back', 'bounced', '--reason', 'Not honoured', '--yes'))
    expect(await readCsv(...month)).toEqual(before)
    expect(before.slice(1).map((row) => row.split(',')[9])).toEqual(['30.00', '50.00'])
    const after = await readCsv('orders', '--movements', '--since', next)
    expect(after.slice(1).map((row) => row.split(',').slice(0, 5).join(' '))).toEqual([
      `${next} ${older} 1 given back cheque`,
      `${next} ${later} 1 cheque not honoured cheque`,
    ])
    const byCheque = (text: string) => /By cheque: .*\n/.exec(text)?.[0]
    expect(byCheque((await run('reconcile', '--since', first, '--until', closed)).text)).toBe(
      byCheque(bookedBefore),
    )
    // an older order of which only the refund is in the days is not counted as paid in them
    expect(byCheque((await run('reconcile', '--since', next, '--until', next)).text)).toBe(
      'By cheque: 0 orders, $0.00 taken, $50.00 not honoured by the bank, $30.00 given back. So it changed by −$80.00 in these days.\n',
    )
  })

  it('has what was typed wrongly in no sum of any days, whenever it was undone', async () => {
    const first = begin()
    const [whole, part, alone] = [await give('40', 'E1'), await give('58', 'E2'), await give('201', 'E3')]
    const closed = today()
    const box = [
      ...['donations', 'take', '--amount', '44', '--first', 'Bo', '--last', 'E4'],
      '--paid',
      'cash',
    ]
    const cash = toOrderId(await expectDone(run(...box)))
    shop.pass(35 * dayMs)
    const next = today()
    const wrong = ['--back', 'mistake', '--reason', 'Typed twice', '--yes']
    for (const id of [whole, alone, cash]) await expectDone(refund(id, ...wrong))
    await expectDone(refund(part, '--line', 1, '--amount', '8.00', ...wrong))
    const right = await give('5', 'E5')
    const earlier = ['--since', first, '--until', closed]
    const later = ['--since', next, '--until', next]
    const booksOf = async (days: string[]) => (await run('reconcile', ...days)).text
    const before = await booksOf(earlier)
    expect(before).toMatch(
      /By cheque: 1 order, \$50\.00 taken, \$0\.00 given back\. .* \$249\.00 was typed wrongly/,
    )
    expect(before).toContain('In cash: 0 orders, $0.00 taken')
    const after = await booksOf(later)
    expect(after).toMatch(/By cheque: 1 order, \$5\.00 taken, \$0\.00 given back\./)
    expect(after).not.toContain('In cash')
    // sums that somebody has seen have changed: both say so
    for (const text of [before, after, await expectDone(run('orders', '--movements', ...later))]) {
      expect(text).toMatch(
        RegExp(`Order ${part}: \\$8\\.00 by cheque of .+ was typed wrongly and was undone on `),
      )
      expect(text).toMatch(RegExp(`Order ${cash}: \\$44\\.00 in cash of .+; now no sum has it`))
      expect(text).not.toMatch(/taken +−/)
    }
    const rows = async (days: string[]) =>
      (await readCsv('orders', '--movements', ...days)).slice(1).map((row) => row.split(','))
    expect((await rows(earlier)).map(([, id, , what, , , , , , amount]) => [id, what, amount])).toEqual([
      [String(part), 'paid', '50.00'],
    ])
    expect((await rows(later)).map(([, id]) => id)).toEqual([String(right)])
    expect(await expectDone(run('orders', '--movements', ...earlier))).toMatch(
      / Sum: taken +\$50\.00\n[\s\S]*\$293\.00 was typed wrongly and is in no sum\.\n/,
    )
    // in the days of both there is nothing to say but the sum
    expect(await booksOf(['--since', first])).not.toContain('was undone on')
  })

  it('has the tax of each part, and a row for each line with its event', async () => {
    const since = begin()
    await shop.changeClubSettings(shop.a, { taxRates: { tickets: 600 } })
    const show = await seedScarceShow(shop, { spaces: 1, tickets: 9 })
    const thing = `ticket:${show.ticketIds[0]}`
    const named: (string | number)[] = ['--quantity', 3, '--name', 'Ann Lee', '--paid', 'cash']
    const sold = await shop.event(show.id, '--sell', thing, ...named)
    await shop.changeClubSettings(shop.a, { taxRates: {} })
    const id = toOrderId(sold.text)
    const part = ['--line', 1, '--amount', '4.00', '--reason', 'Second class']
    expect((await refund(id, ...part, '--dry-run')).text).toContain('in total $4.00 ($0.23 of it tax)')
    expect(await expectDone(refund(id, ...part, '--yes'))).toContain(
      'Give back $4.00 ($0.23 of it tax) in cash',
    )
    expect(await expectDone(run('orders', id))).toMatch(/ \$4\.00, \$0\.23 of it tax {2}given back in cash /)
    const path = join(folder, 'order.json')
    await expectDone(run('orders', id, '--json', path))
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      refunds: [{ amountCents: 400, taxCents: 23, handReturn: 'cash' }],
    })
    expect((await run('reconcile', '--since', since)).text).toContain(
      'Taxes: $1.80 in what was paid, $0.23 in what went back; that leaves $1.57.\n',
    )
    const rows = await readCsv('orders', '--movements', '--since', since)
    expect(rows[0]).toBe(
      'day,order,line,what,paid with,kind,item,quantity,event,amount,tax,name,e-mail,reason,note',
    )
    expect(rows.slice(1)).toEqual([
      expect.stringMatching(/,1,paid,cash,ticket,Day pass,3,.+,31\.80,1\.80,Ann Lee,,,at the gate$/),
      expect.stringMatching(
        /,1,given back,cash,ticket,Day pass,3,.+,-4\.00,-0\.23,Ann Lee,,Second class,at the gate$/,
      ),
    ])
    shop.pass(60_000)
    await expectDone(refund(id, '--reason', 'Rain', '--yes'))
    expect((await readCsv('orders', '--since', since))[1]).toMatch(/,1\.80,0\.00,given back in cash: Second/)
  })

  it('closes a month of twelve cheques: every figure is that of the cheques in hand and of the box', async () => {
    const since = begin()
    await shop.changeClubSettings(shop.a, { taxRates: { tickets: 600 } })
    const show = await seedScarceShow(shop, { spaces: 1, tickets: 9 })
    const ticket = [show.id, '--sell', `ticket:${show.ticketIds[0]}`, '--quantity', 3, '--name', 'Ann Lee']
    const asCash = toOrderId((await shop.event(...ticket, '--paid', 'cash')).text)
    await expectDone(refund(asCash, '--back', 'mistake', '--reason', 'It was a cheque', '--yes'))
    const late = findDay(shop.now(), shop.a.timeZone)
    shop.pass(2 * dayMs)
    const byPost = ['--paid', 'cheque', '--note', 'No. 12', '--date', late]
    const sold = toOrderId((await shop.event(...ticket, ...byPost)).text)
    await shop.changeClubSettings(shop.a, { taxRates: {} })
    const cheques: number[] = []
    for (const amount of [40, 58, 80, 40, 5, 35, 45, 58, 40, 100]) {
      cheques.push(await give(`${amount}.00`, `M${cheques.length}`))
    }
    const zero = await give('1000.00', 'M10')
    await expectDone(refund(zero, '--back', 'mistake', '--reason', 'A zero too many', '--yes'))
    await give('100.00', 'M10')
    await expectDone(refund(cheques[2] ?? 0, '--back', 'bounced', '--reason', 'Not honoured', '--yes'))
    const part = ['--line', 1, '--amount', '4.00', '--back', 'cash', '--reason', 'Second class']
    await expectDone(refund(sold, ...part, '--yes'))
    const days = ['--since', since, '--until', today()]
    const books = await expectDone(run('reconcile', ...days))
    expect(books).toContain(
      'By cheque: 12 orders, $632.80 taken, $80.00 not honoured by the bank, $0.00 given back. So it changed by +$552.80 in these days. $1,000.00 was typed wrongly and is in no sum.\n',
    )
    expect(books).toContain(
      'In cash: 0 orders, $0.00 taken, $4.00 given back. So it changed by −$4.00 in these days. $31.80 was typed wrongly and is in no sum.\n',
    )
    // the spreadsheet adds up to the same
    const [, ...rows] = await readCsv('orders', '--movements', ...days)
    const sum = (column: number) =>
      rows.reduce((total, row) => total + Math.round(Number(row.split(',')[column]) * 100), 0)
    expect(sum(9)).toBe(55_280 - 400)
    expect(sum(10)).toBe(180 - 23)
    const list = await expectDone(run('orders', ...days))
    expect(list).toMatch(/ Sum +\$632\.80 +\$632\.80 +\$4\.00\n/)
    expect(await expectDone(run('orders', '--movements', '--since', late, '--until', late))).toMatch(
      / event +paid +cheque +\$31\.80 +\$1\.80 +Ann Lee +No\. 12\n/,
    )
  })

  it('mails nothing where that was wished, or where nobody has the receipt yet of what was typed wrongly', async () => {
    begin()
    const member = await insertRenewable(shop)
    const take = async () =>
      toOrderId(await expectDone(run('dues', 'take', member.id, '--paid', 'cheque', '--yes')))
    const [told, unheard] = [await take(), await take()]
    const mistake = ['--back', 'mistake', '--reason', 'Typed wrongly']
    expect(await shop.listMails(member.email)).toHaveLength(2)
    expect((await refund(unheard, ...mistake, '--dry-run')).text).toContain(`${member.email} gets a mail.`)
    // its receipt waits, as it does without a mail server
    const waiting = {
      state: 'waiting',
      attempts: 0,
      run_at: new Date(shop.now() + dayMs),
      finished_at: null,
    } as const
    await shop.changeRows(shop.a, 'job', { unique_key: `receipt ${unheard}` }, waiting)
    for (const more of ['--dry-run', '--yes']) {
      expect(await expectDone(refund(unheard, ...mistake, more))).toContain('The buyer gets no mail.')
    }
    expect(await expectDone(refund(told, ...mistake, '--no-mail', '--dry-run'))).toContain(
      'The buyer gets no mail.',
    )
    await expectDone(refund(told, ...mistake, '--no-mail', '--yes'))
    shop.pass(2 * dayMs)
    expect(await shop.listMails(member.email)).toHaveLength(2)
    const wrong = await take()
    expect(await shop.listMails(member.email)).toHaveLength(3)
    await expectDone(refund(wrong, ...mistake, '--yes'))
    const read = async () => (await shop.listMails(member.email)).at(-1)
    const corrected = await read()
    expect(corrected?.subject).toContain(`correction of order ${wrong}`)
    expect(corrected?.text).toContain('The $40.00 of it were never paid, so no money goes back.')
    expect(corrected?.text).not.toMatch(/gives back|bank/)
    // and the buyer's page promises no money either
    const { key } = await shop.readOrder(wrong)
    const page = await shop.ask(shop.a, 'get_order', { orderKey: key })
    expect(page).toMatchObject({ order: { state: 'refunded', refundedCents: 0 } })
    const bounced = await take()
    await expectDone(refund(bounced, '--back', 'bounced', '--reason', 'Not honoured', '--yes'))
    expect((await read())?.text).toContain(
      'The bank did not pay the cheque for this order, so the order is undone: $40.00.',
    )
    const part = ['--line', 1, '--amount', '4.00', '--back', 'cash', '--reason', 'Change', '--yes'] as const
    await expectDone(refund(await take(), ...part))
    expect((await read())?.text).toContain('The club gives back $4.00 for this order in cash.')
  })
})
