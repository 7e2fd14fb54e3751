// Reads what the club has of one member, for the file that they may take: what each area has of them, in the words that
// a person understands, times as ISO instants, money in cents.
import { type RawBuilder, sql } from 'kysely'
import { ownDataPageSize } from '../limits/sizes.ts'
import type { Tx } from './open.ts'

/** Selects a place, a record, and the hashes of its pictures. Secrets are no data of the member. */
export type OwnDataSelect = (memberId: number) => RawBuilder<unknown>

/** Of one area or room, by part of the file. */
export type OwnDataSelects = Readonly<Record<string, OwnDataSelect>>

export interface OwnDataPage {
  readonly records: readonly Record<string, unknown>[]
  readonly pictures: readonly string[]
  /** The place of the last record, if there are more after it. */
  readonly next: number | null
}

interface Row {
  /** Where the record stands among those of its part: they are read in its order. */
  readonly place: number
  readonly record: Record<string, unknown>
  readonly pictures: readonly string[] | null
}

/** What comes after the place `after`. */
export async function readOwnData(
  tx: Tx,
  select: OwnDataSelect,
  { memberId, after }: { memberId: number; after: number },
): Promise<OwnDataPage> {
  const { rows } = await sql<Row>`
    select place, record, pictures from (${select(memberId)}) as own (place, record, pictures)
    where place > ${after} order by place limit ${ownDataPageSize + 1}`.execute(tx)
  const page = rows.slice(0, ownDataPageSize)
  return {
    records: page.map(({ record }) => record),
    pictures: page.flatMap(({ pictures }) => pictures ?? []),
    next: rows.length > page.length ? (page.at(-1)?.place ?? null) : null,
  }
}
