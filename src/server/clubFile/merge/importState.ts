// What an import knows of the club while it runs: its refs and ids, what was imported before, what is done.
import { type ForeignKey, listForeignKeys, listRows, type Row, type RowColumn } from '../../db/clubRows.ts'
import type { Tx } from '../../db/open.ts'
import { type ImportedRecord, listImported } from '../db.ts'
import type { Fault } from '../faults.ts'
import { kinds, parentOf } from '../kinds/kinds.ts'
import type { Fields, RecordKind } from '../kinds/recordKind.ts'
import type { FileRecord } from '../read.ts'
import { findTarget, toFieldsOfRow } from '../record.ts'
import { type MergeOptions, type MergeResult, startResult } from './mergeResult.ts'

/** A record whose pictures are stored and whose password is hashed. */
export interface PreparedRecord {
  readonly record: FileRecord
  readonly fields: Fields
}

export interface PlacedRecord extends PreparedRecord {
  /** 0 when the table has no ids. */
  rowId: number
}

/** Kinds that no pack or page of an event shows, so they change no revision. */
const besideTheEvent = new Set(['judge', 'voter', 'worker'])

export class ImportState {
  readonly tx: Tx
  readonly tenantId: number
  readonly options: MergeOptions
  /** By kind and ref. */
  readonly imported = new Map<string, Map<string, ImportedRecord>>()
  /** By table: ids of the existing rows and of those that this import adds. */
  readonly ids = new Map<string, Map<string, number>>()
  /** Records that cannot be imported, because something they need was removed online. */
  readonly missing = new Set<FileRecord>()
  readonly faults: Fault[] = []
  readonly result: MergeResult = startResult()
  readonly #refs = new Map<string, Map<number, string>>()
  readonly #touchedEvents = new Set<string>()
  #foreignKeys: readonly ForeignKey[] | undefined

  constructor(tx: Tx, tenantId: number, options: MergeOptions) {
    this.tx = tx
    this.tenantId = tenantId
    this.options = options
  }

  async load(): Promise<void> {
    for (const record of await listImported(this.tx)) {
      const known = this.imported.get(record.kind) ?? new Map()
      this.imported.set(record.kind, known)
      known.set(record.ref, record)
    }
    await this.#loadRefs()
    await this.#loadNaturalRefs()
  }

  async #loadRefs(): Promise<void> {
    for (const table of new Set(kinds.filter(hasId).map((kind) => kind.table))) {
      const rows = await listRows(this.tx, table, ['id', 'ref'])
      this.ids.set(table, new Map(rows.map(({ id, ref }) => [String(ref), Number(id)])))
      this.#refs.set(table, new Map(rows.map(({ id, ref }) => [Number(id), String(ref)])))
    }
  }

  async #loadNaturalRefs(): Promise<void> {
    for (const kind of kinds.filter((each) => !hasId(each))) {
      const columns = kind.identity.length === 0 ? ['tenant_id'] : kind.identity
      const rows = await listRows(this.tx, kind.table, columns)
      this.ids.set(kind.table, new Map(rows.map((row) => [this.#toNaturalRef(kind, row), 0])))
    }
  }

  /** The ref of a row in a table without refs: the refs of the rows that it joins. */
  #toNaturalRef(kind: RecordKind, row: Row): string {
    if (kind.identity.length === 0) return kind.name
    return kind.identity
      .map((name) => this.findRef(findTarget(kind, name, parentOf) ?? '', Number(row[name])) ?? '')
      .join(' ')
  }

  findRef(table: string, id: number): string | null {
    return this.#refs.get(table)?.get(id) ?? null
  }

  async loadForeignKeys(): Promise<readonly ForeignKey[]> {
    this.#foreignKeys ??= await listForeignKeys(this.tx)
    return this.#foreignKeys
  }

  /** A record that this import adds: others can name it from now on. `id` is 0 in a table without ids. */
  addRow(kind: RecordKind, ref: string, id: number): void {
    this.ids.get(kind.table)?.set(ref, id)
    if (hasId(kind)) this.#refs.get(kind.table)?.set(id, ref)
  }

  /** The fields as the table has them: ids instead of refs. */
  toRow(kind: RecordKind, fields: Fields): Row {
    const row: Row = {}
    for (const [name, value] of Object.entries(fields)) {
      const target = findTarget(kind, name, parentOf)
      row[name] =
        target !== undefined && typeof value === 'string' ? (this.ids.get(target)?.get(value) ?? null) : value
    }
    return row
  }

  /** The columns that identify a row in a table without ids. */
  toIdentityValues(kind: RecordKind, fields: Fields): Row {
    const row = this.toRow(kind, fields)
    return Object.fromEntries(kind.identity.map((name) => [name, row[name]]))
  }

  /** The rows as they are now, locked, by ref. */
  async loadCurrent(kind: RecordKind, placed: readonly { rowId: number }[]): Promise<Map<string, Fields>> {
    const parent = kind.parentColumn === undefined ? [] : [kind.parentColumn]
    const names = [...new Set([...parent, ...Object.keys(kind.columns)])]
    const columns = hasId(kind) ? ['id', ...names] : names
    const rows = await listRows(this.tx, kind.table, columns, {
      lock: true,
      // in the order in which others lock several, so that two do not wait for each other
      ...(hasId(kind) ? { ids: placed.map(({ rowId }) => rowId), order: ['id'] } : {}),
    })
    return new Map(
      rows.map((row) => [
        hasId(kind) ? (this.findRef(kind.table, Number(row.id)) ?? '') : this.#toNaturalRef(kind, row),
        toFieldsOfRow(kind, row, parentOf, (table, id) => this.findRef(table, id)),
      ]),
    )
  }

  /** Phones have to fetch the record's event again. */
  touch(kind: RecordKind, record: FileRecord): void {
    if (besideTheEvent.has(kind.name)) return
    for (let at: FileRecord | null = record; at !== null; at = at.parent) {
      if (at.kind.name === 'event') this.#touchedEvents.add(at.ref)
    }
  }

  /** The same for a record that the file no longer has: its fields lead to the event. */
  touchGone(kind: RecordKind, fields: Fields): void {
    if (besideTheEvent.has(kind.name)) return
    const name = kind.name === 'reservation' ? 'map_element_id' : kind.parentColumn
    const ref = name === undefined ? undefined : fields[name]
    const target = name === undefined ? undefined : findTarget(kind, name, parentOf)
    if (typeof ref !== 'string' || target === undefined) return
    if (target === 'event') {
      this.#touchedEvents.add(ref)
      return
    }
    const parent = kinds.find((each) => each.table === target)
    const record = parent === undefined ? undefined : this.imported.get(parent.name)?.get(ref)
    if (parent !== undefined && record !== undefined) this.touchGone(parent, toFields(record))
  }

  listTouchedEvents(): number[] {
    const events = this.ids.get('event')
    return [...this.#touchedEvents].flatMap((ref) => events?.get(ref) ?? [])
  }
}

export function hasId(kind: RecordKind): boolean {
  return kind.identity[0] === 'id'
}

export function toIdentity(kind: RecordKind): RowColumn[] {
  return kind.identity.map((column) => ({ column, type: 'int' }))
}

/** The fields that the last import gave the record. */
export function toFields({ record }: ImportedRecord): Fields {
  return JSON.parse(record) as Fields
}
