// Builds the kinds of records, each from its fields: the schema of the file and the columns follow from them.
import { z } from 'zod'
import { ref } from '../../domain/shapes/fileValues.ts'
import { type FileShape, type ShapeField, toFileShape } from '../../domain/shapes/recordShape.ts'
import type { TableName } from '../db/clubRows.ts'
import type { Schema } from '../db/schema.gen.ts'
import { fileColumns } from './columns.ts'
import type { Branch, RecordKind } from './recordKind.ts'

/** The records below others, or below the club, by the field of the file. */
export type Branches = Readonly<Record<string, Nested>>

interface Nested<S extends z.ZodType = z.ZodType> extends Omit<Branch, 'field'> {
  readonly file: S
}

export type NestedShape<B extends Branches> = { [N in keyof B]: B[N]['file'] }

export function list<S extends z.ZodObject>(kind: RecordKind<S>): Nested<z.ZodDefault<z.ZodArray<S>>> {
  return { kind, file: z.array(kind.file).default([]) }
}

/** One object instead of a list; a file that leaves it out has all of its defaults. */
export function single<S extends z.ZodObject>(kind: RecordKind<S>): Nested<z.ZodPrefault<S>> {
  return { kind, isSingle: true, file: kind.file.prefault({} as z.input<S>) }
}

export function toNestedShape<B extends Branches>(branches: B | undefined): NestedShape<B> {
  return Object.fromEntries(
    Object.entries(branches ?? {}).map(([field, { file }]): unknown[] => [field, file]),
  )
}

export function toBranches(branches: Branches = {}): Branch[] {
  return Object.entries(branches).map(([field, { kind, isSingle }]) => ({
    field,
    kind,
    ...(isSingle && { isSingle }),
  }))
}

type FieldsOf<T extends TableName> = Readonly<
  Record<string, ShapeField & { readonly column?: keyof Schema[T] & string }>
>

interface Parts<F, B> extends Partial<Omit<RecordKind, 'name' | 'table' | 'schema' | 'file' | 'children'>> {
  readonly fields: F
  /** They take the place of those that follow from the fields, or come after them. */
  readonly columns?: RecordKind['columns']
  readonly children?: B
}

/** As `z.object` has it. */
type Plain<S> = { -readonly [N in keyof S]: S[N] }

export function kind<T extends TableName, F extends FieldsOf<T>, B extends Branches = Record<never, never>>(
  name: string,
  table: T,
  { fields, ...others }: Parts<F, B>,
) {
  return kindWithoutRef(name, table, { fields: { ref: { file: ref }, ...fields }, ...others })
}

/** Of records that have no ref of their own. */
export function kindWithoutRef<
  T extends TableName,
  F extends FieldsOf<T>,
  B extends Branches = Record<never, never>,
>(
  name: string,
  table: T,
  { fields, children, columns, ...others }: Parts<F, B>,
): RecordKind<z.ZodObject<Plain<FileShape<F> & NestedShape<B>>>> {
  const shape = toFileShape(fields)
  return {
    name,
    table,
    identity: ['id'],
    ...others,
    schema: z.object(shape),
    file: z.object({ ...shape, ...toNestedShape(children) }),
    columns: { ...fileColumns(fields), ...columns },
    children: toBranches(children),
  }
}

/** With more below it: what one room says of a record that another has. */
export function withBelow<S extends z.ZodRawShape, B extends Branches>(
  above: RecordKind<z.ZodObject<S>>,
  branches: B,
): RecordKind<z.ZodObject<S & NestedShape<B>>> {
  return {
    ...above,
    file: z.object({ ...above.file.shape, ...toNestedShape(branches) }),
    children: [...above.children, ...toBranches(branches)],
  }
}
