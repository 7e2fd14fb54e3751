// The fields of a table's rows and their columns: the one list from which rows are read and written.
import type { Selectable } from 'kysely'
import type { Schema } from './schema.gen.ts'

type Names<T extends keyof Schema> = Readonly<Record<string, keyof Schema[T] & string>>

/** A row as the code reads it. */
export type Row<T extends keyof Schema, N extends Names<T>> = {
  readonly [F in keyof N]: Selectable<Schema[T]>[N[F] & keyof Selectable<Schema[T]>]
}

/** A column under the name of its field. */
type Column<T extends keyof Schema, N extends Names<T>> = {
  [F in keyof N & string]: `${T}.${N[F]} as ${F}`
}[keyof N & string]

type Written<N, C> = { [F in keyof C & keyof N as N[F] & string]: C[F] }

export function nameFields<T extends keyof Schema, const N extends Names<T>>(table: T, names: N) {
  const fields = Object.keys(names)
  return {
    /** For `select` and `returning`. */
    columns: fields.map((field) => `${table}.${names[field]} as ${field}` as Column<T, N>),
    /** The columns to write. Fields that are left out stay as they are. */
    toColumns<C extends Partial<Row<T, N>>>(change: C): Written<N, C> {
      const changed = fields.filter((field) => change[field] !== undefined)
      return Object.fromEntries(changed.map((field) => [names[field], change[field]])) as Written<N, C>
    },
  }
}
