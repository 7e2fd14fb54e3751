// Writes a club back into a club file with its pictures beside it, the same bytes for the same club.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clubFileVersion, fileTypes } from '../../domain/clubFile.ts'
import { holdSnapshot, listRows, type Row, type TenantRow } from '../db/club/clubRows.ts'
import type { Services } from '../services.ts'
import { isFile, writeWholeFile } from '../storage/atomicFile.ts'
import { toFilePath } from '../storage/files.ts'
import { readPicture } from '../storage/pictures.ts'
import {
  type Branch,
  branches,
  clubKind,
  type Fields,
  type Json,
  type Kind,
  kinds,
  type Outgoing,
  type PictureKind,
} from './kinds.ts'
import { parentOf } from './merge.ts'
import { findTarget, toFieldsOfRow } from './record.ts'

export interface ExportOptions {
  /** Ballots' secrets are in the file only when this says so; judges' links never are. */
  readonly secrets: boolean
}

/** Writes `path`, and pictures and files into folders beside it. Answers how many records there are. */
export async function exportClubFile(
  services: Services,
  tenant: TenantRow,
  path: string,
  options: ExportOptions,
): Promise<number> {
  const rows = await services.database.inTenant(tenant.id, async (tx) => {
    await holdSnapshot(tx)
    const byKind = new Map<Kind, Row[]>()
    for (const kind of kinds) byKind.set(kind, await listRows(tx, tenant.id, kind.table, listNames(kind)))
    return byKind
  })
  const beside = await writeBeside(services, dirname(path), rows)
  const { file, count } = new Writing(tenant, rows, beside, options).write()
  await writeWholeFile(path, `${JSON.stringify(file, null, 2)}\n`, 0o600)
  return count
}

/** Tables in which a row can be hidden instead of removed. */
const withDeleted: ReadonlySet<string> = new Set(['member', 'post', 'classified'])
/** Two kinds share the table: a comment is a post with a parent. */
const postTable = 'post'

function listNames(kind: Kind): string[] {
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
  readonly kind: Kind
  readonly id: number
  readonly ref: string
  readonly row: Row
  readonly fields: Fields
}

class Writing {
  readonly #tenant: TenantRow
  readonly #rows: ReadonlyMap<Kind, readonly Row[]>
  readonly #outgoing: Outgoing
  readonly #options: ExportOptions
  readonly #refs = new Map<string, Map<number, string>>()
  /** By kind and the parent's id; 0 for what hangs on nothing. */
  readonly #below = new Map<Kind, Map<number, Shown[]>>()
  #count = 0

  constructor(
    tenant: TenantRow,
    rows: ReadonlyMap<Kind, readonly Row[]>,
    outgoing: Outgoing,
    options: ExportOptions,
  ) {
    this.#tenant = tenant
    this.#rows = rows
    this.#outgoing = outgoing
    this.#options = options
  }

  write(): { file: Fields; count: number } {
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
    return { file, count: this.#count }
  }

  /** Leaves out what is hidden, and what hangs on something that is. */
  #read(kind: Kind): void {
    const below = new Map<number, Shown[]>()
    this.#below.set(kind, below)
    const hasId = kind.identity[0] === 'id'
    const refs = this.#refs.get(kind.table) ?? new Map<number, string>()
    this.#refs.set(kind.table, refs)
    const rows = (this.#rows.get(kind) ?? []).filter((row) => {
      if (withDeleted.has(kind.table) && row.deleted_at !== null) return false
      return kind.table !== postTable || (row.parent_id !== null) === (kind.parentColumn !== undefined)
    })
    // a table may name itself: its refs come first
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

  #findParentId(kind: Kind, row: Row): number {
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

  /** A record without what it must name cannot stand in a file. */
  #isCutOff(kind: Kind, fields: Fields): boolean {
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

  /** What has its default is left out, so that the file says what is special about the club. */
  #toRecord({ kind, ref, fields }: Shown): Fields {
    const values: Fields = ref === '' ? {} : { ref }
    for (const [name, column] of Object.entries(kind.columns)) {
      const value = fields[name]
      if (column.field === null || value === null || value === undefined) continue
      if (kind.name === 'voter' && name === 'uuid' && !this.#options.secrets) continue
      values[column.field] = column.toFile(value, this.#outgoing, fields)
    }
    const record: Fields = {}
    for (const field of Object.keys(kind.schema.shape)) {
      const value = values[field]
      if (value === undefined || value === null || isDefault(kind, field, value)) continue
      record[field] = value
    }
    return record
  }
}

const defaults = new Map<Kind, Map<string, string | undefined>>()

function isDefault(kind: Kind, field: string, value: Json): boolean {
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
  // what has no id is told apart by what it names
  const [left, right] = [JSON.stringify(a.fields), JSON.stringify(b.fields)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Pictures are called by their bytes, so that the same picture has the same name on every instance. */
async function writeBeside(
  services: Services,
  folder: string,
  rows: ReadonlyMap<Kind, readonly Row[]>,
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

/** Where a picture's file has been lost the export still works, and the next import tells the place. */
const missingPicture = 'pictures/missing.webp'

function toBesidePath(hash: string, contentType: string): string {
  return `files/${hash}.${fileTypes.get(contentType) ?? 'bin'}`
}

function listHashes(rows: ReadonlyMap<Kind, readonly Row[]>): Map<string, PictureKind> {
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
