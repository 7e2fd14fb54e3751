// The columns of records by the type of their value, each from the file and into the file.
import type { z } from 'zod'
import { toCents, toDollars } from '../../../domain/money.ts'
import type { FieldType, ShapeField } from '../../../domain/shapes/recordShape.ts'
import type { TableName } from '../../db/clubRows.ts'
import type { Schema } from '../../db/schema.gen.ts'
import type { PictureKind } from '../../storage/pictures.ts'
import type { Column, Json, PictureSize, SqlType } from './recordKind.ts'

type Options = Pick<Column, 'isOptional' | 'isSecret'>

function plain(type: SqlType, field: string, options: Options = {}): Column {
  return { type, field, ...options, fromFile: (value) => value, toFile: (value) => value }
}

export const text = (field: string, options?: Options) => plain('text', field, options)
/** The server makes it for a record that has none. */
export const secret = (field: string) => plain('text', field, { isOptional: true, isSecret: true })
export const int = (field: string) => plain('int', field)
export const float = (field: string) => plain('float8', field)
export const flag = (field: string, options?: Options) => plain('boolean', field, options)
export const day = (field: string) => plain('date', field)

export function instant(field: string, options: Options = {}): Column {
  return {
    type: 'timestamptz',
    field,
    ...options,
    fromFile: (value) => (typeof value === 'string' ? new Date(value).toISOString() : null),
    toFile: (value) => value,
  }
}

/** When a record was made; the time of the import if the file does not say. */
export const created = instant('created', { isOptional: true })

export function cents(field: string): Column {
  return {
    type: 'int',
    field,
    fromFile: (value) => (typeof value === 'number' ? toCents(value) : null),
    toFile: (value) => (typeof value === 'number' ? toDollars(value) : null),
  }
}

export function minutes(field: string): Column {
  return {
    type: 'int',
    field,
    fromFile: (value) => (typeof value === 'number' ? Math.round(value * 60) : null),
    toFile: (value) => (typeof value === 'number' ? value / 60 : null),
  }
}

/** The schema restores the order of the keys, which jsonb does not store. The export names what it refuses. */
export function json(field: string, schema: z.ZodType): Column {
  const toFile = (value: Json): Json => {
    const parsed = schema.safeParse(value)
    return parsed.success ? (parsed.data as Json) : value
  }
  return { type: 'jsonb', field, fromFile: (value) => value, toFile }
}

export function reference(field: string, table: TableName): Column {
  return { ...plain('int', field), refTo: table }
}

export function picture(field: string, kind: PictureKind, size: PictureSize): Column {
  return {
    type: 'text',
    field,
    picture: { kind, size, find: (value) => (typeof value === 'string' ? [{ value, place: '' }] : []) },
    fromFile: (value, incoming) => (typeof value === 'string' ? incoming.picture(value, kind, size) : null),
    toFile: (value, outgoing) => (typeof value === 'string' ? outgoing.picture(value, kind) : null),
  }
}

export function pictures(field: string, kind: PictureKind): Column {
  const size = 'photo'
  return {
    type: 'jsonb',
    field,
    picture: {
      kind,
      size,
      find: (value) => toTexts(value).map((each, place) => ({ value: each, place: `[${place}]` })),
    },
    fromFile: (value, incoming) => toTexts(value).map((each) => incoming.picture(each, kind, size)),
    toFile: (value, outgoing) => toTexts(value).map((each) => outgoing.picture(each, kind)),
  }
}

function toTexts(value: Json): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** A column whose value is computed from others. */
export const derivedText: Column = {
  type: 'text',
  field: null,
  fromFile: (value) => value,
  toFile: (value) => value,
}

/** How to make a column for each type of field. */
const fieldTypes: Readonly<Record<FieldType, (field: string, file: z.ZodType) => Column>> = {
  text: (field) => text(field),
  int: (field) => int(field),
  float: (field) => float(field),
  flag: (field) => flag(field),
  day: (field) => day(field),
  instant: (field) => instant(field),
  cents: (field) => cents(field),
  ref: (field) => int(field),
  json: (field, file) => json(field, file),
  jsonText: (field, file) => json(field, file),
  photo: (field) => picture(field, 'public', 'photo'),
  photos: (field) => pictures(field, 'public'),
  avatar: (field) => picture(field, 'member', 'avatar'),
}

/** The columns for the fields of a record in the club file. */
export function fileColumns<T extends TableName>(
  _table: T,
  recordShape: Readonly<Record<string, ShapeField & { readonly column?: keyof Schema[T] & string }>>,
): Record<string, Column> {
  const columns: Record<string, Column> = {}
  for (const [field, { column, type, file, refTo, isOptional, isSecret }] of Object.entries(recordShape)) {
    if (column === undefined || type === undefined || file === undefined) continue
    columns[column] = {
      ...fieldTypes[type](field, file),
      ...(refTo === undefined ? {} : { refTo }),
      ...(isOptional === undefined ? {} : { isOptional }),
      ...(isSecret === undefined ? {} : { isSecret }),
    }
  }
  return columns
}
