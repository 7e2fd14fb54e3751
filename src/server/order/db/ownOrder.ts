// Which orders are a member's: the one rule for their history and for the file with their data.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ofClub } from '../../db/scope/clubPlugin.ts'

/**
 * What they bought as a member, what they joined with, and what was bought with their address by nobody who was signed
 * in, once a mail to it was answered. `order` is the name by which the query knows the order.
 */
export function isOwnOrder(memberId: number, order: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${order}.${name}`)
  return sql<SqlBool>`(${column('member_id')} = ${memberId} or ${column('member_id')} is null and (
    ${column('email_folded')} = ${provedEmail(memberId)}
    or exists (select joined.line from ${ofClub('order_line', 'joined')}
      where joined.order_id = ${column('id')} and joined.kind = 'membership'
        and (joined.given ->> 'memberId')::int = ${memberId})))`
}

/** Their folded address; null while nobody has answered a mail to it. */
export function provedEmail(memberId: number): RawBuilder<string | null> {
  return sql`(select own.email_folded from ${ofClub('member', 'own')}
    where own.id = ${memberId} and own.email_proved_at is not null)`
}

/** The numbers of their orders. */
export function selectOwnOrders(memberId: number): RawBuilder<unknown> {
  return sql`select o.id from ${ofClub('purchase_order', 'o')} where ${isOwnOrder(memberId, 'o')}`
}
