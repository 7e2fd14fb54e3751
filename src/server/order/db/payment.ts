// All SQL about cards that were tried and what the card provider has told us.
import type { Tx } from '../../db/open.ts'

/** Stores each charge once. True when it was the first time. */
export async function insertAttempt(
  tx: Tx,
  {
    orderId,
    emailFolded,
    ...attempt
  }: {
    orderId: number
    charge: string
    outcome: 'declined' | 'succeeded'
    reason: string
    emailFolded: string
    at: Date
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('payment_attempt')
    .values({ ...attempt, order_id: orderId, email_folded: emailFolded })
    .onConflict((conflict) => conflict.doNothing())
    .returning('charge')
    .executeTakeFirst()
  return row !== undefined
}

export function listAttempts(tx: Tx, orderId: number) {
  return tx
    .selectFrom('payment_attempt')
    .where('order_id', '=', orderId)
    .orderBy('at')
    .select(['charge', 'outcome', 'reason', 'at'])
    .execute()
}

/** Cards that were declined since then for orders of this e-mail address, newest first. */
export async function listDeclines(tx: Tx, emailFolded: string, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('payment_attempt')
    .where('email_folded', '=', emailFolded)
    .where('outcome', '=', 'declined')
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .select('at')
    .execute()
  return rows.map(({ at }) => at)
}

export async function isKnownEvent(tx: Tx, eventId: string): Promise<boolean> {
  const row = await tx.selectFrom('card_event').where('id', '=', eventId).select('id').executeTakeFirst()
  return row !== undefined
}

export async function insertEvent(
  tx: Tx,
  { orderId, ...event }: { id: string; type: string; orderId: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('card_event')
    .values({ order_id: orderId, ...event })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the card provider has told us about an order, in the order of arrival. */
export function listOrderEvents(tx: Tx, orderId: number): Promise<{ id: string; type: string; at: Date }[]> {
  return tx
    .selectFrom('card_event')
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .select(['id', 'type', 'at'])
    .execute()
}
