// All SQL about the account that is closed: it is locked, then nothing of the person is left in it.
import { sql } from 'kysely'
import { toLanguage } from '../../../domain/shapes/language.ts'
import type { Tx } from '../../db/open.ts'

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
  return { ...row, language: toLanguage(row.language), hasLogins: login !== undefined }
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
      officer_tags: '[]',
      officer_note: '',
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
const ownTables = ['member_settings', 'member_session', 'member_code', 'push_subscription'] as const

/** Why an officer has removed the member. It is all that stays beside the number. */
export async function noteRemoval(tx: Tx, memberId: number, reason: string): Promise<void> {
  await tx.updateTable('member').set({ removal_reason: reason }).where('id', '=', memberId).execute()
}

/** The newest first. */
export async function listRemovals(tx: Tx) {
  const rows = await tx
    .selectFrom('member')
    .where('deleted_at', 'is not', null)
    .where('removal_reason', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .select(['id', 'deleted_at as at', 'removal_reason as why'])
    .execute()
  return rows.map(({ id, at, why }) => ({ id, at: at ?? new Date(0), why: why ?? '' }))
}
