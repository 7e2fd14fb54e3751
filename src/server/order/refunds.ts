// Refunding: stored first under an id of its own, then sent until the provider has it.
import { Failure } from '../../contract/failures.ts'
import {
  findBroken,
  findUncovered,
  isLossUndecided,
  listUndecided,
} from '../../domain/moneyReconciliation.ts'
import { findHandMode } from '../../domain/order.ts'
import type { HandReturn } from '../../domain/sales/movements.ts'
import { getTimeZone } from '../club/db/club.ts'
import type { Tx } from '../db/open.ts'
import { dropWaitingMail } from '../queue/queue.ts'
import { findGiven } from './db/given.ts'
import { moveHolds } from './db/hold.ts'
import {
  addHistory,
  decided,
  findLaterMembership,
  findOrder,
  listHistory,
  listNotTakenBack,
  type StoredLine,
  type StoredOrder,
  updateLine,
  updateOrder,
} from './db/order.ts'
import { insertRefund, listRefunds, type StoredRefund, setRefundLines, updateRefund } from './db/refund.ts'
import { getGoods } from './orderKinds.ts'
import { mailRefund, toOfficerReason, toReceiptKey } from './orderMails.ts'

export interface RefundRequest {
  /** Numbers of lines, also taken back but not refunded ones. Left out: all that is left of the order. */
  readonly lines?: readonly number[]
  /** In place of `lines`: a part of what one line cost. The buyer keeps its goods. */
  readonly part?: RefundPart
  /** The officer's own words. The buyer reads them. */
  readonly reason: string
  /** Of money that an officer had taken; left out: it went back in the way in which it came. */
  readonly handReturn?: HandReturn | undefined
  /** Of money that an officer had taken: the buyer gets no mail about it. */
  readonly isSilent?: boolean
}

export interface RefundPart {
  readonly line: number
  readonly amountCents: number
}

export interface RefundResult {
  readonly refundId: string
  readonly amountCents: number
  readonly email: string
  /** Numbers of the lines that could not be taken back. */
  readonly notTakenBack: readonly number[]
  /** Null of a card. */
  readonly handReturn: HandReturn | null
  /** The buyer is told of it. */
  readonly isMailed: boolean
}

/**
 * A refund by an officer. The goods are taken back as far as possible, and the sweeper sends the money in its
 * next round. Fails with `order-not-found`, `not-paid`, or `invalid-input` when nothing is left.
 */
export async function refundOrder(
  tx: Tx,
  { now, newId }: { readonly now: number; newId(): string },
  orderId: number,
  { reason, handReturn: wanted, isSilent = false, ...wish }: RefundRequest,
): Promise<RefundResult> {
  const refundId = newId()
  const order = await findOrder(tx, { id: orderId }, 'lock')
  if (order === undefined) throw new Failure('order-not-found', 'There is no such order.')
  const { chosen, goods, isWhole, isNothing, amountCents } = await planRefund(tx, order, wish)
  const notTakenBack = await takeBack(tx, order, goods, now)
  const hand = findHandMode(order)
  const handReturn = hand === undefined ? null : (wanted ?? hand)
  await requestRefund(tx, order, {
    ...{ id: refundId, amountCents, handReturn },
    lines: isWhole ? [] : chosen.map(({ line }) => line),
    reason: toOfficerReason(reason),
    at: new Date(now),
  })
  // a receipt of what was typed wrongly, which nobody has yet, is written no more, and neither is that it was undone
  const isUnheard = handReturn === 'mistake' && isNothing && (await dropWaitingMail(tx, toReceiptKey(order)))
  const isMailed = order.email !== '' && !isSilent && !isUnheard
  if (hand !== undefined) await closeHandRefund(tx, order, { refundId, at: new Date(now), isMailed })
  // of an order whose goods all stay, the state stays too
  else if (wish.part === undefined)
    await updateOrder(tx, orderId, { state: isNothing ? 'refunding' : 'fulfilled_partial' })
  return { refundId, amountCents, email: order.email, notTakenBack, handReturn, isMailed }
}

/** The officer gives the money back with their own hands: no provider is asked. */
async function closeHandRefund(
  tx: Tx,
  order: StoredOrder,
  { refundId, at, isMailed }: { readonly refundId: string; readonly at: Date; readonly isMailed: boolean },
): Promise<void> {
  await updateRefund(tx, refundId, { state: 'succeeded', providerId: null, at })
  const refund = (await listRefunds(tx, order.id)).find(({ id }) => id === refundId)
  const after = await findOrder(tx, { id: order.id })
  if (refund === undefined || after === undefined) throw new Error(`the refund of order ${order.id} is gone`)
  await addHistory(tx, order.id, {
    what: 'refund-succeeded',
    detail: String(refund.amountCents),
    at,
  })
  if (isMailed) await mailRefund(tx, after, refund, at.getTime())
  const isAll = (await findLeftCents(tx, order)) <= 0
  const isDelivered = after.lines.every(({ state }) => state === 'delivered')
  await updateOrder(tx, order.id, {
    state: isAll ? 'refunded' : isDelivered ? order.state : 'fulfilled_partial',
    nextCheckAt: null,
  })
}

export interface RefundPlan {
  /** The lines that are refunded. */
  readonly chosen: readonly StoredLine[]
  /** Those of them that have not been taken back yet. */
  readonly goods: readonly StoredLine[]
  /** True when these are all the lines that are left. The service fee is refunded with the last of them. */
  readonly isWhole: boolean
  /** The buyer keeps nothing of the order. */
  readonly isNothing: boolean
  readonly amountCents: number
}

/** What `refundOrder` would do. Throws the Failure with which it would refuse. */
export async function planRefund(
  tx: Tx,
  order: StoredOrder,
  { lines, part }: Omit<RefundRequest, 'reason'>,
): Promise<RefundPlan> {
  if (order.paidAt === null || (order.intentId === null && findHandMode(order) === undefined)) {
    throw new Failure('not-paid', 'This order has not been paid.')
  }
  const refunds = await listRefunds(tx, order.id)
  if (part !== undefined) return planPart(order, part, refunds, await findLeftCents(tx, order))
  const open = listOpen(order)
  const isOpen = (one: StoredLine): boolean => open.includes(one)
  const owed = order.lines.filter((one) => isOpen(one) || findUncovered([one], refunds) > 0)
  const chosen = lines === undefined ? owed : owed.filter(({ line }) => lines.includes(line))
  const goods = chosen.filter(isOpen)
  const gone = chosen.filter((one) => !isOpen(one))
  const isWhole = chosen.length === owed.length
  const left = await findLeftCents(tx, order)
  // of a line that the buyer still has, a part of the money may have gone back already
  const cost = goods.reduce((sum, one) => sum + findUncovered([one], refunds), findUncovered(gone, refunds))
  const amountCents = isWhole ? left : Math.min(left, cost)
  const unknown = lines?.find((line) => !owed.some((one) => one.line === line))
  if (unknown !== undefined || amountCents <= 0) {
    throw new Failure('invalid-input', 'There is nothing left to give back.', {
      faults: [
        {
          path: 'lines',
          message: unknown === undefined ? 'is nothing' : `${unknown} cannot be given back`,
        },
      ],
    })
  }
  const isNothing = !order.lines.some((one) => one.state === 'delivered' && !goods.includes(one))
  return { chosen, goods, isWhole, isNothing, amountCents }
}

/** So much of the price of a line that the buyer keeps. What is left of the whole order goes back with its goods. */
function planPart(
  order: StoredOrder,
  { line, amountCents }: RefundPart,
  refunds: readonly StoredRefund[],
  leftCents: number,
): RefundPlan {
  const one = order.lines.find((its) => its.line === line && its.state === 'delivered')
  const most = one === undefined ? 0 : Math.min(leftCents, findUncovered([one], refunds))
  const message =
    one === undefined
      ? `Line ${line} is not delivered: without an amount it is given back as a whole.`
      : amountCents > most
        ? `At most $${(most / 100).toFixed(2)} of line ${line} can be given back.`
        : amountCents >= leftCents
          ? 'That is all that is left of the order: give it back without an amount, with its goods.'
          : amountCents <= 0
            ? 'The amount must be above zero.'
            : undefined
  if (one === undefined || message !== undefined) {
    throw new Failure('invalid-input', message ?? '', {
      faults: [{ path: 'part', message: 'cannot be given back' }],
    })
  }
  return { chosen: [one], goods: [], isWhole: false, isNothing: false, amountCents }
}

function listOpen({ lines }: StoredOrder): readonly StoredLine[] {
  return lines.filter(({ state }) => state === 'delivered' || state === 'pending')
}

/** For an order that was refunded completely elsewhere. The transaction must have locked the order. */
export async function takeAllBack(tx: Tx, order: StoredOrder, now: number): Promise<void> {
  await takeBack(tx, order, listOpen(order), now)
  await updateOrder(tx, order.id, {
    state: 'refunding',
    settledAt: order.settledAt ?? new Date(now),
    holdUntil: null,
  })
}

/** What becomes of the goods: the buyer keeps them all, or they are taken back. */
export const outcomes = ['keep', 'take-back'] as const

export interface Decision {
  readonly outcome: (typeof outcomes)[number]
  /** Numbers of the lines whose goods are taken back. Left out: all that the buyer still has. */
  readonly lines?: readonly number[] | undefined
  /** For the order's history. The buyer does not read it. */
  readonly reason: string
}

export interface DecisionPlan {
  /** The lines whose goods are taken back. */
  readonly chosen: readonly StoredLine[]
  /** The other lines that the buyer still has. */
  readonly staying: readonly StoredLine[]
  /** Refunds at the provider of which nobody has said what they are for. */
  readonly undecided: readonly StoredRefund[]
  /** The delivered lines, and those that could not be taken back. */
  readonly open: readonly StoredLine[]
  readonly notTakenBack: readonly StoredLine[]
}

/** What `decideOrder` would do. Fails with `invalid-input` when nothing waits for a decision. */
export async function planDecision(
  tx: Tx,
  order: StoredOrder,
  { outcome, lines }: Omit<Decision, 'reason'>,
): Promise<DecisionPlan> {
  const history = await listHistory(tx, order.id)
  const decidedAt = history.findLast(({ what }) => what === decided)?.at.getTime() ?? 0
  const refunds = await listRefunds(tx, order.id)
  const undecided = listUndecided(refunds, order, decidedAt)
  const notTakenBack = order.lines.filter(({ state }) => state === 'kept')
  const isSettled = !isLossUndecided(order, decidedAt) && findBroken(refunds, order.lines, decidedAt) === 0
  if (undecided.length === 0 && notTakenBack.length === 0 && isSettled) {
    throw new Failure('invalid-input', 'Nothing about this order waits for a decision.')
  }
  const open = listOpen(order)
  const having = order.lines.filter((one) => open.includes(one) || notTakenBack.includes(one))
  const unknown = lines?.find((line) => !having.some((one) => one.line === line))
  if (unknown !== undefined) throw new Failure('invalid-input', `Line ${unknown} cannot be taken back.`)
  const isChosen = ({ line }: StoredLine) =>
    outcome === 'take-back' && (lines === undefined || lines.includes(line))
  const [chosen, staying] = [having.filter(isChosen), having.filter((one) => !isChosen(one))]
  if (outcome === 'take-back' && chosen.length === 0) {
    throw new Failure('invalid-input', 'The buyer has nothing of this order: there is nothing to take back.')
  }
  return { chosen, staying, undecided, open, notTakenBack }
}

/**
 * An officer's decision after money went back elsewhere (at the provider or through the buyer's bank), or
 * about goods that could not be taken back. Answers the numbers of the lines that still cannot be taken back.
 * Fails with `order-not-found`, or like `planDecision`.
 */
export async function decideOrder(
  tx: Tx,
  { now }: { readonly now: number },
  orderId: number,
  { reason, ...wish }: Decision,
): Promise<readonly number[]> {
  const order = await findOrder(tx, { id: orderId }, 'lock')
  if (order === undefined) throw new Failure('order-not-found', 'There is no such order.')
  const { chosen, undecided, open, notTakenBack } = await planDecision(tx, order, wish)
  const lines = chosen.map(({ line }) => line)
  const still = await takeBack(tx, order, chosen, now)
  const goods = chosen.filter((one) => open.includes(one))
  if (goods.length > 0) {
    for (const { id } of undecided) await setRefundLines(tx, id, lines)
    const isAllGone = goods.length === open.length && order.chargedBackAt !== null
    await updateOrder(tx, orderId, { state: isAllGone ? 'refunded' : 'fulfilled_partial' })
  }
  if (wish.outcome === 'keep') {
    for (const { line } of notTakenBack) await updateLine(tx, orderId, line, { state: 'returned' })
  }
  const taken = lines.filter((line) => !still.includes(line))
  await addHistory(tx, orderId, {
    what: decided,
    detail: `${wish.outcome === 'keep' ? 'the goods stay' : `taken back: line ${taken.join(', ')}`}; ${reason}`,
    at: new Date(now),
  })
  return still
}

/** The amount that was paid and is in no refund yet. */
export async function findLeftCents(tx: Tx, order: StoredOrder): Promise<number> {
  const refunds = await listRefunds(tx, order.id)
  const promised = refunds.filter(({ state }) => state !== 'failed')
  return (order.receivedCents ?? 0) - promised.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** The transaction must have locked the order. */
export async function requestRefund(
  tx: Tx,
  order: StoredOrder,
  refund: Pick<
    Parameters<typeof insertRefund>[1],
    'id' | 'amountCents' | 'lines' | 'reason' | 'at' | 'handReturn'
  >,
): Promise<void> {
  await insertRefund(tx, { ...refund, orderId: order.id })
  await updateOrder(tx, order.id, { nextCheckAt: refund.at })
  await addHistory(tx, order.id, {
    what: 'refund-asked',
    detail: `${refund.amountCents} ${refund.reason}`,
    at: refund.at,
  })
}

/** Answers the lines that could not be taken back. They are in state `kept` until an officer has decided. */
async function takeBack(
  tx: Tx,
  order: StoredOrder,
  lines: readonly StoredLine[],
  now: number,
): Promise<number[]> {
  const at = new Date(now)
  const notTakenBack: number[] = []
  for (const one of lines) {
    const { line, state } = one
    const isBack = state === 'pending' || (await takeLineBack(tx, order, one, now))
    await updateLine(tx, order.id, line, { state: isBack ? 'returned' : 'kept' })
    if (isBack) continue
    notTakenBack.push(line)
    await addHistory(tx, order.id, { what: 'not-taken-back', detail: `line ${line}`, at })
  }
  await moveHolds(
    tx,
    order.id,
    'released',
    // what stays with the buyer, like a used ticket, cannot be sold again
    lines.map(({ line }) => line).filter((line) => !notTakenBack.includes(line)),
  )
  for (const line of lines) {
    const given = notTakenBack.includes(line.line) ? undefined : findGiven(line)
    if (given === undefined || !('memberId' in given)) continue
    await takeOlderBack(tx, order, given.memberId, now)
  }
  return notTakenBack
}

async function takeLineBack(tx: Tx, order: StoredOrder, one: StoredLine, now: number): Promise<boolean> {
  const { line, item, given } = one
  const its = findGiven(one)
  // whatever the end is by now, it is the later order that has paid for it
  if (its !== undefined && 'memberId' in its) {
    if ((await findLaterMembership(tx, order, its.memberId)) !== undefined) return false
  }
  const timeZone = await getTimeZone(tx)
  const delivery = { tx, timeZone, now, order, line, item, card: null }
  return getGoods(order.kind).takeBack({ ...delivery, given })
}

/** Takes back what older orders gave the same member: the newer order had prevented it. */
async function takeOlderBack(tx: Tx, { id }: StoredOrder, memberId: number, now: number): Promise<void> {
  for (const { orderId, line } of await listNotTakenBack(tx, memberId)) {
    const older = orderId === id ? undefined : await findOrder(tx, { id: orderId })
    const one = older?.lines.find((its) => its.line === line)
    if (older === undefined || one === undefined) continue
    if (!(await takeLineBack(tx, older, one, now))) continue
    await updateLine(tx, orderId, line, { state: 'returned' })
    await addHistory(tx, orderId, {
      what: 'taken-back',
      detail: `line ${line}, with order ${id}`,
      at: new Date(now),
    })
  }
}
