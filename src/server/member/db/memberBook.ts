// All SQL of what officers see and change of members. No query reads a password's hash.
import { sql } from 'kysely'
import { toPhoneText } from '../../../domain/member.ts'
import { inNameOrder } from '../../db/inNameOrder.ts'
import type { Tx } from '../../db/open.ts'
import { untouchedSettings } from './memberSettings.ts'
import { isLifeMember, membershipEnd } from './membershipEnd.ts'
import { holdsRole } from './officer.ts'

/** A member as officers see them. Their own scripts read these names, in this order. */
export type BookedMember = Readonly<Awaited<ReturnType<typeof listBookedMembers>>[number]>

/** By name, the suspended ones too: all, or the one with this id. `lock` locks them until this transaction ends. */
export async function listBookedMembers(
  tx: Tx,
  { id, lock = false }: { readonly id?: number; readonly lock?: boolean } = {},
) {
  const rows = await tx
    .selectFrom('member')
    .leftJoin('member_settings as settings', 'settings.member_id', 'member.id')
    .leftJoin('member_type as type', 'type.id', 'member.member_type_id')
    .leftJoin('member as parent', 'parent.id', 'member.parent_id')
    .where('member.deleted_at', 'is', null)
    .orderBy(inNameOrder('member.lname'))
    .orderBy(inNameOrder('member.fname'))
    .orderBy('member.id')
    .select(['member.id', 'member.email', 'member.email_folded as emailFolded'])
    .select(['member.fname', 'member.lname', 'member.title', 'member.partner'])
    .select(['member.address', 'member.city', 'member.state', 'member.zip', 'member.country'])
    .select(['member.phone_numbers as phoneNumbers', 'member.phone_numbers as phones'])
    .select(['member.member_type_id as type', 'type.label as typeLabel'])
    // of an additional login: when the membership above it ends
    .select([membershipEnd().as('expiration'), isLifeMember().as('life')])
    .select('member.joined_on as memberSince')
    // the e-mail address of the member whose additional login this is, or their name
    .select(
      sql<string | null>`coalesce(nullif(parent.email, ''), parent.fname || ' ' || parent.lname)`.as(
        'parent',
      ),
    )
    .select(['member.alt_member_id as altMemberId', 'member.tags', 'member.language'])
    .select(['member.officer_tags as officerTags', 'member.officer_note as officerNote'])
    .select(sql<boolean>`member.password_hash is not null`.as('hasPassword'))
    .select(['member.suspended_at as suspendedAt', holdsRole('member.id', 'moderator').as('isModerator')])
    .select(['settings.auto_renew as autoRenew', 'settings.newsletter', 'settings.enewsletter'])
    .select(['settings.additional_emails as additionalEmails', 'settings.roster as isInRoster'])
    .$if(id !== undefined, (query) => query.where('member.id', '=', id ?? 0))
    .$if(lock, (query) => query.forUpdate('member'))
    .execute()
  return rows.map((row) => ({
    ...row,
    phones: row.phones.map(toPhoneText),
    type: row.type ?? 0,
    typeLabel: row.typeLabel ?? '',
    memberSince: row.memberSince ?? '',
    language: row.language ?? '',
    autoRenew: row.autoRenew ?? false,
    newsletter: row.newsletter ?? untouchedSettings.newsletter,
    enewsletter: row.enewsletter ?? untouchedSettings.enewsletter,
    additionalEmails: row.additionalEmails ?? '',
    isInRoster: row.isInRoster ?? untouchedSettings.roster,
  }))
}

/** Those that the roster shows, or those that only officers see. */
export async function setTags(
  tx: Tx,
  memberId: number,
  name: 'tags' | 'officerTags',
  tags: readonly string[],
): Promise<void> {
  const texts = JSON.stringify(tags)
  await tx
    .updateTable('member')
    .set(name === 'tags' ? { tags: texts } : { officer_tags: texts })
    .where('id', '=', memberId)
    .execute()
}

/**
 * From now on the member cannot sign in, their tokens are dead, and their devices get no notifications. False
 * if they were suspended already.
 */
export async function suspendMember(tx: Tx, memberId: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('member')
    .set((eb) => ({ suspended_at: at, token_version: eb('token_version', '+', 1) }))
    .where('id', '=', memberId)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await tx.deleteFrom('push_subscription').where('member_id', '=', memberId).execute()
  return true
}

/** False if the member was not suspended. */
export async function restoreMember(tx: Tx, memberId: number): Promise<boolean> {
  const row = await tx
    .updateTable('member')
    .set({ suspended_at: null })
    .where('id', '=', memberId)
    .where('suspended_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** How many devices are signed in as this member. */
export async function countLiveSessions(tx: Tx, memberId: number, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('member_session as session')
    .innerJoin('member', (join) =>
      join
        .onRef('member.id', '=', 'session.member_id')
        .onRef('member.token_version', '=', 'session.token_version'),
    )
    .where('session.member_id', '=', memberId)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
