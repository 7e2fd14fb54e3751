// Merges the records of one kind: what is new is inserted, what the file changed is updated.
import { type ImportedRecord, upsertImported } from '../db.ts'
import { parentOf } from '../kinds/kinds.ts'
import type { Fields, RecordKind } from '../kinds/recordKind.ts'
import { findTarget } from '../record.ts'
import { reportDoubles } from './doubles.ts'
import { type ImportState, type PlacedRecord, type PreparedRecord, toFields } from './importState.ts'
import { orderRows } from './rowOrder.ts'
import { type ComparedRecord, findUpdates } from './threeWay.ts'
import { giveIds, insertRecords, parkUniqueValues, updateRecords } from './writeRows.ts'

export async function mergeKind(
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
  await parkUniqueValues(state, kind, updates)
  await insertRecords(state, kind, created)
  for (const { record } of created) state.touch(kind, record)
  state.result.created += created.length
  await updateRecords(state, kind, updates)
  if (kind.isOrdered) await orderRows(state, kind, placed)
  await upsertImported(state.tx, [
    ...compared.map(({ placed: each, base }) => toImported(kind, each, { ...base, ...each.fields })),
    ...created.map((each) => toImported(kind, each, each.fields)),
  ])
}

interface SortedRecords {
  created: PlacedRecord[]
  /** Imported before, and changed in the file since. */
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
    else if (rowId !== undefined) sortPresent(state, sorted, { ...each, rowId }, base)
    else if (base === undefined) {
      const placed = { ...each, rowId: 0 }
      sorted.created.push(placed)
      sorted.placed.push(placed)
    } else {
      state.missing.add(record)
      state.result.left.push(`${record.place}: was removed online and stays removed`)
    }
  }
  return sorted
}

function sortPresent(
  { result }: ImportState,
  { compared, placed }: SortedRecords,
  present: PlacedRecord,
  base: ImportedRecord | undefined,
): void {
  placed.push(present)
  // Without a base it was made online, or imported some other way. People's own work is never overwritten.
  if (base === undefined || JSON.stringify(present.fields) === base.record) result.unchanged += 1
  else compared.push({ placed: present, base: toFields(base) })
}

/** True when the record's parent or something that it must name was removed online. */
function isCutOff(state: ImportState, kind: RecordKind, { record, fields }: PreparedRecord): boolean {
  if (record.parent !== null && state.missing.has(record.parent)) return true
  return Object.entries(fields).some(([name, value]) => {
    const target = findTarget(kind, name, parentOf)
    if (target === undefined || typeof value !== 'string' || target === kind.table) return false
    return !state.ids.get(target)?.has(value)
  })
}

function toImported(kind: RecordKind, { record, rowId }: PlacedRecord, fields: Fields): ImportedRecord {
  return { kind: kind.name, ref: record.ref, rowId, record: JSON.stringify(fields) }
}
