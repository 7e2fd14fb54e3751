// All SQL that ends a member's account for good. What others rely on stays: orders, and posts without a name.
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'

export interface ClosingMember {
  readonly fname: string
  readonly email: string
  /** Null: the club's. */
  readonly language: 'en' | 'es' | null
  readonly hasLogins: boolean
}

/**
 * Locks the member, so that it is closed once, and after what they write or add at this moment. Undefined when it is
 * closed already.
 */
export async function lockClosing(tx: Tx, memberId: number): Promise<ClosingMember | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select(['fname', 'email', 'language'])
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const login = await tx
    .selectFrom('member')
    .where('parent_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return {
    ...row,
    language: row.language === 'en' || row.language === 'es' ? row.language : null,
    hasLogins: login !== undefined,
  }
}

/** Nothing of the person is left in the row, all sign-ins end, and the address is free to join again. */
export async function eraseMember(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .updateTable('member')
    .set((column) => ({
      deleted_at: at,
      token_version: column('token_version', '+', 1),
      email: '',
      email_folded: '',
      email_proved_at: null,
      fname: '',
      lname: '',
      title: '',
      partner: '',
      address: '',
      city: '',
      state: '',
      zip: '',
      phone_numbers: '[]',
      alt_member_id: '',
      avatar_hash: null,
      tags: '[]',
      password_hash: null,
      language: null,
      // the column makes a new one, which nobody knows
      card_code: sql<string>`default`,
      calendar_code: null,
    }))
    .where('id', '=', memberId)
    .execute()
  for (const table of ownTables) {
    await tx.deleteFrom(table).where('member_id', '=', memberId).execute()
  }
}

/** Their rows are the member's alone. A device's followed events go with it. */
const ownTables = [
  'member_settings',
  'member_session',
  'member_code',
  'member_mute',
  'additional_email',
  'push_subscription',
  'ride',
] as const

/** Listings are kept and hidden, as when they are removed one by one. */
export async function hideListings(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .updateTable('classified')
    .set({ deleted_at: at })
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Posts stay without their pictures, and so do reports on them and what moderators have changed of the member's posts
 * and listings. A post that has neither words nor comments is nothing any more.
 */
export async function removePictures(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .updateTable('post')
    .set({
      pictures: '[]',
      deleted_at: sql`case
        when deleted_at is null and btrim(message) = '' and not exists (
          select from ${ofClub('post', 'comment')} where comment.parent_id = post.id and comment.deleted_at is null
        ) then ${at}::timestamptz else deleted_at end`,
    })
    .where('member_id', '=', memberId)
    .where(sql<boolean>`pictures <> '[]'`)
    .execute()
  await tx
    .updateTable('post_report')
    .from('post')
    .set({ pictures: '[]' })
    .where(sql<boolean>`post_report.pictures <> '[]'`)
    .whereRef('post.id', '=', 'post_report.post_id')
    .where('post.member_id', '=', memberId)
    .execute()
  await tx
    .updateTable('moderation_trail')
    .set({ before: sql`before || '{"pictures": []}'` })
    .where(sql<boolean>`jsonb_typeof(before -> 'pictures') = 'array'`)
    .where((eb) =>
      eb.or([
        eb('post_id', 'in', eb.selectFrom('post').where('member_id', '=', memberId).select('id')),
        eb('classified_id', 'in', eb.selectFrom('classified').where('member_id', '=', memberId).select('id')),
      ]),
    )
    .execute()
}

export interface EndedRenewal {
  readonly period: string
  readonly hasOrder: boolean
}

/** No card is charged for any period any more. Answers those that were not done. */
export async function endRenewals(tx: Tx, memberId: number, at: Date): Promise<EndedRenewal[]> {
  const rows = await tx
    .updateTable('renewal')
    .set({ state: 'stopped', is_job_over: true, reason: 'closed', next_try_at: null, changed_at: at })
    .where('member_id', '=', memberId)
    .where('state', '<>', 'done')
    .returning(['period', 'order_key'])
    .execute()
  return rows.map(({ period, order_key }) => ({ period, hasOrder: order_key !== null }))
}

/** Of all modes. The transaction has locked the member's customers, so that none is being saved. */
export async function deleteCards(
  tx: Tx,
  memberId: number,
): Promise<{ readonly methodId: string; readonly mode: string }[]> {
  await tx
    .selectFrom('card_customer')
    .where('member_id', '=', memberId)
    .select('mode')
    .orderBy('mode')
    .forUpdate()
    .execute()
  const rows = await tx
    .deleteFrom('saved_card')
    .where('member_id', '=', memberId)
    .returning(['provider_id', 'mode'])
    .execute()
  return rows.map(({ provider_id, mode }) => ({ methodId: provider_id, mode }))
}
