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

  it.each([
    ['21343488', '21343488', "'21343488' has less than nine digits"],
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
})
