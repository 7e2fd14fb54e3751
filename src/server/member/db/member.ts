// All SQL about members.
import { sql } from 'kysely'
import type { Member } from '../../../domain/member.ts'
import { toLanguage } from '../../../domain/shapes/language.ts'
import { memberFields } from '../../../domain/shapes/member.ts'
import { listShownColumns, toAnswer } from '../../../domain/shapes/recordShape.ts'
import type { Tx } from '../../db/open.ts'
import { isActiveMember } from './activeMember.ts'
import { isLifeMember, membershipEnd } from './membershipEnd.ts'
import { holdsRight, isOfficer } from './officer.ts'
import { untieDevices } from './pushSubscription.ts'

/** What proves that an account has not changed since it was read. */
export interface AccountState {
  memberId: number
  passwordHash: string | null
  tokenVersion: number
}

export interface Account extends AccountState {
  email: string
  emailFolded: string
  /** Null: the club's. */
  language: 'en' | 'es' | null
}

/** As long as nobody has ever set a password and no sign-in was ended. Each of both makes it grow. */
const firstTokenVersion = 1

/** Nobody has ever had a password for it, not even one that was taken back. */
export function isUntouched({ passwordHash, tokenVersion }: AccountState): boolean {
  return passwordHash === null && tokenVersion === firstTokenVersion
}

/** Undefined for nobody, and for a member who cannot sign in (`isActiveMember`), or has no address to do it with. */
export async function findAccount(
  tx: Tx,
  by: { readonly emailFolded: string } | { readonly memberId: number },
): Promise<Account | undefined> {
  const row = await tx
    .selectFrom('member')
    .where((where) =>
      'memberId' in by ? where('id', '=', by.memberId) : where('email_folded', '=', by.emailFolded),
    )
    .where(isActiveMember())
    .where('email_folded', 'is not', null)
    .select(['id as memberId', 'email', 'language'])
    .select(sql<string>`email_folded`.as('emailFolded'))
    .select(['password_hash as passwordHash', 'token_version as tokenVersion'])
    .executeTakeFirst()
  return row && { ...row, language: toLanguage(row.language) }
}

/**
 * Ends all sign-ins and answers the new `token_version`. Undefined when the account has changed since it was read.
 */
export async function setPassword(
  tx: Tx,
  account: AccountState,
  passwordHash: string | null,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('member')
    .set((column) => ({ password_hash: passwordHash, token_version: column('token_version', '+', 1) }))
    .where('id', '=', account.memberId)
    .where('password_hash', 'is not distinct from', account.passwordHash)
    .where('token_version', '=', account.tokenVersion)
    .where(isActiveMember())
    .returning('token_version')
    .executeTakeFirst()
  if (row !== undefined) await untieDevices(tx, [account.memberId])
  return row?.token_version
}

/** As stored: `avatar` is the picture's hash, or ''. What waits for the member is read apart. */
export async function findMember(tx: Tx, memberId: number): Promise<Member | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('member.id', '=', memberId)
    .where('member.deleted_at', 'is', null)
    .select(listShownColumns(memberFields).map((column) => `member.${column}` as const))
    .select([holdsRight('member.id', 'moderate').as('moderator'), isOfficer('member.id').as('officer')])
    .select('member.email_proved_at')
    .select([membershipEnd().as('membership_end'), isLifeMember().as('is_life_member')])
    .executeTakeFirst()
  return (
    row && {
      ...toAnswer(memberFields, row, (hash) => hash ?? ''),
      expiration: row.membership_end,
      life: row.is_life_member,
      phone: row.phone_numbers[0]?.longCode ?? '',
      emailProved: row.email_proved_at !== null,
      moderator: row.moderator,
      officer: row.officer,
    }
  )
}

/** Stores the language in which the club writes to this member. */
export async function rememberLanguage(tx: Tx, memberId: number, language: 'en' | 'es'): Promise<void> {
  await tx
    .updateTable('member')
    .set({ language })
    .where('id', '=', memberId)
    .where('language', 'is distinct from', language)
    .execute()
}
