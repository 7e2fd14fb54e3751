// All SQL about a phone's sign-in, which a code opens from another sign-in of the same member.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { isActiveMember } from '../../member/db/activeMember.ts'

/**
 * It is as old as the sign-in that made the code: nobody has given the password since, and what needs a recent
 * sign-in needs one on the phone too. Undefined when that sign-in is over by now.
 */
export function openPhoneSession(
  tx: Tx,
  from: { sessionId: string; memberId: number; now: Date },
  session: { id: string; expiresAt: Date },
): Promise<{ readonly createdAt: Date; readonly tokenVersion: number } | undefined> {
  return tx
    .insertInto('member_session')
    .columns(['id', 'member_id', 'token_version', 'created_at', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('member_session as source')
        .innerJoin('member', (join) =>
          join
            .onRef('member.id', '=', 'source.member_id')
            .onRef('member.token_version', '=', 'source.token_version'),
        )
        .where('source.id', '=', from.sessionId)
        .where('source.member_id', '=', from.memberId)
        .where('source.revoked_at', 'is', null)
        .where('source.expires_at', '>', from.now)
        .where('source.only_new_password', '=', false)
        .where(isActiveMember())
        .select([
          sql<string>`${session.id}::uuid`.as('id'),
          'source.member_id',
          'source.token_version',
          'source.created_at',
          sql<Date>`${session.expiresAt}::timestamptz`.as('expires_at'),
        ]),
    )
    .returning(['created_at as createdAt', 'token_version as tokenVersion'])
    .executeTakeFirst()
}
