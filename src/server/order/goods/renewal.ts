// A renewal: whole years of a membership, once for each period.
import { z } from 'zod'
import { Failure } from '../../../contract/failures.ts'
import { renewalPayload } from '../../../contract/purchases.ts'
import { findDay } from '../../../domain/day.ts'
import { isExpired } from '../../../domain/member.ts'
import { findNewExpiration, findRenewalFault, findRenewedExpiration } from '../../../domain/membership.ts'
import { openLookup } from '../../auth/lookupProof.ts'
import {
  extendMembership,
  findAutoRenewChoice,
  findMembership,
  type StoredMembership,
  setAutoRenew,
  takeBackMembership,
} from '../../member/db/membership.ts'
import { findMemberType, type StoredMemberType } from '../../member/db/memberType.ts'
import { type GivenOf, getGiven } from '../db/given.ts'
import { endRenewal, reopenRenewal } from '../db/renewal.ts'
import { findDefaultCard } from '../db/savedCard.ts'
import type { Delivery, Goods, QuoteContext } from '../goods.ts'
import { mailAutoRenewChange } from '../memberMails.ts'
import { parsePayload } from '../payload.ts'
import { saveCard, undoSaveCard } from '../savedCards.ts'
import { refuseRenewal, requireYears, toMembershipPayment, toPeriodLine } from './period.ts'

const item = z.object({
  memberId: z.number(),
  from: z.string(),
  to: z.string(),
  /** Items that were ordered before it was stored extend by whole years. */
  years: z.number().optional(),
  autoRenew: z.boolean(),
  isOwn: z.boolean(),
})
type AutoRenew = NonNullable<GivenOf<'renewal'>['autoRenew']>

export const renewalGoods: Goods = {
  kind: 'renewal',

  async quote(context, payload) {
    const parsed = parsePayload(renewalPayload, payload)
    return { lines: [toRenewalLine(await getRenewable(context, parsed), parsed.years)] }
  },

  async order(context, payload) {
    const parsed = parsePayload(renewalPayload, payload)
    const renewable = await getRenewable(context, parsed)
    const { stored } = renewable
    const line = toRenewalLine(renewable, parsed.years)
    return {
      ...toMembershipPayment(context),
      lines: [
        {
          ...line,
          item: {
            memberId: stored.memberId,
            from: stored.expiration,
            to: line.expiration,
            years: parsed.years,
            autoRenew: parsed.autoRenew,
            isOwn: context.member !== null,
          },
        },
      ],
      email: null,
      ownEmail: stored.email,
      name: `${stored.fname} ${stored.lname}`,
      memberId: stored.memberId,
      // rules/security 5.5: whoever has not signed in may be anybody
      ...(parsed.autoRenew && context.member !== null ? { savesCardOf: stored.memberId } : {}),
    }
  },

  /** If somebody has paid for the same period meanwhile, the second order is refunded. */
  async deliver(delivery) {
    const { tx } = delivery
    const ordered = item.parse(delivery.item)
    const { memberId, from, autoRenew: isWished, isOwn } = ordered
    const to = await findEnd(delivery, ordered)
    // suspended since it was ordered: they would have nothing of it
    if ((await findMembership(tx, { memberId }, 'lock'))?.isSuspended) {
      return { undeliverable: 'the member is suspended', reason: 'not-available' }
    }
    if (!(await extendMembership(tx, memberId, from, to))) {
      const member = await findMembership(tx, { memberId })
      return member !== undefined && !member.life && member.expiration > from
        ? { undeliverable: 'it was renewed already', reason: 'renewed-already' }
        : { undeliverable: 'the membership is not what it was', reason: 'not-available' }
    }
    await endRenewal(tx, { memberId, period: from }, to, new Date(delivery.now))
    const autoRenew = isWished ? await turnOn(delivery, memberId, isOwn) : undefined
    const given: GivenOf<'renewal'> = { memberId, from, expiration: to }
    return { given: autoRenew === undefined ? given : { ...given, autoRenew } }
  },

  /** Also ends the automatic renewal that the order began: an undone order must charge nobody again. */
  async takeBack({ tx, order, given, now }) {
    const { autoRenew, ...membership } = getGiven('renewal', given)
    const { memberId } = membership
    const isBack = await takeBackMembership(tx, membership)
    if (isBack) await reopenRenewal(tx, { memberId, period: membership.from }, new Date(now))
    if (!isBack || autoRenew === undefined) return isBack
    const { wasOff, wasUnset = false, kept: cardChange } = autoRenew
    const undone =
      cardChange === null
        ? undefined
        : await undoSaveCard({ tx, memberId, mode: order.mode }, order.id, cardChange)
    const turnsOff = wasOff || undone?.hasDefault === false
    if (turnsOff) await setAutoRenew(tx, memberId, wasUnset ? null : false)
    await mailAutoRenewChange(tx, memberId, {
      orderId: order.id,
      isUndone: true,
      turned: turnsOff ? 'off' : null,
      card: undone?.removed ?? null,
      isNewDefault: false,
    })
    return true
  },
}

/**
 * rules/security 5.5 and 5.35: only for a member who has signed in, with the card of this payment or one that is already
 * saved for them. Otherwise everything stays as it is. The member is told of each change.
 */
async function turnOn(
  { tx, order, card, now }: Delivery,
  memberId: number,
  isOwn: boolean,
): Promise<AutoRenew | undefined> {
  const { savesCard, mode } = order
  // also of an order from before, when a renewal without a sign-in could save its card
  if (!isOwn) return undefined
  const saved =
    card === null || savesCard === null
      ? undefined
      : await saveCard({ tx, memberId, mode }, card, {
          orderId: order.id,
          consent: savesCard.consent,
          at: new Date(now),
        })
  if (saved === undefined && (await findDefaultCard(tx, { memberId, mode })) === undefined) return undefined
  const before = await findAutoRenewChoice(tx, memberId)
  await setAutoRenew(tx, memberId, true)
  await mailAutoRenewChange(tx, memberId, {
    orderId: order.id,
    isUndone: false,
    turned: before === true ? null : 'on',
    card: saved !== undefined && (saved.change.newCard !== null || saved.isNewDefault) ? card : null,
    isNewDefault: saved?.isNewDefault ?? false,
  })
  return {
    wasOff: before !== true,
    ...(before === null ? { wasUnset: true } : {}),
    kept: saved?.change ?? null,
  }
}

/** The end that was ordered, or a later one if the payment came so late that it would be over already. */
async function findEnd(
  { tx, timeZone, now }: Delivery,
  { memberId, from, to, years = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) }: z.output<typeof item>,
): Promise<string> {
  const today = findDay(now, timeZone)
  if (!isExpired({ expiration: to }, today)) return to
  const member = await findMembership(tx, { memberId })
  const type = member && (await findMemberType(tx, member.type))
  return findRenewedExpiration(type ?? yearly, from, years, today)
}

/** For a member whose type is gone since they ordered. */
const yearly = { anniversaryRenewal: false, anniversaryDate: '' }

interface Renewable {
  readonly stored: StoredMembership
  readonly type: StoredMemberType
  /** In the club's zone. */
  readonly today: string
}

function toRenewalLine({ stored, type, today }: Renewable, years: number) {
  const expiration = findRenewedExpiration(type, stored.expiration, years, today)
  const anew = findNewExpiration(type, today, years)
  const isLonger = type.open && isExpired(stored, today) && anew > expiration
  return {
    ...toPeriodLine('renewal', type, years),
    expiration,
    ...(isLonger ? { expirationAnew: anew } : {}),
  }
}

async function getRenewable(
  context: QuoteContext,
  { lookup, years }: { lookup?: string | undefined; years: number },
): Promise<Renewable> {
  const { tx, club, now, isByOfficer } = context
  const stored = await findMembership(tx, { memberId: await getMemberId(context, lookup) })
  if (stored === undefined) throw refuseRenewal('renewal-not-found')
  const today = findDay(now, club.timeZone)
  // an officer takes the money whenever it comes, and for as many years as it is for
  const rules = isByOfficer === true ? { maxRenewDays: 0 } : club.settings
  const fault = findRenewalFault(stored, rules, today)
  if (fault === 'child-membership' || fault === 'life-member') throw refuseRenewal(fault)
  if (fault === 'too-early') throw refuseRenewal('renewal-too-early')
  const type = fault === undefined ? await findMemberType(tx, stored.type) : undefined
  if (type === undefined) throw refuseRenewal('renewal-not-found')
  if (isByOfficer !== true) requireYears(club.settings, years)
  return { stored, type, today }
}

/** The member of the token, or else of the look-up's proof. */
async function getMemberId(
  { member, services, tenant, now }: QuoteContext,
  lookup: string | undefined,
): Promise<number> {
  if (member !== null) return member.id
  if (lookup === undefined) throw refuseRenewal('renewal-not-found')
  const proof = await openLookup(services, lookup, now)
  if (proof === undefined || proof.tenantId !== tenant.id) {
    throw new Failure('lookup-expired', 'The look-up has run out. Please look up the membership again.')
  }
  return proof.memberId
}
