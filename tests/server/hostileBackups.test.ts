// Backups that are damaged, or made by somebody who means harm: each is refused in a sentence, and nothing of the
// instance, of its folder and of what lies beside it is another afterwards.
import { createHash } from 'node:crypto'
import { createWriteStream, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runClubCommand } from '../../src/server/assembly/commands.ts'
import { listTenants } from '../../src/server/db/clubRows.ts'
import { highestRestoredId, longestBackupLineBytes } from '../../src/server/limits/sizes.ts'
import { parseProgress } from '../../src/server/officers/progress.ts'
import {
  type ClubFolder,
  makeClubFile,
  makeFolder,
  makeServices,
  putPictures,
  runImport,
} from '../support/clubs/clubFiles.ts'
import { describeOnEachEngine, openTestDatabase, type TestDatabase } from '../support/database/database.ts'
import { hashRows } from '../support/database/rowHash.ts'
import { inTwoSizes } from '../support/run/longTests.ts'

type Row = Record<string, unknown>
interface Line extends Row {
  table?: string
  rows?: Row[]
  tenant?: Row
  path?: string
}

describeOnEachEngine('a backup that means harm', (engine) => {
  let database: TestDatabase
  let folder: ClubFolder
  let good: Line[] = []
  const path = () => join(folder.path, 'in', 'some.backup')
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    folder = makeFolder()
    await putPictures(folder)
    const file = makeClubFile()
    await runImport(makeServices(database), folder.write(file))
    const second = { ...file, club: { ...file.club, slug: 'second' }, events: [] }
    await runImport(makeServices(database), folder.write(second))
    folder.put('in/none', Buffer.alloc(0))
    expect((await run('backup', path(), '--tenant', 'marlow')).code).toBe(0)
    good = gunzipSync(readFileSync(path()))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  })
  afterAll(() => database.dispose())

  async function run(...args: string[]) {
    let text = ''
    const code = await runClubCommand(makeServices(database), args, (printed) => {
      if (parseProgress(printed) === undefined) text += printed
    })
    return { code, text }
  }

  /** Everything that there is: rows of clubs and of the instance, and each file, also beside the data. */
  async function look(): Promise<object> {
    const rows = await database.withoutClub(async (tx) => ({
      clubs: await listTenants(tx),
      ...(
        await sql<Row>`select
          (select json_agg(s order by name) from instance_secret s) as secrets,
          (select json_agg(json_build_array(key, bytes, md5) order by key) from stored_object) as objects`.execute(
          tx,
        )
      ).rows[0],
    }))
    const hashes = []
    for (const { id } of rows.clubs) hashes.push(await hashRows(database, id))
    return { ...rows, hashes, files: listFiles() }
  }
  const listFiles = () =>
    [database.options.dataDir, folder.path].flatMap((top) =>
      readdirSync(top, { recursive: true, encoding: 'utf8' })
        .filter((name) => !/^db(?:\/|$)|some\.backup$/.test(name))
        .map((name) => join(top, name))
        .filter((file) => statSync(file).isFile())
        .map((file) => `${file} ${createHash('md5').update(readFileSync(file)).digest('hex')}`)
        .sort(),
    )

  const pack = (lines: readonly unknown[]) =>
    gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  /** With a right end, so that nothing but what was changed is wrong. */
  const withEnd = (lines: readonly unknown[]) => pack([...lines, { lines: lines.length + 1 }])
  const change = (how: (line: Line) => Line | Line[]) =>
    withEnd(structuredClone(good.slice(0, -1)).flatMap((line) => how(line)))
  const ofTable = (table: string, how: (rows: Row[]) => Row[]) =>
    change((line) => (line.table === table && line.rows ? { ...line, rows: how(line.rows) } : line))
  const behindClub = (...added: unknown[]) =>
    change((line) => (line.tenant === undefined ? line : [line, ...(added as Line[])]))
  const ofClub = (changed: Row) =>
    change((line) => (line.tenant === undefined ? line : { ...line, tenant: { ...line.tenant, ...changed } }))
  const first = (changed: Row) => (rows: Row[]) =>
    rows.map((row, at) => (at === 0 ? { ...row, ...changed } : row))
  const findFile = (begin: string) => good.find((line) => line.path?.startsWith(begin)) as { path: string }
  const withPath = (to: string) => () =>
    change((line) => (line.path?.startsWith('files/') ? { ...line, path: to } : line))

  async function refuse(bytes: Buffer, said: string | RegExp): Promise<void> {
    folder.put('in/some.backup', bytes)
    await refuseFile(said)
  }
  async function refuseFile(said: string | RegExp): Promise<void> {
    const before = await look()
    const { code, text } = await run('restore', path(), '--replace')
    expect(code).toBe(1)
    expect(text).toMatch(said)
    // a sentence, and none of the program's own
    expect(text).not.toMatch(/\n {4}at |undefined|TypeError/)
    expect(await look()).toEqual(before)
  }

  const damaged = 'This is not a backup, or it is damaged.'
  const notWhole = 'This backup is not complete'
  const wrongPlace = 'The backup contains a file in a wrong place'

  it.each<[name: string, make: () => Buffer, said: string | RegExp]>([
    ['has an end that is missing', () => pack(good.slice(0, -1)), notWhole],
    [
      'has an end that counts other lines',
      () => pack([...good.slice(0, -1), { lines: good.length + 1 }]),
      notWhole,
    ],
    ['goes on behind its end', () => pack([...good, { missing: [] }]), notWhole],
    ['is two in one', () => Buffer.concat([pack(good), pack(good)]), 'twice'],
    ['is cut off', () => pack(good).subarray(0, -30), notWhole],
    [
      'has another checksum',
      () => {
        const bytes = pack(good)
        bytes[bytes.length - 8] = ~(bytes[bytes.length - 8] ?? 0) & 0xff
        return bytes
      },
      notWhole,
    ],
    ['is empty', () => gzipSync(''), notWhole],
    ['has no first line', () => withEnd(good.slice(1, -1)), 'not a backup that this version'],
    [
      'is of a later form',
      () => change((line) => ('scope' in line ? { ...line, showfieldBackup: 2 } : line)),
      'not a backup that this version',
    ],
    ['says no day', () => change((line) => ('scope' in line ? { ...line, madeAt: 'now' } : line)), damaged],
    [
      'says a version that is none',
      () => change((line) => ('scope' in line ? { ...line, version: '\u001b]0;x\u0007' } : line)),
      damaged,
    ],
    ['has lines that are no objects', () => behindClub([1]), damaged],
    ['has a line that is null', () => gzipSync(`${JSON.stringify(good[0])}\nnull\n{"lines":3}\n`), damaged],
    ['has a line of no kind', () => behindClub({ hello: 1 }), damaged],
    [
      'has lines as deep as a stack',
      () => gzipSync(`${JSON.stringify(good[0])}\n${'['.repeat(200_000)}\n`),
      damaged,
    ],
    ['has rows that are no list', () => behindClub({ table: 'member', rows: {} }), damaged],
    ['has rows that are no rows', () => behindClub({ table: 'member', rows: [1, null] }), damaged],
    [
      'has rows with other columns than the first',
      () => ofTable('member', ([{ lname: _left, ...one } = {}, ...others]) => [one, ...others]),
      damaged,
    ],
    [
      'has rows before any club',
      () => withEnd([good[0], ...good.slice(2, -1)] as Line[]),
      'rows that belong to no club',
    ],
    [
      'has a table that there is not',
      () => behindClub({ table: 'referee', rows: [{ id: 1 }] }),
      'does not have the table referee',
    ],
    [
      'has the table of all clubs',
      () => behindClub({ table: 'tenant', rows: [{ id: 9, slug: 'x' }] }),
      'does not have the table tenant',
    ],
    [
      'has secrets of the instance as a table',
      () => behindClub({ table: 'instance_secret', rows: [{ name: 'x', value: 'y' }] }),
      'does not have the table',
    ],
    [
      'has a table of the database itself',
      () => behindClub({ table: 'pg_authid', rows: [{ rolname: 'x' }] }),
      'does not have the table',
    ],
    [
      'has SQL in the name of a table',
      () => behindClub({ table: 'member"; drop table member; --', rows: [{ id: 1 }] }),
      'does not have the table',
    ],
    [
      'has SQL in the name of a column',
      () =>
        ofTable('member', (rows) =>
          rows.map((row) => ({ ...row, 'id) values (1); drop table ride; --': 1 })),
        ),
      'does not have the column',
    ],
    [
      'has a number twice',
      () => ofTable('member', (rows) => [...rows, rows[0] as Row]),
      'rows of the table member that do not fit',
    ],
    [
      'has a row of nobody',
      () => ofTable('judge', first({ event_id: 77 })),
      'rows of the table judge that do not fit',
    ],
    [
      'has a text with a zero in it',
      () => ofTable('member', first({ fname: 'a\u0000b' })),
      'rows of the table member that do not fit',
    ],
    [
      'has a word for a number',
      () => ofTable('member', first({ member_type_id: "1'; drop table member; --" })),
      'rows of the table member that do not fit',
    ],
    ['has a number above all others', () => ofTable('member', first({ id: highestRestoredId + 1 })), damaged],
    ['has a number in quotes', () => ofTable('member', first({ id: '77' })), damaged],
    ['has a number below zero', () => ofTable('member', first({ id: -1 })), damaged],
    ['has a club with a number above all others', () => ofClub({ id: 2 ** 31 - 1 }), damaged],
    ['has a club with a name that is none', () => ofClub({ slug: '../second' }), damaged],
    ['has a club with an id that is none', () => ofClub({ uuid: 'x' }), damaged],
    [
      'has a club twice',
      () => change((line) => (line.tenant === undefined ? line : [line, line])),
      "has the club 'marlow' twice",
    ],
    ['has a file above the folder', withPath('files/../../../escaped'), wrongPlace],
    ['has a file at an absolute place', withPath('/tmp/escaped'), wrongPlace],
    ['has a file in the database', withPath('db/PG_VERSION'), wrongPlace],
    ['has a file among the backups', withPath('kept/other.backup'), wrongPlace],
    ['has a file with a zero in its name', withPath('files/ab/a\u0000b'), wrongPlace],
    ['has a file with strokes of Windows', withPath('files\\..\\escaped'), wrongPlace],
    [
      'has a file with another content',
      () => change((line) => (line.path?.startsWith('files/') ? { ...line, data: 'AAAA' } : line)),
      'not what its name says',
    ],
    [
      'has a picture that is none',
      () =>
        change((line) =>
          line.path?.startsWith('pictures/')
            ? { ...line, data: Buffer.from('<html>').toString('base64') }
            : line,
        ),
      'not what its name says',
    ],
  ])('that %s is refused, and changes nothing', async (_name, make, said) => {
    await refuse(make(), said)
  })

  it('cannot give another content to a picture that a club has', async () => {
    const { path: key } = findFile('pictures/public')
    const stored = join(database.options.dataDir, key)
    const before = readFileSync(stored)
    const other = Buffer.concat([before, Buffer.from('another')]).toString('base64')
    folder.put(
      'in/some.backup',
      change((line) => (line.path === key ? { ...line, data: other } : line)),
    )
    expect((await run('restore', path(), '--replace')).code).toBe(0)
    expect(readFileSync(stored)).toEqual(before)
  })

  it('of one club brings no secrets of an instance, into an empty one neither', async () => {
    const empty = await openTestDatabase(engine)
    folder.put('in/some.backup', behindClub({ secrets: [{ name: 'planted', value: 'known' }] }))
    let text = ''
    const code = await runClubCommand(makeServices(empty), ['restore', path()], (printed) => {
      text += printed
    })
    expect([code, text]).toEqual([0, expect.stringContaining('restored')])
    const { rows } = await empty.withoutClub((tx) => sql<Row>`select name from instance_secret`.execute(tx))
    expect(rows).not.toContainEqual({ name: 'planted' })
    await empty.dispose()
  })

  it('keeps SQL that stands in a value as the text that it is', async () => {
    const text = "'); drop table member; --"
    folder.put('in/some.backup', ofTable('member', first({ fname: text })))
    expect((await run('restore', path(), '--replace')).code).toBe(0)
    const [club] = await database.withoutClub((tx) => listTenants(tx))
    const names = await database.inTenant(club?.id ?? 0, (tx) =>
      tx.selectFrom('member').select('fname').execute(),
    )
    expect(names).toContainEqual({ fname: text })
  })

  it('is found behind a link, and a link in its place changes nothing else', async () => {
    folder.put('in/there', Buffer.from('somebody’s own'))
    symlinkSync(join(folder.path, 'in', 'there'), join(folder.path, 'in', 'link'))
    const before = await look()
    const { code, text } = await run('restore', join(folder.path, 'in', 'link'))
    expect([code, text]).toEqual([1, expect.stringContaining('This is not a backup')])
    expect((await run('backup', join(folder.path, 'in', 'link'))).code).toBe(1)
    expect(await look()).toEqual(before)
  })

  for (const { size, tag } of inTwoSizes(longestBackupLineBytes * 1.5, 8 * 2 ** 30)) {
    it(`unpacks no line that has no end${tag}`, { timeout: 300_000 }, async () => {
      const zeros = Buffer.alloc(4 * 2 ** 20, '0')
      async function* bomb() {
        yield `${JSON.stringify(good[0])}\n{"table":"`
        for (let made = 0; made < size; made += zeros.length) yield zeros
      }
      await pipeline(Readable.from(bomb()), createGzip({ level: 1 }), createWriteStream(path()))
      const most = process.memoryUsage().rss + 3 * longestBackupLineBytes
      await refuseFile(damaged)
      expect(process.memoryUsage().rss).toBeLessThan(most)
    })
  }

  for (const { size, tag } of inTwoSizes(200_000, 10_000_000)) {
    it(`reads very many lines in little memory, and takes none${tag}`, { timeout: 300_000 }, async () => {
      const lines = `${JSON.stringify({ table: 'member', rows: [] })}\n`.repeat(1000)
      async function* many() {
        yield good
          .slice(0, 2)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join('')
        for (let made = 0; made < size; made += 1000) yield lines
      }
      await pipeline(Readable.from(many()), createGzip({ level: 1 }), createWriteStream(path()))
      const most = process.memoryUsage().rss + 400 * 2 ** 20
      await refuseFile(notWhole)
      expect(process.memoryUsage().rss).toBeLessThan(most)
    })
  }
})
