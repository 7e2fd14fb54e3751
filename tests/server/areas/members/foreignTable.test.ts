// A table that somebody else has made: whole names in a column, words for types and days, addresses as they came. It is
// taken as it is, and what is read otherwise than it stands is said with its line.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { expectDone, expectRefused, setUpOffice } from '../../../support/clubs/officer.ts'
import { makeWorkbook } from '../../../support/corpora/workbook.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a table of somebody else', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  let files = 0
  const someone = () => `foreign${++files}@table.example`
  const find = (email: string) => world.getRow(club, 'member', { email_folded: email })
  const openType = () => String(club.memberTypes.open)

  function write(rows: readonly (readonly string[])[]): string {
    const path = join(folder, `foreign${++files}.csv`)
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    writeFileSync(path, rows.map((cells) => `${cells.map(quote).join(',')}\n`).join(''))
    return path
  }
  const take = (path: string, ...more: string[]) =>
    run('members', 'import', path, '--roster', 'hide', '--default-type', openType(), ...more)
  const takeRows = (...rows: readonly (readonly string[])[]) => take(write(rows), '--until', '2030-12-31')

  describe('with whole names', () => {
    const columns = ['Name', 'Spouse', 'E-mail']
    it.each([
      ['Abbott, Lyle', '', { fname: 'Lyle', lname: 'Abbott' }, ''],
      ['O’Brien, Jim', '', { fname: 'Jim', lname: 'O’Brien' }, ''],
      ['  Norcross,  Joseph  ', '', { fname: 'Joseph', lname: 'Norcross' }, ''],
      ['Rossi, Anthony, Jr', '', { fname: 'Anthony', lname: 'Rossi Jr' }, "last name 'Rossi Jr'"],
      ['Snow III, Jeff', '', { fname: 'Jeff', lname: 'Snow III' }, ''],
      ['McAllister , Hugh III, Esq.', '', { fname: 'Hugh', lname: 'McAllister III Esq.' }, 'is read as'],
      ['Dr. van der Berg, Pieter "Pete"', '', { title: 'Dr', lname: 'van der Berg' }, "Left out: 'Pete'"],
      ['Hobart, Dr. Eileen', '', { title: 'Dr', fname: 'Eileen' }, 'title Dr'],
      ['Thibodeau, Gail (Mrs.)', '', { title: 'Mrs', fname: 'Gail' }, 'title Mrs'],
      ['Sgt. Delgado, Luis', '', { fname: 'Luis', lname: 'Delgado' }, "Left out: 'Sgt.'"],
      [
        'Byrd, Capt. Scott USN (Ret)',
        '',
        { fname: 'Scott', lname: 'Byrd' },
        "Left out: 'Ret', 'USN', 'Capt.'",
      ],
      [
        'Capt. Ann Perry, USAF Ret.',
        '',
        { fname: 'Ann', lname: 'Perry' },
        "Left out: 'USAF', 'Ret.', 'Capt.'",
      ],
      ['Bird USN, Captain Scott', '', { fname: 'Scott', lname: 'Bird' }, "Left out: 'USN', 'Captain'"],
      ['Ferry, Lt. Col. Ann & Max', '', { fname: 'Ann', partner: 'Max Ferry' }, "Left out: 'Lt. Col.'"],
      ['Usa, Gen Maria', '', { fname: 'Gen Maria', lname: 'Usa' }, ''],
      ['Carvalho, Manny*', '', { fname: 'Manny', lname: 'Carvalho' }, "Left out: '*'"],
      ['Hartley, June (was Hartley-Boyd)', '', { fname: 'June' }, "Left out: 'was Hartley-Boyd'"],
      ['Smith, Bob & Carol', '', { fname: 'Bob', partner: 'Carol Smith' }, 'is two people'],
      ['Burke, Lou + Ann', 'Joan', { fname: 'Lou', partner: 'Joan' }, 'is two people'],
      ['Roe, Ed Jr. / Petit, Anne', '', { lname: 'Roe Jr.', partner: 'Anne Petit' }, 'is two people'],
      [
        'Van Dyke, Tess and Marlowe, Chris',
        '',
        { lname: 'Van Dyke', partner: 'Chris Marlowe' },
        'is two people',
      ],
      [
        'Thomas Benoit',
        '',
        { fname: 'Thomas', lname: 'Benoit' },
        "first name 'Thomas' and last name 'Benoit'",
      ],
      ['Maria Fernanda de la Cruz', '', { fname: 'Maria Fernanda', lname: 'de la Cruz' }, 'is read as'],
      ['Ford of Salem, Inc., The', '', { fname: 'The', lname: 'Ford of Salem, Inc.' }, ''],
      ['LÃ©vesque, AndrÃ©', '', { fname: 'André', lname: 'Lévesque' }, "is read as 'Lévesque, André'"],
      ['HEBERT, STEPHEN', '', { fname: 'STEPHEN' }, 'in capitals or in small letters alone'],
    ])('reads %s', async (name, spouse, stored, note) => {
      const email = someone()
      const text = await expectDone(takeRows(columns, [name, spouse, email]))
      if (note === '') expect(text).not.toContain('line 2, Name')
      else expect(text).toContain(note)
      expect(await find(email)).toMatchObject(stored)
    })

    it.each([
      'Town of Hadley Police Assn.',
      'Mustang Parts, Inc.',
      'Bob & Carol Smith',
      '"     , Ingrid',
      'Roe,',
    ])('asks what %s is', async (name) => {
      const text = await expectRefused(takeRows(columns, [name, '', someone()]))
      expect(text).toMatch(/line 2.*(?:is not read as a name|needs a first name)/)
    })

    it('has other names beside first and last ones', async () => {
      const email = someone()
      const rows = [
        ['First Name', 'Last Name', 'Name', 'E-mail'],
        ['Ada', 'Beside', 'Grill Ltd.', email],
      ]
      expect(await expectDone(takeRows(...rows))).toContain("Not used: 'Name'")
      expect(await find(email)).toMatchObject({ fname: 'Ada', lname: 'Beside' })
    })
  })

  describe('with days as people write them', () => {
    const columns = ['First', 'Last', 'E-mail', 'Paid thru']
    it.each([
      ['12/26', '2027-01-01', 'is a month, and is read as Dec 31, 2026.'],
      ['6/27', '2027-07-01', 'is a month'],
      ['Dec 2026', '2027-01-01', 'is a month'],
      ['Dec/26', '2027-01-01', 'is a month'],
      ['diciembre de 2026', '2027-01-01', 'is a month'],
      ['12/31/26', '2027-01-01', 'with a year of two digits, and is read as Dec 31, 2026.'],
      ['12.31.26', '2027-01-01', 'with a year of two digits'],
      ['46752', '2028-01-01', 'is the number of a day in a spreadsheet, and is read as Dec 31, 2027.'],
      ['end of 2026', '2027-01-01', 'is the year 2026'],
      ['2026 (pd late)', '2027-01-01', 'is the year 2026'],
      ['thru 2027 (joined after Sept 1)', '2028-01-01', 'is the year 2027'],
      ['2026 + 2027', '2028-01-01', 'is the year 2027'],
      ['12/31/2099', '2100-01-01', "'12/31/2099' is far from today."],
    ])('takes the last valid day %s', async (typed, stored, note) => {
      const email = someone()
      expect(await expectDone(takeRows(columns, ['Al', `Day${++files}`, email, typed]))).toContain(note)
      expect((await find(email)).expires_on).toBe(stored)
    })

    it.each(['2/30/27', '6/31/26', 'Dec 26', '13/26', '12/31/99', 'pd 2 yrs 6/25'])(
      'refuses the last valid day %s',
      async (typed) => {
        const text = await expectRefused(takeRows(columns, ['Al', `Day${++files}`, someone(), typed]))
        expect(text).toMatch(/line 2, Paid thru: .*(?:no day|two digits)/)
      },
    )

    it.each([
      ["'98", '1998-01-01', 'with a year of two digits'],
      ['(02)', '2002-01-01', 'with a year of two digits'],
      ['6/3/16', '2016-06-03', 'with a year of two digits'],
      ['2088', null, "'2088' is a day to come. It is left out."],
      ['2098-01-01', null, 'is a day to come'],
      ['20112', null, 'is no day'],
    ])('takes a member since %s', async (typed, stored, note) => {
      const email = someone()
      const rows = [
        ['First', 'Last', 'E-mail', 'Since'],
        ['Al', `Since${++files}`, email, typed],
      ]
      const text = await expectDone(take(write(rows), '--until', '2030-12-31', '--dates', 'month-first'))
      expect(text).toContain(note)
      expect((await find(email)).joined_on).toBe(stored)
    })
  })

  describe('with words of its own', () => {
    const columns = ['First', 'Last', 'E-mail', 'Cat.', 'Paid thru']
    const types = (to: string) => [
      '--types',
      `F|Fam=${to},L|Life=${to} for life,old=skip`,
      '--map',
      'Cat.=type',
    ]
    const row = (email: string, type: string, until: string) => ['Al', `Word${++files}`, email, type, until]

    it('takes the types and days that the officer says they are', async () => {
      const emails = [1, 2, 3, 4, 5, 6].map(someone)
      const [fam = '', life = '', far = '', lapsed = '', comp = '', old = ''] = emails
      const text = await expectDone(
        take(
          write([
            columns,
            row(fam, 'FAM. (3)', '2030-12-31'),
            row(life, 'Life', ''),
            row(far, 'L', '12/31/2099'),
            row(lapsed, 'f', 'LAPSED 12/24'),
            row(comp, 'F', 'comp'),
            row(old, 'F', "dec'd 2019"),
            row(old, 'Old', '2030-12-31'),
          ]),
          ...types(openType()),
          ...['--ends', "lapsed=2025-12-31,comp|hon=life,dec'd=skip"],
        ),
      )
      expect(text).toContain('Done: 5 new')
      expect(text).toContain("'LAPSED 12/24' is read as Dec 31, 2025, by --ends.")
      expect(text).toMatch(
        /line 7, Paid thru: 'Al Word\d+' is left out, because 'dec'd 2019' is said to mean it\./,
      )
      expect(text).toMatch(/line 8, Cat\.: 'Al Word\d+' is left out, because 'Old'/)
      expect(await find(fam)).toMatchObject({ member_type_id: club.memberTypes.open, life: false })
      expect([(await find(life)).life, (await find(far)).life, (await find(comp)).life]).toEqual([
        true,
        true,
        true,
      ])
      expect((await find(lapsed)).expires_on).toBe('2026-01-01')
    })

    it.each(['lapsed 12/24=2024-12-31,lapsed=2025-12-31', 'lapsed=2025-12-31,lapsed 12/24=2024-12-31'])(
      'takes a whole cell before the word without its numbers: %s',
      async (ends) => {
        const [exact = '', other = '', bare = ''] = [1, 2, 3].map(someone)
        const rows = [row(exact, '', 'LAPSED 12-24'), row(other, '', 'lapsed 6/23'), row(bare, '', 'Lapsed')]
        await expectDone(take(write([columns, ...rows]), '--map', 'Cat.=type', '--ends', ends))
        const days = await Promise.all([exact, other, bare].map(find))
        expect(days.map(({ expires_on }) => expires_on)).toEqual(['2025-01-01', '2026-01-01', '2026-01-01'])
      },
    )

    it('takes no days for words that begin with the same number', async () => {
      const email = someone()
      const path = write([columns, row(email, '', '12/26')])
      await expectDone(take(path, '--map', 'Cat.=type', '--ends', '12/24=2024-12-31'))
      expect((await find(email)).expires_on).toBe('2027-01-01')
    })

    it('refuses two values for one word, and names a word that is none', async () => {
      const path = write([columns, row(someone(), 'F', '2030-12-31')])
      const twice = 'Lapsed=2024-12-31,lapsed.=2025-12-31'
      expect(await expectRefused(take(path, '--ends', twice))).toContain(
        "--ends says two things of 'lapsed.'",
      )
      expect(await expectRefused(take(path, '--types', `F|?|Fam=${openType()}`))).toContain(
        "--types: '?' is no word, since it has no letter and no digit.",
      )
    })

    it('asks for each form of a word with numbers, and says what means them all', async () => {
      const rows = ['lapsed 12/24', 'lapsed 6/23', 'Lapsed'].map((end) => row(someone(), '', end))
      const text = await expectRefused(take(write([columns, ...rows]), '--map', 'Cat.=type'))
      expect(text).toContain(
        "no days: 'lapsed 12/24' (line 2), 'lapsed 6/23' (line 3) and 'Lapsed' (line 4).",
      )
      expect(text).toContain('The word without the numbers behind it means all of them.')
    })

    it('asks once for all words, with their lines, and for a day that goes against a type for life', async () => {
      const rows = ['S', 'Sgl', 'S', 'Fam'].map((type) => row(someone(), type, 'lapsed'))
      const report = join(folder, 'words.csv')
      const text = await expectRefused(
        take(write([columns, ...rows]), '--dry-run', '--csv', report, '--map', 'Cat.=type'),
      )
      expect(text).toContain('2 things are wrong')
      expect(text).toContain("no membership types 'S' (lines 2 and 4), 'Sgl' (line 3) and 'Fam' (line 5).")
      expect(text).toContain("--types 'S=TYPE,Sgl=TYPE'")
      expect(text).toContain("no days: 'lapsed' (lines 2, 3, 4 and 5).")
      expect(text).toContain('0 new, 0 changed, 0 unchanged, 4 with a fault')
      expect(readFileSync(report, 'utf8').match(/^\d,fault,.*'Sgl'/m)).not.toBeNull()
      const against = write([columns, row(someone(), 'Life', '2025-12-31')])
      expect(await expectRefused(take(against, ...types(openType())))).toContain(
        'says that the membership is for life',
      )
    })

    it('is not understood without a meaning, or with a type that there is not', async () => {
      const path = write([columns, row(someone(), 'F', '2030-12-31')])
      for (const [option, value] of [
        ['--types', 'F'],
        ['--types', 'F='],
        ['--types', '=Gold'],
        ['--ends', 'lapsed=soon'],
        ['--area-code', '13'],
      ] as const) {
        expect([value, (await take(path, option, value)).code]).toEqual([value, 2])
      }
      expect(await expectRefused(take(path, '--types', 'F=Gold'))).toContain('Gold')
    })
  })

  describe('with addresses as they came', () => {
    const columns = ['First', 'Last', 'E-mail', 'Street', 'Apt', 'City', 'St', 'Zip', 'Phone']
    it.each([
      [
        ['Portland, ME 04101', '', ''],
        { city: 'Portland', state: 'ME', zip: '04101', country: 'US' },
        "is read as the city 'Portland'",
      ],
      [['Barre', '05641', 'VT'], { state: 'VT', zip: '05641' }, "'05641' is a zip code, and 'VT' a state."],
      [['Enfield', 'Conn.', '6082'], { state: 'CT', zip: '06082' }, "'Conn.' is read as CT."],
      [['Hartford', 'CT', '61031234'], { zip: '06103-1234' }, 'had no 0 at its beginning'],
      [['Easthampton', 'MA', '01027 0077'], { zip: '01027-0077' }, ''],
      [['Chicopee', 'MA', '01020-'], { zip: '01020' }, ''],
      [['Boston', '', '2116'], { zip: '2116' }, 'has less than five digits'],
      [['Nashua', 'MA', '34471'], { zip: '34471' }, 'is no zip code of MA'],
      [
        ['Hitchin', 'UK', 'SG4 9UW'],
        { state: '', zip: 'SG4 9UW', country: 'GB' },
        'The country is read as GB.',
      ],
      [['Salem', 'Yukatan', ''], { state: 'Yukatan' }, "'Yukatan' is no state or province"],
      [['Hitchin', '', 'SG4 9UW'], { zip: 'SG4 9UW' }, 'is no zip code of the country'],
      [
        ['Montréal', 'P.Q.', 'h2x3j5'],
        { state: 'QC', zip: 'H2X 3J5', country: 'CA' },
        'The country is read as CA.',
      ],
      [
        ['Kingston', 'Ont.', 'K7L 4VO'],
        { state: 'ON', zip: 'K7L 4V0', country: 'CA' },
        'is read as K7L 4V0.',
      ],
    ])('reads %s', async ([city = '', state = '', zip = ''], stored, note) => {
      const email = someone()
      const cells = ['Al', `Place${++files}`, email, '1 Elm St\nLot 14', 'Unit 6', city, state, zip, '']
      const text = await expectDone(takeRows(columns, cells))
      if (note === '') expect(text).not.toMatch(/line 2, (?:City|St|Zip)/)
      else expect(text).toContain(note)
      expect(await find(email)).toMatchObject({ ...stored, address: '1 Elm St, Lot 14, Unit 6' })
    })

    it('says of lost zeros once for all rows', async () => {
      const cells = (zip: string) => ['Al', `Zero${++files}`, someone(), '', '', '', 'MA', zip, '']
      const text = await expectDone(takeRows(columns, cells('1060'), cells('1013'), cells('1040')))
      expect(text).toContain('lines 2, 3 and 4, Zip: had no 0 at its beginning')
    })

    it.each([
      ['413/555-0226 (eves only)', ['4135550226'], 'only the telephone number is taken'],
      ['+44 1462 555 01155', [], 'has too many digits for a telephone number'],
      ['555-0139', ['4135550139'], "'555-0139' has no area code, and gets 413 by --area-code."],
      ['unlisted', [], 'is no telephone number'],
    ])('reads the telephone number %s', async (typed, stored, note) => {
      const email = someone()
      const rows = [
        ['First', 'Last', 'E-mail', 'Tel. home', 'Cell'],
        ['Al', `Phone${++files}`, email, '', typed],
      ]
      const text = await expectDone(take(write(rows), '--until', '2030-12-31', '--area-code', '413'))
      expect(text).toMatch(new RegExp(`line 2, Cell: .*${note.replace(/[.']/g, '.')}`))
      const phones = (await find(email)).phone_numbers as { longCode: string }[]
      expect(phones.map(({ longCode }) => longCode)).toEqual(stored)
    })

    it('gives no area code unasked, and says how', async () => {
      const text = await expectDone(
        takeRows(columns, ['Al', 'Seven', someone(), '', '', '', '', '', '555-0139']),
      )
      expect(text).toContain('--area-code 413 puts one in front.')
    })

    it.each([
      ['@@', (name: string) => `${name}@@table.example`],
      [' @ ', (name: string) => `${name} @ table.example`],
      ['a comma', (name: string) => `${name}@table,example`],
    ])('reads an e-mail address with %s', async (_, toTyped) => {
      const email = someone()
      const typed = toTyped(email.replace('@table.example', ''))
      const text = await expectDone(takeRows(['First', 'Last', 'E-mail'], ['Al', `Cure${++files}`, typed]))
      expect(text).toContain(`'${typed}' is no e-mail address, and is read as '${email}'.`)
      expect((await find(email)).email).toBe(email)
    })

    it.each(['al@table', 'al.table.example', 'al@b@table.example', 'al@one,two,example', 'al@,example'])(
      'leaves out %s, which has no cure',
      async (typed) => {
        const name = `Cure${++files}`
        const text = await expectDone(takeRows(['First', 'Last', 'E-mail'], ['Al', name, typed]))
        expect(text).toContain(`'${typed}' is no e-mail address. It is left out.`)
      },
    )

    it('takes the first of two e-mail addresses and names the other', async () => {
      const [one, two] = [someone(), someone()]
      const text = await expectDone(
        takeRows(['First', 'Last', 'E-mail'], ['Al', `Mail${++files}`, `${one} or ${two}`]),
      )
      expect(text).toContain(`The first is taken, and '${two}' left out.`)
      expect((await find(one)).email).toBe(one)
    })
  })

  it('with somebody twice names what the second row says otherwise, and takes nothing unasked', async () => {
    const email = someone()
    const path = write([
      ['Name', 'E-mail', 'Street', 'Paid thru'],
      ['Probed, Pieter', email, '7 Orchard Ln', '2026-12-31'],
      ['Probed, Pieter', email.toUpperCase(), '9 Elm St', '2027-12-31'],
    ])
    const text = await expectRefused(take(path))
    expect(text).toContain('One row seems to be about the same member as another line.')
    expect(text).toContain('is like another line, line 2')
    expect(text).toContain('valid until 2027-12-31 (line 2: 2026-12-31)')
    expect(text).toContain('address 9 Elm St (line 2: 7 Orchard Ln)')
    const done = await expectDone(take(path, '--unsure', 'skip'))
    expect(done).toContain(
      'is the same member as line 2. Only that line is taken. Not taken: address 9 Elm St; valid',
    )
    expect((await find(email)).expires_on).toBe('2027-01-01')
  })

  it('that two first names with one letter share a last name and an address is to be decided', async () => {
    const email = someone()
    const path = write([
      ['Name', 'E-mail', 'Zip', 'Paid thru'],
      ['O’Dea, Jim', email, '02134', '2030-12-31'],
      ['ODEA, JAMES P.', email, '02134', '2030-12-31'],
    ])
    const text = await expectRefused(take(path))
    expect(text).toContain('One row seems to be about the same member as another line.')
    expect(text).toContain('first name JAMES P. (line 2: Jim)')
    expect(await expectDone(take(path, '--unsure', 'new'))).toContain('Done: 2 new')
    // both are known by now
    expect(await expectDone(take(path, '--dry-run'))).toContain('2 unchanged')
  })

  it('that other first names share a last name and an address asks whether they are one person', async () => {
    const email = someone()
    const rows = [
      ['Name', 'E-mail'],
      ['O’Mara, Bob', email],
      ['OMARA, CAROL', email],
    ]
    const text = await expectDone(takeRows(...rows))
    expect(text).toContain('Look whether both lines are one person.')
    expect(text).toContain('Done: 2 new')
  })

  it('has lines that go on with the one above, totals, and cars that are called so', async () => {
    const email = someone()
    const text = await expectDone(
      take(
        write([
          ['Mbr #', 'Name', 'E-mail', 'Cars', 'Notes'],
          ['200', 'Foreign, Ann', email, '', ''],
          ['', '', '', 'also 57 T-Bird', ''],
          ['', '', '', 'also Cobra', 'tel. of daughter 413-555-0199'],
          ['', 'TOTAL MEMBERS', '301', '', '7770'],
        ]),
        ...['--until', '2030-12-31', '--map', 'Mbr #=altMemberId,Notes=officerNote'],
      ),
    )
    expect(text).toContain("line 3: 'also 57 T-Bird' is none of the records.")
    expect(text).toContain("line 4: 'also Cobra, tel. of daughter 413-555-0199' is none of the records.")
    expect(text).toContain("line 5: 'TOTAL MEMBERS, 301, 7770' is none of the records.")
    expect(text).toContain('Done: 1 new')
    const eclipse = someone()
    const named = await expectDone(
      takeRows(['First', 'Last', 'Zip', 'E-mail'], ['Total', 'Eclipse', '02134', eclipse]),
    )
    expect(named).toContain('Done: 1 new')
    const cells = [
      ['Member', 'Last Name', 'Zip', 'Expires', 'Tel'],
      ['Total eclipse', '', '1', '2', '3'],
    ]
    expect(await expectRefused(take(write(cells), '--map', 'Member=fname'))).toContain('needs a last name')
  })

  it('notes an alternate id of two rows, and has none that is to be decided', async () => {
    const emails = [someone(), someone(), someone()]
    const rows = ['199', '199', 'tbd'].map((id, at) => [id, `Number${at}, Al`, emails[at] ?? ''])
    const text = await expectDone(takeRows(['Alternate id', 'Name', 'E-mail'], ...rows))
    expect(text).toContain("line 3: '199' is the alternate id of line 2 too.")
    expect(text).toContain("line 4, Alternate id: 'tbd' is taken for empty.")
    expect((await find(emails[2] ?? '')).alt_member_id).toBe('')
  })

  it('has remarks that only officers see, whole, and says when a remark is cut into tags', async () => {
    const [email, other] = [someone(), someone()]
    const remark = 'Owes Ron $20, do not seat w/ Flaggs; ask'
    const columns = ['Name', 'E-mail', 'Notes']
    const rows = (to: string) => write([columns, [`Remark${++files}, Al`, to, remark]])
    const until = ['--until', '2030-12-31']
    await expectDone(take(rows(email), ...until, '--map', 'Notes=officerNote'))
    expect(await find(email)).toMatchObject({ officer_note: remark, officer_tags: [], tags: [] })
    const cut = await expectDone(take(rows(other), ...until, '--map', 'Notes=officerTags'))
    expect(cut).toContain("are 4 tags: 'Owes Ron $20', 'do not seat w', 'Flaggs' and 'ask'")
    const out = join(folder, 'remarks.csv')
    await expectDone(run('members', 'export', '--find', email, '--out', out))
    expect(readFileSync(out, 'utf8')).toContain(remark)
    const again = await expectDone(take(out, '--update', '--tags', 'officers'))
    expect(again).toContain('1 unchanged')
    const { id } = await find(email)
    expect(await expectDone(run('members', 'change', id, '--officer-note', 'Paid, at last'))).toContain(
      `officers' note: ${remark} → Paid, at last`,
    )
    expect(await expectDone(run('members', '--find', email))).toContain('Paid, at last')
  })

  it('knows the headings that --map knows, and columns by their letters below a title', async () => {
    const email = someone()
    const text = await expectDone(
      takeRows(['fname', 'lname', 'email_address', 'officerTags'], ['Al', 'Value', email, 'owes a key']),
    )
    expect(text).not.toContain('Not used')
    expect((await find(email)).officer_tags).toEqual(['owes a key'])
    const path = join(folder, 'letters.xlsx')
    const other = someone()
    const sheet = [
      ['OUR MEMBERS', null, null, 'HOW TO REACH'],
      ['#', 'Name\n(Last, First)', 'Paid\nthru', 'E-Mail(s)'],
      [1, 'Letters, Al', { day: '2030-12-31' }, other],
    ]
    writeFileSync(path, makeWorkbook({ Sheet: sheet }))
    expect(await expectDone(take(path, '--map', 'A=altMemberId,B=name,C=expiration,D=email'))).toContain(
      'Done: 1 new',
    )
    expect(await find(other)).toMatchObject({ fname: 'Al', alt_member_id: '1' })
  })

  it('says which lines of a workbook are crossed out or hidden, or have a comment', async () => {
    const path = join(folder, 'marks.xlsx')
    const row = (name: string) => [name, { day: '2030-12-31' }]
    const plain = makeWorkbook({
      Other: [['Name']],
      Members: [
        ['Name', 'Paid thru'],
        row('Mark, Plain'),
        row('Mark, Struck'),
        row('Mark, Hidden'),
        row('Mark, Told'),
      ],
    })
    const files = unzipSync(plain)
    const change = (name: string, with_: (text: string) => string) => {
      files[name] = strToU8(with_(files[name] === undefined ? '' : strFromU8(files[name])))
    }
    change('xl/styles.xml', (text) =>
      text
        .replace(
          '<cellXfs',
          '<fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts><cellXfs',
        )
        .replace('</cellXfs>', '<xf fontId="1"/><xf fontId="2"/></cellXfs>'),
    )
    change('xl/worksheets/sheet2.xml', (text) =>
      text
        .replace('<c r="A2"', '<c r="A2" s="4"')
        .replace('<c r="A3"', '<c r="A3" s="3"')
        .replace('<row r="4"', '<row r="4" hidden="1"'),
    )
    change('xl/worksheets/_rels/sheet2.xml.rels', () => {
      const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments'
      return `<Relationships><Relationship Id="rId1" Type="${type}" Target="../comments1.xml"/></Relationships>`
    })
    change(
      'xl/comments1.xml',
      () => '<comments><commentList><comment ref="B5" authorId="0"/></commentList></comments>',
    )
    writeFileSync(path, zipSync(files))
    const text = await expectDone(take(path, '--sheet', 'Members', '--dry-run'))
    expect(text).toContain('  line 3: has text that is crossed out')
    expect(text).toContain('  line 4: is hidden, and is taken')
    expect(text).toContain('  line 5: has a comment at a cell')
  })

  it('says which cells of a workbook take their value from another row', async () => {
    const path = join(folder, 'borrowed.xlsx')
    const until = '2030-12-31'
    const formula = (text: string) => ({ formula: text, value: until })
    const rows = [
      ['Name', 'E-mail', 'Paid thru'],
      ['Borrow, First', someone(), until],
      ['Borrow, Second', someone(), formula('C2')],
      ['Borrow, Third', someone(), formula('IF(B4="C2","",$C$2&"")')],
      ['Borrow, Fourth', someone(), formula('C4')],
      ['Borrow, Fifth', someone(), formula('SHARED')],
      ['Borrow, Own', someone(), formula('LEFT(LOG10(B7),2)&Other!C2&VLOOKUP(B7,$A$1:$B$9,2)')],
    ]
    const files = unzipSync(makeWorkbook({ Members: rows }))
    const sheet = 'xl/worksheets/sheet1.xml'
    files[sheet] = strToU8(
      strFromU8(files[sheet] ?? new Uint8Array())
        .replace('<f>C4</f>', '<f t="shared" ref="C5:C6" si="0">C4</f>')
        .replace('<f>SHARED</f>', '<f t="shared" si="0"/>'),
    )
    writeFileSync(path, zipSync(files))
    const text = await expectDone(take(path, '--dry-run'))
    const what = 'Paid thru: is a formula that takes the value of another row:'
    expect(text).toContain(`lines 3 and 4, ${what} C2. Look whether it is this member's.`)
    expect(text).toContain(`line 5, ${what} C4.`)
    expect(text).toContain(`line 6, ${what} C5.`)
    expect(text.match(/another row/g)).toHaveLength(3)
  })

  it('has a report with the ids of those who were added', async () => {
    const email = someone()
    const report = join(folder, 'ids.csv')
    const path = write([
      ['Name', 'E-mail'],
      [`Numbered, Al`, email],
    ])
    await expectDone(take(path, '--until', '2030-12-31', '--csv', report))
    const { id } = await find(email)
    expect(readFileSync(report, 'utf8')).toContain(`2,new,${id},${email},`)
  })
})
