// What officers read and do of orders.

import { findDay } from '../../../domain/day.ts'
import { lifeExpiration } from '../../../domain/member.ts'
import { findHandMode, type Money, type OrderState } from '../../../domain/order.ts'
import {
  type HandReturn,
  leaveOutMistakes,
  sumMovements,
  sumTaxReturned,
} from '../../../domain/sales/movements.ts'
import { getTimeZone } from '../../club/db/club.ts'
import type { Tx } from '../../db/open.ts'
import { rehearse } from '../../db/rehearse.ts'
import { samePartRefundMs } from '../../limits/times.ts'
import { findMembership } from '../../member/db/membership.ts'
import { type ActContext, fail } from '../../officers/act.ts'
import { toMidnight } from '../../officers/timeFormat.ts'
import { findMadeMembership } from '../db/given.ts'
import { isWithin, listCorrected, listMoved, listMovedIds } from '../db/movements.ts'
import { addHistory, findOrder, listHistory, type StoredLine, type StoredOrder } from '../db/order.ts'
import { listOrders, toDispute } from '../db/orderBook.ts'
import { listOrderMails, listRefundRecords } from '../db/orderTrail.ts'
import { listAttempts, listOrderEvents } from '../db/payment.ts'
import { listRefunds } from '../db/refund.ts'
import { listSent } from '../db/soldProduct.ts'
import { foreseeReturn } from '../goods/returnedMembership.ts'
import { mailReceipt } from '../orderMails.ts'
import {
  type Decision,
  type DecisionPlan,
  decideOrder,
  findLeftCents,
  planDecision,
  planRefund,
  type RefundPart,
  refundOrder,
} from '../refunds.ts'

interface Wanted {
  readonly find: string | undefined
  readonly state: OrderState | undefined
  readonly kind?: string | undefined
  readonly with?: Money | undefined
  /** Days of the club. */
  readonly since: string | undefined
  readonly until: string | undefined
}

export async function findOrders(
  tx: Tx,
  _context: ActContext,
  { find, state, since, until, ...which }: Wanted,
) {
  const timeZone = await getTimeZone(tx)
  const orders = await listOrders(tx, {
    ...(find === undefined ? {} : { find }),
    ...(state === undefined ? {} : { state }),
    ...(since === undefined ? {} : { since: toMidnight(since, timeZone) }),
    ...(until === undefined ? {} : { until: toMidnight(until, timeZone, 1) }),
  })
  const isWanted = ({ kind, money }: (typeof orders)[number]) =>
    (which.kind === undefined || which.kind === kind) && (which.with === undefined || which.with === money)
  return { timeZone, orders: orders.filter(isWanted) }
}

export type MovedMoney = Awaited<ReturnType<typeof findMovements>>['movements'][number]

/** All that came and went in these days, the oldest first, whenever its order was placed. */
export async function findMovements(
  tx: Tx,
  _context: ActContext,
  { since, until }: Pick<Wanted, 'since' | 'until'>,
) {
  const timeZone = await getTimeZone(tx)
  const period = {
    since: since === undefined ? undefined : toMidnight(since, timeZone),
    until: until === undefined ? undefined : toMidnight(until, timeZone, 1),
  }
  const orders = await listMoved(tx, await listMovedIds(tx, period))
  const all = orders.flatMap(({ movements: its, ...order }) =>
    its.map((movement) => ({ ...movement, order })),
  )
  const inDays = all.filter((movement) => isWithin(movement, period))
  const movements = leaveOutMistakes(inDays)
  movements.sort((one, other) => one.at.getTime() - other.at.getTime())
  const { mistakeCents } = sumMovements(inDays)
  return { timeZone, movements, mistakeCents, corrected: listCorrected(all, period) }
}

interface OfOrder {
  readonly order: number
}

async function getOrder(tx: Tx, { order: id }: OfOrder, lock?: 'lock'): Promise<StoredOrder> {
  return (await findOrder(tx, { id }, lock)) ?? fail('not-found', { thing: 'order', typed: id })
}

export type OrderRecord = Awaited<ReturnType<typeof readOrder>>

/** One order with everything that happened to it. */
export async function readOrder(tx: Tx, _context: ActContext, { order: orderId }: OfOrder) {
  const order = await getOrder(tx, { order: orderId })
  const [moved] = await listMoved(tx, [orderId])
  const movements = moved?.movements ?? []
  const refunds = (await listRefundRecords(tx, orderId)).map((refund) => ({
    ...refund,
    taxCents: sumTaxReturned(movements.filter(({ refundId }) => refundId === refund.id)),
  }))
  const ids = refunds.map(({ id }) => id)
  const made = findMadeMembership(order)
  const membership = made && (await findMembership(tx, { memberId: made.memberId }))
  return {
    order,
    /** As it is now, of the membership that it made or extended. */
    membershipEnd: membership?.life === true ? lifeExpiration : membership?.expiration,
    attempts: await listAttempts(tx, orderId),
    refunds,
    events: await listOrderEvents(tx, orderId),
    mails: await listOrderMails(tx, orderId, ids),
    history: await listHistory(tx, orderId),
    /** When the store's things were sent, by their lines; null while they are to be sent. */
    sent: await listSent(tx, orderId),
    timeZone: await getTimeZone(tx),
  }
}

/** To the address that it answers. */
export async function mailReceiptAgain(tx: Tx, context: ActContext, input: OfOrder): Promise<string> {
  const order = await getOrder(tx, input)
  const { state, email } = order
  if (!order.lines.some((line) => line.state === 'delivered')) {
    fail('not-possible', { why: 'nothing-delivered', ...input, state })
  }
  if (email === '') fail('not-possible', { why: 'no-email', ...input })
  await mailReceipt(tx, order, { again: context.services.newId() })
  const at = new Date(context.now)
  await addHistory(tx, order.id, { what: 'receipt-again', detail: 'by an officer', at })
  return email
}

/** For the club. What was noted before stays in the order's history. */
export async function noteOrder(tx: Tx, context: ActContext, { order, note }: OfOrder & { note: string }) {
  await getOrder(tx, { order }, 'lock')
  await addHistory(tx, order, { what: 'note', detail: note, at: new Date(context.now) })
}

export interface RefundWish extends OfOrder {
  /** All that is left, if neither lines nor a part of one is named. */
  readonly lines: readonly number[] | undefined
  readonly part: RefundPart | undefined
  /** Also while the buyer's bank disputes the payment. */
  readonly disputed: boolean
  /** Also if the same part went back just now. */
  readonly again: boolean
  /** Only if the store has sold it. */
  readonly ofStore: boolean
  /** What became of money that an officer had taken; undefined: it went back as it came. */
  readonly handReturn: HandReturn | undefined
  /** The buyer is not told. */
  readonly isSilent: boolean
}

export function toChosenLines({ lines, part }: RefundWish): readonly number[] | undefined {
  return part === undefined ? lines : [part.line]
}

function toWish({ lines, part, handReturn, isSilent }: RefundWish) {
  const how = { handReturn, isSilent }
  if (part !== undefined) return { ...how, part }
  return lines === undefined ? how : { ...how, lines }
}

async function checkRefund(tx: Tx, context: ActContext, wish: RefundWish, lock?: 'lock') {
  const order = await getOrder(tx, wish, lock)
  const { order: orderId } = wish
  if (wish.ofStore && order.kind !== 'products') fail('not-possible', { why: 'not-of-store', order: orderId })
  refuseUnknownLines(order, toChosenLines(wish))
  refuseReturn(order, wish)
  const said = (await listHistory(tx, orderId)).findLast(({ what }) => what === 'dispute')
  const dispute = toDispute(order.chargedBackAt, said?.detail ?? '')
  // a bank has still to decide about it
  const isDisputed = dispute === 'needs-answer' || dispute === 'under-review'
  if (wish.disputed && !isDisputed) fail('not-possible', { why: 'not-disputed', order: orderId })
  if (!wish.again) await refuseSamePart(tx, context, order, wish.part)
  return { order, isDisputed }
}

/** About money nothing is guessed: a part of a cheque hardly goes back as a cheque. */
function refuseReturn(order: StoredOrder, { handReturn, isSilent, part }: RefundWish): void {
  const hand = findHandMode(order)
  const about = { order: order.id }
  if (hand === undefined && (handReturn !== undefined || isSilent)) {
    fail('not-possible', { why: 'not-by-hand', ...about })
  }
  if (hand === 'cash' && handReturn === 'bounced') fail('not-possible', { why: 'not-a-cheque', ...about })
  if (hand === 'cheque' && part !== undefined && handReturn === undefined) {
    fail('not-possible', { why: 'return-unsaid', ...about })
  }
}

/** Whoever sends the same command again would give the same part back again: of a whole line nothing would be left. */
async function refuseSamePart(
  tx: Tx,
  { now }: ActContext,
  order: StoredOrder,
  part: RefundPart | undefined,
): Promise<void> {
  if (part === undefined) return
  const same = (await listRefunds(tx, order.id)).findLast(
    ({ lines: [line, ...others], amountCents, state, requestedAt }) =>
      line === part.line &&
      others.length === 0 &&
      amountCents === part.amountCents &&
      state !== 'failed' &&
      requestedAt.getTime() > now - samePartRefundMs,
  )
  if (same === undefined) return
  const about = { order: order.id, line: part.line, cents: part.amountCents }
  const when = { at: same.requestedAt.toISOString(), timeZone: await getTimeZone(tx) }
  fail('needs-yes', { why: 'refunded-just-now', ...about, ...when })
}

function refuseUnknownLines(order: StoredOrder, chosen: readonly number[] = []): void {
  const known = order.lines.map(({ line }) => line)
  const unknown = chosen.find((line) => !known.includes(line))
  if (unknown !== undefined) fail('not-found', { thing: 'line', order: order.id, typed: unknown, known })
}

/** What a refund would do, and what members are left with: it takes the membership back too. */
export async function foreseeRefund(tx: Tx, context: ActContext, wish: RefundWish) {
  const { order, isDisputed } = await checkRefund(tx, context, wish)
  const plan = await planRefund(tx, order, toWish(wish))
  const memberships = await foreseeMemberships(tx, context, order, plan.goods)
  const received = order.receivedCents ?? 0
  const goneCents = received - (await findLeftCents(tx, order))
  const { done, taxCents } = await rehearse(tx, () => doRefund(tx, context, { ...wish, reason: '' }))
  const { notTakenBack, isMailed } = done
  return { order, isDisputed, plan, memberships, goneCents, taxCents, notTakenBack, isMailed }
}

async function doRefund(tx: Tx, context: ActContext, { reason, ...wish }: RefundWish & { reason: string }) {
  const done = await refundOrder(tx, toRefunding(context), wish.order, { ...toWish(wish), reason })
  const [moved] = await listMoved(tx, [wish.order])
  const own = (moved?.movements ?? []).filter(({ refundId }) => refundId === done.refundId)
  return { done, taxCents: sumTaxReturned(own) }
}

async function foreseeMemberships(
  tx: Tx,
  context: ActContext,
  order: StoredOrder,
  lines: readonly StoredLine[],
) {
  const today = findDay(context.now, await getTimeZone(tx))
  const memberships: ({ line: number } & NonNullable<Awaited<ReturnType<typeof foreseeReturn>>>)[] = []
  for (const line of lines) {
    const foreseen = await foreseeReturn(tx, order, line, today)
    if (foreseen !== undefined) memberships.push({ line: line.line, ...foreseen })
  }
  return memberships
}

export async function refund(
  tx: Tx,
  context: ActContext,
  { reason, ...wish }: RefundWish & { reason: string },
) {
  // whoever does the same at the same time waits, and finds what was done
  const { order, isDisputed } = await checkRefund(tx, context, wish, 'lock')
  if (isDisputed && !wish.disputed) fail('needs-yes', { why: 'disputed', order: order.id })
  const { done, taxCents } = await doRefund(tx, context, { ...wish, reason })
  const kept = order.lines.filter(({ line }) => done.notTakenBack.includes(line))
  const memberships = await foreseeMemberships(tx, context, order, kept)
  return { order, ...done, taxCents, later: memberships.find(({ later }) => later !== undefined)?.later }
}

function toRefunding({ now, services }: ActContext) {
  return { now, newId: () => services.newId() }
}

export type DecisionWish = OfOrder & Decision

/** What a decision would do, and what members are left with. Fails like `decide`. */
export async function foreseeDecision(tx: Tx, context: ActContext, wish: DecisionWish) {
  const { order, plan, memberships } = await checkDecision(tx, context, wish)
  const notTakenBack = await rehearse(tx, () => doDecide(tx, context, wish, plan))
  return { order, plan, memberships, notTakenBack }
}

async function checkDecision(tx: Tx, context: ActContext, wish: DecisionWish) {
  const order = await getOrder(tx, wish)
  refuseUnknownLines(order, wish.lines)
  const plan = await planDecision(tx, order, wish)
  const memberships = await foreseeMemberships(tx, context, order, plan.chosen)
  for (const { later } of memberships) {
    if (later === undefined) continue
    fail('not-possible', {
      why: 'extended-since',
      order: order.id,
      member: later.memberId,
      later: later.orderId,
    })
  }
  return { order, plan, memberships }
}

async function doDecide(
  tx: Tx,
  context: ActContext,
  { order: id, ...decision }: DecisionWish,
  { chosen }: DecisionPlan,
): Promise<readonly number[]> {
  const notTakenBack = await decideOrder(tx, context, id, decision)
  // nothing has come of it, so nothing is decided
  if (notTakenBack.length > 0 && notTakenBack.length === chosen.length) {
    fail('not-possible', { why: 'not-taken-back', order: id, lines: notTakenBack })
  }
  return notTakenBack
}

/** For money that went back elsewhere, and for goods that could not be taken back. Answers what it did. */
export async function decide(tx: Tx, context: ActContext, wish: DecisionWish) {
  const { order, plan } = await checkDecision(tx, context, wish)
  return { order, plan, notTakenBack: await doDecide(tx, context, wish, plan) }
}
