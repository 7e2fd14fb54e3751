// Tells a member at their own address what somebody signed in as them has changed about their saved cards and
// automatic renewal. Queued in the transaction of the change.
import { findAutoRenew, findMemberAddress } from '../../member/db/membership.ts'
import { addMail } from '../../queue/queue.ts'
import type { CardDetails } from '../db/savedCard.ts'
import { cardLetters } from '../letters/cardLetters.ts'
import type { CardOwner } from '../savedCards.ts'

type CardName = Pick<CardDetails, 'brand' | 'last4'>

export interface CardChange {
  readonly turned?: 'on' | 'off'
  readonly saved?: CardName
  readonly removed?: CardName
  /** The card that renewals charge from now on; null for none. */
  readonly charged: CardName | null
}

export async function mailCardChange({ tx, memberId }: CardOwner, change: CardChange): Promise<void> {
  const address = await findMemberAddress(tx, memberId)
  if (address === undefined) return
  const { turned = null, saved, removed, charged } = change
  await addMail(tx, cardLetters, {
    to: address.email,
    language: address.language,
    message: {
      kind: 'own-cards',
      turned,
      saved: toNamed(saved),
      removed: toNamed(removed),
      charged: toNamed(charged),
      renews: await findAutoRenew(tx, memberId),
    },
  })
}

function toNamed(card: CardName | null | undefined): CardName | null {
  return card == null ? null : { brand: card.brand, last4: card.last4 }
}
