// A member's own membership for its screen: what it is, and what renewing it now with the saved card means.
import type { Output } from '../../../contract/index.ts'
import { findDay } from '../../../domain/day.ts'
import {
  canRenew,
  findDaysUntilRenewal,
  findRenewedExpiration,
  runsFromToday,
} from '../../../domain/membership.ts'
import { getClub } from '../../club/db/club.ts'
import type { TenantIdentity } from '../../club/db/tenant.ts'
import type { Tx } from '../../db/open.ts'
import { findMember } from '../../member/db/member.ts'
import { findMembership } from '../../member/db/membership.ts'
import { findMemberType } from '../../member/db/memberType.ts'
import type { Services } from '../../process/services.ts'
import { findCardMode } from '../../providers/stripe.ts'
import { readAutoRenewal } from '../cards/autoRenewal.ts'
import { findOrder } from '../db/order.ts'
import { findRenewal, type StoredRenewal } from '../db/renewal.ts'
import { findDefaultCard } from '../db/savedCard.ts'
import { quoteOrder } from '../quote.ts'
import { isCaptured } from '../settlement.ts'
import { asMember, oneYear } from './asMember.ts'
import { findDeclineReason, isEnding } from './declineKinds.ts'
import { findNextCharge } from './nextCharge.ts'

type OwnMembership = Output<'get_own_membership'>['membership']

export interface OwnMembershipParts {
  readonly tx: Tx
  readonly tenant: TenantIdentity
  readonly services: Services
  readonly now: number
  readonly memberId: number
}

/** Undefined when the member is gone. */
export async function readOwnMembership(parts: OwnMembershipParts): Promise<OwnMembership | undefined> {
  const { tx, tenant, services, now, memberId } = parts
  const stored = await findMembership(tx, { memberId })
  const person = await findMember(tx, memberId)
  if (stored === undefined || person === undefined) return undefined
  const club = await getClub(tx)
  const today = findDay(now, club.timeZone)
  const owner = { tx, memberId, mode: findCardMode(services.config) }
  const card = await findDefaultCard(tx, owner)
  const type = await findMemberType(tx, stored.type)
  const neverRenews = stored.parentId > 0 || stored.life
  const isPossible = type !== undefined && canRenew(stored, club.settings, today)
  const member = asMember(memberId, stored.parentId)
  const renewal = await findRenewal(tx, { memberId, period: stored.expiration })
  const autoRenew = await readAutoRenewal(owner)
  const context = { tx, services, tenant, club, member, now }
  return {
    expiration: stored.expiration,
    life: stored.life,
    memberSince: person.memberSince,
    memberId,
    typeLabel: stored.typeLabel,
    isChild: stored.parentId > 0,
    // neither an additional login nor a life member ever renews
    daysUntilRenew: neverRenews ? 0 : findDaysUntilRenewal(stored.expiration, club.settings, today),
    canRenew: isPossible,
    autoRenew,
    card: card === undefined ? null : toCard(card),
    renewNow: isPossible
      ? {
          quote: await quoteOrder(context, oneYear),
          expiration: findRenewedExpiration(type, stored.expiration, 1, today),
          runsFromToday: runsFromToday(stored.expiration, 1, today),
        }
      : null,
    open: renewal === undefined ? null : await toOpen(parts, renewal, club.timeZone),
    nextCharge: await findNextCharge(context, stored, autoRenew ? card : undefined, renewal),
  }
}

function toCard({ brand, last4, expMonth, expYear }: NonNullable<OwnMembership['card']>) {
  return { brand, last4, expMonth, expYear }
}

/** Null when it succeeded, or when nothing was declined. */
async function toOpen(
  { tx }: OwnMembershipParts,
  { state, reason, nextTryAt, orderKey }: StoredRenewal,
  timeZone: string,
): Promise<OwnMembership['open']> {
  if (state === 'done') return null
  const order = orderKey === null ? undefined : await findOrder(tx, { key: orderKey })
  if (order !== undefined && isCaptured(order.state)) {
    if (order.state !== 'review' && order.state !== 'refunding') return null
    return { state: 'taken', reason: findDeclineReason(reason), nextTry: '', orderKey: order.key }
  }
  if ((reason === '' && state !== 'charging') || isEnding(reason)) return null
  const canConfirm = state === 'confirm' && order?.state === 'pending'
  return {
    state: state === 'confirm' && !canConfirm ? 'stopped' : state,
    reason: findDeclineReason(reason),
    nextTry: nextTryAt === null ? '' : findDay(nextTryAt.getTime(), timeZone),
    orderKey: canConfirm ? (orderKey ?? '') : '',
  }
}
