// In which order new rows of a table are inserted, and which of them together.
import type { Fields, RecordKind } from '../kinds/recordKind.ts'

/**
 * Rows with the same columns are one group. A row that names another row of its own table comes after it,
 * whatever columns the two have.
 */
export function toInsertGroups<T extends { readonly fields: Fields }>(
  kind: RecordKind,
  created: readonly T[],
): T[][] {
  const self = Object.entries(kind.columns).find(([, column]) => column.refTo === kind.table)?.[0]
  const isBelow = ({ fields }: T) => self !== undefined && typeof fields[self] === 'string'
  return [created.filter((each) => !isBelow(each)), created.filter(isBelow)].flatMap((level) => [
    ...Map.groupBy(level, ({ fields }) => Object.keys(fields).join(' ')).values(),
  ])
}
