// The words in which a noun's shape is written: each field once, with its name on the wire and in the club file, its
// column, what the file may hold of it, and whether answers show it. Has schemas: the browser takes only types from here.
import { z } from 'zod'
import { toDollars } from '../money.ts'

/** What answers say of a field, by the way in which its column keeps it. */
const wireSchemas = {
  text: z.string(),
  int: z.number(),
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
}
type WireSchemas = typeof wireSchemas
export type Way = keyof WireSchemas

/** What a row holds of a field. */
interface RowValues {
  text: string
  int: number
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
}

/** The address of a picture; '' for none. */
type ToPicture = (hash: string | null) => string

const conversions: {
  [W in Way]: (value: RowValues[W], toPicture: ToPicture) => z.output<WireSchemas[W]>
} = {
  text: (value) => value,
  int: (value) => value,
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
}

export interface Field {
  /** Without one, the field is told by other tables. */
  readonly column?: string
  readonly way?: Way
  /** What the club file may hold; without it, the field is not in the file. */
  readonly file?: z.ZodType
  /** What answers say; without it, they say nothing. */
  readonly wire?: z.ZodType
  /** The table of the record that a ref names. */
  readonly refTo?: 'member' | 'member_type'
  /** Left out of the file means "no opinion", and the row keeps what it has. */
  readonly isOptional?: true
}
export type Noun = Readonly<Record<string, Field>>

function way<W extends Way>(name: W) {
  return <C extends string, F extends z.ZodType>(column: C, file: F) => ({ column, way: name, file })
}

export const column = {
  text: way('text'),
  int: way('int'),
  flag: way('flag'),
  day: way('day'),
  instant: way('instant'),
  cents: way('cents'),
  json: way('json'),
  jsonText: way('jsonText'),
  photo: way('photo'),
  photos: way('photos'),
  avatar: way('avatar'),
  ref<C extends string, F extends z.ZodType>(name: C, refTo: 'member' | 'member_type', file: F) {
    return { ...way('ref')(name, file), refTo }
  },
}

/** Answers show this field; `wire` where the way of the column does not say enough. */
export function shown<F extends { readonly way: Way }>(field: F): F & { readonly wire: WireSchemas[F['way']] }
export function shown<F extends { readonly way: Way }, W extends z.ZodType>(
  field: F,
  wire: W,
): F & { readonly wire: W }
export function shown<F extends { readonly way: Way }>(field: F, wire?: z.ZodType) {
  return { ...field, wire: wire ?? wireSchemas[field.way] }
}

/** Left out of the file, the row keeps what it has. */
export function mayBeLeftOut<F extends Field>(field: F) {
  return { ...field, isOptional: true as const }
}

/** A record's own id, as answers say it. */
export const recordId = z.int().min(1).max(2_147_483_647)
export const shownId = { column: 'id', way: 'int', wire: recordId } as const

type WireShape<F> = {
  [N in keyof F as F[N] extends { wire: z.ZodType } ? N : never]: F[N] extends { wire: infer W } ? W : never
}
type FileShape<F> = {
  [N in keyof F as F[N] extends { file: z.ZodType } ? N : never]: F[N] extends { file: infer W } ? W : never
}
/** The columns that answers show, as a row holds them. */
type ShownRow<F> = {
  [N in keyof F as F[N] extends { column: infer C extends string; wire: z.ZodType } ? C : never]: RowValue<
    F[N]
  >
}
type RowValue<F> = F extends { way: 'json'; wire: infer W extends z.ZodType }
  ? z.output<W>
  : F extends { way: infer W extends Way }
    ? RowValues[W]
    : never
/** What answers show of those columns. */
type Answer<F> = {
  [N in keyof F as F[N] extends { column: string; wire: z.ZodType } ? N : never]: F[N] extends {
    wire: infer W extends z.ZodType
  }
    ? z.output<W>
    : never
}

/** The fields of an answer, for `z.object`. */
export function toWireShape<N extends Noun>(noun: N): WireShape<N> {
  const shape = Object.entries(noun).flatMap(([name, { wire }]) => (wire === undefined ? [] : [[name, wire]]))
  return Object.fromEntries(shape)
}

/** The fields of a record of the club file, for `z.object`. */
export function toFileShape<N extends Noun>(noun: N): FileShape<N> {
  const shape = Object.entries(noun).flatMap(([name, { file }]) => (file === undefined ? [] : [[name, file]]))
  return Object.fromEntries(shape)
}

/** The columns to select for an answer; no other is read. */
export function listShownColumns<N extends Noun>(noun: N): (keyof ShownRow<N> & string)[] {
  const columns = Object.values(noun).flatMap((field) =>
    field.column === undefined || field.wire === undefined ? [] : [field.column],
  )
  return columns as (keyof ShownRow<N> & string)[]
}

/** What an answer shows of a row. */
export function toAnswer<N extends Noun>(noun: N, row: ShownRow<N>, toPicture: ToPicture): Answer<N> {
  const values: Readonly<Record<string, unknown>> = row
  const answer = Object.entries(noun).flatMap(([name, { column, way, wire }]) =>
    column === undefined || way === undefined || wire === undefined
      ? []
      : [[name, convert(way, values[column], toPicture)]],
  )
  return Object.fromEntries(answer)
}

/** The types of `ShownRow` have said already that the value is of this way. */
function convert(way: Way, value: unknown, toPicture: ToPicture): unknown {
  const conversion: (value: never, toPicture: ToPicture) => unknown = conversions[way]
  return conversion(value as never, toPicture)
}
