// Writes the merged records of one kind into its table.

import { revokeJudges } from '../../contest/db/judge.ts'
import {
  deleteRows,
  findNextIds,
  insertRows,
  parkColumn,
  type RowColumn,
  updateRows,
} from '../../db/clubRows.ts'
import { proveBrought } from '../../member/db/memberEmail.ts'
import { endSessions } from '../../member/db/memberSession.ts'
import type { RecordKind } from '../kinds/recordKind.ts'
import { hasId, type ImportState, type PlacedRecord, toIdentity } from './importState.ts'
import { toInsertGroups } from './insertGroups.ts'
import type { Update } from './threeWay.ts'

export async function giveIds(
  state: ImportState,
  kind: RecordKind,
  created: readonly PlacedRecord[],
): Promise<void> {
  const next = hasId(kind) ? await findNextIds(state.tx, kind.table, created.length) : []
  created.forEach((placed, at) => {
    placed.rowId = next[at] ?? 0
    state.addRow(kind, placed.record.ref, placed.rowId)
  })
}

const ownColumns: readonly RowColumn[] = [
  { column: 'id', type: 'int' },
  { column: 'ref', type: 'text' },
]

export async function insertRecords(
  state: ImportState,
  kind: RecordKind,
  created: readonly PlacedRecord[],
): Promise<void> {
  const own = hasId(kind) ? ownColumns : []
  for (const group of toInsertGroups(kind, created)) {
    const columns = Object.keys(group[0]?.fields ?? {}).map((name) => toRowColumn(kind, name))
    const rows = group.map(({ record, rowId, fields }) => ({
      ...state.toRow(kind, fields),
      ...(hasId(kind) ? { id: rowId, ref: record.ref } : {}),
    }))
    await insertRows(state.tx, kind.table, [...own, ...columns], rows)
  }
  if (kind.name === 'member') await proveMembers(state, created)
}

/** All but those of whom the file says that it is not known. */
async function proveMembers({ tx }: ImportState, created: readonly PlacedRecord[]): Promise<void> {
  const brought = created.filter(({ fields }) => fields.email_proved_at !== null)
  await proveBrought(
    tx,
    brought.map(({ rowId }) => rowId),
  )
}

export async function updateRecords(
  state: ImportState,
  kind: RecordKind,
  updates: readonly Update[],
): Promise<void> {
  const { tx } = state
  for (const group of Map.groupBy(updates, ({ changes }) => Object.keys(changes).join(' ')).values()) {
    const columns = Object.keys(group[0]?.changes ?? {}).map((name) => toRowColumn(kind, name))
    const rows = group.map(({ placed: { rowId, fields }, changes }) => ({
      ...state.toRow(kind, changes),
      ...(hasId(kind) ? { id: rowId } : state.toIdentityValues(kind, fields)),
    }))
    await updateRows(tx, kind.table, toIdentity(kind), columns, rows)
  }
  if (kind.name === 'member') await endSessionsOfChanged(state, updates)
  if (kind.name === 'judge') await endLinksOfRevoked(state, updates)
}

/** Of members with a new password, and of suspended ones: restoring them revives no token. */
async function endSessionsOfChanged({ tx }: ImportState, updates: readonly Update[]): Promise<void> {
  const changed = updates.filter(
    ({ changes }) => changes.password_hash !== undefined || typeof changes.suspended_at === 'string',
  )
  const members = changed.map(({ placed }) => placed.rowId)
  await endSessions(tx, members)
}

/** As on the command line, the judge's link and devices end with it. */
async function endLinksOfRevoked({ tx }: ImportState, updates: readonly Update[]): Promise<void> {
  for (const { placed, changes } of updates) {
    if (typeof changes.revoked_at !== 'string') continue
    await revokeJudges(tx, [placed.rowId], new Date(changes.revoked_at))
  }
}

/** When rows exchange unique values, each first gets a temporary value. */
export async function parkUniqueValues(
  state: ImportState,
  kind: RecordKind,
  updates: readonly Update[],
): Promise<void> {
  if (kind.unique === undefined) return
  const { tx } = state
  const { columns, park } = kind.unique
  const moving = updates.filter(({ changes }) => columns.some((name) => changes[name] !== undefined))
  if (moving.length === 0) return
  const records = moving.map(({ placed }) => placed)
  const ids = records.map(({ rowId }) => rowId)
  const last = columns.at(-1)
  if (park !== undefined && last !== undefined) {
    await parkColumn(tx, kind.table, last, park, ids)
    // the row must get its real value back
    for (const { placed, changes } of moving) changes[last] = placed.fields[last] ?? null
    return
  }
  // a reservation has no column for a temporary value: it is deleted and inserted again under the same id, with what
  // the file does not say of it
  const current = await state.loadCurrent(kind, records)
  const identities = ids.map((id) => ({ id }))
  await deleteRows(tx, kind.table, toIdentity(kind), identities)
  await insertRecords(
    state,
    kind,
    records.map((placed) => ({
      ...placed,
      fields: { ...current.get(placed.record.ref), ...placed.fields },
    })),
  )
}

function toRowColumn(kind: RecordKind, name: string): RowColumn {
  if (name === kind.parentColumn) return { column: name, type: 'int' }
  return { column: name, type: kind.columns[name]?.type ?? 'text' }
}
