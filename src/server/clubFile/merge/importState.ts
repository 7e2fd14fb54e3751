// What an import knows of the club while it runs: its refs and ids, what was imported before, what is done.
import {
  type ClubRow,
  type ForeignKey,
  listForeignKeys,
  listRows,
  type RowColumn,
} from '../../db/clubRows.ts'
import type { Tx } from '../../db/open.ts'
import { findRoot } from '../crossCheck.ts'
import { type ImportedRecord, listImported, removedMark, toRemovedRef } from '../db.ts'
import type { Fault } from '../faults.ts'
import { findTarget, hasId, listColumnNames, toFieldsOfRow } from '../record.ts'
import type { Fields, FileRecord, PreparedRecord, RecordKind } from '../recordKind.ts'
import { labelRecord, type NamedRecord } from './labels.ts'
import { type MergeOptions, type MergeResult, startResult } from './mergeResult.ts'

export class ImportState {
  readonly tx: Tx
  readonly kinds: readonly RecordKind[]
  readonly options: MergeOptions
  /** By kind and ref. */
  readonly imported = new Map<string, Map<string, ImportedRecord>>()
  /** By table: ids of the existing rows and of those that this import adds. */
  readonly ids = new Map<string, Map<string, number>>()
  /** Records that cannot be imported, because something they need was removed online. */
  readonly missing = new Set<FileRecord>()
  readonly faults: Fault[] = []
  readonly result: MergeResult = startResult()
  /** What is removed by this import. */
  readonly removed: NamedRecord[] = []
  /** Of the club: its clock is the one by which officers read times. */
  timeZone = 'UTC'
  readonly #inFile = new Set<string>()
  /** By table and ref, what the file, the last import or the table says of a record. */
  readonly #named = new Map<string, NamedRecord>()
  readonly #refs = new Map<string, Map<number, string>>()
  readonly #touched = new Map<RecordKind, Set<string>>()
  #foreignKeys: readonly ForeignKey[] | undefined

  constructor(tx: Tx, kinds: readonly RecordKind[], options: MergeOptions) {
    this.tx = tx
    this.kinds = kinds
    this.options = options
  }

  async load(): Promise<void> {
    for (const record of await listImported(this.tx)) {
      const known = this.imported.get(record.kind) ?? new Map()
      this.imported.set(record.kind, known)
      known.set(record.ref, record)
    }
    const [club] = await listRows(this.tx, 'club', ['time_zone'])
    this.timeZone = String(club?.time_zone ?? this.timeZone)
    await this.#loadRefs()
    await this.#loadNaturalRefs()
  }

  async #loadRefs(): Promise<void> {
    for (const table of new Set(this.kinds.filter(hasId).map((kind) => kind.table))) {
      const rows = await listRows(this.tx, table, ['id', 'ref'])
      this.ids.set(table, new Map(rows.map(({ id, ref }) => [String(ref), Number(id)])))
      this.#refs.set(table, new Map(rows.map(({ id, ref }) => [Number(id), String(ref)])))
    }
  }

  async #loadNaturalRefs(): Promise<void> {
    for (const kind of this.kinds.filter((each) => !hasId(each))) {
      const columns = kind.identity.length === 0 ? ['tenant_id'] : kind.identity
      const rows = await listRows(this.tx, kind.table, columns)
      this.ids.set(kind.table, new Map(rows.map((row) => [this.#toNaturalRef(kind, row), 0])))
    }
  }

  /** The ref of a row in a table without refs: the refs of the rows that it joins. */
  #toNaturalRef(kind: RecordKind, row: ClubRow): string {
    if (kind.identity.length === 0) return kind.name
    return kind.identity
      .map((name) => this.findRef(findTarget(kind, name) ?? '', Number(row[name])) ?? '')
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
  toRow(kind: RecordKind, fields: Fields): ClubRow {
    const row: ClubRow = {}
    for (const [name, value] of Object.entries(fields)) {
      const target = findTarget(kind, name)
      row[name] =
        target !== undefined && typeof value === 'string' ? (this.ids.get(target)?.get(value) ?? null) : value
    }
    return row
  }

  /** The columns that identify a row in a table without ids. */
  toIdentityValues(kind: RecordKind, fields: Fields): ClubRow {
    const row = this.toRow(kind, fields)
    return Object.fromEntries(kind.identity.map((name) => [name, row[name]]))
  }

  /** The rows as they are now, locked, by ref. */
  loadCurrent(kind: RecordKind, placed: readonly { rowId: number }[]): Promise<Map<string, Fields>> {
    return this.loadRows(kind, placed, true)
  }

  async loadRows(
    kind: RecordKind,
    placed: readonly { rowId: number }[],
    lock: boolean,
  ): Promise<Map<string, Fields>> {
    const names = listColumnNames(kind)
    const columns = hasId(kind) ? ['id', ...names] : names
    const rows = await listRows(this.tx, kind.table, columns, {
      lock,
      // in the order in which others lock several, so that two do not wait for each other
      ...(hasId(kind) ? { ids: placed.map(({ rowId }) => rowId), order: ['id'] } : {}),
    })
    return new Map(
      rows.map((row) => [
        hasId(kind) ? (this.findRef(kind.table, Number(row.id)) ?? '') : this.#toNaturalRef(kind, row),
        toFieldsOfRow(kind, row, (table, id) => this.findRef(table, id)),
      ]),
    )
  }

  /** From now on these are found as what others are below, and by their names. The first word counts. */
  note(records: readonly NamedRecord[]): void {
    for (const record of records) {
      const key = `${record.kind.table} ${record.ref}`
      if (!this.#named.has(key)) this.#named.set(key, record)
    }
  }

  isInFile({ kind, ref }: NamedRecord): boolean {
    return this.#inFile.has(`${kind.table} ${ref}`)
  }

  notePrepared(prepared: readonly PreparedRecord[]): void {
    for (const { record } of prepared) this.#inFile.add(`${record.kind.table} ${record.ref}`)
    this.note(prepared.map(({ record: { kind, ref }, fields }) => ({ kind, ref, fields })))
  }

  /** What stands above it in the file; a reservation has the map of its space. */
  findAbove({ kind, fields }: NamedRecord): NamedRecord | undefined {
    const sibling = kind.siblingColumn
    if (sibling !== undefined) {
      const beside = this.#named.get(`${findTarget(kind, sibling)} ${fields[sibling]}`)
      return beside === undefined ? undefined : this.findAbove(beside)
    }
    if (kind.parent === undefined) return undefined
    return this.#named.get(`${kind.parent.table} ${fields[kind.parent.column]}`)
  }

  /** The record of the club that it is below, like its event; or itself. */
  findRoot(record: NamedRecord): NamedRecord {
    const above = this.findAbove(record)
    return above === undefined ? record : this.findRoot(above)
  }

  /** A record that another names, for officers. */
  tellRef(table: string, ref: string): string {
    const record = this.#named.get(`${table} ${ref}`)
    return record === undefined ? ref : labelRecord(record)
  }

  /** Whether an officer has removed it here, though no file has brought it. */
  wasRemoved(kind: RecordKind, ref: string): boolean {
    return this.imported.get(removedMark)?.has(toRemovedRef(kind.table, ref)) ?? false
  }

  /** What shows the record has changed: see `afterTouch`. */
  touch(kind: RecordKind, record: FileRecord): void {
    if (kind.isBeside) return
    const root = findRoot(record)
    this.#touchRoot(root.kind, root.ref)
  }

  /** The same for a record that the file no longer has. */
  touchGone(record: NamedRecord): void {
    if (record.kind.isBeside) return
    const root = this.findRoot(record)
    if (root !== record) this.#touchRoot(root.kind, root.ref)
  }

  #touchRoot(kind: RecordKind, ref: string): void {
    if (kind.afterTouch === undefined) return
    const touched = this.#touched.get(kind) ?? new Set()
    this.#touched.set(kind, touched)
    touched.add(ref)
  }

  async endTouched(): Promise<void> {
    for (const [kind, refs] of this.#touched) {
      const ids = [...refs].flatMap((ref) => this.ids.get(kind.table)?.get(ref) ?? [])
      await kind.afterTouch?.(this.tx, ids)
    }
  }
}

export function toIdentity(kind: RecordKind): RowColumn[] {
  return kind.identity.map((column) => ({ column, type: 'int' }))
}

/** The fields that the last import gave the record. */
export function toFields({ record }: ImportedRecord): Fields {
  return JSON.parse(record) as Fields
}
