// The columns of records by the type of their value, each from the file and into the file.
import type { z } from 'zod'
import { foldEmail } from '../../domain/member.ts'
import { toCents, toDollars } from '../../domain/money.ts'
import { defaultCountry } from '../../domain/shapes/country.ts'
import type { FieldType, RecordShape } from '../../domain/shapes/recordShape.ts'
import type { PictureKind } from '../storage/pictures.ts'
import type { Column, Fields, Json, PictureSize, SqlType } from './recordKind.ts'

export function plainColumn(type: SqlType, field: string | null): Column {
  return { type, field, fromFile: (value) => value, toFile: (value) => value }
}

function instant(field: string): Column {
  return {
    type: 'timestamptz',
    field,
    fromFile: (value) => (typeof value === 'string' ? new Date(value).toISOString() : null),
    toFile: (value) => value,
  }
}

function cents(field: string): Column {
  return {
    type: 'int',
    field,
    fromFile: (value) => (typeof value === 'number' ? toCents(value) : null),
    toFile: (value) => (typeof value === 'number' ? toDollars(value) : null),
  }
}

/** The schema restores the order of the keys, which jsonb does not store. The export names what it refuses. */
export function jsonColumn(field: string, schema: z.ZodType): Column {
  const toFile = (value: Json): Json => {
    const parsed = schema.safeParse(value)
    return parsed.success ? (parsed.data as Json) : value
  }
  return { type: 'jsonb', field, fromFile: (value) => value, toFile }
}

export function pictureColumn(field: string, kind: PictureKind, size: PictureSize): Column {
  return {
    type: 'text',
    field,
    picture: { kind, size, find: (value) => (typeof value === 'string' ? [{ value, place: '' }] : []) },
    fromFile: (value, incoming) => (typeof value === 'string' ? incoming.picture(value, kind, size) : null),
    toFile: (value, outgoing) => (typeof value === 'string' ? outgoing.picture(value, kind) : null),
  }
}

function pictures(field: string, kind: PictureKind): Column {
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
export const derivedText = plainColumn('text', null)

/** The column beside an e-mail address: small letters, trimmed. */
export const foldedEmail = (fields: Fields): Fields => ({
  email_folded: foldEmail(String(fields.email ?? '')),
})

/** An address that names no country is in the club's. */
export const fillCountry = (value: Fields, club: Fields): Fields => ({
  country: club.country ?? defaultCountry,
  ...value,
})

/** How to make a column for each type of field. */
const fieldTypes: Readonly<Record<FieldType, (field: string, file: z.ZodType) => Column>> = {
  text: (field) => plainColumn('text', field),
  int: (field) => plainColumn('int', field),
  float: (field) => plainColumn('float8', field),
  flag: (field) => plainColumn('boolean', field),
  day: (field) => plainColumn('date', field),
  instant,
  cents,
  ref: (field) => plainColumn('int', field),
  json: jsonColumn,
  jsonText: jsonColumn,
  photo: (field) => pictureColumn(field, 'public', 'photo'),
  photos: (field) => pictures(field, 'public'),
  memberPhotos: (field) => pictures(field, 'member'),
  avatar: (field) => pictureColumn(field, 'member', 'avatar'),
}

/** The columns for the fields of a record, without those that are in the file alone. */
export function fileColumns(fields: RecordShape): Record<string, Column> {
  const columns: Record<string, Column> = {}
  for (const [field, { column, type, file, refTo, isOptional, isSecret }] of Object.entries(fields)) {
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
