// A unique value may already be used by a row that is not in this file.
import { listRows } from '../../db/clubRows.ts'
import type { ImportedRecord } from '../db.ts'
import { toUniqueValue } from '../record.ts'
import type { PlacedRecord, RecordKind } from '../recordKind.ts'
import type { ImportState } from './importState.ts'

/** Adds a fault for each record whose value is taken. */
export async function reportDoubles(
  state: ImportState,
  kind: RecordKind,
  placed: readonly PlacedRecord[],
  gone: readonly ImportedRecord[],
): Promise<void> {
  const { unique } = kind
  if (unique === undefined || placed.length === 0) return
  const holders = await listHolders(state, kind, unique, placed)
  const left = new Set(gone.map(({ ref }) => ref))
  for (const { record, fields } of placed) {
    const holder = holders.get(toUniqueValue(unique, state.toRow(kind, fields)))
    if (holder === undefined) continue
    const message = `is taken by ${toHolderText(state, kind, holder, left)}`
    state.faults.push({ place: `${record.place}.${unique.field}`, message })
  }
}

/** By unique value, the refs of the rows that these records do not replace. */
async function listHolders(
  { tx }: ImportState,
  kind: RecordKind,
  unique: NonNullable<RecordKind['unique']>,
  placed: readonly PlacedRecord[],
): Promise<Map<string, string>> {
  const isActive = kind.isHidden ? ['deleted_at'] : []
  const rows = await listRows(tx, kind.table, ['ref', ...unique.columns, ...isActive])
  const own = new Set(placed.map(({ record }) => record.ref))
  const others = rows.filter(
    (row) => !own.has(String(row.ref)) && (isActive.length === 0 || row.deleted_at === null),
  )
  return new Map(others.map((row) => [toUniqueValue(unique, row), String(row.ref)]))
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
