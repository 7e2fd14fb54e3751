// A backup contains everything, can move from one engine to the other, and is restored whole or not at all.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { restoreBackup, writeBackup } from '../../src/server/backup/backup.ts'
import { listTenantTables, readTableRows } from '../../src/server/backup/db/tables.ts'
import { BackupFault } from '../../src/server/backup/lines.ts'
import { enterTenant, listTenants } from '../../src/server/db/clubRows.ts'
import type { Tx } from '../../src/server/db/open.ts'
import { rowsPerBackupLine } from '../../src/server/limits/sizes.ts'
import type { Services } from '../../src/server/process/services.ts'
import {
  type ClubFolder,
  makeClubFile,
  makeFolder,
  makeServices,
  putPictures,
  runExport,
  runImport,
} from '../support/clubs/clubFiles.ts'
import { insertSubmissions } from '../support/clubs/submissions.ts'
import { findPictureFile } from '../support/corpora/storedPictures.ts'
import {
  describeOnEachEngine,
  type Engine,
  openTestDatabase,
  type TestDatabase,
} from '../support/database/database.ts'

describeOnEachEngine('a backup', (engine) => {
  let database: TestDatabase
  let services: Services
  let folder: ClubFolder
  let path: string
  const others: TestDatabase[] = []

  beforeEach(async () => {
    database = await openTestDatabase(engine)
    services = makeServices(database)
    folder = makeFolder()
    path = join(folder.path, 'all.backup')
    await putPictures(folder)
    const { tenant } = await runImport(services, folder.write(makeClubFile()))
    await database.inTenant(tenant.id, (tx) => insertSubmissions(tx))
  })
  afterEach(async () => {
    await database.dispose()
    for (const other of others.splice(0)) await other.dispose()
  })

  async function openOther(on: Engine): Promise<Services> {
    const other = await openTestDatabase(on)
    others.push(other)
    return makeServices(other)
  }

  /** Every row of every club, sorted. */
  function readAll({ database: from }: Services): Promise<Record<string, string[]>> {
    return from.withoutClub(async (tx) => {
      const all: Record<string, string[]> = {}
      for (const { id, slug, uuid } of await listTenants(tx)) {
        await enterTenant(tx, id)
        for (const table of await listTenantTables(tx)) {
          const rows = await readTableRows(tx, table)
          all[`${slug} ${uuid} ${table}`] = rows
            .map(({ tenant_id: _number, ...row }) => JSON.stringify(sortKeys(row)))
            .sort()
        }
      }
      return all
    })
  }

  function sortKeys(row: Record<string, unknown>): unknown {
    return Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  it('brings back every row, picture and file into an empty instance, on either engine', async () => {
    const file = makeClubFile()
    await runImport(services, folder.write({ ...file, club: { ...file.club, slug: 'second' }, events: [] }))
    const made = await writeBackup(services, path, null)
    expect(made.clubs).toEqual(['marlow', 'second'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const before = await readAll(services)
    const engines: Engine[] = 'reason' in inject('postgres') ? ['embedded'] : ['embedded', 'postgres']
    for (const other of engines) {
      const elsewhere = await openOther(other)
      expect(await restoreBackup(elsewhere, path, false)).toEqual(made)
      expect(await readAll(elsewhere)).toEqual(before)
      const text = await runExport(elsewhere, 'marlow', join(folder.path, other, 'club.json'))
      expect(text).toBe(await runExport(services, 'marlow', join(folder.path, `${other}-here`, 'club.json')))
      expect(text).not.toContain('missing')
      // new rows get numbers of their own
      const after = await runImport(
        elsewhere,
        folder.write({ ...file, topics: [...(file.topics ?? []), { ref: 't2', topic: 'New' }] }),
      )
      expect(after).toMatchObject({ created: 1, changed: 0 })
    }
  })

  it('has few rows in memory at any time, and leaves nothing beside itself', async () => {
    const many = 2 * rowsPerBackupLine + 200
    const { rows: clubs } = await database.withoutClub((tx) =>
      sql<{ id: number }>`select id from tenant`.execute(tx),
    )
    await database.inTenant(clubs[0]?.id ?? 0, (tx) =>
      tx
        .insertInto('topic')
        .columns(['ref', 'topic', 'topic_folded'])
        .expression(
          sql`select 'many-' || n, 'Topic ' || n, 'topic ' || n from generate_series(1, ${many}::int) n`,
        )
        .execute(),
    )
    let most = 0
    const watched = (tx: Tx) =>
      tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          most = Math.max(most, result.rows.length)
          return result
        },
      })
    const made = await writeBackup(
      {
        ...services,
        database: { ...database, withoutClub: (body) => database.withoutClub((tx) => body(watched(tx))) },
      },
      path,
      null,
    )
    expect(made.rows).toBeGreaterThan(many)
    expect(most).toBe(rowsPerBackupLine)
    expect(readdirSync(services.config.dataDir).filter((name) => name.startsWith('.spool'))).toEqual([])
    const elsewhere = await openOther(engine)
    expect(await restoreBackup(elsewhere, path, false)).toEqual(made)
    expect(await readAll(elsewhere)).toEqual(await readAll(services))
  })

  it('of one club replaces that club when asked, and leaves the others alone', async () => {
    const file = makeClubFile()
    await runImport(services, folder.write({ ...file, club: { ...file.club, slug: 'second' }, events: [] }))
    await writeBackup(services, path, 'marlow')
    const before = await readAll(services)
    await runImport(services, folder.write({ ...file, events: [], posts: [] }), { prune: true })
    await expect(restoreBackup(services, path, false)).rejects.toThrow(BackupFault)
    expect(await restoreBackup(services, path, true)).toMatchObject({ clubs: ['marlow'] })
    expect(await readAll(services)).toEqual(before)
  })

  it('of one club comes in beside others, under a number of its own', async () => {
    await writeBackup(services, path, 'marlow')
    const elsewhere = await openOther(engine)
    const file = makeClubFile()
    await runImport(elsewhere, folder.write({ ...file, club: { ...file.club, slug: 'first' }, events: [] }))
    await restoreBackup(elsewhere, path, false)
    const tenants = await elsewhere.database.withoutClub((tx) => listTenants(tx))
    expect(tenants.map(({ slug }) => slug)).toEqual(['first', 'marlow'])
    expect(await runExport(elsewhere, 'marlow', join(folder.path, 'there', 'club.json'))).toContain(
      'Marlow Show',
    )
  })

  it('is made also when an unused picture is removed meanwhile', async () => {
    const pictures = join(services.config.dataDir, 'pictures')
    const names = readdirSync(pictures, { recursive: true, encoding: 'utf8' })
    const [first = '', ...later] = names.filter((name) => name.endsWith('.webp')).sort()
    const rulesFile = 1
    const content = readFileSync(join(pictures, first))
    // whoever reads this one waits until somebody writes it
    rmSync(join(pictures, first))
    execFileSync('mkfifo', [join(pictures, first)])
    const making = writeBackup(services, path, null)
    const writer = await open(join(pictures, first), 'w')
    rmSync(join(pictures, later.at(-1) ?? ''))
    await writer.writeFile(content)
    await writer.close()
    expect((await making).files).toBe(later.length + rulesFile)
  })

  it("keeps members' pictures under the addresses that they had", async () => {
    await writeBackup(services, path, null)
    const elsewhere = await openOther(engine)
    await restoreBackup(elsewhere, path, false)
    const [tenant] = await elsewhere.database.withoutClub((tx) => listTenants(tx))
    const row = await elsewhere.database.inTenant(tenant?.id ?? 0, (tx) =>
      tx.selectFrom('member').select('avatar_hash').where('ref', '=', 'ruth').executeTakeFirst(),
    )
    const { dataDir } = elsewhere.config
    expect(await findPictureFile(dataDir, 'member', row?.avatar_hash ?? '', null)).toBeDefined()
  })

  it('that is cut off, changed or something else is refused, and changes nothing', async () => {
    await writeBackup(services, path, null)
    const whole = readFileSync(path)
    const lines = gunzipSync(whole).toString('utf8').trimEnd().split('\n')
    const broken = [
      whole.subarray(0, whole.length - 200),
      gzipSync(lines.slice(0, -1).join('\n')),
      gzipSync('{"showfieldBackup":99}\n'),
      gzipSync('hello'),
      Buffer.from('not even packed'),
      gzipSync([lines[0], '{"path":"../../etc/x","data":""}', '{"lines":3}'].join('\n')),
    ]
    const elsewhere = await openOther(engine)
    for (const bytes of broken) {
      writeFileSync(path, bytes)
      await expect(restoreBackup(elsewhere, path, true)).rejects.toThrow(BackupFault)
      expect(await elsewhere.database.withoutClub((tx) => listTenants(tx))).toEqual([])
    }
  })

  it('of a club that is not there is refused', async () => {
    await expect(writeBackup(services, path, 'nobody')).rejects.toThrow("There is no club 'nobody' here.")
  })
})
