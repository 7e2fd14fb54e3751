// Members from another program's table: what its columns mean, what a dry run says, and all or nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { addDays } from '../../../../src/domain/day.ts'
import { createOfficer, setUpOffice } from '../../../support/clubs/officer.ts'
import { makeWorkbook } from '../../../support/corpora/workbook.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { hashRows } from '../../../support/database/rowHash.ts'
import { inTwoSizes } from '../../../support/run/longTests.ts'

describeOnEachEngine("another program's members", (engine) => {
  const { world, club, folder } = setUpOffice(engine)
  let type: string

  beforeAll(async () => {
    const row = await world.getRow(club, 'member_type', { id: club.memberTypes.open }, ['label'])
    type = row.label
  })

  let files = 0
  function write(content: string | Buffer): string {
    files += 1
    const path = join(folder, `${files}.csv`)
    writeFileSync(path, content)
    return path
  }
  /** What an import asks. */
  const said = ['--tags', 'roster', '--roster', 'show']
  const take = (content: string | Buffer, ...options: string[]) =>
    createOfficer(world, club)('members', 'import', write(content), ...said, ...options)
  const findByEmail = (email: string) =>
    world.database.inTenant(club.id, (tx) =>
      tx.selectFrom('member').selectAll().where('email_folded', '=', email).executeTakeFirst(),
    )
  const hash = () => hashRows(world.database, club.id)
  /** Refused with these words, and nothing is written. */
  async function refuse(content: string | Buffer, said: string, ...options: string[]): Promise<void> {
    const before = await hash()
    const { code, text } = await take(content, ...options)
    expect([code, text]).toEqual([1, expect.stringContaining(said)])
    expect(await hash()).toBe(before)
  }

  it('are told row by row in a dry run, which writes nothing, and then taken as told', async () => {
    const table = [
      'First Name,Last,Email Address,Phone,Cell Phone,Expires,Membership Type,Member Since,Street,Address 2,City,State,Zip,Country,Tags,Alternate id,Notes',
      `Zoë,Nuñez,Zoe@New.example,+1 (555) 010-0200,555.010.0201,12/31/2026,${type.toUpperCase()},Mar 5 1999,"1 Main St, Rear",Apt 2,Salem,MA,01970,USA,"board; judges",A-7,x`,
      `Ada,Quill,${club.people.member.email.toUpperCase()},5550100202,,06/07/2030,${type},2001-02-03,,,Boston,,,,,B-1,x`,
      `Moe,Derby,${club.people.moderator.email},,,,,,,,,,,,,,x`,
      '',
    ].join('\r\n')
    const before = await hash()
    const dry = await take(table, '--dry-run')
    expect(dry.code, dry.text).toBe(0)
    expect(await hash()).toBe(before)
    expect(dry.text).toContain("Not used: 'Notes'")
    expect(dry.text).toContain("Days are read month first, because '12/31/2026' is a day in no other way")
    expect(dry.text).toContain(
      `line 2, new: Zoë Nuñez (Zoe@New.example): ${type}, valid until Dec 31, 2026\n      address 1 Main St, Rear, Apt 2; city Salem; state MA; zip 01970; country US; phone 5550100200, 5550100201; member since 1999-03-05; tags board, judges; alternate id A-7\n`,
    )
    expect(dry.text).toContain(
      `line 3, changed: Ada Quill (${club.people.member.email}): alternate id (empty) → B-1; member since (empty) → 2001-02-03\n`,
    )
    expect(dry.text).toContain(
      'stays: city Portsmouth (file: Boston); phone 6035550111 (file: 5550100202, 6035550111); valid until 2026-12-28 (file: 2030-06-07)\n',
    )
    expect(dry.text).toContain(`line 4, unchanged: Moe Derby (${club.people.moderator.email})\n`)
    expect(dry.text).toContain('Dry run, nothing was changed: 1 new, 1 changed, 1 unchanged. For 1 member ')

    expect((await take(table)).text).toBe(dry.text.replace('Dry run, nothing was changed', 'Done'))
    expect(await findByEmail('zoe@new.example')).toMatchObject({
      fname: 'Zoë',
      lname: 'Nuñez',
      email: 'Zoe@New.example',
      // the day after the last valid one
      expires_on: '2027-01-01',
      joined_on: '1999-03-05',
      member_type_id: club.memberTypes.open,
      address: '1 Main St, Rear, Apt 2',
      city: 'Salem',
      state: 'MA',
      zip: '01970',
      country: 'US',
      tags: ['board', 'judges'],
      alt_member_id: 'A-7',
      password_hash: null,
      phone_numbers: [
        { typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '5550100200' },
        { typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '5550100201' },
      ],
    })
    expect((await take(table)).text).toContain('Done: 0 new, 0 changed, 3 unchanged.')
  })

  it('win over what is stored with --update only, and never touch password, moderator or auto-renew', async () => {
    const { email, id } = club.people.moderator
    const read = () =>
      world.database.inTenant(club.id, async (tx) => ({
        member: await tx.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
        settings: await tx
          .selectFrom('member_settings')
          .selectAll()
          .where('member_id', '=', id)
          .executeTakeFirstOrThrow(),
      }))
    const before = await read()
    const table = `email,phone,expires,city,tags,password,moderator,auto-renew\n${email},5550100300,2031-01-01,Reno,crew,Hacked-1!,no,yes\n`
    expect((await take(table)).text).toContain('Done: 0 new, 0 changed, 1 unchanged.')
    const { text } = await take(table, '--update')
    expect(text).toContain("Not used: 'password', 'moderator', 'auto-renew'")
    expect(text).toContain('city Portsmouth → Reno')
    const after = await read()
    expect(after.settings).toEqual(before.settings)
    expect(after.member).toEqual({
      ...before.member,
      city: 'Reno',
      expires_on: '2031-01-02',
      tags: [...before.member.tags, 'crew'],
      phone_numbers: [
        { typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '5550100300' },
        ...before.member.phone_numbers,
      ],
    })
    // an empty cell says nothing
    await take(`email,city\n${email},\n`, '--update')
    expect((await read()).member.city).toBe('Reno')
    // the membership of an additional login is another member's
    const child = await take(`email,expires\n${club.people.child.email},2035-01-01\n`, '--update')
    expect(child.text).toContain('stays: valid until')
  })

  it('have other headings, separators, and lines above them, which the officer maps', async () => {
    const tab = (...cells: string[]) => `${cells.join('\t')}\r\n`
    const table = `\uFEFFMember report\r\n\r\n${tab('Given', 'Sur', 'Contact', 'Ends')}${tab('Ty', 'Tab', 'ty@tab.example', '31.12.2027')}`
    await refuse(table, "--map 'HEADING=email_address'")
    await refuse(
      table,
      "--map names a column 'Street'",
      ...['--map', 'Contact=email,Given=fname,Sur=lname,Ends=expiration,Street=address'],
    )
    const map = ['--map', 'Contact=email,Given=fname,Sur=lname,Ends=expiration']
    await refuse(table, 'a new member needs a membership type. Write it, or say --default-type TYPE.', ...map)
    expect((await take(table, ...map, '--default-type', type)).text).toContain('Done: 1 new')
    expect(await findByEmail('ty@tab.example')).toMatchObject({ fname: 'Ty', expires_on: '2028-01-01' })
    const spanish = `Correo electrónico;Nombre;Apellidos;Dirección\nse@mi.example;Sé;Mí;"Calle 1\nFondo; 2"\n`
    const taken = await take(spanish, '--default-type', type, '--until', '2027-02-01')
    expect(taken.text).toContain('Done: 1 new')
    expect(await findByEmail('se@mi.example')).toMatchObject({ address: 'Calle 1, Fondo; 2', fname: 'Sé' })
    for (const map of ['Given', 'Given=nickname', '=fname']) {
      expect((await take(table, '--map', map)).code).toBe(2)
    }
  })

  it('are taken all or not at all, and each fault says where it is and what to do', async () => {
    const head = 'email,first name,last name,type,expires,phone,tags\n'
    const good = `good@fault.example,Go,Od,${type},2027-01-01,,\n`
    for (const [row, said] of [
      [`x@fault.example,,Od,${type},2027-01-01,,`, 'line 3: a new member needs a first name.'],
      [
        `x@fault.example,Go,Od,Gold,2027-01-01,,`,
        "line 3, type: the club has no single membership type 'Gold'",
      ],
      [
        `x@fault.example,Go,Od,${type},,,`,
        'a new member needs the last day on which the membership is valid.',
      ],
      [`x@fault.example,Go,Od,${type},02/30/2027,,`, "line 3, expires: '02/30/2027' is no day"],
      [
        `x@fault.example,Go,Od,${type},461851,,`,
        "'461851' is no day with its year. Write it like 2026-06-12.",
      ],
      [`x@fault.example,Go,Od,${type},6/7/87,,`, 'has a year of two digits. Write it with four'],
      [`x@fault.example,Go,Od,${type},"Monday, January 1, 2027",,`, 'is another day of the week.'],
      [`x@fault.example,Go,Od,${type},2027-01-01,,a,b`, "'b' stands in a column without a heading."],
      [
        `x@fault.example,${'y'.repeat(65)},Od,${type},2027-01-01,,`,
        'line 3: a new member needs a first name.',
      ],
      [`"x@fault.example,Go,Od,${type},2027-01-01,,`, 'line 3: a quote (") begins here and does not end.'],
    ] as const) {
      await refuse(`${head}${good}${row}\n`, said)
      expect((await take(`${head}${good}${row}\n`, '--dry-run')).code).toBe(1)
    }
    await refuse(`${head.replace('phone', 'e-mail')}${good}`, "Leave one out: --map '6='")
    await refuse(Buffer.from(`${head}jos\xe9@x.example\n`, 'latin1'), 'not written in UTF-8')
    expect(await findByEmail('good@fault.example')).toBeUndefined()
  })

  it('have days that are read in one way, or not at all', async () => {
    const rows = (...days: string[]) =>
      `email,first,last,type,expires,joined\n${days.map((day, at) => `d${at}@day.example,D,Ay,${type},${day},`).join('\n')}\n`
    await refuse(
      rows('6/7/2027', '5/5/2027', '8/9/2027'),
      "'6/7/2027' could be 2027-06-07 or 2027-07-06. Say --dates month-first or --dates day-first. The same is true of 1 more.",
    )
    // days that contradict each other decide nothing
    await refuse(rows('6/7/2027', '13/7/2027', '7/13/2027'), "'6/7/2027' could be")
    for (const [day, read, ...options] of [
      ['6/7/2027', '2027-07-06', '--dates', 'day-first'],
      ['6/7/2027', '2027-06-07', '--dates', 'month-first'],
      ['2027-06-07T00:00:00.000Z', '2027-06-07'],
      ['6/30/2027 12:00 AM', '2027-06-30'],
      ['20270607', '2027-06-07'],
      ['7 de junio de 2027', '2027-06-07'],
      ['07-Jun-2027', '2027-06-07'],
      ['June 7th 2027', '2027-06-07'],
    ] as const) {
      const { code, text } = await take(rows(day), '--update', ...options)
      expect(code, text).toBe(0)
      expect((await findByEmail('d0@day.example'))?.expires_on, day).toBe(addDays(read, 1))
    }
  })

  it('in a workbook with a cell at its very end are refused, and do not take the memory @proof', {
    timeout: 60_000,
  }, async () => {
    const rows = [['Email'], ['a@far.example']]
    await refuse(makeWorkbook({ Members: rows }, { far: 'XFD1048576' }), 'holds too much to be read')
    expect(process.memoryUsage().rss).toBeLessThan(2 * 2 ** 30)
  })

  for (const { size: count, tag } of inTwoSizes(700, 10_000))
    it(`are many in a few seconds, with a report for a spreadsheet${tag}`, async () => {
      const rows = Array.from(
        { length: count },
        (_, at) =>
          `m${at}@many.example,First${at},Last${at},55501${String(at).padStart(5, '0')},${type},2027-12-31`,
      )
      const table = `email,first name,last name,phone,type,expires\n${rows.join('\n')}\n`
      const report = join(folder, 'report.csv')
      const start = performance.now()
      const added = await take(table, '--csv', report)
      const seconds = (performance.now() - start) / 1000
      expect(added.text).toContain(`Done: ${count} new, 0 changed, 0 unchanged.`)
      console.info(`${count} members are imported in ${seconds.toFixed(1)} s (${engine})`)
      const lines = readFileSync(report, 'utf8').slice(1).split('\r\n')
      expect(lines.slice(0, 2)).toEqual([
        "line,what,id,e-mail,name,details,stays,notes,first name,last name,title,partner,address,city,state,zip,country,phone,type,valid until,member since,tags,officers' tags,officers' note,alternate id,newsletter,e-newsletter",
        expect.stringMatching(
          new RegExp(
            `^2,new,\\d+,m0@many.example,First0 Last0,"${type}, valid until Dec 31, 2027",,,First0,Last0,,,,,,,US,5550100000,${type},2027-12-31,,,,,,,$`,
          ),
        ),
      ])
      expect(lines).toHaveLength(count + 2)
      const changed = await take(table.replaceAll('2027-12-31', '2028-12-31'), '--update')
      expect(changed.text).toContain(`Done: 0 new, ${count} changed, 0 unchanged.`)
      expect(changed.text).toContain(`and ${count - 500} more\n`)
      expect((await findByEmail(`m${count - 1}@many.example`))?.expires_on).toBe('2029-01-01')
      const list = await createOfficer(world, club)('members', '--find', `last${count - 1}`)
      expect(list.text).toContain('\n1 member.\n')
    })
})
