// Tables of members as secretaries and other programs write them: each is read as it was meant, or with a note.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { columnMap } from '../../../../src/server/areas/members/officers/incoming/memberColumns.ts'
import { readMemberTable } from '../../../../src/server/areas/members/officers/incoming/memberTable.ts'
import { toRefusalText } from '../../../../src/server/assembly/refusals.ts'
import { readTable } from '../../../../src/server/officers/table.ts'
import { readTableFile } from '../../../../src/server/officers/tableFile.ts'
import { makeWorkbook } from '../../../support/corpora/workbook.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

const folder = makeTestFolder()
const types = [
  { id: 1, label: 'Single' },
  { id: 2, label: 'Family' },
  { id: 3, label: 'Individual' },
]

type How = Partial<Parameters<typeof readMemberTable>[1]> & { readonly sheet?: string }

async function readFile(path: string, { sheet, ...how }: How = {}) {
  const tags = new Set<string>()
  const words = { typeWords: new Map(), endWords: new Map(), areaCode: undefined }
  const club = { types, tags, country: 'US', today: '2026-12-01' }
  const options = { map: new Map(), dates: undefined, ...words, ...club, ...how }
  const { members, faults, notes } = readMemberTable(await readTableFile(path, { sheet }), options)
  const toLines = (findings: typeof faults) =>
    findings.map(({ line, column, finding }) => {
      return `${line} ${column}: ${toRefusalText({ code: 'in-table', details: finding })}`
    })
  const isOfRow = (note: string) => !/^\d+ : Days are read/.test(note)
  return { members, faults: toLines(faults), notes: toLines(notes).filter(isOfRow) }
}

let files = 0
function write(content: string | Buffer, ending = 'csv'): string {
  files += 1
  const path = join(folder, `${files}.${ending}`)
  writeFileSync(path, content)
  return path
}
const read = (text: string, how: How = {}) => readFile(write(text), how)

/** The table that has this input, as it was found and as a workbook with the same texts in its cells. */
const inputs = new URL('./tables/', import.meta.url)
async function readBoth(name: string, how: How = {}) {
  const path = join(folder, name)
  copyFileSync(new URL(name, inputs), path)
  const asText = await readFile(path, how)
  const rows = readTable(readFileSync(path, 'utf8'))
  if ('faultLine' in rows) throw new Error('The input has a quote that does not end.')
  const cells: string[][] = []
  for (const row of rows) cells[row.line - 1] = [...row.cells]
  const sheet = makeWorkbook({ Members: Array.from(cells, (row) => row ?? []) })
  expect(await readFile(write(sheet, 'xlsx'), how)).toEqual(asText)
  return asText
}

const single = { type: 1, expiration: '2028-01-01' }
const us = (longCode: string) => ({ typeId: 1, isoCode: 'US', countryCode: '+1', longCode })

describe('a table of members, as CSV and as a workbook,', () => {
  it('has its values without the guards of spreadsheets', async () => {
    const { members, faults } = await readBoth('m05-excel-text-guard.csv')
    expect(faults).toEqual([])
    expect(members[0]).toMatchObject({
      email: 'ada@x.example',
      values: { fname: 'Ada', zip: '02134', altMemberId: '000123', phones: [us('5555550104')], ...single },
    })
    const guarded = await read(
      '="First Name",Last Name,Email,Partner,Zip\nA,B,a@x.example,="Smith, ""Jo""",="02134"\nA,C,c@x.example,"=""C, D""",2134\nA,E,e@x.example,,\'02134\n',
    )
    expect(guarded.members.map(({ values }) => [values.fname, values.partner, values.zip])).toEqual([
      ['A', 'Smith, "Jo"', '02134'],
      ['A', 'C, D', '2134'],
      ['A', undefined, '02134'],
    ])
    expect(guarded.notes).toEqual([
      '3 Zip: has less than five digits, and stays as it is. A spreadsheet may have taken a 0 from its beginning.',
    ])
  })

  it('has telephone numbers, and what is none is left out with a note', async () => {
    expect((await readBoth('m06-phone-float.csv')).members[0]?.values.phones).toEqual([us('5555550105')])
    expect((await readBoth('m06-phone-two.csv')).members[0]?.values.phones).toEqual([
      us('5555550110'),
      us('5555550111'),
    ])
    const { members, faults, notes } = await readBoth('m06-phone-placeholder.csv')
    expect(faults).toEqual([])
    expect(members.map(({ values }) => values.phones)).toEqual([undefined, undefined, undefined])
    expect(notes).toEqual([
      "3 Phone: 'N/A' is taken for empty.",
      "4 Phone: 'none' is taken for empty.",
      "2 Phone: '000-000-0000' is nobody's telephone number. It is left out.",
    ])
  })

  it('says since when somebody is a member, also as a year or a month', async () => {
    const { members, faults, notes } = await readBoth('m09-since.csv')
    expect(faults).toEqual([])
    expect(members.map(({ values }) => values.memberSince)).toEqual([
      '2004-01-01',
      '2004-06-01',
      '2004-06-01',
    ])
    expect(notes).toEqual(
      [2, 3, 4].map((line) => `${line} Member Since: is a year or a month, and is read as its first day.`),
    )
  })

  it('has names as people have them, without signs that nobody sees', async () => {
    const { members, faults } = await readBoth('m11-names.csv')
    expect(faults).toEqual([])
    expect(members.map(({ values: { fname, lname } }) => [fname, lname])).toEqual([
      ['John & Mary', 'Smith'],
      ['Null', 'Null'],
      ['O’Brien', "O'Brien"],
      ['مريم', 'الأحمد'],
      ['😀', 'Emoji'],
      ['X', 'Y'],
      ['José', 'Peña'],
      ['Bob "Hot Rod"', "O'Neil"],
      ['Bob "Hot Rod"', 'Smith'],
      ['Zoe', 'Width'],
      ['evil', 'Bidi'],
      ['van der', 'Berg, Jr.'],
      ['undefined', 'true'],
      ['__proto__', 'constructor'],
      ['=1+1', '@cmd'],
      ['-', '-'],
      ['Nb', 'Sp ace'],
      ['ＦＵＬＬ', 'Width'],
      ['ŁUKASZ', 'Żółć'],
      ['Søren', 'Øst'],
      ['Straße', 'Groß'],
      ['İpek', 'Işık'],
    ])
  })

  it('is empty where another program writes a word for nothing', async () => {
    const { members, faults, notes } = await readBoth('m12-null.csv')
    expect(faults).toEqual([])
    expect(members.map(({ values }) => values)).toEqual([
      { fname: 'Al', lname: 'Null', ...single },
      { fname: 'Al', lname: 'Slash', ...single },
      { fname: 'Al', lname: 'Excel', ...single },
      { fname: 'Al', lname: 'Dash', ...single },
      { fname: 'Al', lname: 'Undef', ...single },
    ])
    expect(notes).toContain("2 Partner: 'NULL' is taken for empty.")
    expect(notes).toContain("6 Zip: '00000' is taken for empty.")
    expect(notes).toHaveLength(5 * 7)
    const names = await read('First Name,Last Name,Email,Country\nNone,#N/A,a@x.example,NA\n')
    expect(names.members[0]?.values).toEqual({ fname: 'None', country: 'NA' })
  })

  it('has lines that are no members, which are left out and named', async () => {
    const footer = await readBoth('m15-footer.csv')
    expect(footer.members.map(({ email }) => email)).toEqual(['f1@x.example'])
    expect(footer.notes).toContain("4 : 'Total: 1 member' is none of the records. The line is left out.")
    const again = await readBoth('m16-repeat-head.csv')
    expect(again.members.map(({ email }) => email)).toEqual(['r1@x.example', 'r2@x.example'])
    expect(again.notes).toContain('3 : the headings once more. The line is left out.')
    expect([...footer.faults, ...again.faults]).toEqual([])
    const report = await read(
      'Members of Eastfield\nPrinted 12/1/2026\n\nFirst Name,Last Name,Email\nCount,Basie,c@x.example\nTotal,Recall,t@x.example\n=====,=====,=====\nTotal,,2\nEnd of report\n',
    )
    expect(report.members.map(({ values }) => values.lname)).toEqual(['Basie', 'Recall'])
    expect(report.notes.map((note) => note.replace(/:.*/, ''))).toEqual(['1 ', '2 ', '7 ', '8 ', '9 '])
  })

  it('has columns that are named by their place', async () => {
    const twice = await readBoth('m20-dup-cols.csv')
    expect(twice.members).toEqual([])
    expect(twice.faults).toEqual([
      "1 First Name: column 4 is a second column for the first name. Leave one out: --map '4='",
      "1 Last Name: column 5 is a second column for the last name. Leave one out: --map '5='",
      "1 Email: column 6 is a second column for the e-mail address. Leave one out: --map '6='",
    ])
    const places = await readBoth('m20-dup-cols.csv', { map: columnMap.read('1=,B=,3=', '--map') })
    expect(places.faults).toEqual([])
    expect(places.members[0]).toMatchObject({ email: 'dc2@x.example', values: { fname: 'Mary', type: 2 } })
    const comma = '"Name, first","Name, last",E-mail\nAda,Quill,a@x.example\n'
    const named = await read(comma, { map: columnMap.read('1=fname,2=lname', '--map') })
    expect(named.members[0]?.values).toEqual({ fname: 'Ada', lname: 'Quill' })
    const bare = await read('Ada,Quill,a@x.example\nBo,Né,b@x.example\n', {
      map: columnMap.read('A=fname,B=lname,C=email', '--map'),
    })
    expect(bare.members.map(({ values }) => values.fname)).toEqual(['Ada', 'Bo'])
    const beyond = await read(comma, { map: columnMap.read('9=phone', '--map') })
    expect(beyond.faults[0]).toContain("--map names a column '9', which the file does not have.")
  })

  it('says for life in many words, and until which day in many ways', async () => {
    const life = await readBoth('m25-lifetime-9999.csv')
    expect(life.members[0]?.values).toMatchObject({ expiration: '9999-12-31' })
    const until = await readBoth('m26-valid-until-today.csv')
    // the day after the last valid one
    expect(until.members[0]?.values.expiration).toBe('2026-11-28')
    const ends = async (day: string, heading = 'Expires') => {
      const { members } = await read(`Email,Membership Type,${heading}\na@x.example,Single,"${day}"\n`)
      return members[0]?.values.expiration
    }
    for (const word of [
      ...['Life', 'LIFETIME', 'Lifetime Member', 'life member', 'never', 'Perpetual', 'Permanent', '9999'],
      ...['Vitalicio', 'Socia vitalicia', 'de por vida', 'permanente', 'Nunca', '12/31/9999', '31.12.9999'],
    ]) {
      expect([word, await ends(word)]).toEqual([word, '9999-12-31'])
    }
    for (const heading of [
      'Valid Until',
      'Paid Through',
      'Paid thru',
      'Expires on',
      'Vence',
      'Good through',
    ]) {
      expect([heading, await ends('Friday, December 31, 2027', heading)]).toEqual([heading, '2028-01-01'])
    }
    expect(await ends('2027-12-31', 'Renewal date')).toBe('2027-12-31')
    expect(await ends('viernes 31 de diciembre de 2027')).toBe('2028-01-01')
  })

  it('refuses a row whose cells a comma has moved, and takes no value from it', async () => {
    const { members, faults } = await read('First Name,Last Name,Email\nAda,Quill, Jr.,a@x.example\n')
    expect(faults).toEqual([
      "2 : 'a@x.example' stands in a column without a heading. Put text with a comma in quotes, or name the column.",
    ])
    expect(members[0]?.email).toBe('')
  })

  it('is of the country of its club, where it does not say another', async () => {
    const { members, notes } = await read(
      'First Name,Email,Phone,Postcode\nA,a@x.example,020 7946 0958,SW1A 1AA\nB,b@x.example,+1 603 555 0142,2134\n',
      { country: 'GB' },
    )
    expect(members.map(({ values }) => values.phones?.[0])).toEqual([
      { typeId: 1, isoCode: 'GB', countryCode: '+44', longCode: '2079460958' },
      us('6035550142'),
    ])
    expect(notes).toEqual([])
  })

  it('has addresses as programs write them', async () => {
    const { members, notes } = await read(
      'First Na\u00adme,Email\nA,Ada Quill <ada@x.example>\nB,mailto:b@x.example\nC,\u200bc@x.example\u200b\nD,"d@x.example; d2@x.example"\nE,none\nF,f at x\n',
    )
    expect(members.map(({ email }) => email)).toEqual([
      ...['ada@x.example', 'b@x.example', 'c@x.example', 'd@x.example', '', ''],
    ])
    expect(notes).toEqual([
      "6 Email: 'none' is taken for empty.",
      "5 Email: has more than one e-mail address. The first is taken, and 'd2@x.example' left out.",
      "7 Email: 'f at x' is no e-mail address. It is left out.",
    ])
  })
})

describe('a workbook', () => {
  const head = [
    'First Name',
    'Last Name',
    'Email',
    'Zip',
    'Phone',
    'Expires',
    'Member Since',
    'Alternate id',
    'City',
  ]

  it('has days without a zone, numbers with all their digits, and texts as they are', async () => {
    const rows = [
      ['Members of Eastfield'],
      [],
      head,
      [
        'Ada',
        'Quill',
        'a@x.example',
        '02134',
        5555550105,
        { day: '2027-12-31' },
        2004,
        123456789012,
        'Salem',
      ],
      [
        'Bo',
        'Né',
        'b@x.example',
        19901,
        '(555) 555-0106',
        { day: '2028-02-29' },
        { day: '1999-03-05' },
        null,
        { error: '#N/A' },
      ],
    ]
    const before = process.env.TZ
    for (const [zone, since1904] of [
      ['America/Los_Angeles', false],
      ['Pacific/Auckland', true],
    ] as const) {
      process.env.TZ = zone
      const { members, faults } = await readFile(
        write(makeWorkbook({ Members: rows }, { since1904 }), 'xlsx'),
      )
      expect(faults).toEqual([])
      expect(members).toMatchObject([
        {
          line: 4,
          values: {
            zip: '02134',
            phones: [us('5555550105')],
            expiration: '2028-01-01',
            memberSince: '2004-01-01',
            altMemberId: '123456789012',
          },
        },
        { line: 5, values: { zip: '19901', expiration: '2028-03-01', memberSince: '1999-03-05' } },
      ])
      expect(members[1]?.values).not.toHaveProperty('city')
    }
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  it('with several sheets is asked about, and names them', async () => {
    const people = [
      ['First Name', 'Email'],
      ['Ada', 'a@x.example'],
    ]
    const path = write(makeWorkbook({ Members: people, 'Old ones': people, Empty: [] }), 'xlsx')
    await expect(readFile(path)).rejects.toThrow(
      "The workbook has several sheets: 'Members', 'Old ones', 'Empty'. Say which one with --sheet NAME.",
    )
    await expect(readFile(path, { sheet: 'New' })).rejects.toThrow("It has 'Members', 'Old ones', 'Empty'.")
    expect((await readFile(path, { sheet: 'old ONES' })).members).toHaveLength(1)
    const one = write(makeWorkbook({ Notes: [], Members: people }), 'xlsx')
    expect((await readFile(one)).members).toHaveLength(1)
    await expect(readFile(write('Email\na@x.example\n'), { sheet: 'Members' })).rejects.toThrow(
      '--sheet is for',
    )
  })

  it('that is none, or holds too much, is refused in a sentence', async () => {
    for (const [content, said] of [
      [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'The file is of an old Excel.'],
      [Buffer.from('PK\u0003\u0004 and no more'), 'cannot be read as an Excel workbook'],
      [
        makeWorkbook({ Members: [['Email'], ['a@x.example']] }).subarray(0, 700),
        'cannot be read as an Excel workbook',
      ],
    ] as const) {
      await expect(readFile(write(content, 'xlsx'))).rejects.toThrow(said)
    }
    const large = makeWorkbook({ Members: [['Email']] })
    // its list of contents says that the first file has four gigabytes
    large.writeUInt32LE(0xffffffff, large.indexOf('PK\u0001\u0002') + 24)
    await expect(readFile(write(large, 'xlsx'))).rejects.toThrow('holds too much to be read')
  })
})
