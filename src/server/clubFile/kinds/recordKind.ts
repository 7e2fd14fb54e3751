// What a kind of record of a club file is: its table, its columns, and its children.
import type { z } from 'zod'
import type { TableName } from '../../db/clubRows.ts'
import type { PictureKind } from '../../storage/pictures.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Fields = Record<string, Json>
export type SqlType = 'boolean' | 'date' | 'float8' | 'int' | 'jsonb' | 'text' | 'timestamptz' | 'uuid'

/** From file to record: replaces the names of pictures and files. */
export interface Incoming {
  /** The hash under which this path or data URL is stored. */
  picture(value: string, kind: PictureKind, size: PictureSize): string
  file(path: string): { hash: string; bytes: number }
}

/** From record to file: the paths of the pictures and files beside it. */
export interface Outgoing {
  picture(hash: string, kind: PictureKind): string
  file(hash: string, contentType: string): string
}

/** How large a picture is stored. A map's background is seen from close by, an avatar is not. */
export type PictureSize = 'avatar' | 'photo' | 'map'

/**
 * A column of a record. Its value has three forms: in the file, as people write it; in the record, as JSON
 * with refs instead of ids and hashes instead of pictures (imports compare this form); in the row, as the
 * database has it.
 */
export interface Column {
  readonly type: SqlType
  /** The field in the file; null for a column whose value follows from others. */
  readonly field: string | null
  /** When the file leaves it out, the row's value stays. */
  readonly isOptional?: boolean
  /** An export leaves it out, unless it is told to write secrets. */
  readonly isSecret?: boolean
  /** The table that this column's ref points to. */
  readonly refTo?: TableName
  /** A jsonb column: each key is compared and changed by itself. */
  readonly isByKey?: boolean
  readonly picture?: { readonly kind: PictureKind; readonly size: PictureSize; readonly find: FindPictures }
  /** Undefined counts as left out by the file. */
  fromFile(value: Json, incoming: Incoming): Json | undefined
  /** Null is left out. */
  toFile(value: Json, outgoing: Outgoing, fields: Fields): Json
}

/** The pictures in a field's value, each with its place below the field. */
type FindPictures = (value: Json) => { value: string; place: string }[]

export interface RecordKind {
  readonly name: string
  readonly table: TableName
  readonly schema: z.ZodObject
  readonly columns: Readonly<Record<string, Column>>
  /** The column that holds the parent's id. */
  readonly parentColumn?: string
  /** The columns that identify a row within the club. Most tables have an id. */
  readonly identity: readonly string[]
  /** A `position` stores the order of siblings in the file. */
  readonly isOrdered?: boolean
  /** Columns that must be unique within the club, and the field that a fault names. */
  readonly unique?: {
    readonly columns: readonly string[]
    readonly field: string
    readonly park?: string
    /** Small and capital letters are the same. */
    readonly isFolded?: true
  }
  /** Computes columns from other columns of the record, or from the value in the file. */
  derive?(fields: Fields, value: Fields, incoming: Incoming): Fields
  /** Columns that an import leaves as they are now, whatever the file says, and why. */
  findKept?(wanted: Fields, now: Fields): { names: readonly string[]; why: string } | undefined
  /** The ref for a record that has none of its own. */
  toRef?(value: Fields, parentRef: string): string
  readonly children: readonly Branch[]
}

export interface Branch {
  readonly field: string
  readonly kind: RecordKind
  /** Written as one object instead of a list. */
  readonly isSingle?: boolean
}

interface Shape {
  readonly columns: Readonly<Record<string, Column>>
  readonly parentColumn?: string
  readonly identity?: readonly string[]
  readonly isOrdered?: boolean
  readonly unique?: NonNullable<RecordKind['unique']>
  readonly derive?: NonNullable<RecordKind['derive']>
  readonly findKept?: NonNullable<RecordKind['findKept']>
  readonly toRef?: NonNullable<RecordKind['toRef']>
  readonly children?: readonly Branch[]
}

export function kind(name: string, table: TableName, schema: z.ZodObject, shape: Shape): RecordKind {
  return { name, table, schema, identity: ['id'], children: [], ...shape }
}
