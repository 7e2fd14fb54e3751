// Writes a club into a club file with its pictures beside it. The same club gives the same bytes.
import { Readable } from 'node:stream'
import { ZodError } from 'zod'
import { fileTypes } from '../../domain/shapes/fileType.ts'
import { type ClubRow, holdSnapshot, listRows, type TenantRow } from '../db/clubRows.ts'
import type { Tx } from '../db/open.ts'
import { contentOf, unlessDamaged } from '../objects/objectStore.ts'
import { findPlace, type NamedPlace } from '../objects/place.ts'
import type { Services } from '../process/services.ts'
import { readFile } from '../storage/files.ts'
import type { PictureKind } from '../storage/pictures.ts'
import { readPicture } from '../storage/pictures.ts'
import { crossCheck } from './crossCheck.ts'
import { type Fault, toPlace, toSentence, UnwritableClub } from './faults.ts'
import { type ClubFormat, clubFileVersion } from './format.ts'
import { readRecords } from './read.ts'
import { findTarget, listColumnNames, toFieldsOfRow, toTitle } from './record.ts'
import type { Branch, Fields, Json, Outgoing, RecordKind } from './recordKind.ts'

export interface ExportOptions {
  /** Whether the file has passwords' hashes, the secrets of ballots, and the codes for the gate. Never judges' links. */
  readonly secrets: boolean
  /** Fails with EEXIST where the file exists. */
  readonly isNew?: boolean
}

export interface ExportResult {
  /** As many records as an import reads. */
  readonly count: number
  /** How many pictures and files that records name are lost. */
  readonly missing: number
}

/** Writes `path`, and pictures and files into folders beside it. */
export async function exportClubFile(
  format: ClubFormat,
  services: Services,
  tenant: TenantRow,
  path: string,
  options: ExportOptions,
): Promise<ExportResult> {
  const place = findPlace(services.config, path)
  const rows = await services.database.inTenant(tenant.id, async (tx) => {
    await holdSnapshot(tx)
    return listClubRows(tx, format)
  })
  const { missing, ...outgoing } = await writeBeside(services, place, rows)
  const { secrets } = options
  const { file, count, faults } = new Writing({ format, tenant, rows, outgoing, secrets }).write()
  if (faults.length > 0) throw new UnwritableClub(faults)
  const text = Buffer.from(`${JSON.stringify(file, null, 2)}\n`)
  await place.store.write(place.key, Readable.from([text]), options.isNew)
  return { count, missing }
}

type ClubRows = ReadonlyMap<RecordKind, readonly ClubRow[]>

async function listClubRows(tx: Tx, { kinds }: ClubFormat): Promise<ClubRows> {
  const byKind = new Map<RecordKind, ClubRow[]>()
  for (const kind of kinds) {
    const rows = await listRows(tx, kind.table, listNames(kind, findTwinColumn(kinds, kind)))
    const leftOut = await kind.listLeftOut?.(tx)
    byKind.set(kind, leftOut === undefined ? rows : rows.filter(({ id }) => !leftOut.has(Number(id))))
  }
  return byKind
}

/** Of a table that two kinds use, like posts and comments: the column for the parent that one of them has. */
function findTwinColumn(kinds: readonly RecordKind[], { table }: RecordKind): string | undefined {
  const users = kinds.filter((each) => each.table === table)
  return users.length < 2 ? undefined : users.find(({ parent }) => parent !== undefined)?.parent?.column
}

/** The club as a file would have it, with its secrets, but only with the names of pictures and files: see `pathOf`. */
export async function readStoredClub(tx: Tx, format: ClubFormat, tenant: TenantRow): Promise<Fields> {
  const outgoing: Outgoing = { picture: pathOf.picture, file: toBesidePath }
  const rows = await listClubRows(tx, format)
  return new Writing({ format, tenant, rows, outgoing, secrets: true }).write().file
}

/** The path by which `readStoredClub` names a picture, and back. */
export const pathOf = {
  picture: (hash: string) => `pictures/${hash}.webp`,
  hash: (path: string) => path.replace(/^pictures\/(.*)\.webp$/, '$1'),
}

/**
 * What would stop the export of the club, as it is now, from being imported again: faults between its records. They
 * name records by kind and ref: "judge j-2". No import may lead there.
 */
export async function listExportFaults(tx: Tx, format: ClubFormat, tenant: TenantRow): Promise<Fault[]> {
  const read = readRecords(format, await readStoredClub(tx, format, tenant))
  const names = new Map(read.records.map(({ kind, ref, place }) => [place, `${kind.name} ${ref}`]))
  const toNamed = (text: string) =>
    text.replace(/\w+\[\d+\](?:\.\w+\[\d+\])*/g, (place) => names.get(place) ?? place)
  return crossCheck(read).map(({ place, message }) => ({ place: toNamed(place), message: toNamed(message) }))
}

function listNames(kind: RecordKind, twinColumn: string | undefined): string[] {
  return [
    ...new Set([
      ...(kind.identity[0] === 'id' ? ['id', 'ref'] : kind.identity),
      ...listColumnNames(kind),
      ...(kind.isOrdered ? ['position'] : []),
      ...(kind.isHidden ? ['deleted_at'] : []),
      ...(twinColumn === undefined ? [] : [twinColumn]),
    ]),
  ].concat(kind.identity.length === 0 ? ['tenant_id'] : [])
}

interface Shown {
  readonly kind: RecordKind
  readonly id: number
  readonly ref: string
  readonly row: ClubRow
  readonly fields: Fields
}

interface WritingParts {
  readonly format: ClubFormat
  readonly tenant: TenantRow
  readonly rows: ClubRows
  readonly outgoing: Outgoing
  readonly secrets: boolean
}

class Writing {
  readonly #parts: WritingParts
  readonly #refs = new Map<string, Map<number, string>>()
  /** By table and id of a row, the id of its parent. */
  readonly #parents = new Map<string, Map<number, number>>()
  /** By kind, then by the parent's id; 0 for records without a parent. */
  readonly #below = new Map<RecordKind, Map<number, Shown[]>>()
  readonly #faults: Fault[] = []
  /** The club is the first. */
  #count = 1
  #club: Fields = {}

  constructor(parts: WritingParts) {
    this.#parts = parts
  }

  write(): { file: Fields; count: number; faults: readonly Fault[] } {
    for (const kind of this.#parts.format.kinds) this.#read(kind)
    const file: Fields = { showfield: clubFileVersion }
    const [club] = this.#below.get(this.#parts.format.club)?.get(0) ?? []
    if (club === undefined) throw new Error(`the club ${this.#parts.tenant.slug} has no settings`)
    const { slug, uuid } = this.#parts.tenant
    this.#club = club.fields
    file.club = { slug, uuid, ...this.#toRecord(club) }
    for (const branch of this.#parts.format.branches) {
      const records = this.#writeBranch(branch, 0)
      if (records !== undefined) file[branch.field] = records
    }
    return { file, count: this.#count, faults: this.#faults }
  }

  /** Leaves out hidden records and everything below them. */
  #read(kind: RecordKind): void {
    const below = new Map<number, Shown[]>()
    this.#below.set(kind, below)
    const hasId = kind.identity[0] === 'id'
    const refs = this.#refs.get(kind.table) ?? new Map<number, string>()
    this.#refs.set(kind.table, refs)
    const twinColumn = findTwinColumn(this.#parts.format.kinds, kind)
    const rows = (this.#parts.rows.get(kind) ?? []).filter((row) => {
      if (kind.isHidden && row.deleted_at !== null) return false
      return twinColumn === undefined || (row[twinColumn] !== null) === (kind.parent !== undefined)
    })
    // rows may name rows of their own table, so all refs come first
    if (hasId) for (const row of rows) refs.set(Number(row.id), String(row.ref))
    const parents = new Map<number, number>()
    this.#parents.set(kind.table, parents)
    for (const row of rows) {
      const parent = this.#findParentId(kind, row)
      if (hasId) parents.set(Number(row.id), parent)
      const fields = toFieldsOfRow(kind, row, (table, id) => this.#refs.get(table)?.get(id) ?? null)
      if (this.#isCutOff(kind, fields)) {
        if (hasId) refs.delete(Number(row.id))
        continue
      }
      const list = below.get(parent) ?? []
      below.set(parent, list)
      list.push({ kind, id: hasId ? Number(row.id) : 0, ref: hasId ? String(row.ref) : '', row, fields })
    }
    for (const list of below.values()) list.sort(bySequence)
  }

  #findParentId({ parent, siblingColumn, columns }: RecordKind, row: ClubRow): number {
    if (siblingColumn === undefined) return parent === undefined ? 0 : Number(row[parent.column])
    const table = columns[siblingColumn]?.refTo ?? ''
    return this.#parents.get(table)?.get(Number(row[siblingColumn])) ?? 0
  }

  /** True when a record misses something that it must name. Such a record cannot be in a file. */
  #isCutOff(kind: RecordKind, fields: Fields): boolean {
    return Object.entries(fields).some(([name, value]) => {
      if (value !== null || findTarget(kind, name) === undefined) return false
      if (name === kind.parent?.column) return true
      const field = kind.columns[name]?.field
      return typeof field === 'string' && !kind.schema.shape[field]?.safeParse(undefined).success
    })
  }

  #writeBranch({ kind, isSingle }: Branch, parentId: number): Json | undefined {
    const records = this.#below.get(kind)?.get(parentId) ?? []
    if (isSingle) {
      // a reader counts it even where the file leaves it out
      this.#count += 1
      const [only] = records
      const record = only === undefined ? {} : this.#toRecord(only)
      return Object.keys(record).length === 0 ? undefined : record
    }
    if (records.length === 0) return undefined
    return records.map((shown) => {
      this.#count += 1
      const record = this.#toRecord(shown)
      for (const branch of kind.children) {
        const below = this.#writeBranch(branch, shown.id)
        if (below !== undefined) record[branch.field] = below
      }
      return record
    })
  }

  /** Leaves out fields that have their default, so that the file shows what is special about the club. */
  #toRecord(shown: Shown): Fields {
    const { kind, ref, fields } = shown
    const values: Fields = ref === '' ? {} : { ref }
    for (const [name, column] of Object.entries(kind.columns)) {
      const value = fields[name]
      if (column.field === null || value === null || value === undefined) continue
      if (column.isSecret === true && !this.#parts.secrets) continue
      try {
        const written = column.toFile(value, this.#parts.outgoing, fields)
        const isInstant = column.type === 'timestamptz' && typeof written === 'string'
        values[column.field] = isInstant ? toClubTime(written, String(this.#club.time_zone)) : written
      } catch (error) {
        if (!(error instanceof ZodError)) throw error
        this.#report(shown, column.field, error)
      }
    }
    const record: Fields = {}
    const filled = kind.fill?.({}, this.#club) ?? {}
    for (const field of Object.keys(kind.schema.shape)) {
      const value = values[field]
      if (value === undefined || value === null) continue
      if (filled[field] === undefined ? isDefault(kind, field, value) : value === filled[field]) continue
      const parsed = kind.schema.shape[field]?.safeParse(value)
      if (parsed?.success === false) this.#report(shown, field, parsed.error)
      record[field] = value
    }
    return record
  }

  #report({ kind, ref, fields }: Shown, field: string, error: ZodError): void {
    const name = [kind.name, ref, toPersonOrTitle(fields)].filter((part) => part !== '').join(' ')
    for (const issue of error.issues) {
      const place = `${name}: ${toPlace(field, issue.path)}`
      this.#faults.push({ place, message: toSentence(issue) })
    }
  }
}

/** "2026-11-30T11:30:00-05:00": people who edit the file read the clock of their club. */
function toClubTime(instant: string, timeZone: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never' })
}

function toPersonOrTitle(fields: Fields): string {
  const { fname, lname } = fields
  const person = [fname, lname].filter((part) => typeof part === 'string' && part !== '').join(' ')
  return person === '' ? toTitle(fields).trim() : `(${person})`
}

const defaults = new Map<RecordKind, Map<string, string | undefined>>()

function isDefault(kind: RecordKind, field: string, value: Json): boolean {
  const known = defaults.get(kind) ?? new Map<string, string | undefined>()
  defaults.set(kind, known)
  if (!known.has(field)) {
    const parsed = kind.schema.shape[field]?.safeParse(undefined)
    known.set(field, parsed?.success ? JSON.stringify(parsed.data) : undefined)
  }
  return JSON.stringify(value) === known.get(field)
}

function bySequence(a: Shown, b: Shown): number {
  const [first, second] = [Number(a.row.position ?? 0), Number(b.row.position ?? 0)]
  if (first !== second) return first - second
  if (a.id !== b.id) return a.id - b.id
  // records without an id are sorted by what they name
  const [left, right] = [JSON.stringify(a.fields), JSON.stringify(b.fields)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Pictures are named by the hash of their bytes, so that a picture has the same name on every instance. */
async function writeBeside(
  services: Services,
  place: NamedPlace,
  rows: ClubRows,
): Promise<Outgoing & { missing: number }> {
  const pictures = new Map<string, string>()
  const files = new Map<string, string>()
  const write = async (path: string, bytes: Uint8Array): Promise<void> => {
    const key = place.toBeside(path)
    if (!(await place.store.keep(key))) await place.store.put(key, contentOf(bytes))
  }
  const named = listSources(rows)
  for (const [hash, kind] of named.pictures) {
    const found = await unlessDamaged(readPicture(services, kind, hash))
    if (found === undefined) continue
    const path = `pictures/${found.name}.webp`
    await write(path, found.bytes)
    pictures.set(hash, path)
  }
  for (const [hash, contentType] of named.files) {
    const content = await unlessDamaged(readFile(services, hash))
    if (content === undefined) continue
    const path = toBesidePath(hash, contentType)
    await write(path, content)
    files.set(hash, path)
  }
  return {
    missing: named.pictures.size - pictures.size + named.files.size - files.size,
    picture: (hash) => pictures.get(hash) ?? missingPicture,
    file: (hash, contentType) => files.get(hash) ?? toBesidePath(hash, contentType),
  }
}

/** When a picture's file is lost the export still works, and the next import reports the place. */
const missingPicture = 'pictures/missing.webp'

function toBesidePath(hash: string, contentType: string): string {
  return `files/${hash}.${fileTypes.get(contentType)?.extension ?? 'bin'}`
}

/** By hash, the kinds of the pictures and the types of the files that rows name. */
function listSources(rows: ClubRows): { pictures: Map<string, PictureKind>; files: Map<string, string> } {
  const pictures = new Map<string, PictureKind>()
  const files = new Map<string, string>()
  const note: Outgoing = {
    picture: (hash, kind) => {
      pictures.set(hash, kind)
      return hash
    },
    file: (hash, contentType) => {
      files.set(hash, contentType)
      return hash
    },
  }
  for (const [kind, each] of rows) {
    for (const [name, { picture, isFile, toFile }] of Object.entries(kind.columns)) {
      if (picture === undefined && isFile === undefined) continue
      for (const row of each) {
        const value = row[name]
        if (value !== null && value !== undefined) toFile(value as Json, note, row as Fields)
      }
    }
  }
  return { pictures, files }
}
