// A backup of the instance or of one club in one file, made while the server runs, and its restore.
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { enterTenant, type TableName } from '../db/clubRows.ts'
import { compressionLevels } from '../limits/machine.ts'
import { rowsPerBackupLine } from '../limits/sizes.ts'
import type { Services } from '../process/services.ts'
import { ownVersion } from '../process/version.ts'
import { ifThere, putInPlace, writeWholeFile } from '../storage/atomicFile.ts'
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
} from './db.ts'
import { findClosedFolder, findNamedFile, listStoredFiles, type NamedFile } from './storedFiles.ts'

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
  const draft = `${path}.${services.newId()}.new`
  const gzip = createGzip({ level: compressionLevels.backup.gzip })
  const file = createWriteStream(draft, { mode: 0o600 })
  const written = pipeline(gzip, file)
  // a full disk is reported where `written` is awaited
  written.catch(() => undefined)
  try {
    const result = await writeLines(services, slug, (line) => writeLine(gzip, line))
    gzip.end()
    await written
    const handle = await open(draft, 'r')
    await handle.sync()
    await handle.close()
    await putInPlace(draft, path, isNew)
    return result
  } catch (error) {
    gzip.destroy()
    await rm(draft, { force: true })
    throw error
  }
}

async function writeLines(
  services: Services,
  slug: string | null,
  write: (line: Line) => Promise<void>,
): Promise<BackupResult> {
  const { dataDir } = services.config
  const result: BackupResult = { clubs: [], rows: 0, files: 0, missing: [] }
  await refuseClosedFolder(dataDir)
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
  const paths = new Map<string, LostFile>()
  const lost: LostFile[] = []
  for (const { tenant, tables } of content.clubs) {
    await put({ tenant })
    result.clubs.push(tenant.slug)
    for (const { table, rows } of tables) {
      for (let start = 0; start < rows.length; start += rowsPerBackupLine) {
        await put({ table, rows: rows.slice(start, start + rowsPerBackupLine) })
      }
      result.rows += rows.length
      for (const row of rows) {
        const named = findNamedFile(table, row)
        if (named === undefined) continue
        const stored = await listStoredFiles(dataDir, table, row)
        for (const path of stored) paths.set(path, { ...named, tenant })
        if (stored.length === 0) lost.push({ ...named, tenant })
      }
    }
  }
  for (const path of [...paths.keys()].sort()) {
    const bytes = await ifThere(() => readFile(path)).catch(({ code }: NodeJS.ErrnoException) => {
      throw new BackupFault(`The file ${path} cannot be read (${code}). ${asOwner}`)
    })
    if (bytes === undefined) lost.push(...[paths.get(path)].filter((file) => file !== undefined))
    else {
      await put({ path: relative(dataDir, path), data: bytes.toString('base64') })
      result.files += 1
    }
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

const asOwner = 'Give the command as the user who runs the server. Nothing was written.'

/** What nobody may look at is not lost: then nothing is written at all. */
export async function refuseClosedFolder(dataDir: string): Promise<void> {
  const closed = await findClosedFolder(dataDir)
  if (closed !== undefined) throw new BackupFault(`This user may not read the folder ${closed}. ${asOwner}`)
}

async function writeLine(stream: Writable, line: Line): Promise<void> {
  if (stream.write(`${JSON.stringify(line)}\n`)) return
  await new Promise<void>((done, failed) => {
    stream.once('drain', done)
    stream.once('error', failed)
    stream.once('close', done)
  })
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
  await refuseNoBackup(path)
  const { dataDir } = services.config
  // pictures and files first: they do no harm as long as no row names them
  let files = 0
  let missing: string[] = []
  for await (const line of readLines(path)) {
    if ('missing' in line) missing = line.missing
    if (!('path' in line)) continue
    await writeWholeFile(toStoredPath(dataDir, line.path), Buffer.from(line.data, 'base64'))
    files += 1
  }
  const result = await services.database.withoutClub(async (tx) => {
    const clubs: string[] = []
    let rows = 0
    let tenantId = 0
    const tables = await listTenantTables(tx)
    const here = await readTenants(tx)
    const highest = new Map<TableName, number>()
    for await (const line of readLines(path)) {
      if ('secrets' in line && here.length === 0) await writeSecrets(tx, line.secrets)
      if ('tenant' in line) {
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
        const ids = line.rows.map(({ id }) => (typeof id === 'number' ? id : 0))
        highest.set(line.table, Math.max(highest.get(line.table) ?? 0, ...ids))
      }
    }
    for (const [table, id] of highest) if (id > 0) await moveSequence(tx, table, id)
    return { clubs, rows }
  })
  await services.database.analyze()
  return { ...result, files, missing }
}

/** Of the file's first line. Fails where the file is no backup. */
export async function readBackupOrigin(path: string): Promise<BackupOrigin> {
  await refuseNoBackup(path)
  for await (const line of readLines(path)) if ('showfieldBackup' in line) return line
  throw new BackupFault(notWhole)
}

function ofNewerVersion(what: string): string {
  return `The backup is of a newer version of Showfield: this version does not have ${what}. Nothing was changed. Update Showfield, then restore it.`
}

/** Before the file is read as one, because a packed file that is damaged is something else. */
async function refuseNoBackup(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new BackupFault(`There is no file ${path}.`)
  if (!found.isFile()) throw new BackupFault(`${path} is a folder and not a backup.`)
  const handle = await open(path, 'r')
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(gzipMark.length) })
    if (!gzipMark.equals(buffer)) throw new BackupFault(`This is not a backup: ${path}.`)
  } finally {
    await handle.close()
  }
}

/** The first bytes of every gzip file. */
const gzipMark = Buffer.from([0x1f, 0x8b])

/** Refuses paths outside of the folders for pictures and files. */
function toStoredPath(dataDir: string, name: string): string {
  const path = resolve(dataDir, name)
  const isOurs = ['pictures', 'files'].some((folder) => path.startsWith(join(dataDir, folder) + sep))
  if (!isOurs || dirname(path) === dataDir)
    throw new BackupFault(`The backup contains a file in a wrong place: ${name}.`)
  return path
}

/** Fails when the file is not a backup, or when its end is missing. */
async function* readLines(path: string): AsyncGenerator<Line> {
  const text = new PassThrough()
  const unpacked = pipeline(createReadStream(path), createGunzip(), text)
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
