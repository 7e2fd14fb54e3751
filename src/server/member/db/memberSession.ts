// All SQL about sign-ins. Each has a row, so that a token can end before it expires.
import { sql } from 'kysely'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { isActiveMember } from './activeMember.ts'
import type { AccountState } from './member.ts'
import { membershipEnd } from './membershipEnd.ts'
import { untieDevices } from './pushSubscription.ts'

export interface NewSession {
  /** A UUID, the token's jti. */
  id: string
  createdAt: Date
  expiresAt: Date
  onlyNewPassword: boolean
}

/**
 * False when the account has changed since its password was compared: deleted, suspended, another password, or
 * all tokens ended. Also deletes expired sign-ins of the member.
 */
export async function openSession(tx: Tx, account: AccountState, session: NewSession): Promise<boolean> {
  const opened = await tx
    .insertInto('member_session')
    .columns(['id', 'member_id', 'token_version', 'created_at', 'expires_at', 'only_new_password'])
    .expression((eb) =>
      eb
        .selectFrom('member')
        .where('id', '=', account.memberId)
        .where(isActiveMember())
        .where('password_hash', 'is not distinct from', account.passwordHash)
        .where('token_version', '=', account.tokenVersion)
        .select([
          sql<string>`${session.id}::uuid`.as('id'),
          'id as member_id',
          'token_version',
          sql<Date>`${session.createdAt}::timestamptz`.as('created_at'),
          sql<Date>`${session.expiresAt}::timestamptz`.as('expires_at'),
          sql<boolean>`${session.onlyNewPassword}::boolean`.as('only_new_password'),
        ]),
    )
    .returning('member_id')
    .executeTakeFirst()
  if (opened === undefined) return false
  await tx
    .deleteFrom('member_session')
    .where('member_id', '=', account.memberId)
    .where('expires_at', '<', session.createdAt)
    .execute()
  return true
}

/** The member of a token. Undefined when anything has ended the sign-in. */
export async function findLiveSession(
  tx: Tx,
  token: { sessionId: string; memberId: number; tokenVersion: number },
  now: Date,
) {
  const row = await tx
    .selectFrom('member_session as session')
    .innerJoin('member', (join) =>
      join
        .onRef('member.id', '=', 'session.member_id')
        .onRef('member.token_version', '=', 'session.token_version'),
    )
    .innerJoin('club', 'club.tenant_id', 'session.tenant_id')
    .where('session.id', '=', token.sessionId)
    .where('session.member_id', '=', token.memberId)
    // higher after its own change of password
    .where('session.token_version', '>=', token.tokenVersion)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where(isActiveMember())
    .select([membershipEnd().as('membershipEnd'), 'member.parent_id as parentId'])
    .select(['session.created_at as createdAt', 'session.only_new_password as onlyNewPassword'])
    // the club's, which decides when the membership's last day ends
    .select('club.time_zone as timeZone')
    .executeTakeFirst()
  return row && { ...row, parentId: row.parentId ?? 0 }
}

export async function revokeSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('member_session')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * After the member's `token_version` has grown: only this sign-in goes on, for everything. Also one that was being
 * opened with the old password has the old version.
 */
export async function keepSession(
  tx: Tx,
  { sessionId, tokenVersion }: { sessionId: string; tokenVersion: number },
): Promise<void> {
  await tx
    .updateTable('member_session')
    .set({ token_version: tokenVersion, only_new_password: false })
    .where('id', '=', sessionId)
    .execute()
}

/** Signs these members out everywhere, because their passwords were changed. */
export async function endSessions(tx: Tx, memberIds: readonly number[]): Promise<void> {
  if (memberIds.length === 0) return
  await tx
    .updateTable('member')
    .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
    .where('id', '=', anyOf(memberIds))
    .execute()
  await untieDevices(tx, memberIds)
}
