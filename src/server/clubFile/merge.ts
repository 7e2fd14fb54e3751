// Merges the records of a club file into the database: only what is new or changed in the file.
import {
  bumpRevisions,
  deleteRows,
  endSessions,
  type ForeignKey,
  findNextIds,
  insertRows,
  listDependents,
  listForeignKeys,
  listRows,
  parkColumn,
  type Row,
  type RowColumn,
  updateRows,
} from '../db/club/clubRows.ts'
import { forgetImported, type ImportedRecord, listImported, upsertImported } from '../db/club/imported.ts'
import { revokeJudges } from '../db/contest/judge.ts'
import type { Tx } from '../db/open.ts'
import { toTitle } from './crossCheck.ts'
import { ClubFileFaults, type Fault } from './faults.ts'
import { toInsertGroups } from './insertGroups.ts'
import { type Branch, branches, type Fields, type Json, kinds, type RecordKind } from './kinds.ts'
import {
  type MergeOptions,
  type MergeResult,
  startResult,
  toChangeLine,
  toKeyName,
  toKeys,
} from './mergeResult.ts'
import type { FileRecord } from './read.ts'
import { findTarget, isSame, toFieldsOfRow, toUniqueValue } from './record.ts'
import { listUnkeyedDependents } from './unkeyedDependents.ts'

/** A record whose pictures are stored and whose password is hashed. */
export interface PreparedRecord {
  readonly record: FileRecord
  readonly fields: Fields
}

/** The parent kind of each kind. Comments are children of posts and use the same table. */
export const parentOf: ReadonlyMap<RecordKind, RecordKind> = new Map(listPairs(branches))

function listPairs(from: readonly Branch[]): [RecordKind, RecordKind][] {
  return from.flatMap(({ kind }) => [
    ...kind.children.map((child): [RecordKind, RecordKind] => [child.kind, kind]),
    ...listPairs(kind.children),
  ])
}

/** Kinds that no pack or page of an event shows, so they change no revision. */
const besideTheEvent = new Set(['judge', 'voter', 'worker'])
/** Rows here never keep a member or judge from being removed: they are removed with them. */
const withoutWeight = new Set(['member_session', 'judge_challenge'])

export function mergeRecords(
  tx: Tx,
  tenantId: number,
  prepared: readonly PreparedRecord[],
  options: MergeOptions,
): Promise<MergeResult> {
  return new Merge(tx, tenantId, options).run(prepared)
}

interface PlacedRecord extends PreparedRecord {
  /** 0 when the table has no ids. */
  rowId: number
}

class Merge {
  readonly #tx: Tx
  readonly #tenantId: number
  readonly #options: MergeOptions
  readonly #imported = new Map<string, Map<string, ImportedRecord>>()
  /** By table: ids of the existing rows and of those that this import adds. */
  readonly #ids = new Map<string, Map<string, number>>()
  readonly #refs = new Map<string, Map<number, string>>()
  /** Records that cannot be imported, because something they need was removed online. */
  readonly #missing = new Set<FileRecord>()
  readonly #touchedEvents = new Set<string>()
  #foreignKeys: readonly ForeignKey[] | undefined
  readonly #faults: Fault[] = []
  readonly #result: MergeResult = startResult()

  constructor(tx: Tx, tenantId: number, options: MergeOptions) {
    this.#tx = tx
    this.#tenantId = tenantId
    this.#options = options
  }

  async run(prepared: readonly PreparedRecord[]): Promise<MergeResult> {
    for (const record of await listImported(this.#tx, this.#tenantId)) {
      const known = this.#imported.get(record.kind) ?? new Map()
      this.#imported.set(record.kind, known)
      known.set(record.ref, record)
    }
    await this.#loadRefs()
    const byKind = new Map<RecordKind, PreparedRecord[]>()
    for (const each of prepared) {
      const list = byKind.get(each.record.kind) ?? []
      byKind.set(each.record.kind, list)
      list.push(each)
    }
    const gone = new Map(kinds.map((kind) => [kind, this.#findGone(kind, byKind.get(kind) ?? [])]))
    const backwards = [...kinds].reverse()
    if (this.#options.prune) {
      for (const kind of backwards) await this.#removeGone(kind, gone.get(kind) ?? [], false)
    }
    for (const kind of kinds) await this.#mergeKind(kind, byKind.get(kind) ?? [], gone.get(kind) ?? [])
    if (this.#faults.length > 0) throw new ClubFileFaults(this.#faults)
    for (const kind of backwards) await this.#removeGone(kind, gone.get(kind) ?? [], true)
    const events = this.#ids.get('event')
    await bumpRevisions(
      this.#tx,
      this.#tenantId,
      [...this.#touchedEvents].flatMap((ref) => events?.get(ref) ?? []),
    )
    return this.#result
  }

  async #loadRefs(): Promise<void> {
    const tables = new Set(kinds.filter(({ identity }) => identity[0] === 'id').map(({ table }) => table))
    for (const table of tables) {
      const rows = await listRows(this.#tx, this.#tenantId, table, ['id', 'ref'])
      this.#ids.set(table, new Map(rows.map(({ id, ref }) => [String(ref), Number(id)])))
      this.#refs.set(table, new Map(rows.map(({ id, ref }) => [Number(id), String(ref)])))
    }
    for (const kind of kinds.filter(({ identity }) => identity[0] !== 'id')) {
      const rows = await listRows(
        this.#tx,
        this.#tenantId,
        kind.table,
        kind.identity.length === 0 ? ['tenant_id'] : kind.identity,
      )
      this.#ids.set(kind.table, new Map(rows.map((row) => [this.#toNaturalRef(kind, row), 0])))
    }
  }

  /** The ref of a row in a table without refs: the refs of the rows that it joins. */
  #toNaturalRef(kind: RecordKind, row: Row): string {
    if (kind.identity.length === 0) return kind.name
    return kind.identity
      .map((name) => this.#findRef(findTarget(kind, name, parentOf) ?? '', Number(row[name])) ?? '')
      .join(' ')
  }

  #findRef(table: string, id: number): string | null {
    return this.#refs.get(table)?.get(id) ?? null
  }

  #findGone(kind: RecordKind, prepared: readonly PreparedRecord[]): ImportedRecord[] {
    const refs = new Set(prepared.map(({ record }) => record.ref))
    const known = [...(this.#imported.get(kind.name)?.values() ?? [])]
    return known.filter(({ ref }) => !refs.has(ref))
  }

  async #mergeKind(
    kind: RecordKind,
    prepared: readonly PreparedRecord[],
    gone: readonly ImportedRecord[],
  ): Promise<void> {
    const present = this.#ids.get(kind.table) ?? new Map<string, number>()
    const imported = this.#imported.get(kind.name)
    const created: PlacedRecord[] = []
    const compared: { placed: PlacedRecord; base: Fields }[] = []
    const marks: ImportedRecord[] = []
    const placedAll: PlacedRecord[] = []
    for (const each of prepared) {
      const { record, fields } = each
      const base = imported?.get(record.ref)
      const rowId = present.get(record.ref)
      if (this.#isCutOff(kind, record, fields)) {
        this.#missing.add(record)
        continue
      }
      if (rowId === undefined) {
        if (base === undefined) {
          const placed: PlacedRecord = { ...each, rowId: 0 }
          created.push(placed)
          placedAll.push(placed)
        } else {
          this.#missing.add(record)
          this.#result.left.push(`${record.place}: was removed online and stays removed`)
        }
        continue
      }
      const placed: PlacedRecord = { ...each, rowId }
      placedAll.push(placed)
      if (base === undefined) {
        // Made online, or imported some other way. People's own work is never overwritten.
        this.#result.unchanged += 1
        continue
      }
      const text = JSON.stringify(fields)
      if (text === base.record) this.#result.unchanged += 1
      else {
        compared.push({ placed, base: JSON.parse(base.record) as Fields })
        marks.push(toImported(kind, record.ref, rowId, { ...(JSON.parse(base.record) as Fields), ...fields }))
      }
    }
    await this.#checkDoubles(kind, [...created, ...compared.map(({ placed }) => placed)], gone)
    if (this.#faults.length > 0) return
    await this.#giveIds(kind, created)
    const updates = await this.#findUpdates(kind, compared)
    await this.#park(kind, updates)
    await this.#insert(kind, created)
    for (const placed of created) {
      marks.push(toImported(kind, placed.record.ref, placed.rowId, placed.fields))
      this.#touch(kind, placed.record)
    }
    this.#result.created += created.length
    await this.#update(kind, updates)
    if (kind.isOrdered) await this.#order(kind, placedAll)
    await upsertImported(this.#tx, this.#tenantId, marks)
  }

  /** True when the record's parent or something that it must name was removed online. */
  #isCutOff(kind: RecordKind, record: FileRecord, fields: Fields): boolean {
    if (record.parent !== null && this.#missing.has(record.parent)) return true
    return Object.entries(fields).some(([name, value]) => {
      const target = findTarget(kind, name, parentOf)
      if (target === undefined || typeof value !== 'string' || target === kind.table) return false
      return !this.#ids.get(target)?.has(value)
    })
  }

  async #giveIds(kind: RecordKind, created: readonly PlacedRecord[]): Promise<void> {
    const ids = this.#ids.get(kind.table)
    if (kind.identity[0] !== 'id') {
      for (const { record } of created) ids?.set(record.ref, 0)
      return
    }
    const next = await findNextIds(this.#tx, kind.table, created.length)
    created.forEach((placed, at) => {
      placed.rowId = next[at] ?? 0
      ids?.set(placed.record.ref, placed.rowId)
      this.#refs.get(kind.table)?.set(placed.rowId, placed.record.ref)
    })
  }

  async #insert(kind: RecordKind, created: readonly PlacedRecord[]): Promise<void> {
    for (const group of toInsertGroups(kind, created)) {
      const names = Object.keys(group[0]?.fields ?? {})
      const columns = names.map((name) => toRowColumn(kind, name))
      const own: RowColumn[] =
        kind.identity[0] === 'id'
          ? [
              { column: 'id', type: 'int' },
              { column: 'ref', type: 'text' },
            ]
          : []
      const rows = group.map(({ record, rowId, fields }) => ({
        ...this.#toRow(kind, fields),
        ...(own.length > 0 ? { id: rowId, ref: record.ref } : {}),
      }))
      await insertRows(this.#tx, this.#tenantId, kind.table, [...own, ...columns], rows)
    }
  }

  #toRow(kind: RecordKind, fields: Fields): Row {
    const row: Row = {}
    for (const [name, value] of Object.entries(fields)) {
      const target = findTarget(kind, name, parentOf)
      row[name] =
        target !== undefined && typeof value === 'string'
          ? (this.#ids.get(target)?.get(value) ?? null)
          : value
    }
    return row
  }

  /** Three-way merge: takes what the file changed since its last import, unless it was changed online too. */
  async #findUpdates(
    kind: RecordKind,
    compared: readonly { placed: PlacedRecord; base: Fields }[],
  ): Promise<{ placed: PlacedRecord; changes: Fields }[]> {
    if (compared.length === 0) return []
    const current = await this.#loadCurrent(
      kind,
      compared.map(({ placed }) => placed),
    )
    const updates: { placed: PlacedRecord; changes: Fields }[] = []
    for (const { placed, base } of compared) {
      const now = current.get(placed.record.ref)
      if (now === undefined) continue
      const changes: Fields = {}
      for (const [name, value] of Object.entries(placed.fields)) {
        const column = kind.columns[name]
        const merged = column?.isByKey
          ? this.#mergeKeys(placed, name, value, base[name], now[name])
          : this.#mergeValue(placed, column?.field ?? name, value, base[name], now[name])
        if (merged !== undefined) changes[name] = merged
      }
      if (Object.keys(changes).length === 0) {
        this.#result.unchanged += 1
        continue
      }
      updates.push({ placed, changes })
      this.#result.changed += 1
      this.#result.changes.push(toChangeLine(placed.record, changes, now))
      this.#touch(kind, placed.record)
    }
    return updates
  }

  #mergeValue(
    placed: PlacedRecord,
    field: string,
    wanted: Json,
    base: Json | undefined,
    now: Json | undefined,
  ): Json | undefined {
    if (isSame(wanted, base) || isSame(wanted, now)) return undefined
    // a field that is new in this version of the format has no base
    if (this.#options.overwrite || base === undefined || isSame(base, now)) return wanted
    this.#result.left.push(`${placed.record.place}.${field}: was changed online and is left as it is`)
    return undefined
  }

  #mergeKeys(
    placed: PlacedRecord,
    name: string,
    wanted: Json,
    base: Json | undefined,
    now: Json | undefined,
  ): Json | undefined {
    const [wantedKeys, baseKeys, nowKeys] = [toKeys(wanted), toKeys(base), toKeys(now)]
    const merged = { ...nowKeys }
    let isChanged = false
    for (const [key, value] of Object.entries(wantedKeys)) {
      const one = this.#mergeValue(placed, `${name}.${toKeyName(key)}`, value, baseKeys[key], nowKeys[key])
      if (one === undefined) continue
      merged[key] = one
      isChanged = true
    }
    return isChanged ? merged : undefined
  }

  async #loadCurrent(kind: RecordKind, placed: readonly { rowId: number }[]): Promise<Map<string, Fields>> {
    const names = [
      ...new Set([
        ...(kind.parentColumn === undefined ? [] : [kind.parentColumn]),
        ...Object.keys(kind.columns),
      ]),
    ]
    const hasId = kind.identity[0] === 'id'
    const rows = await listRows(this.#tx, this.#tenantId, kind.table, hasId ? ['id', ...names] : names, {
      lock: true,
      // in the order in which others lock several, so that two do not wait for each other
      ...(hasId ? { ids: placed.map(({ rowId }) => rowId), order: ['id'] } : {}),
    })
    return new Map(
      rows.map((row) => [
        hasId ? (this.#findRef(kind.table, Number(row.id)) ?? '') : this.#toNaturalRef(kind, row),
        toFieldsOfRow(kind, row, parentOf, (table, id) => this.#findRef(table, id)),
      ]),
    )
  }

  async #update(
    kind: RecordKind,
    updates: readonly { placed: PlacedRecord; changes: Fields }[],
  ): Promise<void> {
    const identity = toIdentity(kind)
    for (const group of Map.groupBy(updates, ({ changes }) => Object.keys(changes).join(' ')).values()) {
      const columns = Object.keys(group[0]?.changes ?? {}).map((name) => toRowColumn(kind, name))
      const rows = group.map(({ placed, changes }) => ({
        ...this.#toRow(kind, changes),
        ...this.#toIdentityValues(kind, placed),
      }))
      await updateRows(this.#tx, this.#tenantId, kind.table, identity, columns, rows)
    }
    if (kind.name === 'member') {
      const changed = updates.filter(({ changes }) => changes.password_hash !== undefined)
      await endSessions(
        this.#tx,
        this.#tenantId,
        changed.map(({ placed }) => placed.rowId),
      )
    }
    for (const { placed, changes } of kind.name === 'judge' ? updates : []) {
      if (typeof changes.revoked_at !== 'string') continue
      // as on the command line, the judge's link and devices end with it
      await revokeJudges(this.#tx, this.#tenantId, [placed.rowId], new Date(changes.revoked_at))
    }
  }

  #toIdentityValues(kind: RecordKind, { rowId, fields }: PlacedRecord): Row {
    if (kind.identity[0] === 'id') return { id: rowId }
    const row = this.#toRow(kind, fields)
    return Object.fromEntries(kind.identity.map((name) => [name, row[name]]))
  }

  /** When rows exchange unique values, each first gets a temporary value. */
  async #park(
    kind: RecordKind,
    updates: readonly { placed: PlacedRecord; changes: Fields }[],
  ): Promise<void> {
    if (kind.unique === undefined) return
    const { columns, park } = kind.unique
    const moving = updates.filter(({ changes }) => columns.some((name) => changes[name] !== undefined))
    if (moving.length === 0) return
    const ids = moving.map(({ placed }) => placed.rowId)
    const last = columns.at(-1)
    if (park !== undefined && last !== undefined) {
      await parkColumn(this.#tx, this.#tenantId, kind.table, last, park, ids)
      // the row must get its real value back
      for (const { placed, changes } of moving) changes[last] = placed.fields[last] ?? null
      return
    }
    // a reservation has no column for a temporary value: it is deleted and inserted again under the same id
    await deleteRows(
      this.#tx,
      this.#tenantId,
      kind.table,
      toIdentity(kind),
      ids.map((id) => ({ id })),
    )
    await this.#insert(
      kind,
      moving.map(({ placed }) => placed),
    )
  }

  /** A unique value may already be used by a row that is not in this file. */
  async #checkDoubles(
    kind: RecordKind,
    placed: readonly PlacedRecord[],
    gone: readonly ImportedRecord[],
  ): Promise<void> {
    if (kind.unique === undefined || placed.length === 0) return
    const { unique } = kind
    const { columns, field } = unique
    const isActive = kind.table === 'member' ? ['deleted_at'] : []
    const rows = await listRows(this.#tx, this.#tenantId, kind.table, ['ref', ...columns, ...isActive])
    const own = new Set(placed.map(({ record }) => record.ref))
    const imported = this.#imported.get(kind.name)
    const held = new Map<string, string>()
    for (const row of rows) {
      if (own.has(String(row.ref)) || (isActive.length > 0 && row.deleted_at !== null)) continue
      held.set(toUniqueValue(unique, row), String(row.ref))
    }
    const left = new Set(gone.map(({ ref }) => ref))
    for (const { record, fields } of placed) {
      const holder = held.get(toUniqueValue(unique, this.#toRow(kind, fields)))
      if (holder === undefined) continue
      const who = left.has(holder)
        ? `'${holder}', which is no longer in the file${this.#options.prune ? ', but cannot be removed' : '; --prune removes it'}`
        : imported?.has(holder)
          ? `'${holder}', which keeps it`
          : 'a record that was made online'
      this.#faults.push({ place: `${record.place}.${field}`, message: `is taken by ${who}` })
    }
  }

  async #order(kind: RecordKind, placed: readonly PlacedRecord[]): Promise<void> {
    const rows = await listRows(this.#tx, this.#tenantId, kind.table, ['id', 'position'])
    const positions = new Map(rows.map(({ id, position }) => [Number(id), Number(position)]))
    const moves: Row[] = []
    for (const group of Map.groupBy(placed, ({ record }) => record.parent?.ref ?? '').values()) {
      const isInOrder = group.every((each, at) => {
        const before = group[at - 1]
        if (before === undefined) return true
        const [a, b] = [positions.get(before.rowId) ?? 0, positions.get(each.rowId) ?? 0]
        return a < b || (a === b && before.rowId < each.rowId)
      })
      if (isInOrder) continue
      group.forEach(({ rowId, record }, at) => {
        if (positions.get(rowId) === at) return
        moves.push({ id: rowId, position: at })
        this.#touch(kind, record)
      })
    }
    if (moves.length === 0) return
    await updateRows(
      this.#tx,
      this.#tenantId,
      kind.table,
      toIdentity(kind),
      [{ column: 'position', type: 'int' }],
      moves,
    )
  }

  #touch(kind: RecordKind, record: FileRecord): void {
    if (besideTheEvent.has(kind.name)) return
    for (let at: FileRecord | null = record; at !== null; at = at.parent) {
      if (at.kind.name === 'event') this.#touchedEvents.add(at.ref)
    }
  }

  /** Children before parents. Runs before the merge to free unique values, and again for moved children. */
  async #removeGone(kind: RecordKind, gone: readonly ImportedRecord[], isLast: boolean): Promise<void> {
    const present = this.#ids.get(kind.table)
    const there = gone.filter(({ ref }) => present?.has(ref))
    if (!this.#options.prune) {
      for (const each of there) this.#result.gone.push(toGoneLine(kind, each))
      return
    }
    const removable = await this.#findRemovable(kind, there, isLast)
    const rows = removable.map((each) =>
      kind.identity[0] === 'id' ? { id: each.rowId } : this.#toIdentityOfGone(kind, each),
    )
    if (rows.length > 0) await deleteRows(this.#tx, this.#tenantId, kind.table, toIdentity(kind), rows)
    for (const each of removable) {
      present?.delete(each.ref)
      this.#result.gone.push(toGoneLine(kind, each))
      this.#touchGone(kind, JSON.parse(each.record) as Fields)
    }
    this.#result.removed += removable.length
    const forgotten = isLast ? gone.filter(({ ref }) => !present?.has(ref)) : []
    await forgetImported(
      this.#tx,
      this.#tenantId,
      kind.name,
      forgotten.map(({ ref }) => ref),
    )
  }

  #toIdentityOfGone(kind: RecordKind, { record }: ImportedRecord): Row {
    const row = this.#toRow(kind, JSON.parse(record) as Fields)
    return Object.fromEntries(kind.identity.map((name) => [name, row[name]]))
  }

  /** Leaves records that were changed online, or that have something below them which stays. */
  async #findRemovable(
    kind: RecordKind,
    gone: readonly ImportedRecord[],
    isLast: boolean,
  ): Promise<ImportedRecord[]> {
    if (gone.length === 0 || kind.identity.length === 0) return []
    const reasons = new Map<string, string>()
    // locked in any case: nothing that people make online may come to depend on them meanwhile
    const current = await this.#loadCurrent(kind, gone)
    if (!this.#options.overwrite) {
      for (const { ref, record } of gone) {
        const now = current.get(ref)
        const base = JSON.parse(record) as Fields
        if (now !== undefined && Object.entries(base).some(([name, value]) => !isSame(value, now[name]))) {
          reasons.set(ref, 'was changed online')
        }
      }
    }
    if (kind.identity[0] === 'id') {
      const ids = gone.map(({ rowId }) => rowId)
      this.#foreignKeys ??= await listForeignKeys(this.#tx)
      for (const { table, column, target } of this.#foreignKeys) {
        if (target !== kind.table || withoutWeight.has(table)) continue
        for (const { id, count } of await listDependents(this.#tx, this.#tenantId, table, column, ids)) {
          const ref = this.#findRef(kind.table, id)
          if (ref !== null) reasons.set(ref, `still has ${count} × ${table.replaceAll('_', ' ')}`)
        }
      }
    }
    const unkeyed = await listUnkeyedDependents(this.#tx, this.#tenantId, kind, gone, this.#ids)
    for (const [ref, reason] of unkeyed) reasons.set(ref, reason)
    for (const each of isLast ? gone : []) {
      const why = reasons.get(each.ref)
      if (why !== undefined)
        this.#result.left.push(`${toGoneLine(kind, each)}: is not removed, because it ${why}`)
    }
    return gone.filter(({ ref }) => !reasons.has(ref))
  }

  #touchGone(kind: RecordKind, fields: Fields): void {
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
    const record = parent === undefined ? undefined : this.#imported.get(parent.name)?.get(ref)
    if (parent !== undefined && record !== undefined) {
      this.#touchGone(parent, JSON.parse(record.record) as Fields)
    }
  }
}

function toImported(kind: RecordKind, ref: string, rowId: number, fields: Fields): ImportedRecord {
  return { kind: kind.name, ref, rowId, record: JSON.stringify(fields) }
}

function toGoneLine(kind: RecordKind, { ref, record }: ImportedRecord): string {
  return `${kind.name} ${ref}${toTitle(JSON.parse(record) as Fields)}`
}

function toIdentity(kind: RecordKind): RowColumn[] {
  return kind.identity.map((column) => ({ column, type: 'int' }))
}

function toRowColumn(kind: RecordKind, name: string): RowColumn {
  if (name === kind.parentColumn) return { column: name, type: 'int' }
  return { column: name, type: kind.columns[name]?.type ?? 'text' }
}
