// A renewal: whole years from the old expiration, once for each period.
import { z } from 'zod'
import { Failure } from '../../../contract/failures.ts'
import { renewalPayload } from '../../../contract/purchases.ts'
import { findDay } from '../../../domain/day.ts'
import { findRenewalFault, findRenewedExpiration } from '../../../domain/membership.ts'
import { openLookup } from '../../auth/lookupProof.ts'
import {
  extendMembership,
  findMembership,
  type StoredMembership,
  setAutoRenew,
  takeBackMembership,
} from '../../db/members/membership.ts'
import { findMemberType, type StoredMemberType } from '../../db/members/memberType.ts'
import { listSavedCards } from '../../db/members/savedCard.ts'
import type { Tx } from '../../db/open.ts'
import { type GivenOf, getGiven } from '../../db/orders/given.ts'
import type { Delivery, Goods, QuoteContext } from '../goods.ts'
import { parsePayload } from '../payload.ts'
import { saveCard, undoSaveCard } from '../savedCards.ts'
import { childText, requireYears, tooEarlyText, toPeriodLine } from './period.ts'

const item = z.object({
  memberId: z.number(),
  from: z.string(),
  to: z.string(),
  autoRenew: z.boolean(),
  isOwn: z.boolean(),
})
type AutoRenew = NonNullable<GivenOf<'renewal'>['autoRenew']>

export const renewal: Goods = {
  kind: 'renewal',
  category: 1,
  describe: (clubName) => `${clubName} membership`,

  async quote(asking, payload) {
    const asked = parsePayload(renewalPayload, payload)
    const { type } = await getRenewable(asking, asked)
    return [toPeriodLine('renewal', type, asked.years)]
  },

  async order(asking, payload) {
    const asked = parsePayload(renewalPayload, payload)
    const { stored, type } = await getRenewable(asking, asked)
    return {
      lines: [
        {
          ...toPeriodLine('renewal', type, asked.years),
          item: {
            memberId: stored.memberId,
            from: stored.expiration,
            to: findRenewedExpiration(stored.expiration, asked.years),
            autoRenew: asked.autoRenew,
            isOwn: asking.member !== null,
          },
        },
      ],
      email: null,
      ownEmail: stored.email,
      name: `${stored.fname} ${stored.lname}`,
      memberId: stored.memberId,
      ...(asked.autoRenew ? { keepsCardOf: stored.memberId } : {}),
    }
  },

  /** Somebody may have paid for the same period meanwhile; the second order's money goes back. */
  async deliver(delivery) {
    const { tx, tenantId } = delivery
    const { memberId, from, to, autoRenew: isWished, isOwn } = item.parse(delivery.item)
    if (!(await extendMembership(tx, tenantId, memberId, from, to))) {
      const member = await findMembership(tx, tenantId, { memberId })
      return member !== undefined && member.expiration > from
        ? { undeliverable: 'it was renewed already', reason: 'renewed-already' }
        : { undeliverable: 'the membership is not what it was', reason: 'not-available' }
    }
    const autoRenew = isWished ? await turnOn(delivery, memberId, isOwn) : undefined
    const given: GivenOf<'renewal'> = { memberId, from, expiration: to }
    return { given: autoRenew === undefined ? given : { ...given, autoRenew } }
  },

  /** With the time that it gave goes what it began: nobody is charged again because of an order that was undone. */
  async takeBack({ tx, tenantId, order, given }) {
    const { autoRenew, ...membership } = getGiven('renewal', given)
    const { memberId } = membership
    const isBack = await takeBackMembership(tx, tenantId, membership)
    if (!isBack || autoRenew === undefined) return isBack
    const { wasOff, kept } = autoRenew
    const hasCard =
      kept === null || (await undoSaveCard({ tx, tenantId, memberId, mode: order.mode }, order.id, kept))
    if (wasOff || !hasCard) await setAutoRenew(tx, tenantId, memberId, false)
    return true
  },
}

/**
 * rules/security 5.5 and 5.35: with the card of this payment; a member by their own token also with a card that is kept
 * for them already. Otherwise everything stays as it is.
 */
async function turnOn(
  { tx, tenantId, order, card, now }: Delivery,
  memberId: number,
  isOwn: boolean,
): Promise<AutoRenew | undefined> {
  const { keepsCard, mode } = order
  const kept =
    card === null || keepsCard === null
      ? undefined
      : await saveCard({ tx, tenantId, memberId, mode }, card, {
          orderId: order.id,
          consent: keepsCard.consent,
          at: new Date(now),
        })
  const hasCard = kept !== undefined || (isOwn && (await hasDefault(tx, tenantId, memberId, mode)))
  if (!hasCard) return undefined
  return { wasOff: await setAutoRenew(tx, tenantId, memberId, true), kept: kept ?? null }
}

async function hasDefault(tx: Tx, tenantId: number, memberId: number, mode: string): Promise<boolean> {
  const cards = await listSavedCards(tx, tenantId, { memberId, mode })
  return cards.some(({ isDefault }) => isDefault)
}

async function getRenewable(
  asking: QuoteContext,
  { lookup, years }: { lookup?: string | undefined; years: number },
): Promise<{ stored: StoredMembership; type: StoredMemberType }> {
  const { tx, tenant, club, now } = asking
  const stored = await findMembership(tx, tenant.id, { memberId: await getMemberId(asking, lookup) })
  if (stored === undefined) throw notFound()
  const today = findDay(now, club.timeZone)
  const fault = findRenewalFault(stored, club.settings, today)
  if (fault === 'child-membership') {
    throw new Failure('child-membership', childText)
  }
  if (fault === 'too-early') {
    throw new Failure('renewal-too-early', tooEarlyText)
  }
  const type = fault === undefined ? await findMemberType(tx, tenant.id, stored.type) : undefined
  if (type === undefined) throw notFound()
  requireYears(club.settings, years)
  return { stored, type }
}

/** The token decides; without one the proof of a look-up does. */
async function getMemberId(
  { member, services, tenant, now }: QuoteContext,
  lookup: string | undefined,
): Promise<number> {
  if (member !== null) return member.id
  if (lookup === undefined) throw notFound()
  const proof = await openLookup(services, lookup, now)
  if (proof === undefined || proof.tenantId !== tenant.id) {
    throw new Failure('lookup-expired', 'The look-up has run out. Please look up the membership again.')
  }
  return proof.memberId
}

function notFound(): Failure {
  return new Failure('renewal-not-found', 'There is no membership that can be renewed.')
}
