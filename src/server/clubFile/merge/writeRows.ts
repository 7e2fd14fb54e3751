// Writes the merged records of one kind into its table.
import {
  type ClubRow,
  deleteRows,
  findNextIds,
  insertRows,
  listRows,
  parkColumn,
  type RowColumn,
  updateRows,
} from '../../db/clubRows.ts'
import { hasId } from '../record.ts'
import type { Fields, PlacedRecord, RecordKind, Update } from '../recordKind.ts'
import { type ImportState, toIdentity } from './importState.ts'

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
}

/**
 * Rows with the same columns are one group. A row that names another row of its own table comes after it,
 * whatever columns the two have.
 */
function toInsertGroups<T extends { readonly fields: Fields }>(
  kind: RecordKind,
  created: readonly T[],
): T[][] {
  const self = Object.entries(kind.columns).find(([, column]) => column.refTo === kind.table)?.[0]
  const isBelow = ({ fields }: T) => self !== undefined && typeof fields[self] === 'string'
  return [created.filter((each) => !isBelow(each)), created.filter(isBelow)].flatMap((level) => [
    ...Map.groupBy(level, ({ fields }) => Object.keys(fields).join(' ')).values(),
  ])
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
  if (name === kind.parent?.column) return { column: name, type: 'int' }
  return { column: name, type: kind.columns[name]?.type ?? 'text' }
}

/**
 * Gives siblings the order that they have in the file. Where it is right already, however the positions are numbered,
 * nothing is written.
 */
export async function orderRows(
  state: ImportState,
  kind: RecordKind,
  placed: readonly PlacedRecord[],
): Promise<void> {
  const { tx } = state
  const rows = await listRows(tx, kind.table, ['id', 'position'])
  const positions = new Map(rows.map(({ id, position }) => [Number(id), Number(position)]))
  const moves: ClubRow[] = []
  for (const group of Map.groupBy(placed, ({ record }) => record.parent?.ref ?? '').values()) {
    if (isInOrder(group, positions)) continue
    group.forEach(({ rowId, record }, at) => {
      if (positions.get(rowId) === at) return
      moves.push({ id: rowId, position: at })
      state.touch(kind, record)
    })
  }
  if (moves.length === 0) return
  const column = { column: 'position', type: 'int' } as const
  await updateRows(tx, kind.table, toIdentity(kind), [column], moves)
}

function isInOrder(group: readonly PlacedRecord[], positions: ReadonlyMap<number, number>): boolean {
  return group.every((each, at) => {
    const before = group[at - 1]
    if (before === undefined) return true
    const [a, b] = [positions.get(before.rowId) ?? 0, positions.get(each.rowId) ?? 0]
    return a < b || (a === b && before.rowId < each.rowId)
  })
}
