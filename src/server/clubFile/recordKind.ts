// What a kind of record of a club file is: its table, its columns, its children, and what is special about it.
import type { z } from 'zod'
import type { TableName } from '../db/clubRows.ts'
import type { Tx } from '../db/open.ts'
import type { PictureKind } from '../storage/pictures.ts'
import type { ImportedRecord } from './db.ts'
import type { Fault } from './faults.ts'

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
  /** The field is the path of a file beside the club file, the column its hash. */
  readonly isFile?: true
  /** The fault of a value that the instance has already, perhaps in a club that this one cannot see. */
  readonly takenFault?: string
  /** Undefined counts as left out by the file. */
  fromFile(value: Json, incoming: Incoming): Json | undefined
  /** Null is left out. */
  toFile(value: Json, outgoing: Outgoing, fields: Fields): Json
}

/** The pictures in a field's value, each with its place below the field. */
type FindPictures = (value: Json) => { value: string; place: string }[]

/** One record of the file, with its defaults filled in. */
export interface FileRecord {
  readonly kind: RecordKind
  readonly ref: string
  readonly place: string
  readonly value: Fields
  readonly parent: FileRecord | null
}

/** A record whose pictures are stored and whose password is hashed. */
export interface PreparedRecord {
  readonly record: FileRecord
  readonly fields: Fields
}

export interface PlacedRecord extends PreparedRecord {
  /** 0 when the table has no ids. */
  rowId: number
}

/** With `needsYes` an import stops before it does this. */
export interface UpdateWarning extends Fault {
  readonly needsYes?: true
}

export interface Update {
  readonly placed: PlacedRecord
  readonly changes: Fields
}

/** What a check between the records of a file has. */
export interface Checking {
  /** By table and ref, the records without faults of their own. */
  readonly byTable: ReadonlyMap<string, ReadonlyMap<string, FileRecord>>
  /** Every ref in the file, by table, also those of faulty records. */
  readonly declared: ReadonlyMap<string, ReadonlySet<string>>
  report(record: FileRecord, field: string, message: string): void
  /**
   * Reports the record unless it is the first of its kind with this value, in the club or below its parent. `why`
   * says, where it does not show, why two different texts are the same value.
   */
  reportDouble(
    record: FileRecord,
    within: 'club' | 'parent',
    field: string,
    value: string,
    what: string,
    why?: string,
  ): void
}

/** What is looked for that is hardly meant. */
export interface Warning {
  /** Epoch milliseconds. */
  readonly now: number
  report(record: FileRecord, field: string, message: string): void
}

/** Ids by table and ref. */
export type KnownIds = ReadonlyMap<string, ReadonlyMap<string, number>>

export interface RecordKind<F extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly table: TableName
  /** Of one record. The importer checks each by itself, so that each fault names its place. */
  readonly schema: z.ZodObject
  /** The same with the records below it. */
  readonly file: F
  readonly columns: Readonly<Record<string, Column>>
  /** The column that holds the parent's id, and the parent's table. */
  readonly parent?: { readonly column: string; readonly table: TableName }
  /** In a table without such a column: the one that names a record with the same parent. */
  readonly siblingColumn?: string
  /** The columns that identify a row within the club. Most tables have an id. */
  readonly identity: readonly string[]
  /** A `position` stores the order of siblings in the file. */
  readonly isOrdered?: boolean
  /** Its rows are hidden by `deleted_at`, not removed. */
  readonly isHidden?: boolean
  /** Nothing that phones save shows it, so it changes no revision. */
  readonly isBeside?: boolean
  /** Columns that must be unique within the club, and the field that a fault names. */
  readonly unique?: {
    readonly columns: readonly string[]
    readonly field: string
    readonly park?: string
    /** Small and capital letters are the same. */
    readonly isFolded?: true
  }
  /** Pairs of fields: the second must be after the first, and both or none must be set. */
  readonly windows?: readonly (readonly [start: string, end: string])[]
  /** The fields that may name only records with the same parent. */
  readonly ofSameParent?: readonly string[]
  /** The fields that may name only records below the same record of the club, like an event. */
  readonly ofSameRoot?: readonly string[]
  /** The field with a password, and the column that stores its hash. */
  readonly password?: { readonly field: string; readonly column: string }
  /**
   * Nothing but files and copies makes it. So what was made here and is no longer in a file may be removed, while nothing
   * holds the record of the club that it is below: see `listHeld`.
   */
  readonly isOfFiles?: true
  /** Tables whose rows never keep a record from being removed: they are removed with it. */
  readonly takesAlong?: readonly TableName[]
  /** The record with what the file leaves out and its club says. Without the club's part, which is faulty, `club` is empty. */
  fill?(value: Fields, club: Fields): Fields
  /** Finds what a schema cannot: faults between fields, and between records. */
  check?(record: FileRecord, checking: Checking): void
  /** Names what is no fault, but hardly meant: a day of last year in an event of next year. */
  warn?(record: FileRecord, warning: Warning): void
  /** The same of changes: what people have relied on, like the day for which they bought a ticket. */
  warnOfUpdates?(tx: Tx, updates: readonly Update[]): Promise<readonly UpdateWarning[]>
  /** By column: what changes of a value that is too long for a line. */
  readonly tellChange?: Readonly<Record<string, (was: unknown, is: unknown) => string>>
  /** What may stand in a club and is hardly ever meant. An import stops before it makes such a thing. */
  listDoubts?(tx: Tx): Promise<readonly string[]>
  /** Computes columns from other columns of the record, or from the value in the file. */
  derive?(fields: Fields, value: Fields, incoming: Incoming): Fields
  /** Columns that an import leaves as they are now, whatever the file says, and why. */
  findKept?(wanted: Fields, now: Fields): { names: readonly string[]; why: string } | undefined
  /** The ref for a record that has none of its own. */
  toRef?(value: Fields, parentRef: string): string
  /** The ids of rows that no export has. */
  listLeftOut?(tx: Tx): Promise<ReadonlySet<number>>
  /** By ref, why a record that is gone from the file has to stay, where no foreign key could tell. */
  listUnkeyedDependents?(
    tx: Tx,
    gone: readonly ImportedRecord[],
    ids: KnownIds,
  ): Promise<ReadonlyMap<string, string>>
  /** By id, why nothing that was made here below these records is removed by an import. */
  listHeld?(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  afterInsert?(tx: Tx, created: readonly PlacedRecord[]): Promise<void>
  afterUpdate?(tx: Tx, updates: readonly Update[]): Promise<void>
  /** After changes of these records, or of what is below them. */
  afterTouch?(tx: Tx, ids: readonly number[]): Promise<void>
  readonly children: readonly Branch[]
}

export interface Branch {
  readonly field: string
  readonly kind: RecordKind
  /** Written as one object instead of a list. */
  readonly isSingle?: true
}
