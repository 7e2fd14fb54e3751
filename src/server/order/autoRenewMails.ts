// Tells a member at their own address what an order has changed about their cards and automatic renewal,
// whoever paid and wherever the receipt went. Queued in the transaction of the change.
import type { Tx } from '../db/open.ts'
import { findMemberAddress } from '../member/db/membership.ts'
import { addMail } from '../queue/queue.ts'
import type { CardDetails } from './db/savedCard.ts'
import { cardLetters } from './letters/cardLetters.ts'

export interface AutoRenewChange {
  readonly orderId: number
  /** The order was undone, and what it had changed is as before. */
  readonly isUndone: boolean
  /** Null if automatic renewal stays as it was. */
  readonly turned: 'on' | 'off' | null
  /** The card that was saved or made the default, or removed by an undone order. */
  readonly card: Pick<CardDetails, 'brand' | 'last4'> | null
  readonly isNewDefault: boolean
}

export async function mailAutoRenewChange(
  tx: Tx,
  memberId: number,
  { orderId, isUndone, turned, card, isNewDefault }: AutoRenewChange,
): Promise<void> {
  if (turned === null && card === null) return
  const address = await findMemberAddress(tx, memberId)
  if (address === undefined) return
  await addMail(tx, cardLetters, {
    to: address.email,
    language: address.language,
    message: {
      kind: 'auto-renew',
      number: orderId,
      isUndone,
      turned,
      card: card === null ? null : { brand: card.brand, last4: card.last4 },
      isNewDefault,
    },
    uniqueKey: `auto-renew ${orderId}${isUndone ? ' undone' : ''}`,
  })
}
