// Writes a club into a club file with its pictures beside it. The same club gives the same bytes.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ZodError } from 'zod'
import { fileTypes } from '../../domain/shapes/fileType.ts'
import { listVotersOfPapers } from '../contest/db/paperBallot.ts'
import { holdSnapshot, listRows, type Row, type TenantRow } from '../db/clubRows.ts'
import type { Tx } from '../db/open.ts'
import type { Services } from '../process/services.ts'
import { isFile, writeWholeFile } from '../storage/atomicFile.ts'
import { toFilePath } from '../storage/files.ts'
import type { PictureKind } from '../storage/pictures.ts'
import { readPicture } from '../storage/pictures.ts'
import { clubFileVersion } from './clubFile.ts'
import { toTitle } from './crossCheck.ts'
import { type Fault, toLine, toPlace, toSentence } from './faults.ts'
import { clubKind } from './kinds/clubKind.ts'
import { branches, kinds, parentOf } from './kinds/kinds.ts'
import type { Branch, Fields, Json, Outgoing, RecordKind } from './kinds/recordKind.ts'
import { findTarget, toFieldsOfRow } from './record.ts'

export interface ExportOptions {
  /** Whether the file has passwords' hashes, the secrets of ballots, and the codes for the gate. Never judges' links. */
  readonly secrets: boolean
  /** Fails with EEXIST where the file exists. */
  readonly isNew?: boolean
}

/** Writes `path`, and pictures and files into folders beside it. Answers as many records as an import reads. */
export async function exportClubFile(
  services: Services,
  tenant: TenantRow,
  path: string,
  options: ExportOptions,
): Promise<number> {
  const rows = await services.database.inTenant(tenant.id, async (tx) => {
    await holdSnapshot(tx)
    return listClubRows(tx)
  })
  const beside = await writeBeside(services, dirname(path), rows)
  const { file, count, faults } = new Writing(tenant, rows, beside, options).write()
  if (faults.length > 0) throw new UnwritableClub(faults)
  await writeWholeFile(path, `${JSON.stringify(file, null, 2)}\n`, 0o600, options.isNew)
  return count
}

type ClubRows = ReadonlyMap<RecordKind, readonly Row[]>

async function listClubRows(tx: Tx): Promise<ClubRows> {
  const byKind = new Map<RecordKind, Row[]>()
  const papers = await listVotersOfPapers(tx)
  for (const kind of kinds) {
    const rows = await listRows(tx, kind.table, listNames(kind))
    // papers are not in the file, so the voters who exist only for them would be used ballots without votes
    byKind.set(kind, kind.name === 'voter' ? rows.filter(({ id }) => !papers.has(Number(id))) : rows)
  }
  return byKind
}

/** The club as its export would have it now. Writes nothing: pictures and files have names only. */
export async function previewClubFile(tx: Tx, tenant: TenantRow): Promise<Fields> {
  const named: Outgoing = { picture: () => missingPicture, file: toBesidePath }
  return new Writing(tenant, await listClubRows(tx), named, { secrets: true }).write().file
}

/** Values of the club that a club file cannot hold, by record and field. Nothing was written. */
export class UnwritableClub extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(toLine).join('\n'))
    this.name = 'UnwritableClub'
    this.faults = faults
  }
}

/** Tables where rows can be hidden instead of removed. */
const withDeleted: ReadonlySet<string> = new Set(['member', 'post', 'classified'])
/** Two kinds use this table: a comment is a post with a parent. */
const postTable = 'post'

function listNames(kind: RecordKind): string[] {
  return [
    ...new Set([
      ...(kind.identity[0] === 'id' ? ['id', 'ref'] : kind.identity),
      ...(kind.parentColumn === undefined ? [] : [kind.parentColumn]),
      ...Object.keys(kind.columns),
      ...(kind.isOrdered ? ['position'] : []),
      ...(withDeleted.has(kind.table) ? ['deleted_at'] : []),
      ...(kind.table === postTable ? ['parent_id'] : []),
    ]),
  ].concat(kind.identity.length === 0 ? ['tenant_id'] : [])
}

interface Shown {
  readonly kind: RecordKind
  readonly id: number
  readonly ref: string
  readonly row: Row
  readonly fields: Fields
}

class Writing {
  readonly #tenant: TenantRow
  readonly #rows: ReadonlyMap<RecordKind, readonly Row[]>
  readonly #outgoing: Outgoing
  readonly #options: ExportOptions
  readonly #refs = new Map<string, Map<number, string>>()
  /** By kind, then by the parent's id; 0 for records without a parent. */
  readonly #below = new Map<RecordKind, Map<number, Shown[]>>()
  readonly #faults: Fault[] = []
  /** The club is the first. */
  #count = 1

  constructor(
    tenant: TenantRow,
    rows: ReadonlyMap<RecordKind, readonly Row[]>,
    outgoing: Outgoing,
    options: ExportOptions,
  ) {
    this.#tenant = tenant
    this.#rows = rows
    this.#outgoing = outgoing
    this.#options = options
  }

  write(): { file: Fields; count: number; faults: readonly Fault[] } {
    for (const kind of kinds) this.#read(kind)
    const file: Fields = { showfield: clubFileVersion }
    const [club] = this.#below.get(clubKind)?.get(0) ?? []
    if (club === undefined) throw new Error(`the club ${this.#tenant.slug} has no settings`)
    const { slug, uuid } = this.#tenant
    file.club = { slug, uuid, ...this.#toRecord(club) }
    for (const branch of branches) {
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
    const rows = (this.#rows.get(kind) ?? []).filter((row) => {
      if (withDeleted.has(kind.table) && row.deleted_at !== null) return false
      return kind.table !== postTable || (row.parent_id !== null) === (kind.parentColumn !== undefined)
    })
    // rows may name rows of their own table, so all refs come first
    if (hasId) for (const row of rows) refs.set(Number(row.id), String(row.ref))
    for (const row of rows) {
      const fields = toFieldsOfRow(kind, row, parentOf, (table, id) => this.#refs.get(table)?.get(id) ?? null)
      if (this.#isCutOff(kind, fields)) {
        if (hasId) refs.delete(Number(row.id))
        continue
      }
      const parent = this.#findParentId(kind, row)
      const list = below.get(parent) ?? []
      below.set(parent, list)
      list.push({ kind, id: hasId ? Number(row.id) : 0, ref: hasId ? String(row.ref) : '', row, fields })
    }
    for (const list of below.values()) list.sort(bySequence)
  }

  #findParentId(kind: RecordKind, row: Row): number {
    if (kind.name === 'reservation') {
      return this.#mapOfElement.get(Number(row.map_element_id)) ?? 0
    }
    return kind.parentColumn === undefined ? 0 : Number(row[kind.parentColumn])
  }

  get #mapOfElement(): ReadonlyMap<number, number> {
    this.#elementMaps ??= new Map(
      [...this.#rows]
        .filter(([kind]) => kind.name === 'element')
        .flatMap(([, rows]) =>
          rows.map((row): [number, number] => [Number(row.id), Number(row.event_map_id)]),
        ),
    )
    return this.#elementMaps
  }

  #elementMaps: ReadonlyMap<number, number> | undefined

  /** True when a record misses something that it must name. Such a record cannot be in a file. */
  #isCutOff(kind: RecordKind, fields: Fields): boolean {
    return Object.entries(fields).some(([name, value]) => {
      if (value !== null || findTarget(kind, name, parentOf) === undefined) return false
      if (name === kind.parentColumn) return true
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
  #toRecord({ kind, ref, fields }: Shown): Fields {
    const values: Fields = ref === '' ? {} : { ref }
    for (const [name, column] of Object.entries(kind.columns)) {
      const value = fields[name]
      if (column.field === null || value === null || value === undefined) continue
      if (column.isSecret === true && !this.#options.secrets) continue
      try {
        values[column.field] = column.toFile(value, this.#outgoing, fields)
      } catch (error) {
        if (!(error instanceof ZodError)) throw error
        this.#report(kind, ref, fields, column.field, error)
      }
    }
    const record: Fields = {}
    for (const field of Object.keys(kind.schema.shape)) {
      const value = values[field]
      if (value === undefined || value === null || isDefault(kind, field, value)) continue
      this.#check(kind, ref, fields, field, value)
      record[field] = value
    }
    return record
  }

  #check(kind: RecordKind, ref: string, fields: Fields, field: string, value: Json): void {
    const parsed = kind.schema.shape[field]?.safeParse(value)
    if (parsed?.success === false) this.#report(kind, ref, fields, field, parsed.error)
  }

  #report(kind: RecordKind, ref: string, fields: Fields, field: string, error: ZodError): void {
    const name = [kind.name, ref, toPersonOrTitle(fields)].filter((part) => part !== '').join(' ')
    for (const issue of error.issues) {
      this.#faults.push({
        place: `${name}: ${toPlace(field, issue.path)}`,
        message: toSentence(issue),
      })
    }
  }
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
  folder: string,
  rows: ReadonlyMap<RecordKind, readonly Row[]>,
): Promise<Outgoing> {
  const { dataDir } = services.config
  const pictures = new Map<string, string>()
  const files = new Map<string, string>()
  const write = async (path: string, bytes: Uint8Array): Promise<void> => {
    if (!(await isFile(join(folder, path)))) await writeWholeFile(join(folder, path), bytes)
  }
  for (const [hash, kind] of listHashes(rows)) {
    const found = await readPicture(dataDir, kind, hash)
    if (found === undefined) continue
    const path = `pictures/${found.name}.webp`
    await write(path, found.bytes)
    pictures.set(hash, path)
  }
  for (const [kind, each] of rows) {
    if (kind.name !== 'file') continue
    for (const row of each) {
      const path = toBesidePath(String(row.hash), String(row.content_type))
      if (!(await isFile(toFilePath(dataDir, String(row.hash))))) continue
      await write(path, await readFile(toFilePath(dataDir, String(row.hash))))
      files.set(String(row.hash), path)
    }
  }
  return {
    picture: (hash) => pictures.get(hash) ?? missingPicture,
    file: (hash, contentType) => files.get(hash) ?? toBesidePath(hash, contentType),
  }
}

/** When a picture's file is lost the export still works, and the next import reports the place. */
const missingPicture = 'pictures/missing.webp'

function toBesidePath(hash: string, contentType: string): string {
  return `files/${hash}.${fileTypes.get(contentType)?.extension ?? 'bin'}`
}

function listHashes(rows: ReadonlyMap<RecordKind, readonly Row[]>): Map<string, PictureKind> {
  const found = new Map<string, PictureKind>()
  for (const [kind, each] of rows) {
    for (const [name, { picture, toFile }] of Object.entries(kind.columns)) {
      if (picture === undefined) continue
      const note: Outgoing = {
        picture: (hash, pictureKind) => {
          found.set(hash, pictureKind)
          return hash
        },
        file: (hash) => hash,
      }
      for (const row of each) {
        const value = row[name]
        if (value !== null && value !== undefined) toFile(value as Json, note, {})
      }
    }
  }
  return found
}
