// Begins a renewal with the saved card: checks, prices and stores it in one transaction, before any charge.
import { Failure } from '../../../contract/failures.ts'
import { findTotalFault } from '../../../domain/order.ts'
import { getClub } from '../../club/db/club.ts'
import type { TenantIdentity } from '../../club/db/tenant.ts'
import type { Tx } from '../../db/open.ts'
import { firstOrderCheckMs, sameRenewalPressMs, unfinishedChargeMs } from '../../limits/times.ts'
import { findAutoRenew, findMemberAddress, findMembership } from '../../member/db/membership.ts'
import { addJob } from '../../queue/queue.ts'
import type { CardParts } from '../cardProvider.ts'
import { addHistory, findOrder, insertOrder, type StoredOrder, updateOrder } from '../db/order.ts'
import { findLastRenewal, findRenewal, putRenewal, type StoredRenewal } from '../db/renewal.ts'
import { findDefaultCard, type SavedCard } from '../db/savedCard.ts'
import { findDeclineWait, refuseDeclined } from '../declines.ts'
import { refuseRenewal } from '../goods/period.ts'
import type { QuoteContext } from '../goods.ts'
import { type PricedOrder, priceOrder } from '../quote.ts'
import { fulfil, isCaptured } from '../settlement.ts'
import { asMember, oneYear } from './asMember.ts'

export interface RenewalRequest {
  readonly memberId: number
  readonly startedBy: StoredRenewal['startedBy']
  /** The expiration that is to be extended. Without it, the member's present one. */
  readonly period?: string | undefined
  /** What the member has been shown. */
  readonly amountCents?: number | undefined
  /** Of the job: how many of its charges were declined before. Another number means that it came too late. */
  readonly tries?: number | undefined
  /** Of the job: the charge that a process has left unfinished. */
  readonly attempt?: number | undefined
}

export type StartedRenewal =
  | { readonly is: 'done'; readonly expiration: string }
  /** The job has nothing to do. */
  | { readonly is: 'dropped' }
  /** An order of the same renewal that must end first. */
  | { readonly is: 'replacing'; readonly orderKey: string }
  | {
      readonly is: 'charging'
      readonly order: StoredOrder
      readonly card: SavedCard
      readonly renewal: StoredRenewal
    }

export async function startRenewal(
  tx: Tx,
  parts: CardParts,
  tenant: TenantIdentity,
  request: RenewalRequest,
): Promise<StartedRenewal> {
  const { services, cards } = parts
  const { memberId, startedBy } = request
  const isJob = startedBy === 'job'
  const now = services.now()
  // as settlement does: first the order, then the member
  await lockOrder(tx, request)
  const stored = await findMembership(tx, { memberId }, 'lock')
  if (stored === undefined) {
    if (isJob) return dropOfNobody()
    throw refuseRenewal('renewal-not-found')
  }
  const period = request.period ?? stored.expiration
  const known = await findRenewal(tx, { memberId, period }, 'lock')
  if (known?.state === 'done') return { is: 'done', expiration: known.renewedTo ?? stored.expiration }
  if (!isJob && request.period === undefined) {
    const last = await findLastRenewal(tx, memberId, new Date(now - sameRenewalPressMs))
    if (last?.renewedTo === stored.expiration) return { is: 'done', expiration: stored.expiration }
  }
  const open = known?.orderKey ? await findOrder(tx, { key: known.orderKey }, 'lock') : undefined
  const isOpen = open?.state === 'pending' && open.paidAt === null
  if (stored.expiration !== period) {
    if (isJob) return stop('')
    throw new Failure('renewal-changed', 'This membership has changed meanwhile.')
  }
  if (isJob && (known === undefined || !isDue(known, request))) return { is: 'dropped' }
  const card = await findDefaultCard(tx, { memberId, mode: cards.mode })
  // a charge that has begun is finished: the member may have been charged already
  const isBegun = known?.state === 'charging' && isOpen && open.intentId !== null
  if (isJob && !isBegun) {
    if (!(await findAutoRenew(tx, memberId))) return stop('turned-off')
    if (stored.parentId > 0) return stop('child')
    if (stored.life) return stop('life')
  }
  // between two tries, or while a charge was left unfinished: what was paid goes back
  if (isJob && stored.isSuspended) return stop('suspended')
  // they could be told of no charge
  if (isJob && stored.email === '') return stop('no-address')
  const club = await getClub(tx)
  const member = asMember(memberId, stored.parentId)
  const context: QuoteContext = { tx, services, tenant, club, member, now }
  const priced = await priceOrder(context, oneYear, null)
  const { quote } = priced.agreed
  if (request.amountCents !== undefined && request.amountCents !== quote.grandTotalCents) {
    throw new Failure('price-changed', 'The price has changed. Nothing was charged.', { quote })
  }
  const isFree = quote.grandTotalCents === 0
  const fault = isFree ? undefined : findTotalFault(quote.grandTotalCents)
  if (fault !== undefined) {
    if (isJob) return stop(fault)
    throw new Failure(fault, 'Cards cannot be charged this amount.', { quote })
  }
  if (card === undefined && !isFree) {
    if (isJob) return stop('no-card')
    throw new Failure('no-saved-card', 'There is no saved card that can be charged.')
  }
  const fits =
    isOpen &&
    open.requestHash === priced.agreed.requestHash &&
    open.quote.grandTotalCents === quote.grandTotalCents
  if (isOpen && !(fits && open.mode === cards.mode)) return { is: 'replacing', orderKey: open.key }
  if (open !== undefined && !isOpen && isCaptured(open.state) && open.state !== 'refunded') {
    // paid, and not delivered yet or not deliverable
    if (isJob) return { is: 'dropped' }
    throw new Failure('renewal-changed', 'This membership has changed meanwhile.')
  }
  const isJoined = known?.state === 'charging' && isOpen
  if (!isJoined && !isFree) {
    const wait = await findDeclineWait(tx, stored.email, now)
    if (wait !== undefined) refuseDeclined(wait)
  }
  const order = isOpen ? open : await place(priced, isFree)
  const renewal: StoredRenewal = isJoined
    ? known
    : {
        ...(known ?? emptyRenewal({ memberId, period })),
        state: 'charging',
        startedBy,
        attempt: (known?.attempt ?? 0) + 1,
        orderKey: order.key,
        firstTryAt: known?.firstTryAt ?? (isJob ? new Date(now) : null),
        changedAt: new Date(now),
      }
  if (!isJoined) await putRenewal(tx, renewal)
  if (isFree) {
    await fulfil(tx, order, { at: new Date(now), refundId: services.newId(), card: null })
    const done = await findRenewal(tx, { memberId, period })
    if (done?.renewedTo == null) throw new Error(`the free renewal of member ${memberId} was not delivered`)
    return { is: 'done', expiration: done.renewedTo }
  }
  if (card === undefined) throw new Error('a card was found')
  if (!isJoined) {
    await addJob(tx, {
      kind: 'renew',
      payload: { memberId, period, attempt: renewal.attempt },
      runAt: new Date(now + unfinishedChargeMs),
      uniqueKey: `finish ${memberId} ${period} ${renewal.attempt}`,
    })
  }
  return { is: 'charging', order, card, renewal }

  /** The member has gone since: what they have not paid is not to be paid any more. */
  async function dropOfNobody(): Promise<StartedRenewal> {
    const last =
      request.period === undefined ? undefined : await findRenewal(tx, { memberId, period: request.period })
    const left = last?.orderKey ? await findOrder(tx, { key: last.orderKey }) : undefined
    const isLeft = left?.state === 'pending' && left.paidAt === null
    return isLeft ? { is: 'replacing', orderKey: left.key } : { is: 'dropped' }
  }

  /** The job ends here for now: the next round begins again if everything is as it should be. */
  async function stop(reason: string): Promise<StartedRenewal> {
    if (known === undefined) return { is: 'dropped' }
    await putRenewal(tx, {
      ...known,
      state: 'stopped',
      startedBy: 'job',
      reason,
      attempt: known.attempt + 1,
      nextTryAt: null,
      changedAt: new Date(now),
    })
    return isOpen ? { is: 'replacing', orderKey: open.key } : { is: 'dropped' }
  }

  async function place({ agreed, lines }: PricedOrder, isNothing: boolean) {
    const at = new Date(now)
    const address = await findMemberAddress(tx, memberId)
    const placed = await insertOrder(
      tx,
      {
        ...agreed,
        key: services.newId(),
        email: stored?.email ?? '',
        language: address?.language ?? null,
        mode: cards.mode,
        createdAt: at,
        nextCheckAt: isNothing ? null : new Date(now + firstOrderCheckMs),
        withSavedCard: !isNothing,
      },
      lines,
    )
    if (placed === undefined) throw new Error('a new key was known already')
    await addHistory(tx, placed.id, { what: 'placed', at })
    await updateOrder(tx, placed.id, { claimedAt: at })
    return placed
  }
}

async function lockOrder(tx: Tx, { memberId, period }: RenewalRequest): Promise<void> {
  const present = period ?? (await findMembership(tx, { memberId }))?.expiration
  const known = present && (await findRenewal(tx, { memberId, period: present }))
  if (known && known.orderKey !== null) await findOrder(tx, { key: known.orderKey }, 'lock')
}

function isDue(known: StoredRenewal, { tries, attempt }: RenewalRequest): boolean {
  if (attempt !== undefined) return known.state === 'charging' && known.attempt === attempt
  return !known.isJobOver && known.tries === tries
}

export function emptyRenewal({ memberId, period }: { memberId: number; period: string }): StoredRenewal {
  return {
    memberId,
    period,
    state: 'stopped',
    startedBy: 'job',
    attempt: 0,
    tries: 0,
    isJobOver: false,
    orderKey: null,
    reason: '',
    firstTryAt: null,
    nextTryAt: null,
    renewedTo: null,
    changedAt: new Date(0),
  }
}
