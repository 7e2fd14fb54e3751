import { toLanguage } from '../../../domain/shapes/language.ts'
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
  return row && { ...row, language: toLanguage(row.language) }
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

/** A member whom another one may see, with what decides how much of them. One without settings has `untouchedSettings`. */
export async function findVisibleMember(tx: Tx, memberId: number) {
  const row = await tx
    .selectFrom('member')
    .leftJoin('member_settings as settings', 'settings.member_id', 'member.id')
    .where('member.id', '=', memberId)
    .where(isActiveMember())
    .select(['member.fname', 'member.lname', 'member.email', 'member.phone_numbers as phoneNumbers'])
    .select(({ fn, lit }) => [
      fn.coalesce('member.parent_id', lit(0)).as('parentId'),
      membershipEnd().as('expiration'),
      fn.coalesce('settings.roster', lit(untouchedSettings.roster)).as('isListed'),
      fn.coalesce('settings.roster_email', lit(untouchedSettings.rosterEmail)).as('showsEmail'),
      fn.coalesce('settings.roster_phone', lit(untouchedSettings.rosterPhone)).as('showsPhone'),
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
  // has something in the classifieds now
  return { ...row, sells: listing !== undefined }
}
