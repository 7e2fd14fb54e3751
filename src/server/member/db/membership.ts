// All SQL that makes memberships and changes their expiration.
import type { z } from 'zod'
import type { membershipPayload } from '../../../contract/purchases.ts'
import { toLanguage } from '../../../domain/shapes/language.ts'
import type { Tx } from '../../db/open.ts'
import { isUnanswered } from './additionalLogin.ts'
import { isLifeMember, membershipEnd, stillEndsOn, toEndColumns } from './membershipEnd.ts'

/** What joining and renewing need of a member. Without a type, `type` is 0 and its fields are empty. */
export interface StoredMembership {
  memberId: number
  email: string
  fname: string
  lname: string
  address: string
  city: string
  state: string
  zip: string
  /** Of an additional login: when the membership above it ends. */
  expiration: string
  /** A member for life, or an additional login of one. */
  life: boolean
  /** 0 when this is not an additional login. */
  parentId: number
  /** An additional login whose invitation nobody has answered: it gives way to who joins with the address. */
  isUnanswered: boolean
  /** They cannot sign in, so no money is taken for them. */
  isSuspended: boolean
  type: number
  typeLabel: string
  renewPriceCents: number
}

/** `lock` locks the member until this transaction ends. */
export async function findMembership(
  tx: Tx,
  by: { readonly emailFolded: string } | { readonly memberId: number },
  lock?: 'lock',
): Promise<StoredMembership | undefined> {
  const row = await tx
    .selectFrom('member')
    .leftJoin('member_type as type', 'type.id', 'member.member_type_id')
    .where((where) =>
      'memberId' in by
        ? where('member.id', '=', by.memberId)
        : where('member.email_folded', '=', by.emailFolded),
    )
    .where('member.deleted_at', 'is', null)
    .select(['member.id as memberId', 'member.email', 'member.fname', 'member.lname'])
    .select(['member.address', 'member.city', 'member.state', 'member.zip'])
    .select(['member.parent_id as parentId', 'member.suspended_at as suspendedAt'])
    .select([membershipEnd().as('expiration'), isLifeMember().as('life'), isUnanswered().as('isUnanswered')])
    .select(['type.id as type', 'type.label as typeLabel', 'type.renew_price_cents as renewPriceCents'])
    // the type is on the nullable side of the join, which cannot be locked
    .$if(lock !== undefined, (query) => query.forUpdate('member'))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { suspendedAt, ...stored } = row
  return {
    ...stored,
    parentId: row.parentId ?? 0,
    isSuspended: suspendedAt !== null,
    type: row.type ?? 0,
    typeLabel: row.typeLabel ?? '',
    renewPriceCents: row.renewPriceCents ?? 0,
  }
}

/** Undefined when a member has this address already. */
export async function insertMember(
  tx: Tx,
  member: {
    person: z.output<typeof membershipPayload> & { country: string }
    emailFolded: string
    typeId: number
    expiresOn: string
    joinedOn: string
  },
): Promise<number | undefined> {
  const { person, emailFolded, typeId, expiresOn, joinedOn } = member
  const row = await tx
    .insertInto('member')
    .values({
      email: person.email_address,
      email_folded: emailFolded,
      fname: person.fname,
      lname: person.lname,
      partner: person.partner,
      address: person.address,
      city: person.city,
      state: person.state,
      zip: person.zip,
      country: person.country,
      phone_numbers: JSON.stringify(person.phoneNumbers.filter(({ longCode }) => longCode !== '')),
      member_type_id: typeId,
      ...toEndColumns(expiresOn),
      joined_on: joinedOn,
      email_proved_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'email_folded']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return undefined
  await tx
    .insertInto('member_settings')
    .values({
      member_id: row.id,
      newsletter: person.mail_newsletter,
      enewsletter: person.email_newsletter,
      roster: person.list_in_directory,
    })
    .execute()
  return row.id
}

/** False when the expiration is no longer `from`, because somebody else has changed it, and for a life member. */
export async function extendMembership(tx: Tx, memberId: number, from: string, to: string): Promise<boolean> {
  const row = await tx
    .updateTable('member')
    .set(toEndColumns(to))
    .where('id', '=', memberId)
    .where(stillEndsOn(from))
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the expiration back, unless it was changed again. */
export function takeBackMembership(
  tx: Tx,
  { memberId, from, expiration }: { memberId: number; from: string; expiration: string },
): Promise<boolean> {
  return extendMembership(tx, memberId, expiration, from)
}

/** 0 means no type. Changes nothing when the type is no longer `from`. */
export async function setMemberType(tx: Tx, memberId: number, from: number, to: number): Promise<void> {
  await tx
    .updateTable('member')
    .set({ member_type_id: to === 0 ? null : to })
    .where('id', '=', memberId)
    .where('member_type_id', 'is not distinct from', from === 0 ? null : from)
    .execute()
}

/** Null for a member who has never chosen. */
export async function setAutoRenew(tx: Tx, memberId: number, choice: boolean | null): Promise<void> {
  await tx
    .insertInto('member_settings')
    .values({ member_id: memberId, auto_renew: choice })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'member_id']).doUpdateSet({ auto_renew: choice }),
    )
    .execute()
}

/** The member's choice. Nothing renews without a card to charge: `readAutoRenewal` knows both. */
export async function findAutoRenew(tx: Tx, memberId: number): Promise<boolean> {
  return (await findAutoRenewChoice(tx, memberId)) ?? false
}

/** Null if nobody has ever chosen. */
export async function findAutoRenewChoice(tx: Tx, memberId: number): Promise<boolean | null> {
  const row = await tx
    .selectFrom('member_settings')
    .where('member_id', '=', memberId)
    .select('auto_renew')
    .executeTakeFirst()
  return row?.auto_renew ?? null
}

/** Where the member reads about changes of their own settings. */
export async function findMemberAddress(
  tx: Tx,
  memberId: number,
): Promise<{ email: string; language: 'en' | 'es' | null } | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('id', '=', memberId)
    .select(['email', 'language'])
    .executeTakeFirst()
  return row && { ...row, language: toLanguage(row.language) }
}
