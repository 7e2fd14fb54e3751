// All SQL about classifieds: listing them, making, changing and removing one, and what a member's own data has of them.
import { type InferResult, type RawBuilder, sql } from 'kysely'
import {
  cutPage,
  isAfter,
  type Page,
  type PageWish,
  readCursor,
  selectCreatedUs,
} from '../../community/db/pageOrder.ts'
import type { Tx } from '../../db/open.ts'
import type { OwnDataSelects } from '../../db/ownData.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { isActiveMember } from '../../member/db/activeMember.ts'
import { membershipEnd } from '../../member/db/membershipEnd.ts'

export type Classified = InferResult<ReturnType<typeof selectOpen>>[number]

type WrittenClassified = Pick<Classified, 'label' | 'priceCents' | 'description'> & {
  readonly pictures: readonly string[]
}

interface ClassifiedWish extends PageWish {
  readonly order: 'newest' | 'cheapest' | 'dearest'
  /** Each must be in the title or the description. */
  readonly words: readonly string[]
}

/** Members whose membership ended before `today`, or on it, are no sellers. */
function selectOpen(tx: Tx, today: string) {
  return tx
    .selectFrom('classified')
    .innerJoin('member', 'member.id', 'classified.member_id')
    .where('classified.deleted_at', 'is', null)
    .where(isActiveMember())
    .where(sql<boolean>`${membershipEnd()} > ${today}::date`)
    .select(['classified.id', 'classified.member_id as memberId', 'classified.label'])
    .select(['classified.price_cents as priceCents', 'classified.description', 'classified.pictures'])
    .select('classified.created_at as createdAt')
}

export async function listClassifieds(
  tx: Tx,
  today: string,
  { order, words, cursor, offset = 0, limit }: ClassifiedWish,
): Promise<Page<Classified>> {
  // in a list by price, a place begins with the price
  const place = order === 'newest' ? selectCreatedUs('classified') : sql<string>`classified.price_cents::text`
  let query = selectOpen(tx, today).select(place.as('createdUs'))
  if (words.length > 0) query = query.where(holdsAll(words))
  if (order === 'newest') query = query.orderBy('classified.created_at', 'desc')
  else query = query.orderBy('classified.price_cents', order === 'dearest' ? 'desc' : 'asc')
  const found = await query
    .where(comesAfter(order, cursor))
    .orderBy('classified.id', order === 'cheapest' ? 'asc' : 'desc')
    .offset(cursor === undefined ? offset : 0)
    .limit(limit + 1)
    .execute()
  return cutPage(found, limit)
}

function comesAfter(order: ClassifiedWish['order'], cursor: string | undefined): RawBuilder<boolean> {
  if (order === 'newest' || cursor === undefined) return isAfter('classified', cursor)
  const { createdUs: cents, id } = readCursor(cursor)
  const sign = sql.raw(order === 'cheapest' ? '>' : '<')
  return sql<boolean>`(classified.price_cents, classified.id) ${sign} (${cents}::bigint, ${id}::bigint)`
}

/**
 * What is searched for is no pattern, so no character of it means anything else. A listing is folded once, however
 * many words there are: that is what takes long.
 */
function holdsAll(words: readonly string[]): RawBuilder<boolean> {
  const text = sql`classified.label || ' ' || classified.description`
  return sql<boolean>`(
    with folded as materialized (select ${foldAccents(text)} as text)
    select bool_and(strpos(folded.text, word) > 0) from folded,
      unnest((select array_agg(distinct ${foldAccents(sql.ref('given'))}) from unnest(${words}::text[]) as given)) as word
  )`
}

function foldAccents(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`
}

/** A lock lasts until the transaction ends, so that what the trail says was there before is true. */
export function findClassified(
  tx: Tx,
  today: string,
  id: number,
  lock?: 'lock',
): Promise<Classified | undefined> {
  return selectOpen(tx, today)
    .where('classified.id', '=', id)
    .$if(lock !== undefined, (query) => query.forUpdate('classified'))
    .executeTakeFirst()
}

export async function insertClassified(
  tx: Tx,
  memberId: number,
  written: WrittenClassified,
  at: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('classified')
    .values({ member_id: memberId, ...toColumns(written), created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeClassified(tx: Tx, id: number, written: WrittenClassified): Promise<void> {
  await tx.updateTable('classified').set(toColumns(written)).where('id', '=', id).execute()
}

function toColumns({ label, priceCents, description, pictures }: WrittenClassified) {
  return { label, price_cents: priceCents, description, pictures: JSON.stringify(pictures) }
}

/** It stays for the trail, but nobody is shown it any more. */
export async function deleteClassified(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('classified').set({ deleted_at: at }).where('id', '=', id).execute()
}

/** All of a member whose account is closed, as when they are removed one by one. */
export async function hideListings(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .updateTable('classified')
    .set({ deleted_at: at })
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .execute()
}

export const ownData = {
  listings: (member) => sql`
    select c.id, jsonb_build_object('id', c.id, 'label', c.label, 'priceCents', c.price_cents,
      'description', c.description, 'pictures', c.pictures, 'created', c.created_at), c.pictures
    from ${ofClub('classified', 'c')} where c.member_id = ${member} and c.deleted_at is null`,
} satisfies OwnDataSelects
