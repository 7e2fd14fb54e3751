// Tables that are damaged, or made by somebody who means harm: each is refused in a sentence, and nothing is counted.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { readWorkbook } from '../../../src/server/officers/workbook.ts'
import { setUpOffice } from '../../support/clubs/officer.ts'
import { makeWorkbook } from '../../support/corpora/workbook.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { hashAtRest } from '../../support/database/rowHash.ts'

describeOnEachEngine('a table of papers that means harm', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  let car = ''
  beforeAll(async () => {
    const { cars } = await world.callerOf(club).call('get_entries', { eventId: club.show.id })
    car = cars[0]?.number ?? ''
  })

  const sheetPath = 'xl/worksheets/sheet1.xml'
  const plain = () =>
    makeWorkbook({
      Papers: [
        ['number', 'votes'],
        ['70', car],
      ],
    })
  const withSheet = (how: (xml: string) => string): Buffer => {
    const files = unzipSync(plain())
    const xml = new TextDecoder().decode(files[sheetPath])
    return Buffer.from(zipSync({ ...files, [sheetPath]: strToU8(how(xml)) }, { level: 9 }))
  }
  const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  const many = (count: number, toRow: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => toRow(at)).join('\n')

  async function enter(content: string | Buffer, name: string) {
    const path = join(folder, name)
    writeFileSync(path, content)
    return run('ballots', club.show.id, '--paper', '--from', path)
  }

  it.each<[title: string, make: () => string | Buffer, name?: string]>([
    ['is empty', () => ''],
    ['is of another kind', () => Buffer.from('%PDF-1.7')],
    ['is in UTF-16 of the other order', () => utf16be(`number,votes\n70,${car}\n`)],
    ['is in Latin-1', () => Buffer.from(`number,votes\n70,${car} é\n`, 'latin1')],
    ['has zeros in it', () => `number,votes\n7\u00000,${car}\n`],
    ['has a formula for a number', () => `number,votes\n"=cmd|'/c calc'!A1",${car}\n`],
    ['has a formula for votes', () => `number,votes\n70,"=HYPERLINK(""http://x.example"")"\n`],
    ['has a quote without an end', () => `number,votes\n70,"${car}\n`],
    ['has a cell of three megabytes', () => `number,votes\n70,${'9'.repeat(3 * 2 ** 20)}\n`],
    ['has very many faults', () => `number,votes\n${many(100_000, (at) => `x${at},y`)}\n`],
    ['is larger than a table may be', () => `number,votes\n${'1,1\n'.repeat(2 ** 20)} `],
    ['is a workbook that is cut off', () => plain().subarray(0, 900), 'papers.xlsx'],
    [
      'is a workbook that names what it does not have',
      () => {
        const { [sheetPath]: _left, ...others } = unzipSync(plain())
        return Buffer.from(zipSync(others))
      },
      'papers.xlsx',
    ],
    [
      'is a workbook with a formula for a number',
      () =>
        makeWorkbook({
          Papers: [
            ['number', 'votes'],
            [{ formula: 'cmd|calc', value: '=1+1' }, car],
          ],
        }),
      'papers.xlsx',
    ],
    [
      'is a workbook with entities in entities',
      () =>
        withSheet(
          (xml) =>
            `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xml.replace(car, '&b;')}`,
        ),
      'papers.xlsx',
    ],
    [
      'is a workbook with a file of the machine as an entity',
      () =>
        withSheet(
          (xml) => `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xml.replace(car, '&a;')}`,
        ),
      'papers.xlsx',
    ],
  ])('that %s is refused, and counts nothing', async (_title, make, name = 'papers.csv') => {
    const before = await hashAtRest(world, club.id)
    const { code, text } = await enter(make(), name)
    expect(code, text.slice(0, 300)).not.toBe(0)
    expect(text).toMatch(/^[A-Z'0-9-].*[.:]\n/)
    expect(text).not.toMatch(/\n {4}at |undefined|TypeError|root:x/)
    expect(text.length).toBeLessThan(50_000)
    expect(await hashAtRest(world, club.id)).toBe(before)
  })

  it('writes no file that a workbook names outside of itself', async () => {
    const outside = join(dirname(folder), 'escaped.xml')
    const bytes = Buffer.from(
      zipSync({ ...unzipSync(plain()), '../escaped.xml': strToU8('x'), '/escaped.xml': strToU8('x') }),
    )
    const before = readdirSync(dirname(folder)).length
    await enter(bytes, 'papers.xlsx')
    expect([existsSync(outside), existsSync('/escaped.xml')]).toEqual([false, false])
    expect(readdirSync(dirname(folder))).toHaveLength(before)
  })

  it('is given up where it takes too long', async () => {
    const path = join(folder, 'slow.xlsx')
    writeFileSync(
      path,
      withSheet((xml) => xml.replace('<sheetData>', `${' '.repeat(24 * 2 ** 20)}<sheetData>`)),
    )
    await expect(readWorkbook(path, 1500)).rejects.toThrow('it takes too long')
  })
})
