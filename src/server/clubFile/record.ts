// Makes records from the file and from database rows, so that the two can be compared.
import type { TableName } from '../db/clubRows.ts'
import type { Fields, FileRecord, Incoming, Json, RecordKind } from './recordKind.ts'

export function hasId(kind: RecordKind): boolean {
  return kind.identity[0] === 'id'
}

/** The names of all columns with values of the record, the one for its parent first. */
export function listColumnNames({ parent, columns }: RecordKind): string[] {
  return [...new Set([...(parent === undefined ? [] : [parent.column]), ...Object.keys(columns)])]
}

/** The table that a column's ref points to, or undefined. */
export function findTarget(kind: RecordKind, name: string): TableName | undefined {
  return name === kind.parent?.column ? kind.parent.table : kind.columns[name]?.refTo
}

/** The record's columns as JSON: refs instead of ids, hashes instead of pictures. */
export function toRecordFields(record: FileRecord, incoming: Incoming): Fields {
  const { kind, value, parent } = record
  const fields: Fields = {}
  if (kind.parent !== undefined && parent !== null) fields[kind.parent.column] = parent.ref
  for (const [name, column] of Object.entries(kind.columns)) {
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
  toRef: (table: string, id: number) => string | null,
): Fields {
  const fields: Fields = {}
  for (const name of listColumnNames(kind)) {
    const value = row[name]
    const target = findTarget(kind, name)
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

/** A record's own title, for messages to people. */
export function toTitle(fields: Fields): string {
  const title =
    fields.name ?? fields.label ?? fields.title ?? fields.car_number ?? fields.email ?? fields.code
  return typeof title === 'string' ? ` "${title}"` : ''
}
