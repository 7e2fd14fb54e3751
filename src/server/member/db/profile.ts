// All SQL of the profile: what members change of themselves, and what they see of each other.
import type { PhoneNumber } from '../../../domain/member.ts'
import type { Tx } from '../../db/open.ts'
import { isActiveMember } from './activeMember.ts'
import { untouchedSettings } from './memberSettings.ts'
import { membershipEnd } from './membershipEnd.ts'

/** What the profile can change, as stored. `lock` locks the member until the transaction ends. */
export async function findProfile(tx: Tx, memberId: number, lock?: 'lock') {
  const row = await tx
    .selectFrom('member')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select(['fname', 'lname', 'title', 'partner', 'address', 'city', 'state', 'zip', 'country'])
    .select(['alt_member_id', 'phone_numbers', 'email', 'email_folded', 'avatar_hash', 'language'])
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) return undefined
  const language = row.language === 'en' || row.language === 'es' ? row.language : null
  return { ...row, language } as const
}

export type StoredProfile = Readonly<NonNullable<Awaited<ReturnType<typeof findProfile>>>>

export type ProfileChange = Partial<Omit<StoredProfile, 'email_folded' | 'avatar_hash' | 'language'>> & {
  readonly avatar_hash?: string | null
}

/** Changes nothing but the given columns. */
export async function changeProfile(
  tx: Tx,
  memberId: number,
  { phone_numbers, ...change }: ProfileChange,
): Promise<void> {
  const columns = {
    ...change,
    ...(phone_numbers === undefined ? {} : { phone_numbers: JSON.stringify(phone_numbers) }),
  }
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('member').set(columns).where('id', '=', memberId).execute()
}

/** A member whom another one may see, with what decides how much of them. */
export interface VisibleMember {
  readonly fname: string
  readonly lname: string
  readonly email: string
  readonly phoneNumbers: PhoneNumber[]
  readonly parentId: number
  readonly expiration: string
  /** The roster's flags; a member without settings is not listed. */
  readonly isListed: boolean
  readonly showsEmail: boolean
  readonly showsPhone: boolean
  /** Has something in the classifieds now. */
  readonly sells: boolean
}

export async function findVisibleMember(tx: Tx, memberId: number): Promise<VisibleMember | undefined> {
  const row = await tx
    .selectFrom('member')
    .leftJoin('member_settings as settings', 'settings.member_id', 'member.id')
    .where('member.id', '=', memberId)
    .where(isActiveMember())
    .select([
      'member.fname',
      'member.lname',
      'member.email',
      'member.phone_numbers',
      'member.parent_id',
      'settings.roster',
      'settings.roster_email',
      'settings.roster_phone',
      membershipEnd().as('membership_end'),
    ])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const listing = await tx
    .selectFrom('classified')
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return {
    fname: row.fname,
    lname: row.lname,
    email: row.email,
    phoneNumbers: row.phone_numbers as PhoneNumber[],
    parentId: row.parent_id ?? 0,
    expiration: row.membership_end,
    isListed: row.roster ?? untouchedSettings.roster,
    showsEmail: row.roster_email ?? untouchedSettings.rosterEmail,
    showsPhone: row.roster_phone ?? untouchedSettings.rosterPhone,
    sells: listing !== undefined,
  }
}
