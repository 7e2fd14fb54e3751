// The last day of a member's membership: an additional login has the day of the membership that it belongs to.
import { type RawBuilder, sql } from 'kysely'
import { ofClub } from '../scope/clubPlugin.ts'

/**
 * For a query with the table `member` under its own name. What is stored with an additional login is only used
 * without the member above it.
 */
export function membershipEnd(): RawBuilder<string> {
  return sql<string>`coalesce((
    select above.expires_on from ${ofClub('member', 'above')} where above.id = member.parent_id
  ), member.expires_on)`
}
