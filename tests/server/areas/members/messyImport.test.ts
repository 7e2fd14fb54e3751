// The table of a secretary, with all kinds of mess, is taken with notes; and rows that may be about somebody else are
// asked about.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { setUpOffice } from '../../../support/clubs/officer.ts'
import { makeWorkbook } from '../../../support/corpora/workbook.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { hashRows } from '../../../support/database/rowHash.ts'

describeOnEachEngine('the table of a secretary', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  let type: string

  beforeAll(async () => {
    type = (await world.getRow(club, 'member_type', { id: club.memberTypes.open }, ['label'])).label
  })

  let files = 0
  function write(content: string | Buffer, ending = 'csv'): string {
    files += 1
    const path = join(folder, `${files}.${ending}`)
    writeFileSync(path, content)
    return path
  }
  /** What an import asks. */
  const said = ['--tags', 'roster', '--roster', 'show']
  const take = (content: string | Buffer, ...options: string[]) =>
    run(
      'members',
      'import',
      write(content, typeof content === 'string' ? 'csv' : 'xlsx'),
      ...said,
      ...options,
    )
  const find = (email: string) => world.getRow(club, 'member', { email_folded: email })
  const hash = () => hashRows(world.database, club.id)
  const add = async (first: string, last: string, email: string, ...more: string[]) => {
    const said = await run(
      ...['members', 'add', '--first', first, '--last', last, '--email', email],
      ...['--type', club.memberTypes.open, '--until', '2027-12-31', ...more],
    )
    expect(said.code, said.text).toBe(0)
    return Number(/is member (\d+)/.exec(said.text)?.[1])
  }

  /** What people write in each column; the first is plain. */
  const mess = {
    phone: [
      ...[
        '(603) 555-0142',
        '6035550142.0',
        '603-555-0142, 603-555-0143',
        '000-000-0000',
        '555-CALL',
        'unlisted',
      ],
      ...[
        '011 44 20 7946 0958',
        '0044 20 7946 0958',
        '603.555.0142 (home) 603.555.0143 (cell)',
        '555-0142',
        '-',
      ],
      ...[
        '="6035550142"',
        '603-555-0142 x12',
        '1234567890',
        '5.5555E+09',
        '\u202d603-555-0142\u202c',
        '1-603-555-0142',
      ],
    ],
    since: [
      '2004-05-01',
      '2004',
      'June 2004',
      '06/2004',
      '2004-06',
      'long ago',
      '9/31/2004',
      '3/4/05',
      '12/30/2004',
      'N/A',
      '2004.0',
    ],
    title: ['Mr', 'mr.', 'Prof.', 'Dr', 'Esq', 'NULL'],
    zip: ['02134', '="02134"', '2134', '00000', '02134-1234', '2134.0', '\u200b02134'],
    city: [
      'Salem',
      'NULL',
      '#N/A',
      'n/a',
      'Coeur d&#39;Alene',
      '  Salem  ',
      'Sa\u200blem',
      'undefined',
      '"Salem"',
    ],
    expires: [
      ...[
        '12/31/2027',
        'Friday, December 31, 2027',
        '2027-12-31',
        'Dec 31, 2027',
        '31-Dec-2027',
        '2027-12-31T00:00:00',
      ],
      ...[
        '12/31/9999',
        'Lifetime',
        'never',
        'vitalicio',
        '12/31/2027 12:00 AM',
        '20271231',
        '31 de diciembre de 2027',
      ],
    ],
    tags: ['board', 'none', 'a; b', 'x'.repeat(65), ''],
    address: ['1 Main St', 'z'.repeat(200), '-', '1 Main St\nRear', '="1 Main St"'],
  }
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  const names = Object.keys(mess) as (keyof typeof mess)[]

  function makeRow(at: number): string[] {
    const of = (name: keyof typeof mess) => mess[name][at % mess[name].length] ?? ''
    const email = at % 7 === 0 ? `Ann <m${at}@messy.example>` : `\u200bm${at}@messy.example`
    const first = ['Ann', 'Null', 'Jose\u0301', 'Zo\u200be', 'O&#39;Dell'][at % 5] ?? ''
    return [first, `Messy${at}`, email, type, ...names.map(of), at % 3 === 0 ? 'left over' : '', 'x']
  }
  const headings = ['First Name', 'Last Name', 'E-mail', 'Membership Type', 'Phone', 'Member Since', 'Title']
  const others = ['Zip', 'City', 'Valid Until', 'Tags', 'Address', '', 'Favourite colour']
  const head = [...headings, ...others]

  it('of 300 rows is taken, and everything that could not be is noted with its line', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => makeRow(at))
    const lines = [
      ['Members of the club, printed 12/1/2026'],
      [],
      head,
      ...rows.slice(0, 150),
      head,
      ...rows.slice(150),
      [],
      ['-----', '-----', '-----'],
      ['Total: 300 members'],
    ]
    const table = lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
    const before = await hash()
    const report = join(folder, 'messy-report.csv')
    const dry = await take(table, '--dry-run', '--csv', report)
    expect(dry.code, dry.text).toBe(0)
    expect(dry.text).toContain('Dry run, nothing was changed: 300 new, 0 changed, 0 unchanged.')
    expect(await hash()).toBe(before)
    for (const said of [
      "line 1: Above the headings, and left out: 'Members of the club, printed 12/1/2026'",
      "line 3: Not used: 'column 13', 'Favourite colour'",
      /line \d+: the headings once more\./,
      /line \d+: '-----, -----, -----' is none of the records\./,
      /line \d+: 'Total: 300 members' is none of the records\./,
      "lines 7, 28, 48, 69, 89 and 13 more, Phone: '000-000-0000' is nobody's telephone number.",
      "Phone: '555-CALL' is no telephone number",
      "Member Since: 'long ago' is no day",
      "Title: 'Prof.' is none of Mr, Mrs, Miss, Ms, Dr",
      "City: 'NULL' is taken for empty.",
      'Tags: A member has at most 50 tags of 64 characters.',
      'Address: has 200 characters, and can have 128.',
      'Member Since: is a year or a month, and is read as its first day.',
    ]) {
      expect(dry.text).toMatch(said)
    }
    // the report has a row for each line, with every value that would be stored and with its notes
    const [, ...told] = readFileSync(report, 'utf8').slice(1).trimEnd().split('\r\n')
    expect(told.filter((row) => /^\d+,new,/.test(row))).toHaveLength(300)
    expect(told.find((row) => row.startsWith('7,new,'))).toContain(
      "Phone: '000-000-0000' is nobody's telephone number. It is left out.",
    )

    const done = await take(table)
    expect(done.code, done.text).toBe(0)
    expect(done.text).toContain('Done: 300 new, 0 changed, 0 unchanged.')
    expect(await find('m0@messy.example')).toMatchObject({
      ...{ fname: 'Ann', lname: 'Messy0', title: 'Mr', zip: '02134', city: 'Salem', tags: ['board'] },
      ...{ expires_on: '2028-01-01', joined_on: '2004-05-01', country: 'US', address: '1 Main St' },
      phone_numbers: [{ typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '6035550142' }],
    })
    expect(await find('m6@messy.example')).toMatchObject({
      ...{ fname: 'Null', city: 'Salem', life: true },
      phone_numbers: [{ typeId: 1, isoCode: 'GB', countryCode: '+44', longCode: '2079460958' }],
    })
    expect(await find('m3@messy.example')).toMatchObject({ fname: 'Zoe', phone_numbers: [], zip: '' })
    expect(await find('m4@messy.example')).toMatchObject({ fname: "O'Dell", city: "Coeur d'Alene" })
    // the same table again finds everybody, and changes nobody
    expect((await take(table, '--update')).text).toContain('Done: 0 new, 0 changed, 300 unchanged.')
    const foreign = await run('members', '--find', 'messy6', '--csv', join(folder, 'one.csv'), '--overwrite')
    expect(foreign.code, foreign.text).toBe(0)
    expect(readFileSync(join(folder, 'one.csv'), 'utf8')).toContain(",'+44 2079460958,")
    const again = await run('members', 'import', join(folder, 'one.csv'), ...said, '--update')
    expect([again.code, again.text]).toEqual([0, expect.stringContaining('0 new, 0 changed, 11 unchanged')])
  })

  it('says the last valid day, and an export says the same day again', async () => {
    const table = `First Name,Last Name,Email,Membership Type,Valid Until\nVal,Until,vu@x.example,${type},2026-06-12\n`
    expect((await take(table)).text).toContain('valid until Jun 12, 2026')
    // the world's day is June 12, on which the membership is valid
    expect((await run('members', '--expired')).text).not.toContain('vu@x.example')
    const path = join(folder, 'until.csv')
    await run('members', 'export', '--find', 'vu@x.example', '--out', path)
    expect(readFileSync(path, 'utf8')).toContain(',2026-06-12,')
    expect((await run('members', 'import', path, ...said, '--update')).text).toContain('1 unchanged')
    expect((await find('vu@x.example')).expires_on).toBe('2026-06-13')
  })

  it('corrects a name and an address by id, by address, and by name with zip code', async () => {
    const id = await add('Ida', 'Roe', 'ida@old.example', '--zip', '01970')
    const doubtful = await take(`id,First Name,Last Name,Email\n${id},Ida,Moss,ida@new.example\n`, '--update')
    expect([doubtful.code, doubtful.text]).toEqual([
      1,
      expect.stringContaining(`\n      ${id} Ida Roe (ida@old.example)`),
    ])
    // with the zip code it is her, although the row has another name and another address
    const table = `id,First Name,Last Name,Email,Zip\n${id},Ida,Moss,ida@new.example,01970\n`
    expect((await take(table)).text).toContain(
      'stays: e-mail ida@old.example (file: ida@new.example); last name Roe (file: Moss)',
    )
    const { code, text } = await take(table, '--update')
    expect(code, text).toBe(0)
    expect(text).toContain('e-mail ida@old.example → ida@new.example; last name Roe → Moss')
    expect(await find('ida@new.example')).toMatchObject({ id, lname: 'Moss', email: 'ida@new.example' })
    const answer = await world.ask(club, 'lookup_member', { username: 'ida@new.example', purpose: 'signin' })
    expect(answer).toMatchObject({ hasPassword: false })

    await take(`First Name,Last Name,Email\nIda,Ross,ida@new.example\n`, '--update')
    expect(await find('ida@new.example')).toMatchObject({ id, lname: 'Ross' })
    const byName = `First Name,Last Name,Email,Zip\nida,ROSS,third@new.example,01970-1234\n`
    expect((await take(byName, '--update')).text).toContain('e-mail ida@new.example → third@new.example')
    expect(await find('third@new.example')).toMatchObject({ id })
  })

  it('is about a member whom it names without an address, and adds those who have none', async () => {
    const id = await add(
      'Nia',
      'Plain',
      'nia@plain.example',
      '--zip',
      'SW1A 1AA',
      '--phone',
      '603-555-0149',
      '--address',
      '1 Main St',
    )
    for (const [column, cell] of [
      ['Zip', 'sw1a1aa'],
      ['Phone', '(603) 555 0149'],
      ['Address', '1 main st'],
    ]) {
      const table = `First Name,Last Name,Email,${column},City\nnia,PLAIN,none,${cell},Reno by ${column}\n`
      const { code, text } = await take(table, '--update')
      expect([code, text]).toEqual([0, expect.stringContaining('0 new, 1 changed, 0 unchanged.')])
      expect(await find('nia@plain.example')).toMatchObject({ id, city: `Reno by ${column}` })
    }
    const row = (...cells: string[]) => `${cells.join(',')},${type},2027-12-31\n`
    const columns = 'First,Last,Email,Zip,Type,Expires\n'
    const people = [
      row('No', 'Address', '', '03801'),
      row('Nor', 'Address', '-', '03801'),
      row('Bo', 'Shared', 'b@shared.example', '03802'),
      row('Di', 'Shared', 'b@shared.example', '03802'),
    ]
    const table = `${columns}${people.join('')}`
    const added = await take(table)
    expect([added.code, added.text]).toEqual([0, expect.stringContaining('Done: 4 new')])
    expect(added.text).toContain("'b@shared.example' is the address of line 4 too")
    const rows = await world.listRows(club, 'member', { email: '' }, ['fname', 'email_folded'])
    expect(rows.map(({ fname }) => fname).sort()).toEqual(['Di', 'No', 'Nor'])
    expect(rows.every(({ email_folded }) => email_folded === null)).toBe(true)
    expect((await take(table, '--update')).text).toContain('Done: 0 new, 0 changed, 4 unchanged.')
    // an address that comes later is taken, and a name alone is asked about
    const later = await take(`${columns}${row('Nor', 'Address', 'nor@later.example', '03801')}`)
    expect(later.text).toContain('e-mail (empty) → nor@later.example')
    expect(await find('nor@later.example')).toMatchObject({ fname: 'Nor' })
    const asked = await take(`${columns}${row('No', 'Address', '', '')}`)
    expect([asked.code, asked.text]).toEqual([
      1,
      expect.stringContaining('only the name is the same as that of'),
    ])
    expect((await take(`${columns}${row('No', 'Address', '', '')}`, '--unsure', 'new')).code).toBe(0)
  })

  it('is asked about where a row fits several members, or one in doubt', async () => {
    const one = await add('Sam', 'Twin', 'sam1@twin.example', '--zip', '03801', '--city', 'Dover')
    const two = await add('Sam', 'Twin', 'sam2@twin.example', '--zip', '03801')
    const only = await add('Uma', 'Single', 'uma@single.example', '--zip', '03801')
    const row = (...cells: string[]) => `${cells.join(',')},${type},2027-12-31\n`
    const columns = 'id,First Name,Last Name,Email,Zip,Membership Type,Expires\n'
    const several = `line 2, Sam Twin (sam3@twin.example): several members fit\n      ${one} Sam Twin (sam1@twin.example), 03801 Dover\n      ${two} Sam Twin (sam2@twin.example), 03801\n`
    for (const [cells, said] of [
      [['', 'Sam', 'Twin', 'sam3@twin.example', '03801'], several],
      [
        ['', 'Uma', 'Single', 'uma2@single.example', ''],
        `only the name is the same as that of\n      ${only} Uma Single (uma@single.example), 03801\n`,
      ],
      [['', 'Uma', 'Single', 'uma2@single.example', '99999'], 'only the name is the same as that of'],
      // the numbers of another program
      [[String(only), 'Max', 'Other', 'max@other.example', '10001'], 'of a member with another name'],
      [[String(only), 'Max', 'Single', 'max@other.example', '10001'], 'of a member with another name'],
      [['', 'Max', 'Other', 'uma@single.example', ''], 'of a member with another name'],
      [
        [String(only), 'Uma', 'Single', 'sam1@twin.example', ''],
        'the id is of one member and the address of another',
      ],
    ] as const) {
      const before = await hash()
      for (const options of [[], ['--update'], ['--dry-run']]) {
        const { code, text } = await take(`${columns}${row(...cells)}`, ...options)
        expect([code, text]).toEqual([1, expect.stringContaining(said)])
        expect(text).toContain('0 new, 0 changed, 0 unchanged, 1 unsure.')
      }
      expect(await hash()).toBe(before)
      const skipped = await take(`${columns}${row(...cells)}`, '--unsure', 'skip', '--update')
      expect([skipped.code, skipped.text]).toEqual([0, expect.stringContaining('The line is left out.')])
      expect(await hash()).toBe(before)
    }
    // the file names who is meant
    const named = await take(
      `${columns}${row(String(two), 'Sam', 'Twin', 'sam3@twin.example', '03801')}`,
      '--update',
    )
    expect(named.text).toContain('e-mail sam2@twin.example → sam3@twin.example')
    // or the officer says that they are new
    const table = `${columns}${row('', 'Sam', 'Twin', 'sam4@twin.example', '03801')}`
    expect((await take(table, '--unsure', 'new')).text).toContain('Done: 1 new')
    expect(await find('sam4@twin.example')).toMatchObject({ fname: 'Sam' })
  })

  it('that has somebody twice takes them once', async () => {
    const columns = 'First Name,Last Name,Email,Zip,Membership Type,Expires\n'
    const row = (first: string, email: string, zip = '03801') =>
      `${first},Pair,${email},${zip},${type},2027-12-31\n`
    const twice = await take(`${columns}${row('Ann', 'pair@x.example')}${row('ann', 'PAIR@x.example')}`)
    expect(twice.text).toContain("line 3: 'ann Pair' is the same member as line 2. Only that line is taken.")
    expect(twice.text).toContain('Done: 1 new')
    const same = `${columns}${row('Cy', 'cy1@x.example')}${row('Cy', 'cy2@x.example')}`
    const asked = await take(same)
    expect([asked.code, asked.text]).toEqual([
      1,
      expect.stringContaining('line 3, Cy Pair (cy2@x.example): is like another line, line 2'),
    ])
    expect((await take(same, '--unsure', 'new')).text).toContain('Done: 2 new')
    const bare = await take(
      `Email,First Name,Last Name,City\npair@x.example,Ann,Pair,Reno\npair@x.example,,,Salem\n`,
    )
    // what would be lost with the second row is said, and nothing is taken before somebody has decided
    expect([bare.code, bare.text]).toEqual([
      1,
      expect.stringMatching(
        /line 3, pair@x\.example.*: is like another line, line 2\n +city Salem \(line 2: Reno\)/,
      ),
    ])
    // a couple with one address: it is of the first, and the second has none
    const couple = await take(`${columns}${row('Bo', 'bopair@x.example')}${row('Di', 'bopair@x.example')}`)
    expect(couple.text).toContain("line 3: 'bopair@x.example' is the address of line 2 too")
  })

  it('is of the country of its club', async () => {
    await world.changeRows(club, 'club', {}, { country: 'GB' })
    const table = `First,Last,Email,Phone,Zip,Type,Expires\nLon,Don,lon@don.example,020 7946 0958,2134,${type},2027-12-31\n`
    const { code, text } = await take(table)
    await world.changeRows(club, 'club', {}, { country: 'US' })
    expect([code, text]).toEqual([0, expect.stringContaining('zip 2134; country GB; phone +44 2079460958')])
    expect(text).not.toContain('has less than five digits')
    expect(await find('lon@don.example')).toMatchObject({
      country: 'GB',
      phone_numbers: [{ typeId: 1, isoCode: 'GB', countryCode: '+44', longCode: '2079460958' }],
    })
  })

  it('comes from a workbook too', async () => {
    const workbook = makeWorkbook({
      Members: [
        [
          'First Name',
          'Last Name',
          'Email',
          'Zip',
          'Phone',
          'Membership Type',
          'Paid through',
          'Member Since',
        ],
        ['Ex', 'Cel', 'ex@cel.example', '02134', 6035550142, type, { day: '2027-12-31' }, 2004],
        ['Total', null, null, null, 1],
      ],
      Notes: [['x']],
    })
    expect((await take(workbook)).text).toContain('Say which one with --sheet NAME. Nothing was changed.')
    const { code, text } = await take(workbook, '--sheet', 'members')
    expect([code, text]).toEqual([0, expect.stringContaining('Done: 1 new')])
    expect(await find('ex@cel.example')).toMatchObject({
      ...{ zip: '02134', expires_on: '2028-01-01', joined_on: '2004-01-01' },
      phone_numbers: [{ typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '6035550142' }],
    })
  })
})
