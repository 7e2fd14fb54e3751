// Who may sign in and stay signed in: the one condition for every query that finds an account or a sign-in.
import { type RawBuilder, sql } from 'kysely'

/** For a query with the table `member` under its own name: neither deleted nor suspended. */
export function isActiveMember(): RawBuilder<boolean> {
  return sql<boolean>`(member.deleted_at is null and member.suspended_at is null)`
}
