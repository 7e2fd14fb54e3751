// Imports a club file: reads, checks, stores its pictures, hashes its passwords, merges in one transaction.
import { createHash } from 'node:crypto'
import {
  allowLongPauses,
  createTenant,
  findRefusedRow,
  isTakenSecret,
  listTenants,
  lockClub,
  type TenantRow,
} from '../db/clubRows.ts'
import type { Tx } from '../db/open.ts'
import { importedPasswordsAtOnce, importedPicturesAtOnce } from '../limits/machine.ts'
import { largestFileBytes, mostRowsUnanalyzed } from '../limits/sizes.ts'
import { inTurns } from '../process/inTurns.ts'
import type { Services } from '../process/services.ts'
import { insertPictures, type PictureRow } from '../storage/db/pictures.ts'
import { measureFile, storeFile } from '../storage/files.ts'
import type { PictureKind } from '../storage/pictures.ts'
import {
  checkPicture,
  keepPicture,
  measurePicture,
  PictureFault,
  readDataUrl,
  storePicture,
} from '../storage/pictures.ts'
import { crossCheck, listWarnings } from './crossCheck.ts'
import { type ImportedRecord, listImported, upsertImported } from './db.ts'
import { listExportFaults } from './export.ts'
import { ClubFileFaults, type Fault, toLine } from './faults.ts'
import type { ClubFormat, Told } from './format.ts'
import { mergeRecords } from './merge/mergeRecords.ts'
import type { MergeOptions, MergeResult } from './merge/mergeResult.ts'
import { findOnly, isOfOnly, type OnlyWanted } from './only.ts'
import { type ClubFileSource, type ReadRecords, readRecords } from './read.ts'
import { toRecordFields } from './record.ts'
import type { Fields, FileRecord, Incoming, PictureSize, PreparedRecord } from './recordKind.ts'

export interface ImportOptions extends Omit<MergeOptions, 'only'> {
  /** Imports into this club instead of the one that the file names. The file's uuid is then ignored. */
  readonly tenant: string | null
  /** Does everything, and takes it back: what it answers is what would happen. */
  readonly isDry: boolean
  /** What is removed, or hardly ever meant, was asked for. Otherwise an import that does it only says so. */
  readonly isSure: boolean
  /** Only this record of the list, by its number, with what is below it. */
  readonly only?: OnlyWanted | undefined
  /** `done` of `all`, for the person who waits. */
  onProgress(step: ImportStep, done: number, all: number): void
}

export type ImportStep = 'pictures' | 'passwords' | 'records'

export interface ImportResult extends MergeResult {
  readonly tenant: TenantRow
  readonly isNew: boolean
  /** It would remove something, or do what is hardly ever meant, and was not sure: nothing was changed. */
  readonly isAsking: boolean
  /** Nobody, if the club is new. */
  readonly told: readonly Told[]
}

/** Takes back the transaction of a dry run. */
class DryRunEnd extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('a dry run is taken back')
    this.result = result
  }
}

/** Finds every fault of the file, also in pictures, and what is hardly meant. Stores nothing. */
export async function validateClubFile(
  format: ClubFormat,
  source: ClubFileSource,
  now: number,
  onProgress: ImportOptions['onProgress'],
): Promise<{ records: readonly FileRecord[]; warnings: Fault[] }> {
  const { records } = checkRecords(format, source)
  const faults: Fault[] = []
  const pictures = listPictures(records)
  await inTurns(
    pictures,
    importedPicturesAtOnce,
    (picture) =>
      collect(faults, picture.place, async () =>
        checkPicture(await readPicture(source, picture), picture.size),
      ),
    (done) => onProgress('pictures', done, pictures.length),
  )
  for (const { place, path } of listFiles(records)) {
    await collect(faults, place, async () => void (await readFileBeside(source, path)))
  }
  if (faults.length > 0) throw new ClubFileFaults(faults)
  return { records, warnings: listWarnings(records, now) }
}

/**
 * All or nothing: after a fault the database is as before. Importing the same file again changes nothing; a
 * changed file changes only what is different in it. Pictures that were stored before a fault do no harm,
 * because nothing names them. A dry run stores none.
 */
export async function importClubFile(
  format: ClubFormat,
  services: Services,
  source: ClubFileSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const { records: all, lists } = checkRecords(format, source)
  const club = all.find(({ kind }) => kind === format.club)?.value ?? {}
  const slug = options.tenant ?? String(club.slug)
  const uuid = options.tenant === null && typeof club.uuid === 'string' ? club.uuid.toLowerCase() : null
  const tenants = await services.database.withoutClub((tx) => listTenants(tx))
  const known = tenants.find((tenant) => tenant.slug === slug)
  checkIdentity(slug, uuid, known, tenants)
  const only = await findOnly(services, format, known, all, options.only)
  const records = only === undefined ? all : all.filter((record) => isOfOnly(record, only))
  const before = known === undefined ? [] : await listBefore(services, format, known.id)
  const stored = await storeSources(services, source, records, before, options)
  const passwords = await hashPasswords(format, records, before, options.onProgress)
  const prepared = records.map((record): PreparedRecord => {
    const fields = toRecordFields(record, stored.incoming)
    const { password } = record.kind
    const hash = passwords.hashes.get(record.ref)
    const isHashed = password !== undefined && hash !== undefined
    return { record, fields: isHashed ? { ...fields, [password.column]: hash } : fields }
  })
  options.onProgress('records', 0, prepared.length)
  const merge = async (tx: Tx, tenant: TenantRow): Promise<ImportResult> => {
    await allowLongPauses(tx)
    await lockClub(tx)
    await insertPictures(tx, stored.pictures)
    const { prune, overwrite, isDry, isSure } = options
    const mergeAll = () => mergeRecords(tx, format, prepared, { prune, overwrite, only, lists })
    // nobody waits for news of a club that is new
    const { result, told } = await (known === undefined
      ? mergeAll().then((merged) => ({ result: merged, told: [] }))
      : mergeIntoKnown(tx, known, mergeAll))
    await upsertImported(tx, [...stored.marks, ...passwords.marks])
    const warnings = [...listWarnings(records, services.now()).map(toLine), ...result.warnings]
    const isAsking = !isDry && !isSure && (result.removed > 0 || result.asks.length > 0)
    const all = { ...result, warnings, tenant, isNew: known === undefined, isAsking, told }
    if (isDry || isAsking) throw new DryRunEnd(all)
    return all
  }
  const mergeIntoKnown = async (tx: Tx, tenant: TenantRow, mergeAll: () => Promise<MergeResult>) => {
    const faultsBefore = await listExportFaults(tx, format, tenant)
    const doubtsBefore = await listDoubts(tx, format)
    const announced = await format.announceWhatComes(tx, tenant.id, services.now(), mergeAll)
    const doubts = (await listDoubts(tx, format)).filter((line) => !doubtsBefore.includes(line))
    announced.result.asks.push(...doubts)
    await refuseNewFaults(tx, format, tenant, faultsBefore)
    return announced
  }
  const { database } = services
  const writing =
    known === undefined
      ? database.withoutClub(async (tx) => merge(tx, await createTenant(tx, slug, uuid)))
      : database.inTenant(known.id, (tx) => merge(tx, known))
  const result = await writing.catch((error: unknown) => {
    if (error instanceof DryRunEnd) return error.result
    throw findTakenFault(error, records) ?? findRefusal(error) ?? error
  })
  options.onProgress('records', prepared.length, prepared.length)
  if (options.isDry || result.isAsking) return result
  if (result.created + result.changed + result.removed > mostRowsUnanalyzed) await database.analyze()
  return result
}

async function listDoubts(tx: Tx, { kinds }: ClubFormat): Promise<string[]> {
  const doubts: string[] = []
  for (const kind of kinds) doubts.push(...((await kind.listDoubts?.(tx)) ?? []))
  return doubts
}

/** The file may be right, and so may the club, and the two together still be wrong. */
async function refuseNewFaults(
  tx: Tx,
  format: ClubFormat,
  tenant: TenantRow,
  before: readonly Fault[],
): Promise<void> {
  const known = new Set(before.map(toLine))
  const faults = (await listExportFaults(tx, format, tenant)).filter((fault) => !known.has(toLine(fault)))
  if (faults.length === 0) return
  throw new ClubFileFaults(
    faults.map(({ place, message }) => ({
      place,
      message: `with what is in the club and not in the file, ${message}`,
    })),
  )
}

/** The secrets of ballots are unique on the whole instance, but one club cannot see those of another. */
function findTakenFault(error: unknown, records: readonly FileRecord[]): ClubFileFaults | undefined {
  if (!isTakenSecret(error)) return undefined
  const taken = records.flatMap(({ kind, value, place }) =>
    Object.values(kind.columns).flatMap(({ field, takenFault: message }) => {
      if (field === null || message === undefined || value[field] === undefined) return []
      return [{ place: `${place}.${field}`, message, secret: String(value[field]).toLowerCase() }]
    }),
  )
  const detail = String((error as { detail?: unknown }).detail)
  const named = taken.filter(({ secret }) => detail.includes(secret))
  return new ClubFileFaults(
    (named.length > 0 ? named : taken).map(({ place, message }) => ({ place, message })),
  )
}

/** What the check of the file should have found. Officers get words, and what to report. */
function findRefusal(error: unknown): ClubFileFaults | undefined {
  const refused = findRefusedRow(error)
  if (refused === undefined) return undefined
  const where = `${refused.table}, ${refused.rule}`
  const message = `The database does not take this file, although its check found no fault (${where}). Nothing was changed.`
  return new ClubFileFaults([{ place: '', message }])
}

function checkRecords(format: ClubFormat, source: ClubFileSource): ReadRecords {
  const read = readRecords(format, source.json)
  const faults = [...read.faults, ...crossCheck(read)]
  if (faults.length > 0) throw new ClubFileFaults(faults)
  return read
}

function checkIdentity(
  slug: string,
  uuid: string | null,
  known: TenantRow | undefined,
  tenants: readonly TenantRow[],
): void {
  const owner = uuid === null ? undefined : tenants.find((tenant) => tenant.uuid === uuid)
  if (known !== undefined && uuid !== null && known.uuid !== uuid) {
    const message = `there is another club '${slug}' here, with the uuid ${known.uuid}`
    throw new ClubFileFaults([{ place: 'club.uuid', message }])
  }
  if (known === undefined && owner !== undefined) {
    throw new ClubFileFaults([{ place: 'club.uuid', message: `belongs to the club '${owner.slug}' here` }])
  }
}

// Kinds in `imported` that are not records. They tell what this import need not do again.
const sourceMark = 'source'
const passwordsMark = 'passwords'

async function listBefore(
  services: Services,
  { kinds }: ClubFormat,
  tenantId: number,
): Promise<ImportedRecord[]> {
  const withPassword = kinds.filter(({ password }) => password !== undefined).map(({ name }) => name)
  return services.database.inTenant(tenantId, async (tx) => {
    const found: ImportedRecord[] = []
    for (const kind of [sourceMark, passwordsMark, ...withPassword])
      found.push(...(await listImported(tx, kind)))
    return found
  })
}

interface NamedPicture {
  readonly place: string
  readonly value: string
  readonly kind: PictureKind
  readonly size: PictureSize
}

function listPictures(records: readonly FileRecord[]): NamedPicture[] {
  return records.flatMap((record) =>
    Object.values(record.kind.columns).flatMap(({ field, picture }) => {
      const value = field === null ? undefined : record.value[field]
      if (picture === undefined || value === undefined || value === null) return []
      const { kind, size } = picture
      return picture
        .find(value)
        .map((found) => ({ place: `${record.place}.${field}${found.place}`, value: found.value, kind, size }))
    }),
  )
}

function listFiles(records: readonly FileRecord[]): { place: string; path: string }[] {
  return records.flatMap(({ kind, place, value }) =>
    Object.values(kind.columns).flatMap(({ field, isFile }) =>
      field === null || isFile === undefined
        ? []
        : [{ place: `${place}.${field}`, path: String(value[field]) }],
    ),
  )
}

interface Stored {
  readonly incoming: Incoming
  readonly pictures: PictureRow[]
  readonly marks: ImportedRecord[]
}

/** Stores each source once, even if several records use it. Skips sources that the last import stored. */
async function storeSources(
  services: Services,
  source: ClubFileSource,
  records: readonly FileRecord[],
  before: readonly ImportedRecord[],
  { isDry, onProgress }: ImportOptions,
): Promise<Stored> {
  const known = new Map(
    before.filter(({ kind }) => kind === sourceMark).map((mark) => [mark.ref, mark.record]),
  )
  const named = new Map<string, NamedPicture>()
  for (const picture of listPictures(records)) {
    const key = toKey(picture.value, picture.kind, picture.size)
    if (!named.has(key)) named.set(key, picture)
  }
  const rows = new Map<string, PictureRow>()
  const marks: ImportedRecord[] = []
  const faults: Fault[] = []
  const storeOne = async (key: string, picture: NamedPicture): Promise<void> => {
    const bytes = await readPicture(source, picture)
    const digest = createHash('sha256').update(bytes).digest('hex')
    const mark = `${picture.kind} ${picture.size} ${digest}`
    const stored = await findStored(services, known.get(mark))
    const options = { fit: picture.size, reusesOwn: true }
    const row =
      stored ??
      (isDry
        ? await measurePicture(services, bytes, picture.kind, options)
        : (await storePicture(services, bytes, picture.kind, options)).row)
    rows.set(key, row)
    if (stored === undefined) {
      marks.push({ kind: sourceMark, ref: mark, rowId: 0, record: JSON.stringify(row) })
    }
  }
  await inTurns(
    [...named],
    importedPicturesAtOnce,
    ([key, picture]) => collect(faults, picture.place, () => storeOne(key, picture)),
    (done) => onProgress('pictures', done, named.size),
  )
  const files = new Map<string, { hash: string; bytes: number }>()
  for (const { place, path } of listFiles(records)) {
    await collect(faults, place, async () => {
      const bytes = await readFileBeside(source, path)
      files.set(path, isDry ? measureFile(bytes) : await storeFile(services, bytes))
    })
  }
  if (faults.length > 0) throw new ClubFileFaults(faults)
  return {
    pictures: [...new Map([...rows.values()].map((row) => [row.hash, row])).values()],
    marks,
    incoming: {
      picture: (value, kind, size) => getStored(rows, toKey(value, kind, size)).hash,
      file: (path) => getStored(files, path),
    },
  }
}

/** The picture that an earlier import made from the same source, if its files still exist. */
async function findStored(services: Services, mark: string | undefined): Promise<PictureRow | undefined> {
  if (mark === undefined) return undefined
  const row = JSON.parse(mark) as PictureRow
  return (await keepPicture(services, row)) ? row : undefined
}

function getStored<T>(stored: ReadonlyMap<string, T>, key: string): T {
  const found = stored.get(key)
  if (found === undefined)
    throw new Error(`'${key.slice(0, 80)}' was named by no record when sources were stored`)
  return found
}

function toKey(value: string, kind: PictureKind, size: PictureSize): string {
  return `${kind} ${size} ${value}`
}

async function readPicture(source: ClubFileSource, { value }: NamedPicture): Promise<Uint8Array> {
  return readDataUrl(value) ?? (await source.readBeside(value))
}

async function readFileBeside(source: ClubFileSource, path: string): Promise<Uint8Array> {
  const bytes = await source.readBeside(path)
  if (bytes.length > largestFileBytes) throw new Error(`has more than ${largestFileBytes / 2 ** 20} MB`)
  return bytes
}

/** An error with a sentence for people becomes a fault. Any other error is a bug of ours and is thrown on. */
async function collect(faults: Fault[], place: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isOurs = error instanceof PictureFault || (error instanceof Error && error.constructor === Error)
    if (!isOurs) throw error
    faults.push({ place, message: error.message })
  }
}

interface Passwords {
  /** By the member's ref. */
  readonly hashes: ReadonlyMap<string, string>
  readonly marks: ImportedRecord[]
}

/**
 * Only hashes are stored, so a password is compared with the old hash to see whether it has changed. All
 * passwords together have a hash too: when the file brings the same ones again, one comparison is enough.
 */
async function hashPasswords(
  { kinds, hashPassword, isPassword }: ClubFormat,
  records: readonly FileRecord[],
  before: readonly ImportedRecord[],
  onProgress: ImportOptions['onProgress'],
): Promise<Passwords> {
  const given = records.flatMap(({ kind, ref, value }) => {
    const password = kind.password === undefined ? undefined : value[kind.password.field]
    return typeof password === 'string' ? [{ ref, password }] : []
  })
  if (given.length === 0) return { hashes: new Map(), marks: [] }
  const hashes = new Map<string, string>()
  const bases = new Map<string, string>()
  for (const { kind, ref, record } of before) {
    const stored = kinds.find(({ name }) => name === kind)?.password
    const base = stored === undefined ? undefined : (JSON.parse(record) as Fields)[stored.column]
    if (typeof base === 'string') bases.set(ref, base)
  }
  const all = JSON.stringify(given)
  const mark = before.find(({ kind }) => kind === passwordsMark)
  if (mark !== undefined && (await isPassword(mark.record, all))) {
    for (const { ref } of given) hashes.set(ref, bases.get(ref) ?? '')
    if (![...hashes.values()].includes('')) return { hashes, marks: [] }
  }
  await inTurns(
    given,
    importedPasswordsAtOnce,
    async ({ ref, password }) => {
      const base = bases.get(ref)
      const isUnchanged = base !== undefined && (await isPassword(base, password))
      hashes.set(ref, isUnchanged ? base : await hashPassword(password))
    },
    (done) => onProgress('passwords', done, given.length),
  )
  return {
    hashes,
    marks: [{ kind: passwordsMark, ref: 'all', rowId: 0, record: await hashPassword(all) }],
  }
}
