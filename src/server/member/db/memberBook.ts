// All SQL of what officers see and change of members. No query reads a password's hash.
import { sql } from 'kysely'
import type { PhoneNumber } from '../../../domain/member.ts'
import type { Tx } from '../../db/open.ts'
import { untouchedSettings } from './memberSettings.ts'
import { isLifeMember, membershipEnd } from './membershipEnd.ts'

/** A member as officers see them. */
export interface BookedMember {
  readonly id: number
  readonly email: string
  readonly emailFolded: string
  readonly fname: string
  readonly lname: string
  readonly title: string
  readonly partner: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
  readonly phoneNumbers: readonly PhoneNumber[]
  /** Only their digits. */
  readonly phones: readonly string[]
  /** 0 for no type. */
  readonly type: number
  readonly typeLabel: string
  /** Of an additional login: when the membership above it ends. */
  readonly expiration: string
  readonly life: boolean
  /** '' if the club did not say. */
  readonly memberSince: string
  /** The e-mail address of the member whose additional login this is. */
  readonly parent: string | null
  readonly altMemberId: string
  readonly tags: readonly string[]
  readonly language: string
  readonly hasPassword: boolean
  readonly suspendedAt: Date | null
  readonly isModerator: boolean
  readonly autoRenew: boolean
  readonly newsletter: boolean
  readonly enewsletter: boolean
  readonly additionalEmails: string
  readonly isInRoster: boolean
}

/** By name, the suspended ones too: all, or the one with this id. `lock` locks them until this transaction ends. */
export async function listBookedMembers(
  tx: Tx,
  { id, lock = false }: { readonly id?: number; readonly lock?: boolean } = {},
): Promise<BookedMember[]> {
  const rows = await tx
    .selectFrom('member')
    .leftJoin('member_settings as settings', 'settings.member_id', 'member.id')
    .leftJoin('member_type as type', 'type.id', 'member.member_type_id')
    .leftJoin('member as parent', 'parent.id', 'member.parent_id')
    .where('member.deleted_at', 'is', null)
    .orderBy('member.lname')
    .orderBy('member.fname')
    .orderBy('member.id')
    .select([
      'member.id',
      'member.email',
      'member.email_folded',
      'member.fname',
      'member.lname',
      'member.title',
      'member.partner',
      'member.address',
      'member.city',
      'member.state',
      'member.zip',
      'member.country',
      'member.phone_numbers',
      'member.member_type_id',
      'type.label',
      'member.joined_on',
      'member.alt_member_id',
      'member.tags',
      'member.language',
      'member.suspended_at',
      'parent.email as parent_email',
      'settings.moderator',
      'settings.auto_renew',
      'settings.newsletter',
      'settings.enewsletter',
      'settings.additional_emails',
      'settings.roster',
    ])
    .select([membershipEnd().as('membership_end'), isLifeMember().as('is_life_member')])
    .select(sql<boolean>`member.password_hash is not null`.as('has_password'))
    .$if(id !== undefined, (query) => query.where('member.id', '=', id ?? 0))
    .$if(lock, (query) => query.forUpdate('member'))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    emailFolded: row.email_folded,
    fname: row.fname,
    lname: row.lname,
    title: row.title,
    partner: row.partner,
    address: row.address,
    city: row.city,
    state: row.state,
    zip: row.zip,
    country: row.country,
    phoneNumbers: row.phone_numbers,
    phones: row.phone_numbers.map(({ longCode }) => longCode),
    type: row.member_type_id ?? 0,
    typeLabel: row.label ?? '',
    expiration: row.membership_end,
    life: row.is_life_member,
    memberSince: row.joined_on ?? '',
    parent: row.parent_email,
    altMemberId: row.alt_member_id,
    tags: row.tags,
    language: row.language ?? '',
    hasPassword: row.has_password,
    suspendedAt: row.suspended_at,
    isModerator: row.moderator ?? false,
    autoRenew: row.auto_renew ?? false,
    newsletter: row.newsletter ?? untouchedSettings.newsletter,
    enewsletter: row.enewsletter ?? untouchedSettings.enewsletter,
    additionalEmails: row.additional_emails ?? '',
    isInRoster: row.roster ?? untouchedSettings.roster,
  }))
}

export async function setTags(tx: Tx, memberId: number, tags: readonly string[]): Promise<void> {
  await tx
    .updateTable('member')
    .set({ tags: JSON.stringify(tags) })
    .where('id', '=', memberId)
    .execute()
}

export async function setModerator(tx: Tx, memberId: number, moderator: boolean): Promise<void> {
  await tx
    .insertInto('member_settings')
    .values({ member_id: memberId, moderator })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet({ moderator }))
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
