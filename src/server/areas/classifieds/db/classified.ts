// All SQL about classifieds: listing them, and making, changing and removing one.
import { type RawBuilder, sql } from 'kysely'
import { isAfter, type PagePlace, selectCreatedUs } from '../../../community/db/pageOrder.ts'
import type { Tx } from '../../../db/open.ts'
import { isActiveMember } from '../../../member/db/activeMember.ts'
import { membershipEnd } from '../../../member/db/membershipEnd.ts'

export interface Classified {
  readonly id: number
  readonly memberId: number
  readonly label: string
  readonly priceCents: number
  readonly description: string
  readonly pictures: readonly string[]
  readonly createdAt: Date
}

export type WrittenClassified = Pick<Classified, 'label' | 'priceCents' | 'description' | 'pictures'>

export type ClassifiedOrder = 'newest' | 'cheapest' | 'dearest'

export interface ClassifiedPage {
  readonly order: ClassifiedOrder
  /** Each must be in the title or the description. */
  readonly words: readonly string[]
  /** The last one of the page before. By price, its first number is the price. */
  readonly after: PagePlace | undefined
  readonly offset: number
  readonly limit: number
}

/** Members whose membership ended before `today`, or on it, are no sellers. */
function selectOpen(tx: Tx, today: string) {
  return tx
    .selectFrom('classified')
    .innerJoin('member', 'member.id', 'classified.member_id')
    .where('classified.deleted_at', 'is', null)
    .where(isActiveMember())
    .where(sql<boolean>`${membershipEnd()} > ${today}::date`)
    .select([
      'classified.id',
      'classified.member_id',
      'classified.label',
      'classified.price_cents',
      'classified.description',
      'classified.pictures',
      'classified.created_at',
    ])
}

/** With the place at which the list goes on after each. */
export async function listClassifieds(
  tx: Tx,
  today: string,
  { order, words, after, offset, limit }: ClassifiedPage,
): Promise<(Classified & { readonly place: PagePlace })[]> {
  let query = selectOpen(tx, today).select(selectCreatedUs('classified').as('created_us'))
  if (words.length > 0) query = query.where(holdsAll(words))
  if (after !== undefined) query = query.where(comesAfter(order, after))
  if (order === 'newest') query = query.orderBy('classified.created_at', 'desc')
  else query = query.orderBy('classified.price_cents', order === 'dearest' ? 'desc' : 'asc')
  const rows = await query
    .orderBy('classified.id', order === 'cheapest' ? 'asc' : 'desc')
    .offset(after === undefined ? offset : 0)
    .limit(limit)
    .execute()
  return rows.map(({ created_us, ...row }) => ({
    ...toClassified(row),
    place: { createdUs: order === 'newest' ? created_us : String(row.price_cents), id: row.id },
  }))
}

function comesAfter(order: ClassifiedOrder, place: PagePlace): RawBuilder<boolean> {
  if (order === 'newest') return isAfter('classified', place)
  const sign = sql.raw(order === 'cheapest' ? '>' : '<')
  return sql<boolean>`(classified.price_cents, classified.id)
    ${sign} (${place.createdUs}::bigint, ${place.id}::bigint)`
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

export async function findClassified(tx: Tx, today: string, id: number): Promise<Classified | undefined> {
  const row = await selectOpen(tx, today).where('classified.id', '=', id).executeTakeFirst()
  return row && toClassified(row)
}

/** Locks it until the transaction ends, so that what the trail says was there before is true. */
export async function lockClassified(tx: Tx, today: string, id: number): Promise<Classified | undefined> {
  const row = await selectOpen(tx, today)
    .where('classified.id', '=', id)
    .forUpdate('classified')
    .executeTakeFirst()
  return row && toClassified(row)
}

interface ClassifiedRow {
  readonly id: number
  readonly member_id: number
  readonly label: string
  readonly price_cents: number
  readonly description: string
  readonly pictures: string[]
  readonly created_at: Date
}

function toClassified({ member_id, price_cents, created_at, ...row }: ClassifiedRow): Classified {
  const { id, label, description, pictures } = row
  return {
    id,
    memberId: member_id,
    label,
    priceCents: price_cents,
    description,
    pictures,
    createdAt: created_at,
  }
}

/** When each was made that a member made since then, the oldest first, also of those that are removed by now. */
export async function listMadeSince(tx: Tx, memberId: number, since: Date): Promise<Date[]> {
  // two calls at once see each other
  await tx.selectFrom('member').where('id', '=', memberId).select('id').forUpdate().execute()
  const rows = await tx
    .selectFrom('classified')
    .where('member_id', '=', memberId)
    .where('created_at', '>', since)
    .select('created_at')
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at }) => created_at)
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

/** All of a member's. */
export async function hideListings(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .updateTable('classified')
    .set({ deleted_at: at })
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .execute()
}
