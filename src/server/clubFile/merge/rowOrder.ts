// Gives siblings the order that they have in the file.
import { listRows, type Row, updateRows } from '../../db/clubRows.ts'
import type { RecordKind } from '../kinds/recordKind.ts'
import { type ImportState, type PlacedRecord, toIdentity } from './importState.ts'

/** Where the order is right already, however the positions are numbered, nothing is written. */
export async function orderRows(
  state: ImportState,
  kind: RecordKind,
  placed: readonly PlacedRecord[],
): Promise<void> {
  const { tx } = state
  const rows = await listRows(tx, kind.table, ['id', 'position'])
  const positions = new Map(rows.map(({ id, position }) => [Number(id), Number(position)]))
  const moves: Row[] = []
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
