// The tools to write a record's shape: each field once, with its names on the wire and in the club file, its
// column, the values the file may hold, and whether answers show it. It contains schemas, so the browser
// imports only types from here.
import { z } from 'zod'
import { toDollars } from '../money.ts'

/** The schema of a field in answers, by the type of its column. */
const wireSchemas = {
  text: z.string(),
  int: z.number(),
  float: z.number(),
  flag: z.boolean(),
  /** 'YYYY-MM-DD', '' for none. */
  day: z.string(),
  /** An ISO string. */
  instant: z.string().nullable(),
  /** Integer cents in the column, dollars in file and answer. */
  cents: z.number(),
  /** The id of another record, 0 for none; its ref in the file. */
  ref: z.number(),
  json: z.unknown(),
  /** JSON in column and file, its text in answers. */
  jsonText: z.string(),
  /** A hash in the column, an address in answers, '' for none. */
  photo: z.string(),
  avatar: z.string(),
  photos: z.array(z.object({ imageData: z.string() })),
  /** Only members get to see them. */
  memberPhotos: z.array(z.object({ imageData: z.string() })),
}
type WireSchemas = typeof wireSchemas
export type FieldType = keyof WireSchemas

/** The values in a row, by the type of the column. */
interface RowValues {
  text: string
  int: number
  float: number
  flag: boolean
  day: string | null
  instant: Date | null
  cents: number
  ref: number | null
  json: unknown
  jsonText: unknown
  photo: string | null
  avatar: string | null
  photos: string[]
  memberPhotos: string[]
}

/** The address of a picture, '' for none. */
type ToPicture = (hash: string | null) => string

const conversions: {
  [W in FieldType]: (value: RowValues[W], toPicture: ToPicture) => z.output<WireSchemas[W]>
} = {
  text: (value) => value,
  int: (value) => value,
  float: (value) => value,
  flag: (value) => value,
  day: (value) => value ?? '',
  instant: (value) => value?.toISOString() ?? null,
  cents: toDollars,
  ref: (value) => value ?? 0,
  json: (value) => value,
  jsonText: (value) => JSON.stringify(value),
  photo: (value, toPicture) => toPicture(value),
  avatar: (value, toPicture) => toPicture(value),
  photos: (value, toPicture) => value.map((hash) => ({ imageData: toPicture(hash) })),
  memberPhotos: (value, toPicture) => value.map((hash) => ({ imageData: toPicture(hash) })),
}

/** The tables that shapes refer to. */
type RefTable =
  | 'event_map'
  | 'folder'
  | 'judging_form'
  | 'map_element'
  | 'member'
  | 'member_type'
  | 'topic'
  | 'vendor'

export interface ShapeField {
  /** Without a column, the field comes from other tables. */
  readonly column?: string
  readonly type?: FieldType
  /** What the club file may hold. Without it, the field is not in the file. */
  readonly file?: z.ZodType
  /** The schema in answers. Without it, answers do not show the field. */
  readonly wire?: z.ZodType
  /** The table of the record that the ref names. */
  readonly refTo?: RefTable
  /** If the file leaves the field out, the row keeps its value. */
  readonly isOptional?: true
  /** An export leaves the field out, unless it is told to write secrets. */
  readonly isSecret?: true
}
export type RecordShape = Readonly<Record<string, ShapeField>>

function ofType<W extends FieldType>(name: W) {
  return <C extends string, F extends z.ZodType>(column: C, file: F) => ({ column, type: name, file })
}

export const column = {
  text: ofType('text'),
  int: ofType('int'),
  float: ofType('float'),
  flag: ofType('flag'),
  day: ofType('day'),
  instant: ofType('instant'),
  cents: ofType('cents'),
  json: ofType('json'),
  jsonText: ofType('jsonText'),
  photo: ofType('photo'),
  photos: ofType('photos'),
  memberPhotos: ofType('memberPhotos'),
  avatar: ofType('avatar'),
  ref<C extends string, F extends z.ZodType>(name: C, refTo: RefTable, file: F) {
    return { ...ofType('ref')(name, file), refTo }
  },
}

/** Answers show this field. Pass `wire` where the column's type does not say enough. */
export function shown<F extends { readonly type: FieldType }>(
  field: F,
): F & { readonly wire: WireSchemas[F['type']] }
export function shown<F extends { readonly type: FieldType }, W extends z.ZodType>(
  field: F,
  wire: W,
): F & { readonly wire: W }
export function shown<F extends { readonly type: FieldType }>(field: F, wire?: z.ZodType) {
  return { ...field, wire: wire ?? wireSchemas[field.type] }
}

/** If the file leaves the field out, the row keeps its value. */
export function optionalInFile<F extends ShapeField>(field: F) {
  return { ...field, isOptional: true as const }
}

/** Only an export with secrets writes the field. If the file leaves it out, the row keeps its value. */
export function secretInFile<F extends ShapeField>(field: F) {
  return { ...optionalInFile(field), isSecret: true as const }
}

/** A record's own id in answers. */
export const recordId = z.int().min(1).max(2_147_483_647)
export const shownId = { column: 'id', type: 'int', wire: recordId } as const

type WireShape<F> = {
  [N in keyof F as F[N] extends { wire: z.ZodType } ? N : never]: F[N] extends { wire: infer W } ? W : never
}
export type FileShape<F> = {
  [N in keyof F as F[N] extends { file: z.ZodType } ? N : never]: F[N] extends { file: infer W } ? W : never
}
/** The columns that answers show, with their values in a row. */
type ShownRow<F> = {
  [N in keyof F as F[N] extends { column: infer C extends string; wire: z.ZodType } ? C : never]: RowValue<
    F[N]
  >
}
type RowValue<F> = F extends { type: 'json'; wire: infer W extends z.ZodType }
  ? z.output<W>
  : F extends { type: infer W extends FieldType }
    ? RowValues[W]
    : never
/** The values that answers show of those columns. */
type ShapeAnswer<F> = {
  [N in keyof F as F[N] extends { column: string; wire: z.ZodType } ? N : never]: F[N] extends {
    wire: infer W extends z.ZodType
  }
    ? z.output<W>
    : never
}

/** The fields of an answer, for `z.object`. */
export function toWireShape<N extends RecordShape>(shape: N): WireShape<N> {
  const fields = Object.entries(shape).flatMap(([name, { wire }]) =>
    wire === undefined ? [] : [[name, wire]],
  )
  return Object.fromEntries(fields)
}

/** The fields of a record of the club file, for `z.object`. */
export function toFileShape<N extends RecordShape>(shape: N): FileShape<N> {
  const fields = Object.entries(shape).flatMap(([name, { file }]) =>
    file === undefined ? [] : [[name, file]],
  )
  return Object.fromEntries(fields)
}

/** The columns to select for an answer. No other column is read. */
export function listShownColumns<N extends RecordShape>(shape: N): (keyof ShownRow<N> & string)[] {
  const columns = Object.values(shape).flatMap((field) =>
    field.column === undefined || field.wire === undefined ? [] : [field.column],
  )
  return columns as (keyof ShownRow<N> & string)[]
}

/** The answer's view of a row. */
export function toAnswer<N extends RecordShape>(
  shape: N,
  row: ShownRow<N>,
  toPicture: ToPicture,
): ShapeAnswer<N> {
  const values: Readonly<Record<string, unknown>> = row
  const answer = Object.entries(shape).flatMap(([name, { column, type, wire }]) =>
    column === undefined || type === undefined || wire === undefined
      ? []
      : [[name, convert(type, values[column], toPicture)]],
  )
  return Object.fromEntries(answer)
}

/** The types of `ShownRow` already make sure that the value is of this type. */
function convert(type: FieldType, value: unknown, toPicture: ToPicture): unknown {
  const conversion: (value: never, toPicture: ToPicture) => unknown = conversions[type]
  return conversion(value as never, toPicture)
}
