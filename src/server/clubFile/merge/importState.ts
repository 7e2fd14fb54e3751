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
import { type ImportedRecord, listImported } from '../db.ts'
import type { Fault } from '../faults.ts'
import { findTarget, listColumnNames, toFieldsOfRow } from '../record.ts'
import type { Fields, FileRecord, RecordKind } from '../recordKind.ts'
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
  async loadCurrent(kind: RecordKind, placed: readonly { rowId: number }[]): Promise<Map<string, Fields>> {
    const names = listColumnNames(kind)
    const columns = hasId(kind) ? ['id', ...names] : names
    const rows = await listRows(this.tx, kind.table, columns, {
      lock: true,
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

  /** What shows the record has changed: see `afterTouch`. */
  touch(kind: RecordKind, record: FileRecord): void {
    if (kind.isBeside) return
    const root = findRoot(record)
    this.#touchRoot(root.kind, root.ref)
  }

  /** The same for a record that the file no longer has: its fields lead to the one that shows it. */
  touchGone(kind: RecordKind, fields: Fields): void {
    if (kind.isBeside) return
    const name = kind.siblingColumn ?? kind.parent?.column
    const ref = name === undefined ? undefined : fields[name]
    const target = name === undefined ? undefined : findTarget(kind, name)
    const above = this.kinds.find(({ table }) => table === target)
    if (typeof ref !== 'string' || above === undefined) return
    this.#touchRoot(above, ref)
    const record = this.imported.get(above.name)?.get(ref)
    if (record !== undefined) this.touchGone(above, toFields(record))
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
