// Names in one order on every database, as people look them up: Álvarez, de la Cruz, Nash. The database's own order
// differs between servers, and may be that of the bytes: Nash, de la Cruz, Álvarez.
import { type RawBuilder, sql } from 'kysely'

/** For `orderBy`. Both engines know this collation, which is that of the app's `compareNames`. */
export function inNameOrder(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} collate "und-x-icu"`
}
