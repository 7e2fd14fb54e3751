// Who may sign in and stay signed in: the one condition for every query that finds an account or a sign-in.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** For a query with the table `member` under its own name: neither deleted nor suspended. */
export function isActiveMember(): RawBuilder<boolean> {
  return sql<boolean>`(member.deleted_at is null and member.suspended_at is null)`
}

/**
 * Locks the member until the transaction ends. False for one who cannot sign in any more: whoever closes an account
 * waits for what the member writes at that moment, and nothing is written after it.
 */
export async function lockActiveMember(tx: Tx, memberId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('member')
    .where('id', '=', memberId)
    .where(isActiveMember())
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}
