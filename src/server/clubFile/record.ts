// Makes records from the file and from database rows, so that the two can be compared.
import type { Column, Fields, Incoming, Json, RecordKind } from './kinds/recordKind.ts'
import type { FileRecord } from './read.ts'

/** The columns of a kind, with the column for its parent. */
export function listColumns(kind: RecordKind): [name: string, column: Column][] {
  return Object.entries(kind.columns)
}

/** The table that a column's ref points to, or undefined. For the parent's column `parentOf` gives it. */
export function findTarget(
  kind: RecordKind,
  name: string,
  parentOf: ReadonlyMap<RecordKind, RecordKind>,
): string | undefined {
  if (name === kind.parentColumn) return parentOf.get(kind)?.table
  return kind.columns[name]?.refTo
}

/** The record's columns as JSON: refs instead of ids, hashes instead of pictures. */
export function toRecordFields(record: FileRecord, incoming: Incoming): Fields {
  const { kind, value, parent } = record
  const fields: Fields = {}
  if (kind.parentColumn !== undefined && parent !== null) fields[kind.parentColumn] = parent.ref
  for (const [name, column] of listColumns(kind)) {
    if (column.field === null) continue
    const given = value[column.field]
    if (given === undefined && column.isOptional) continue
    const made = given === undefined ? null : column.fromFile(given, incoming)
    if (made !== undefined) fields[name] = made
  }
  return { ...fields, ...kind.derive?.(fields, value, incoming) }
}

/** The same for a row. `toRef` turns an id of a table into its ref, or null when there is none. */
export function toFieldsOfRow(
  kind: RecordKind,
  row: Readonly<Record<string, unknown>>,
  parentOf: ReadonlyMap<RecordKind, RecordKind>,
  toRef: (table: string, id: number) => string | null,
): Fields {
  const fields: Fields = {}
  const names = [
    ...(kind.parentColumn === undefined ? [] : [kind.parentColumn]),
    ...Object.keys(kind.columns),
  ]
  for (const name of names) {
    const value = row[name]
    const target = findTarget(kind, name, parentOf)
    if (target !== undefined) fields[name] = typeof value === 'number' ? toRef(target, value) : null
    else fields[name] = value instanceof Date ? value.toISOString() : ((value ?? null) as Json)
  }
  return fields
}

/** Equal as JSON in any order of the keys, because jsonb does not store it. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((each, at) => isSame(each, b[at]))
    )
  }
  const keys = Object.keys(a).filter((key) => a[key] !== undefined)
  const others = Object.keys(b).filter((key) => b[key] !== undefined)
  return keys.length === others.length && keys.every((key) => isSame(a[key], b[key]))
}

/** Equal for rows of which there may be only one. */
export function toUniqueValue(
  { columns, isFolded }: NonNullable<RecordKind['unique']>,
  row: Readonly<Record<string, unknown>>,
): string {
  const value = columns.map((name) => row[name]).join('\n')
  return isFolded ? value.toLowerCase() : value
}
