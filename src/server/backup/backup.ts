// A backup of the instance or of one club in one file, made while the server runs, and its restore.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { allowLongPauses, enterTenant, type TableName } from '../db/clubRows.ts'
import { compressionLevels } from '../limits/machine.ts'
import {
  longestBackupLineBytes,
  objectsNotedTogether,
  objectsStoredTogether,
  rowsPerBackupLine,
} from '../limits/sizes.ts'
import {
  contentOf,
  type ObjectContent,
  readObject,
  StorageFault,
  unlessDamaged,
} from '../objects/objectStore.ts'
import { getStorage, type StorageSettings } from '../objects/openStorage.ts'
import { findPlace } from '../objects/place.ts'
import type { Services } from '../process/services.ts'
import { ownVersion } from '../process/version.ts'
import { findChecksums, leaveStored, storeObjects } from '../storage/storedObjects.ts'
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
  readClubRows,
  readSecrets,
  readTenants,
  writeRows,
  writeSecrets,
} from './db/tables.ts'
import {
  BackupFault,
  type BackupOrigin,
  backupVersion,
  checkLines,
  type Line,
  readBegin,
  readFileLine,
  readLines,
  refuseUnlikeRows,
} from './lines.ts'
import { openSpool, type Spool } from './spool.ts'
import { findClosedFolder, findNamedFile, type NamedFile } from './storedFiles.ts'

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
    const result = await writeLines(services, slug, gzip)
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

async function writeLines(services: Services, slug: string | null, output: Writable): Promise<BackupResult> {
  const result: BackupResult = { clubs: [], rows: 0, files: 0, missing: [] }
  await refuseClosedStorage(services)
  const content = await readContent(services, slug)
  let { lines } = content
  const put = async (line: Line): Promise<void> => {
    lines += 1
    await writeLine(output, line)
  }
  try {
    const madeAt = new Date(services.now()).toISOString()
    const scope = slug === null ? 'instance' : 'club'
    await put({ showfieldBackup: backupVersion, scope, madeAt, ...ownVersion })
    if (content.secrets !== null) await put({ secrets: content.secrets })
    for await (const bytes of await content.spool.read()) await writeBytes(output, bytes)
  } finally {
    await content.spool.close()
  }
  result.clubs = content.clubs
  result.rows = content.rows
  const { named } = content
  const lost: LostFile[] = []
  const sorted = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, same]) => same)
  for (let start = 0; start < sorted.length; start += objectsNotedTogether) {
    const some = sorted.slice(start, start + objectsNotedTogether)
    const checksums = await findChecksums(
      services,
      some.flatMap(([first]) => first?.keys ?? []),
    )
    for (const same of some) {
      let found = 0
      for (const key of same[0]?.keys ?? []) {
        const bytes = await readForBackup(services, key, checksums.get(key))
        if (bytes === undefined) continue
        await put({ path: key, data: bytes.toString('base64') })
        found += 1
      }
      result.files += found
      if (found === 0) lost.push(...same)
    }
  }
  result.missing = await listStillNamed(services, lost)
  if (result.missing.length > 0) await put({ missing: result.missing })
  await put({ lines: lines + 1 })
  return result
}

type LostFile = NamedFile & { readonly tenant: BackedUpTenant }

interface Content {
  readonly secrets: JsonRow[] | null
  /** The lines of clubs and their rows, and how many lines and rows these are. */
  readonly spool: Spool
  readonly lines: number
  readonly rows: number
  /** Their short names. */
  readonly clubs: string[]
  /** What rows name, by the first key. */
  readonly named: ReadonlyMap<string, LostFile[]>
}

/**
 * All is read in one snapshot into a file of this machine and written afterwards, so that no connection waits for the
 * place where the backup goes.
 */
async function readContent({ database, config }: Services, slug: string | null): Promise<Content> {
  let spool: Spool | undefined
  try {
    return await database.withoutClub(async (tx) => {
      // the body may run again
      await spool?.close()
      const own = await openSpool(config.dataDir)
      spool = own
      await holdBackupSnapshot(tx)
      const all = await readTenants(tx)
      const tenants = slug === null ? all : all.filter((tenant) => tenant.slug === slug)
      if (slug !== null && tenants.length === 0) throw new BackupFault(`There is no club '${slug}' here.`)
      const secrets = slug === null ? await readSecrets(tx) : null
      const tables = await listTenantTables(tx)
      const named = new Map<string, LostFile[]>()
      let [lines, rows] = [0, 0]
      const put = async (line: Line): Promise<void> => {
        lines += 1
        await writeLine(own.input, line)
      }
      for (const tenant of tenants) {
        await enterTenant(tx, tenant.id)
        await put({ tenant })
        for await (const part of readClubRows(tx, tables, rowsPerBackupLine)) {
          for (const few of toShortLines(part.rows)) await put({ table: part.table, rows: few })
          rows += part.rows.length
          for (const row of part.rows) {
            const file = findNamedFile(part.table, row)
            if (file === undefined) continue
            const [key = ''] = file.keys
            named.set(key, [...(named.get(key) ?? []), { ...file, tenant }])
          }
        }
      }
      return { secrets, spool: own, lines, rows, clubs: tenants.map((tenant) => tenant.slug), named }
    })
  } catch (error) {
    await spool?.close()
    const { code } = error as { code?: unknown }
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new BackupFault(`The disk of the folder ${config.dataDir} is full. ${asOwner()}`)
    if (code === 'EACCES') {
      throw new BackupFault(
        `This user may not write into the folder ${config.dataDir}. ${asOwner('refused')}`,
      )
    }
    throw error
  }
}

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

async function readForBackup(
  { config }: Services,
  key: string,
  md5: string | null | undefined,
): Promise<Buffer | undefined> {
  try {
    return await unlessDamaged(readObject(getStorage(config), key, md5))
  } catch (error) {
    throw error instanceof StorageFault
      ? new BackupFault(`${error.message} ${asOwner(error.trouble)}`)
      : error
  }
}

const advice: { readonly [T in StorageFault['trouble']]?: string } = {
  refused: 'Give the command as the user who runs the server. ',
  unreachable: 'Give the command again when it answers. ',
}

function asOwner(trouble?: StorageFault['trouble']): string {
  return `${(trouble && advice[trouble]) ?? ''}Nothing was written.`
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

/** A sign may take four bytes, so that what is written is read again. */
function toShortLines(rows: JsonRow[]): JsonRow[][] {
  if (rows.length < 2 || JSON.stringify(rows).length < longestBackupLineBytes / 4) return [rows]
  const half = Math.floor(rows.length / 2)
  return [...toShortLines(rows.slice(0, half)), ...toShortLines(rows.slice(half))]
}

async function writeLine(stream: Writable, line: Line): Promise<void> {
  await writeBytes(stream, `${JSON.stringify(line)}\n`)
}

async function writeBytes(stream: Writable, bytes: string | Buffer): Promise<void> {
  // a stream that has ended says nothing any more
  if (stream.errored) throw stream.errored
  if (!stream.write(bytes)) await once(stream, 'drain')
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
  // all of it, before anything is changed
  await checkLines(path, place)
  // pictures and files first: they do no harm as long as no row names them
  let files = 0
  let missing: string[] = []
  let waiting = new Map<string, ObjectContent>()
  const storeWaiting = async (): Promise<void> => {
    // of what is stored here with another content, a club may have that
    await storeObjects(services, await leaveStored(services, waiting))
    waiting = new Map()
  }
  for await (const line of readLines(place)) {
    if ('missing' in line) missing = line.missing
    if (!('path' in line)) continue
    const { key, bytes } = readFileLine(line)
    waiting.set(key, contentOf(bytes))
    files += 1
    if (waiting.size === objectsStoredTogether) await storeWaiting()
  }
  if (waiting.size > 0) await storeWaiting()
  let working = 'tenant'
  const restore = services.database.withoutClub(async (tx) => {
    await allowLongPauses(tx)
    const clubs: string[] = []
    let rows = 0
    let tenantId = 0
    const tables = await listTenantTables(tx)
    const here = await readTenants(tx)
    const highest = new Map<TableName, number>()
    let columns = new Map<TableName, ReadonlySet<string>>()
    let scope = 'club'
    for await (const line of readLines(place)) {
      if ('showfieldBackup' in line) scope = line.scope
      if ('secrets' in line && scope === 'instance' && here.length === 0) await writeSecrets(tx, line.secrets)
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
        working = line.table
        if (!tables.includes(line.table)) throw new BackupFault(ofNewerVersion(`the table ${line.table}`))
        const unknown = await findUnknownColumn(tx, line.table, line.rows)
        if (unknown !== undefined) {
          throw new BackupFault(ofNewerVersion(`the column ${unknown} of the table ${line.table}`))
        }
        refuseUnlikeRows(line.rows)
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
  const result = await restore.catch((error: unknown) => {
    throw toRowFault(error, working)
  })
  await services.database.analyze()
  return { ...result, files, missing }
}

/** Of the file's first line. Fails where the file is no backup. */
export async function readBackupOrigin(settings: StorageSettings, path: string): Promise<BackupOrigin> {
  return readBegin(path, findPlace(settings, path))
}

/** Fails where the file is no backup, or not a whole one, or has something that no backup has. */
export async function checkBackup(settings: StorageSettings, path: string): Promise<void> {
  await checkLines(path, findPlace(settings, path))
}

function ofNewerVersion(what: string): string {
  return `The backup is of a newer version of Showfield: this version does not have ${what}. Nothing was changed. Update Showfield, then restore it.`
}

/** What the database refuses in rows that a backup brings: twice the same, or what does not fit its column. */
function toRowFault(error: unknown, table: string): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || !/^2[23]/.test(code)) return error
  return new BackupFault(
    `The backup has rows of the table ${table} that do not fit (${message}). Nothing was changed. It is damaged, or it was not written by Showfield.`,
  )
}
