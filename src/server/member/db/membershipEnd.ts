// When a membership ends, and whether it is for life: the only code that knows the columns. An additional login has the
// end of the membership that it belongs to.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isForLife, lifeExpiration } from '../../../domain/member.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'

/**
 * For a query with the table `member` under its own name. What is stored with an additional login is only used
 * without the member above it.
 */
export function membershipEnd(): RawBuilder<string> {
  return sql<string>`coalesce((
    select above.expires_on from ${ofClub('member', 'above')} where above.id = member.parent_id
  ), member.expires_on)`
}

/** The same for life members. */
export function isLifeMember(): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select above.life from ${ofClub('member', 'above')} where above.id = member.parent_id
  ), member.life)`
}

/** For a query that leaves additional logins out: then the index on the column can be used. */
export function endOfOwnMembership(): RawBuilder<string> {
  return sql<string>`member.expires_on`
}

/** The columns that say so, to insert a member with. */
export function toEndColumns(expiration: string): { expires_on: string; life: boolean } {
  return isForLife(expiration)
    ? { expires_on: lifeExpiration, life: true }
    : { expires_on: expiration, life: false }
}

/** For an update of the table `member`: the membership still ends on that day. Never that of a life member. */
export function stillEndsOn(expiration: string): Expression<SqlBool> {
  return sql<boolean>`(member.expires_on = ${expiration}::date and not member.life)`
}

/** For writing many rows at once. */
export const endColumns = {
  expiration: { column: 'expires_on', type: 'date' },
  life: { column: 'life', type: 'boolean' },
} as const
