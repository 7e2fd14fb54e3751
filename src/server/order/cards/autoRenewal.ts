// A member's automatic renewal: it is on only while they want it and have a saved card to charge.
import {
  findAutoRenew,
  findAutoRenewChoice,
  findMembership,
  setAutoRenew,
} from '../../member/db/membership.ts'
import { findCustomer, findDefaultCard } from '../db/savedCard.ts'
import { mailCardChange } from '../memberMails.ts'
import type { CardOwner } from '../savedCards.ts'

export async function readAutoRenewal(owner: CardOwner): Promise<boolean> {
  const { tx, memberId } = owner
  if ((await findMembership(tx, { memberId }))?.life === true) return false
  return (await findAutoRenew(tx, memberId)) && (await findDefaultCard(tx, owner)) !== undefined
}

/** Why automatic renewal cannot be turned on. */
export type AutoRenewFault = 'no-saved-card' | 'child-membership' | 'life-member'

/** The member is told of a change at their own address. */
export async function chooseAutoRenewal(
  owner: CardOwner,
  isWanted: boolean,
): Promise<AutoRenewFault | undefined> {
  const { tx, memberId } = owner
  // a card that is removed at the same time waits for this, or this for it
  await findCustomer(tx, owner, 'lock')
  const card = await findDefaultCard(tx, owner)
  if (isWanted) {
    const membership = await findMembership(tx, { memberId })
    if (membership !== undefined && membership.parentId > 0) return 'child-membership'
    if (membership?.life === true) return 'life-member'
    if (card === undefined) return 'no-saved-card'
  }
  const before = await findAutoRenewChoice(tx, memberId)
  if (before === isWanted) return undefined
  await setAutoRenew(tx, memberId, isWanted)
  // without a card it was off already
  const wasOn = before === true && card !== undefined
  if (wasOn !== isWanted) {
    await mailCardChange(owner, { turned: isWanted ? 'on' : 'off', charged: card ?? null })
  }
  return undefined
}
