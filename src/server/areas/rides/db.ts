// All SQL about rides: the list of the club, a member's own, the shows at which each was, and what a member's own data
// has of them.
import { type InferResult, type Selectable, sql } from 'kysely'
import { cutPage, isAfter, type Page, type PageWish, selectCreatedUs } from '../../community/db/pageOrder.ts'
import type { Tx } from '../../db/open.ts'
import type { OwnDataSelects } from '../../db/ownData.ts'
import type { Schema } from '../../db/schema.gen.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { isActiveMember } from '../../member/db/activeMember.ts'

const textColumns = ['year', 'make', 'model', 'engine', 'trim', 'description'] as const
type RideTextRow = Pick<Selectable<Schema['ride']>, (typeof textColumns)[number]>

export type StoredRide = ReturnType<typeof toStoredRide>

/** Of members that are there, the newest first. */
export async function listRides(tx: Tx, { limit, offset = 0, cursor }: PageWish): Promise<Page<StoredRide>> {
  const found = await selectRides(tx)
    .where(isAfter('ride', cursor))
    .offset(cursor === undefined ? offset : 0)
    .limit(limit + 1)
    .execute()
  return cutPage(found.map(toStoredRide), limit)
}

export async function listOwnRides(tx: Tx, memberId: number): Promise<StoredRide[]> {
  const rows = await selectRides(tx).where('ride.member_id', '=', memberId).execute()
  return rows.map(toStoredRide)
}

function selectRides(tx: Tx) {
  return tx
    .selectFrom('ride')
    .innerJoin('member', 'member.id', 'ride.member_id')
    .where(isActiveMember())
    .select(['ride.id', 'ride.member_id as memberId', 'ride.pictures', 'ride.created_at as createdAt'])
    .select(['member.fname', 'member.lname'])
    .select(textColumns.map((column) => `ride.${column}` as const))
    .select(selectCreatedUs('ride').as('createdUs'))
    .orderBy('ride.created_at', 'desc')
    .orderBy('ride.id', 'desc')
}

function toStoredRide({ fname, lname, ...ride }: InferResult<ReturnType<typeof selectRides>>[number]) {
  return { ...ride, owner: `${fname} ${lname}`.trim() }
}

export interface RideShow {
  readonly rideId: number
  readonly eventId: number
  readonly name: string
  /** Calendar day. */
  readonly startDate: string
  readonly carNumber: string
}

/** For each ride, the newest shows for which its owner has registered this car: each show once. */
export async function listRideShows(
  tx: Tx,
  rideIds: readonly number[],
  mostOfEach: number,
): Promise<RideShow[]> {
  if (rideIds.length === 0) return []
  const { rows } = await sql<RideShow>`
    select "rideId", "eventId", name, "startDate", "carNumber"
    from (
      select ride.id as "rideId", event.id as "eventId", event.name, event.start_on as "startDate",
        min(entry.car_number) as "carNumber",
        row_number() over (partition by ride.id order by event.start_on desc, event.id desc) as place
      from ${ofClub('ride')}
      join ${ofClub('entry')} on entry.member_id = ride.member_id
        and lower(btrim(entry.year)) = lower(btrim(ride.year))
        and lower(btrim(entry.make)) = lower(btrim(ride.make))
        and lower(btrim(entry.model)) = lower(btrim(ride.model))
      join ${ofClub('event')} on event.id = entry.event_id and event.published
      where ride.id = any(${[...rideIds]}::int[])
      group by ride.id, event.id, event.name, event.start_on
    ) shown
    where place <= ${mostOfEach}
    order by "rideId", place`.execute(tx)
  return rows
}

/** Locks the member until the transaction ends, so that two rides at once do not exceed what is allowed. */
export async function lockRideCount(tx: Tx, memberId: number): Promise<number> {
  await tx.selectFrom('member').where('id', '=', memberId).select('id').forUpdate().execute()
  const { count } = await tx
    .selectFrom('ride')
    .where('member_id', '=', memberId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface NewRide extends RideTextRow {
  readonly memberId: number
  readonly pictures: readonly string[]
  readonly createdAt: Date
}

export async function insertRide(
  tx: Tx,
  { memberId, pictures, createdAt, ...texts }: NewRide,
): Promise<number> {
  const { id } = await tx
    .insertInto('ride')
    .values({
      ...texts,
      member_id: memberId,
      pictures: JSON.stringify(pictures),
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Undefined unless it is this member's. */
export function lockOwnRide(tx: Tx, memberId: number, rideId: number) {
  return tx
    .selectFrom('ride')
    .where('member_id', '=', memberId)
    .where('id', '=', rideId)
    .select([...textColumns, 'pictures'])
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRide(
  tx: Tx,
  rideId: number,
  { pictures, ...texts }: RideTextRow & { readonly pictures: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('ride')
    .set({ ...texts, pictures: JSON.stringify(pictures) })
    .where('id', '=', rideId)
    .execute()
}

/** False unless it is this member's. */
export async function deleteOwnRide(tx: Tx, memberId: number, rideId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('ride')
    .where('member_id', '=', memberId)
    .where('id', '=', rideId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whosever it is. Returns what it was, undefined when there is none. */
export function deleteRide(tx: Tx, rideId: number) {
  return tx
    .deleteFrom('ride')
    .where('id', '=', rideId)
    .returning([...textColumns, 'member_id as memberId'])
    .executeTakeFirst()
}

/** Of a member whose account is closed. */
export async function deleteRidesOf(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('ride').where('member_id', '=', memberId).execute()
}

export const ownData = {
  rides: (member) => sql`
    select r.id, jsonb_build_object('id', r.id, 'year', r.year, 'make', r.make, 'model', r.model,
      'engine', r.engine, 'trim', r.trim, 'story', r.description, 'pictures', r.pictures,
      'created', r.created_at), r.pictures
    from ${ofClub('ride', 'r')} where r.member_id = ${member}`,
} satisfies OwnDataSelects
