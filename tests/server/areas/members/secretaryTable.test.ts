// A table as a secretary keeps it for herself: what spreadsheets and habits make of days, zips and names.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectDone, expectRefused, setUpOffice } from '../../../support/clubs/officer.ts'
import { makeWorkbook } from '../../../support/corpora/workbook.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a table of a secretary', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  let type: string
  let files = 0

  beforeAll(async () => {
    type = (await world.getRow(club, 'member_type', { id: club.memberTypes.open }, ['label'])).label
  })

  /** Quoted, so that a cell may have any sign. */
  function write(rows: readonly (readonly string[])[]): string {
    const path = join(folder, `secretary${++files}.csv`)
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    writeFileSync(path, rows.map((cells) => `${cells.map(quote).join(',')}\n`).join(''))
    return path
  }
  const said = ['--tags', 'officers', '--roster', 'hide']
  const take = (path: string, ...more: string[]) => run('members', 'import', path, ...said, ...more)
  const find = (email: string) => world.getRow(club, 'member', { email_folded: email })
  /** Of somebody who is nobody else. */
  const someName = () => `Al${++files}`
  const someone = () => `secretary${++files}@table.example`

  describe('of days', () => {
    it.each([
      ['1905-07-18', '2027-01-01', "'1905-07-18' is the year 2026, and is read as Dec 31, 2026."],
      ['2026', '2027-01-01', "'2026' is the year 2026, and is read as Dec 31, 2026."],
      ['12/31/2226', '2227-01-01', "'12/31/2226' is far from today."],
    ])('takes the last valid day %s for the end of %s, with a note', async (typed, stored, note) => {
      const email = someone()
      const rows = [
        ['First Name', 'Last', 'E-mail', 'Type', 'Valid until'],
        [someName(), 'Day', email, type, typed],
      ]
      expect(await expectDone(take(write(rows)))).toContain(note)
      expect((await find(email)).expires_on).toBe(stored)
    })

    it('refuses a last valid day of before there were members, and a year where the day after is named', async () => {
      const rows = (heading: string, typed: string) =>
        write([
          ['First Name', 'Last', 'E-mail', 'Type', heading],
          [someName(), 'Day', someone(), type, typed],
        ])
      expect(await expectRefused(take(rows('Valid until', '1926-12-31')))).toContain('it is before 1950')
      expect(await expectRefused(take(rows('Valid until', '1926')))).toContain('it is before 1950')
      expect(await expectRefused(take(rows('Renewal date', '2026')))).toContain('is no day with its year')
      expect(await expectRefused(take(rows('Renewal date', '1905-07-18')))).toContain(
        'is no day with its year',
      )
    })

    it.each([
      ['1905-06-26', '2004-01-01', "'1905-06-26' is the year 2004, and is read as Jan 1, 2004."],
      ['2004', '2004-01-01', 'is a year or a month'],
      ['1878', '1878-01-01', "'1878' is far from today."],
    ])('takes a member since %s for one since %s, with a note', async (typed, stored, note) => {
      const email = someone()
      const rows = [
        ['First Name', 'Last', 'E-mail', 'Type', 'Valid until', 'Joined'],
        [someName(), 'Since', email, type, '12/31/2030', typed],
      ]
      expect(await expectDone(take(write(rows)))).toContain(note)
      expect((await find(email)).joined_on).toBe(stored)
    })

    it('reads a year in a cell for days of a workbook', async () => {
      const path = join(folder, 'years.xlsx')
      const email = someone()
      const rows = [
        ['First Name', 'Last', 'E-mail', 'Type', 'Valid until'],
        [someName(), 'Book', email, type, { day: '1905-07-18' }],
      ]
      writeFileSync(path, makeWorkbook({ Members: rows }))
      await expectDone(take(path))
      expect((await find(email)).expires_on).toBe('2027-01-01')
    })
  })

  it('notes a formula without a stored value, and none that has one', async () => {
    const path = join(folder, 'formulas.xlsx')
    const [email, other] = [someone(), someone()]
    const heads = ['First', 'Last', 'E-mail', 'Type', 'Valid until', 'Zip', 'City', 'Remarks']
    const rows = [
      heads,
      [
        someName(),
        'Formula',
        email,
        type,
        '2030-12-31',
        { formula: '"01093"', value: '01093' },
        { formula: 'A1&"<"' },
        { formula: '1+1' },
      ],
      [
        someName(),
        'Formula',
        other,
        type,
        '2030-12-31',
        { formula: '"02134"' },
        { formula: '""', value: '' },
      ],
      [null, null, null, null, null, null, { formula: 'A4' }, { formula: 'A4' }],
    ]
    writeFileSync(path, makeWorkbook({ Members: rows }))
    const text = await expectDone(take(path))
    const note = 'is a formula without a value. Open the file in Excel and save it there.'
    expect(text).toContain(`line 2, City: ${note}`)
    expect(text).toContain(`line 3, Zip: ${note}`)
    expect(text.split(note)).toHaveLength(3)
    expect(await find(email)).toMatchObject({ zip: '01093', city: '' })
    expect(await find(other)).toMatchObject({ zip: '', city: '' })
  })

  it.each([
    ['21343488', '21343488', 'has less than nine digits'],
    ['2134-3488', '2134-3488', 'has less than nine digits'],
    ['2134', '2134', 'has less than five digits'],
    ['021343488', '02134-3488', undefined],
  ])('takes the zip code %s as %s', async (typed, stored, note) => {
    const email = someone()
    const rows = [
      ['First Name', 'Last', 'E-mail', 'Type', 'Valid until', 'Zip'],
      [someName(), 'Zip', email, type, '12/31/2030', typed],
    ]
    const text = await expectDone(take(write(rows)))
    if (note === undefined) expect(text).not.toContain('digits')
    else expect(text).toContain(note)
    expect((await find(email)).zip).toBe(stored)
  })

  it.each(['"', "''", '〃', '”', 'same', 'Same as above', 'see above', 'as above', 'ditto', 'dto.', 'ídem'])(
    'leaves out %s, which says that it is as above',
    async (mark) => {
      const email = someone()
      const rows = [
        ['First Name', 'Last', 'E-mail', 'Type', 'Valid until', 'City', 'Phone', 'Tags', 'Zip'],
        [someName(), 'Ditto', email, type, '12/31/2030', mark, mark, mark, mark],
      ]
      const text = await expectDone(take(write(rows)))
      expect(text.match(/says that it is as above/g)).toHaveLength(4)
      const { city, phone_numbers: phones, officer_tags: tags, zip } = await find(email)
      expect({ city, phones, tags, zip }).toEqual({ city: '', phones: [], tags: [], zip: '' })
    },
  )

  it('keeps what is no word for the line above, as Idaho is none', async () => {
    const email = someone()
    const heads = ['First', 'Last', 'E-mail', 'Type', 'Valid until', 'City', 'State']
    const row = [someName(), 'Idaho', email, type, '2030-12-31', 'Samesville', 'ID']
    expect(await expectDone(take(write([heads, row])))).not.toContain('as above')
    expect(await find(email)).toMatchObject({ city: 'Samesville', state: 'ID' })
  })

  it('takes nobody whose name is a mark for the line above, and keeps names that are words', async () => {
    const rows = (last: string, email: string) =>
      write([
        ['First Name', 'Last', 'E-mail', 'Type', 'Valid until'],
        [someName(), last, email, type, '12/31/2030'],
      ])
    expect(await expectRefused(take(rows('"', someone())))).toContain('a new member needs a last name')
    const email = someone()
    await expectDone(take(rows('Same', email)))
    expect((await find(email)).lname).toBe('Same')
  })

  it('names the rows that an option has filled', async () => {
    const path = write([
      ['First Name', 'Last', 'E-mail', 'Type', 'Valid until'],
      [someName(), 'Filled', someone(), '', ''],
      ['Bo', 'Filled', someone(), '', '12/31/2030'],
      ['Cy', 'Filled', someone(), type, ''],
    ])
    const report = join(folder, 'filled.csv')
    const options = ['--until', '2026-12-31', '--default-type', type]
    const text = await expectDone(take(path, ...options, '--dry-run'))
    expect(text).toContain('lines 2 and 4: no last valid day; Dec 31, 2026 by --until.')
    expect(text).toContain(`lines 2 and 3: no membership type; ${type} by --default-type.`)
    await expectDone(take(path, ...options, '--dry-run', '--csv', report))
    expect(readFileSync(report, 'utf8').match(/by --until/g)).toHaveLength(2)
  })

  it('names every row that an option has filled, however many', async () => {
    const row = (at: number) => {
      const isSaid = at === 3 || at === 12
      return [someName(), `Many${at}`, someone(), isSaid ? type : '', '2030-12-31']
    }
    const rows = Array.from({ length: 14 }, (_, at) => row(at))
    const path = write([['First Name', 'Last', 'E-mail', 'Type', 'Valid until'], ...rows])
    const text = await expectDone(take(path, '--default-type', type, '--dry-run'))
    expect(text).toContain('lines 2 to 4, 6 to 13 and 15: no membership type;')
  })

  it('says once that a column is missing, with the columns that are not used before it', async () => {
    const rows = Array.from({ length: 30 }, () => [someName(), 'Column', someone(), type])
    const text = await expectRefused(take(write([['Called', 'Last', 'E-mail', 'Type'], ...rows])))
    expect(text).toContain('2 things are wrong')
    expect(text).toContain(
      "line 1: no column is known as the first name, and 30 new members need it. Say which one has it: --map 'HEADING=fname'.",
    )
    expect(text).toContain("--map 'HEADING=expiration', or say --until DAY.")
    expect(text).not.toContain('a new member needs')
    expect(text.indexOf("Not used: 'Called'")).toBeGreaterThanOrEqual(0)
    expect(text.indexOf("Not used: 'Called'")).toBeLessThan(text.indexOf('wrong in the file'))
  })

  it('knows headings of a secretary by what stands before a bracket, and prints each on one line', async () => {
    const email = someone()
    const heads = ['Surname', 'Given name(s)', 'E-mail\n(if any)', 'Kind', 'Until', 'St.', 'Zip\ncode']
    const path = write([
      [...heads, 'My\nown'],
      ['Bracket', 'Al', email, type, '2027-02-30', 'MA', '2134', 'x'],
    ])
    const text = await expectRefused(take(path))
    expect(text).toContain("Not used: 'My own'")
    expect(text).toContain('line 5, Zip code: ')
    expect(text).not.toContain('a new member needs')
    const other = write([
      [...heads, 'Address (e-mail)'],
      ['Bracket', 'Al', email, type, '2027-02-28', 'MA', '02134', 'x'],
    ])
    expect(await expectDone(take(other))).toContain("Not used: 'Address (e-mail)'")
    expect(await find(email)).toMatchObject({ lname: 'Bracket', fname: 'Al', state: 'MA', address: '' })
  })

  it('takes strokes between tags, but none within a tag that the club has', async () => {
    const [owner, email] = [someone(), someone()]
    const heads = ['First', 'Last', 'E-mail', 'Type', 'Valid until', 'Tags']
    await expectDone(take(write([heads, [someName(), 'Stroke', owner, type, '2030-12-31', 'board']])))
    await world.inClub(club, (tx) =>
      tx
        .updateTable('member')
        .set({ officer_tags: JSON.stringify(['Parts/Swap']) })
        .where('email', '=', owner)
        .execute(),
    )
    const typed = 'refreshments/library | judging; parts/swap'
    await expectDone(take(write([heads, [someName(), 'Stroke', email, type, '2030-12-31', typed]])))
    expect((await find(email)).officer_tags).toEqual(['refreshments', 'library', 'judging', 'parts/swap'])
  })

  it('says which option takes away a tag that is among the others', async () => {
    const email = someone()
    await expectDone(
      run(
        ...['members', 'add', '--first', someName(), '--last', 'Tagged', '--email', email],
        ...['--type', type, '--until', '2030-12-31'],
      ),
    )
    await expectDone(run('members', 'tag', email, 'board', '--officers'))
    await expectDone(run('members', 'tag', email, 'crew'))
    expect(await expectRefused(run('members', 'untag', email, 'board'))).toContain('say --officers')
    expect(await expectRefused(run('members', 'untag', email, 'crew', '--officers'))).toContain(
      'leave out --officers',
    )
    expect(await expectRefused(run('members', 'untag', email, 'none'))).not.toContain('--officers')
  })

  it('finds people whatever apostrophe was typed, and by their last name first', async () => {
    const rows = [
      ['First', 'Last', 'E-mail', 'Type', 'Valid until'],
      ['Thérèse', 'O’Brien-Beausejour', someone(), type, '2030-12-31'],
    ]
    await expectDone(take(write(rows)))
    for (const typed of ["o'brien", 'o`brien', 'O´Brien', 'oʼbrien', "o'brien-beausejour, therese"]) {
      expect(await expectDone(run('members', '--find', typed)), typed).toContain('O’Brien-Beausejour')
    }
  })

  it('corrects members by their id and one other column', async () => {
    const email = someone()
    const heads = ['First', 'Last', 'E-mail', 'Type', 'Valid until']
    await expectDone(take(write([heads, [someName(), 'Corrected', email, type, '2030-12-31']])))
    const { id } = await find(email)
    const correct = (heading: string, typed: string, ...more: string[]) =>
      take(
        write([
          ['id', heading],
          [String(id), typed],
        ]),
        '--update',
        ...more,
      )
    await expectDone(correct('City', 'Salem'))
    await expectDone(correct('Last', 'Right'))
    const other = someone()
    await expectDone(correct('E-mail', other))
    expect(await find(other)).toMatchObject({ id, city: 'Salem', lname: 'Right' })
    const path = write([
      ['id', ...heads],
      [String(id), 'Somebody', 'Else', someone(), type, '2030-12-31'],
    ])
    const text = await expectRefused(take(path))
    expect(text).toContain('Correct the id')
    expect(text).not.toContain("Write the member's id")
  })

  it('says of a day that a member can be without that it is left out', async () => {
    const heads = ['First', 'Last', 'E-mail', 'Type', 'Valid until', 'Joined']
    const text = await expectDone(
      take(write([heads, [someName(), 'Short', someone(), type, '2030-12-31', '31/4/05']])),
    )
    expect(text).toMatch(/'31\/4\/05' is no day with its year.* It is left out\./)
  })

  it.each([
    ['Mrs. Edith', 'Mrs', 'Edith', "of 'Mrs. Edith' Mrs is taken for the title."],
    ['Dr Ann "Nan"', 'Dr', 'Ann "Nan"', 'is taken for the title'],
    ['Missy', '', 'Missy', undefined],
    ['Drew', '', 'Drew', undefined],
    ['Mr.', '', 'Mr.', undefined],
    ['Tom and Alma', '', 'Tom and Alma', "'Tom and Alma' may be two people."],
    ['Tom & Alma', '', 'Tom & Alma', 'may be two people'],
    ['Mr. & Mrs. Tom', '', 'Mr. & Mrs. Tom', 'may be two people'],
  ])('takes the first name %s as %s %s', async (typed, title, fname, note) => {
    const email = someone()
    const rows = [
      ['First', 'Last', 'E-mail', 'Type', 'Valid until'],
      [typed, `Titled${++files}`, email, type, '2030-12-31'],
    ]
    const text = await expectDone(take(write(rows)))
    if (note === undefined) expect(text).not.toContain('Please note')
    else expect(text).toContain(note)
    expect(await find(email)).toMatchObject({ title, fname })
  })

  it('says what to do with a firm, with a type that the club has not, and with a remark', async () => {
    const heads = ['First', 'Last', 'E-mail', 'Type', 'Valid until', 'Remarks']
    const row = ['', 'Elm Nursery', someone(), 'Household', '2030-12-31', 'owes a key']
    const text = await expectRefused(take(write([heads, row])))
    expect(text).toContain('For a firm, write its name as the last name and, for instance, The as the first.')
    expect(text).toContain('A new type is added in the club file (memberTypes, docs/club-file.md).')
    expect(text).toContain(
      "Not used: 'Remarks'. --map 'HEADING=officerNote' keeps a remark that only officers see",
    )
  })

  describe('of newsletters', () => {
    const heads = ['First', 'Last', 'E-mail', 'Type', 'Valid until', 'Newsletter', 'E-newsletter']
    const read = async (id: number) => {
      const row = await world.getRow(club, 'member_settings', { member_id: id })
      return [row.newsletter, row.enewsletter]
    }
    const findByName = (lname: string) => world.getRow(club, 'member', { lname })
    const bring = async (email: string, byPost: string, byMail: string, ...more: string[]) => {
      const last = `Reader${++files}`
      const text = await expectDone(
        take(write([heads, [someName(), last, email, type, '2030-12-31', byPost, byMail]]), ...more),
      )
      return { text, id: Number((await findByName(last)).id) }
    }

    it.each([
      ['with an address', 'yes', 'no', [true, false]],
      ['with an address', 'Sí', 'x', [true, true]],
      ['with an address', '', '', [false, true]],
      ['without an address', '', '', [false, false]],
      ['without an address', 'y', 'yes', [true, true]],
    ])('takes a member %s who wants %s and %s', async (who, byPost, byMail, stored) => {
      const { id, text } = await bring(who === 'with an address' ? someone() : '', byPost, byMail)
      expect(text).not.toContain('Not used')
      expect(await read(id)).toEqual(stored)
    })

    it('notes what is neither yes nor no', async () => {
      const { id, text } = await bring(someone(), 'perhaps', 'no')
      expect(text).toContain("Newsletter: 'perhaps' is neither yes nor no. It is left out.")
      expect(await read(id)).toEqual([false, false])
    })

    it('keeps what members have chosen, unless the officer says otherwise', async () => {
      const email = someone()
      const { id } = await bring(email, 'no', 'no')
      const path = write([
        ['id', 'Newsletter', 'E-newsletter'],
        [String(id), 'yes', 'no'],
      ])
      expect(await expectDone(take(path))).toContain('stays: newsletter no (file: yes)')
      expect(await read(id)).toEqual([false, false])
      expect(await expectDone(take(path, '--update'))).toContain('newsletter no → yes')
      expect(await read(id)).toEqual([true, false])
      const change = (...given: string[]) => run('members', 'change', id, ...given)
      const said = await expectDone(change('--newsletter', 'no', '--e-newsletter', 'yes'))
      expect(said).toContain('newsletter by post: yes → no')
      expect(said).toContain('newsletter by e-mail: no → yes')
      expect(await read(id)).toEqual([false, true])
      await expectRefused(change('--e-newsletter', 'yes'))
      await expectRefused(change('--newsletter', 'perhaps'))
    })

    it('reads again what an export writes', async () => {
      const { id } = await bring(someone(), 'yes', 'no')
      const path = join(folder, `newsletters${++files}.csv`)
      await expectDone(run('members', 'export', '--find', String(id), '--out', path))
      expect(await expectDone(take(path, '--update', '--dry-run'))).not.toMatch(/Not used:.*newsletter/)
    })
  })
})
