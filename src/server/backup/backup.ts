// A backup of the instance or of one club in one file, made while the server runs, and its restore.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { enterTenant, type TableName } from '../db/clubRows.ts'
import { compressionLevels } from '../limits/machine.ts'
import { objectsStoredTogether, rowsPerBackupLine } from '../limits/sizes.ts'
import { contentOf, type ObjectContent, readObject, StorageFault } from '../objects/objectStore.ts'
import { getStorage, type StorageSettings } from '../objects/openStorage.ts'
import { findPlace, type NamedPlace } from '../objects/place.ts'
import type { Services } from '../process/services.ts'
import { ownVersion } from '../process/version.ts'
import { storeObjects } from '../storage/storedObjects.ts'
import { findForOlder } from './db/older.ts'
import {
  type BackedUpTenant,
  emptyTenant,
  findUnknownColumn,
  holdBackupSnapshot,
  type JsonRow,
  listHeldHashes,
  listTenantTables,
  moveSequence,
  putTenant,
  readSecrets,
  readTableRows,
  readTenants,
  writeRows,
  writeSecrets,
} from './db/tables.ts'
import { findClosedFolder, findNamedFile, type NamedFile } from './storedFiles.ts'

export const backupVersion = 1

/** Why a backup cannot be made or restored, in one sentence for the officer. */
export class BackupFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupFault'
  }
}

type Line =
  | ({ showfieldBackup: number; scope: 'instance' | 'club' } & BackupOrigin)
  | { secrets: JsonRow[] }
  | { tenant: BackedUpTenant }
  | { table: TableName; rows: JsonRow[] }
  | { path: string; data: string }
  | { missing: string[] }
  | { lines: number }

/** When a backup was made, and by which version. Older ones do not say the version. */
export interface BackupOrigin {
  /** ISO instant. */
  readonly madeAt: string
  readonly version?: string
  readonly commit?: string | null
}

export interface BackupResult {
  clubs: string[]
  rows: number
  files: number
  /** Pictures and files that rows name and that are lost, as labels for people. */
  missing: string[]
}

/**
 * `slug` null means the whole instance with its keys. Writes a complete file or none, for its owner only.
 * With `isNew` it fails with EEXIST where the file exists.
 */
export async function writeBackup(
  services: Services,
  path: string,
  slug: string | null,
  isNew = false,
): Promise<BackupResult> {
  const { store, key } = findPlace(services.config, path)
  const gzip = createGzip({ level: compressionLevels.backup.gzip })
  const written = store.write(key, gzip, isNew)
  // who waits for room in `gzip` must not wait for ever
  written.catch((error: Error) => gzip.destroy(error))
  // what went wrong is thrown below
  gzip.on('error', () => undefined)
  try {
    const result = await writeLines(services, slug, (line) => writeLine(gzip, line))
    gzip.end()
    await written
    return result
  } catch (error) {
    gzip.destroy(error as Error)
    throw await written.then(
      () => error,
      (fault) => fault,
    )
  }
}

async function writeLines(
  services: Services,
  slug: string | null,
  write: (line: Line) => Promise<void>,
): Promise<BackupResult> {
  const result: BackupResult = { clubs: [], rows: 0, files: 0, missing: [] }
  await refuseClosedStorage(services)
  let lines = 0
  const put = async (line: Line): Promise<void> => {
    lines += 1
    await write(line)
  }
  // all is read in one snapshot and written afterwards, so that no connection waits for a slow disk
  const content = await services.database.withoutClub(async (tx) => {
    await holdBackupSnapshot(tx)
    const all = await readTenants(tx)
    const tenants = slug === null ? all : all.filter((tenant) => tenant.slug === slug)
    if (slug !== null && tenants.length === 0) throw new BackupFault(`There is no club '${slug}' here.`)
    const secrets = slug === null ? await readSecrets(tx) : null
    const clubs: { tenant: BackedUpTenant; tables: { table: TableName; rows: JsonRow[] }[] }[] = []
    for (const tenant of tenants) {
      await enterTenant(tx, tenant.id)
      const tables: { table: TableName; rows: JsonRow[] }[] = []
      for (const table of await listTenantTables(tx)) {
        tables.push({ table, rows: await readTableRows(tx, table) })
      }
      clubs.push({ tenant, tables })
    }
    return { secrets, clubs }
  })
  const madeAt = new Date(services.now()).toISOString()
  const scope = slug === null ? 'instance' : 'club'
  await put({ showfieldBackup: backupVersion, scope, madeAt, ...ownVersion })
  if (content.secrets !== null) await put({ secrets: content.secrets })
  const named = new Map<string, LostFile[]>()
  for (const { tenant, tables } of content.clubs) {
    await put({ tenant })
    result.clubs.push(tenant.slug)
    for (const { table, rows } of tables) {
      for (let start = 0; start < rows.length; start += rowsPerBackupLine) {
        await put({ table, rows: rows.slice(start, start + rowsPerBackupLine) })
      }
      result.rows += rows.length
      for (const row of rows) {
        const file = findNamedFile(table, row)
        if (file === undefined) continue
        const [key = ''] = file.keys
        named.set(key, [...(named.get(key) ?? []), { ...file, tenant }])
      }
    }
  }
  const lost: LostFile[] = []
  for (const [, same] of [...named].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let found = 0
    for (const key of same[0]?.keys ?? []) {
      const bytes = await readForBackup(services, key)
      if (bytes === undefined) continue
      await put({ path: key, data: bytes.toString('base64') })
      found += 1
    }
    result.files += found
    if (found === 0) lost.push(...same)
  }
  result.missing = await listStillNamed(services, lost)
  if (result.missing.length > 0) await put({ missing: result.missing })
  await put({ lines: lines + 1 })
  return result
}

type LostFile = NamedFile & { readonly tenant: BackedUpTenant }

/** Without what was removed since the rows were read, because nothing names it any more. */
async function listStillNamed({ database }: Services, lost: readonly LostFile[]): Promise<string[]> {
  const labels = new Set<string>()
  for (const [id, ofClub] of Map.groupBy(lost, ({ tenant }) => tenant.id)) {
    for (const [table, files] of Map.groupBy(ofClub, (file) => file.table)) {
      const hashes = files.map(({ hash }) => hash)
      const held = new Set(await database.inTenant(id, (tx) => listHeldHashes(tx, table, hashes)))
      for (const { tenant, hash, label } of files) {
        if (held.has(hash)) labels.add(`${label} of ${tenant.slug}`)
      }
    }
  }
  return [...labels]
}

async function readForBackup({ config }: Services, key: string): Promise<Buffer | undefined> {
  try {
    return await readObject(getStorage(config), key)
  } catch (error) {
    throw error instanceof StorageFault ? new BackupFault(`${error.message} ${asOwner(error)}`) : error
  }
}

function asOwner({ trouble }: StorageFault): string {
  const advice = trouble === 'refused' ? 'Give the command as the user who runs the server. ' : ''
  return `${advice}Nothing was written.`
}

/** What nobody may look at is not lost: then nothing is written at all. */
export async function refuseClosedStorage({ config }: Services): Promise<void> {
  if (config.storage !== null) return
  const closed = await findClosedFolder(config.dataDir)
  if (closed === undefined) return
  throw new BackupFault(
    `This user may not read the folder ${closed}. Give the command as the user who runs the server. Nothing was written.`,
  )
}

async function writeLine(stream: Writable, line: Line): Promise<void> {
  // a stream that has ended says nothing any more
  if (stream.errored) throw stream.errored
  if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain')
}

/**
 * Restores all clubs of the backup, or none. A club with the same name here is replaced only with `replace`.
 * Clubs that are not in the backup stay as they are.
 */
export async function restoreBackup(
  services: Services,
  path: string,
  replace: boolean,
): Promise<BackupResult> {
  const place = findPlace(services.config, path)
  await refuseNoBackup(path, place)
  // pictures and files first: they do no harm as long as no row names them
  let files = 0
  let missing: string[] = []
  let waiting = new Map<string, ObjectContent>()
  const storeWaiting = async (): Promise<void> => {
    await storeObjects(services, waiting)
    waiting = new Map()
  }
  for await (const line of readLines(place)) {
    if ('missing' in line) missing = line.missing
    if (!('path' in line)) continue
    waiting.set(toStoredKey(line.path), contentOf(Buffer.from(line.data, 'base64')))
    files += 1
    if (waiting.size === objectsStoredTogether) await storeWaiting()
  }
  if (waiting.size > 0) await storeWaiting()
  const result = await services.database.withoutClub(async (tx) => {
    const clubs: string[] = []
    let rows = 0
    let tenantId = 0
    const tables = await listTenantTables(tx)
    const here = await readTenants(tx)
    const highest = new Map<TableName, number>()
    let columns = new Map<TableName, ReadonlySet<string>>()
    for await (const line of readLines(place)) {
      if ('secrets' in line && here.length === 0) await writeSecrets(tx, line.secrets)
      if ('tenant' in line) {
        await findForOlder(tx, columns)
        columns = new Map()
        const known = here.find(({ slug }) => slug === line.tenant.slug)
        const other = here.find(({ slug, uuid }) => uuid === line.tenant.uuid && slug !== line.tenant.slug)
        if (other !== undefined) {
          throw new BackupFault(`The club '${line.tenant.slug}' is called '${other.slug}' here.`)
        }
        if (known !== undefined && !replace) {
          throw new BackupFault(
            `The club '${known.slug}' already exists here. Nothing was changed. With --replace the backup replaces it.`,
          )
        }
        if (known === undefined) tenantId = await putTenant(tx, line.tenant)
        else {
          tenantId = known.id
          await emptyTenant(tx, tenantId, tables)
        }
        clubs.push(line.tenant.slug)
      }
      if ('table' in line) {
        if (!tables.includes(line.table)) throw new BackupFault(ofNewerVersion(`the table ${line.table}`))
        const unknown = await findUnknownColumn(tx, line.table, line.rows)
        if (unknown !== undefined) {
          throw new BackupFault(ofNewerVersion(`the column ${unknown} of the table ${line.table}`))
        }
        await writeRows(
          tx,
          line.table,
          line.rows.map((row) => ({ ...row, tenant_id: tenantId })),
        )
        rows += line.rows.length
        columns.set(line.table, new Set(Object.keys(line.rows[0] ?? {})))
        const ids = line.rows.map(({ id }) => (typeof id === 'number' ? id : 0))
        highest.set(line.table, Math.max(highest.get(line.table) ?? 0, ...ids))
      }
    }
    await findForOlder(tx, columns)
    for (const [table, id] of highest) if (id > 0) await moveSequence(tx, table, id)
    return { clubs, rows }
  })
  await services.database.analyze()
  return { ...result, files, missing }
}

/** Of the file's first line. Fails where the file is no backup. */
export async function readBackupOrigin(settings: StorageSettings, path: string): Promise<BackupOrigin> {
  const place = findPlace(settings, path)
  await refuseNoBackup(path, place)
  for await (const line of readLines(place)) if ('showfieldBackup' in line) return line
  throw new BackupFault(notWhole)
}

/** Fails where the file is no backup, or not a whole one. */
export async function checkBackup(settings: StorageSettings, path: string): Promise<void> {
  const place = findPlace(settings, path)
  await refuseNoBackup(path, place)
  for await (const _line of readLines(place));
}

function ofNewerVersion(what: string): string {
  return `The backup is of a newer version of Showfield: this version does not have ${what}. Nothing was changed. Update Showfield, then restore it.`
}

/** Before the file is read as one, because a packed file that is damaged is something else. */
async function refuseNoBackup(path: string, { store, key }: NamedPlace): Promise<void> {
  const stream = await store.read(key)
  if (stream === undefined) throw new BackupFault(`There is no file ${path}.`)
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      head = Buffer.concat([head, chunk])
      if (head.length >= gzipMark.length) break
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error
    throw new BackupFault(`${path} is a folder and not a backup.`)
  }
  if (!gzipMark.equals(head.subarray(0, gzipMark.length))) {
    throw new BackupFault(`This is not a backup: ${path}.`)
  }
}

/** The first bytes of every gzip file. */
const gzipMark = Buffer.from([0x1f, 0x8b])

/** Refuses keys that are none of pictures and files. */
function toStoredKey(name: string): string {
  if (/^(?:pictures|files)(?:\/\w[\w.-]*)+$/.test(name)) return name
  throw new BackupFault(`The backup contains a file in a wrong place: ${name}.`)
}

/** Fails when the file is not a backup, or when its end is missing. */
async function* readLines({ store, key }: NamedPlace): AsyncGenerator<Line> {
  const text = new PassThrough()
  const packed = await store.read(key)
  if (packed === undefined) throw new BackupFault('The backup was removed meanwhile.')
  const unpacked = pipeline(packed, createGunzip(), text)
  // the loop over the lines gets the same error
  unpacked.catch(() => undefined)
  let count = 0
  let isWhole = false
  try {
    for await (const each of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = toBackupLine(each)
      count += 1
      if (count === 1 && (!('showfieldBackup' in line) || line.showfieldBackup !== backupVersion)) {
        throw new BackupFault('This is not a backup that this version of Showfield can read.')
      }
      if ('lines' in line) isWhole = line.lines === count
      yield line
    }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && code.startsWith('Z_')) throw new BackupFault(notWhole)
    throw error
  } finally {
    // who wants the first lines only reads no further
    text.destroy()
  }
  if (!isWhole) throw new BackupFault(notWhole)
}

const notWhole = 'This backup is not complete: its end is missing or damaged.'

function toBackupLine(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    throw new BackupFault('This is not a backup, or it is damaged.')
  }
}
