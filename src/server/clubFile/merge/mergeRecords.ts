// Merges the records of a club file into the database: only what is new or changed in the file.
import { deleteUnmarked, listRows } from '../../db/clubRows.ts'
import type { Tx } from '../../db/open.ts'
import { type ImportedRecord, upsertImported } from '../db.ts'
import { ClubFileFaults, toLine } from '../faults.ts'
import type { ClubFormat } from '../format.ts'
import { findTarget, toUniqueValue } from '../record.ts'
import type { Fields, PlacedRecord, PreparedRecord, RecordKind } from '../recordKind.ts'
import { findGone } from './gone.ts'
import { ImportState, toFields } from './importState.ts'
import type { MergeOptions, MergeResult } from './mergeResult.ts'
import { countByKind, nameRecord, toGroupLines } from './naming.ts'
import { removeGone } from './removal.ts'
import { type ComparedRecord, findUpdates } from './threeWay.ts'
import { giveIds, insertRecords, orderRows, parkUniqueValues, updateRecords } from './writeRows.ts'

/** `lists`: those that the file has. What is below another one is left alone. */
export async function mergeRecords(
  tx: Tx,
  { kinds }: ClubFormat,
  prepared: readonly PreparedRecord[],
  { lists, ...options }: MergeOptions & { lists: ReadonlySet<string> },
): Promise<MergeResult> {
  await deleteUnmarked(tx)
  const state = new ImportState(tx, kinds, options)
  await state.load()
  state.notePrepared(prepared)
  const byKind = Map.groupBy(prepared, ({ record }) => record.kind)
  const gone = await findGone(state, byKind, lists)
  const backwards = [...kinds].reverse()
  if (options.prune) {
    for (const kind of backwards) await removeGone(state, kind, gone.get(kind) ?? [], false)
  }
  for (const kind of kinds) await mergeKind(state, kind, byKind.get(kind) ?? [], gone.get(kind) ?? [])
  if (state.faults.length > 0) throw new ClubFileFaults(state.faults)
  for (const kind of backwards) await removeGone(state, kind, gone.get(kind) ?? [], true)
  await state.endTouched()
  state.result.removedKinds = countByKind(state.removed)
  return state.result
}

/** What is new is inserted, what the file changed is updated. */
async function mergeKind(
  state: ImportState,
  kind: RecordKind,
  prepared: readonly PreparedRecord[],
  gone: readonly ImportedRecord[],
): Promise<void> {
  const { created, compared, placed } = sortRecords(state, kind, prepared)
  await reportDoubles(state, kind, [...created, ...compared.map((each) => each.placed)], gone)
  if (state.faults.length > 0) return
  await giveIds(state, kind, created)
  const updates = await findUpdates(state, kind, compared)
  for (const warning of (await kind.warnOfUpdates?.(state.tx, updates)) ?? []) {
    state.result[warning.needsYes ? 'asks' : 'warnings'].push(toLine(warning))
  }
  await parkUniqueValues(state, kind, updates)
  await insertRecords(state, kind, created)
  await kind.afterInsert?.(state.tx, created)
  for (const { record } of created) state.touch(kind, record)
  state.result.created += created.length
  const made = created.map(({ record: { ref }, fields }) => ({ kind, ref, fields }))
  if (kind.parent === undefined && kind.siblingColumn === undefined)
    state.result.made.push(...toGroupLines(state, made))
  await updateRecords(state, kind, updates)
  await kind.afterUpdate?.(state.tx, updates)
  if (kind.isOrdered) await orderRows(state, kind, placed)
  await upsertImported(state.tx, [
    // what was made online stays so: no `--prune` removes it
    ...compared.flatMap(({ placed: each, base }) =>
      base === null ? [] : [toImported(kind, each, { ...base, ...each.fields })],
    ),
    ...created.map((each) => toImported(kind, each, each.fields)),
  ])
}

interface SortedRecords {
  created: PlacedRecord[]
  /** Imported before and changed in the file since, or made online. */
  compared: ComparedRecord[]
  /** Everything that has a row, or gets one. */
  placed: PlacedRecord[]
}

function sortRecords(
  state: ImportState,
  kind: RecordKind,
  prepared: readonly PreparedRecord[],
): SortedRecords {
  const sorted: SortedRecords = { created: [], compared: [], placed: [] }
  for (const each of prepared) {
    const { record } = each
    const base = state.imported.get(kind.name)?.get(record.ref)
    const rowId = state.ids.get(kind.table)?.get(record.ref)
    if (isCutOff(state, kind, each)) state.missing.add(record)
    else if (rowId !== undefined) {
      const placed = { ...each, rowId }
      sorted.placed.push(placed)
      if (base !== undefined && JSON.stringify(each.fields) === base.record) state.result.unchanged += 1
      else sorted.compared.push({ placed, base: base === undefined ? null : toFields(base) })
    } else if (base === undefined && !state.wasRemoved(kind, record.ref)) {
      const placed = { ...each, rowId: 0 }
      sorted.created.push(placed)
      sorted.placed.push(placed)
    } else {
      state.missing.add(record)
      const name = nameRecord(state, { kind, ref: record.ref, fields: each.fields })
      state.result.left.push(`${name}: was removed online and stays removed`)
    }
  }
  return sorted
}

/** True when the record's parent or something that it must name was removed online. */
function isCutOff(state: ImportState, kind: RecordKind, { record, fields }: PreparedRecord): boolean {
  if (record.parent !== null && state.missing.has(record.parent)) return true
  return Object.entries(fields).some(([name, value]) => {
    const target = findTarget(kind, name)
    if (target === undefined || typeof value !== 'string' || target === kind.table) return false
    return !state.ids.get(target)?.has(value)
  })
}

function toImported(kind: RecordKind, { record, rowId }: PlacedRecord, fields: Fields): ImportedRecord {
  return { kind: kind.name, ref: record.ref, rowId, record: JSON.stringify(fields) }
}

/** Adds a fault for each record whose value is taken by a row that is not in this file. */
async function reportDoubles(
  state: ImportState,
  kind: RecordKind,
  placed: readonly PlacedRecord[],
  gone: readonly ImportedRecord[],
): Promise<void> {
  const { unique } = kind
  if (unique === undefined || placed.length === 0) return
  const rows = await listRows(state.tx, kind.table, [
    ...['ref', ...unique.columns],
    ...(kind.isHidden ? ['deleted_at'] : []),
  ])
  const own = new Set(placed.map(({ record }) => record.ref))
  const others = rows.filter((row) => !own.has(String(row.ref)) && !row.deleted_at)
  const holders = new Map(others.map((row) => [toUniqueValue(unique, row), String(row.ref)]))
  const left = new Set(gone.map(({ ref }) => ref))
  for (const { record, fields } of placed) {
    // nothing at all is nobody's
    if (unique.columns.some((name) => fields[name] === null)) continue
    const holder = holders.get(toUniqueValue(unique, state.toRow(kind, fields)))
    if (holder === undefined) continue
    const message = `is taken by ${toHolderText(state, kind, holder, left)}`
    state.faults.push({ place: `${record.place}.${unique.field}`, message })
  }
}

function toHolderText(
  { imported, options }: ImportState,
  kind: RecordKind,
  holder: string,
  left: ReadonlySet<string>,
): string {
  if (left.has(holder)) {
    const end = options.prune ? ', but cannot be removed' : '; --prune removes it'
    return `'${holder}', which is no longer in the file${end}`
  }
  return imported.get(kind.name)?.has(holder)
    ? `'${holder}', which keeps it`
    : 'a record that was made online'
}
