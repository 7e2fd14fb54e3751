// Compares what the club has sold with what the card provider says was paid.

import { Stripe } from 'stripe'
import { Failure } from '../../../../contract/failures.ts'
import { addDays, findDay } from '../../../../domain/day.ts'
import {
  type BookedOrder,
  type Finding,
  type ProvidersPayment,
  reconcile,
} from '../../../../domain/moneyReconciliation.ts'
import type { Money } from '../../../../domain/order.ts'
import { leaveOutMistakes, sumMovements, sumTaxReturned } from '../../../../domain/sales/movements.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import { reconcileDays } from '../../../limits/times.ts'
import { type ActContext, fail, type RunAct } from '../../../officers/act.ts'
import { toMidnight } from '../../../officers/timeFormat.ts'
import { createCards } from '../../../order/cardProvider.ts'
import { isWithin, listCorrected, listMoved, listMovedIds } from '../../../order/db/movements.ts'
import { listBookedOrders, listBuyers, listKnownIntents } from '../../../order/db/orderBook.ts'
import { findPayment, listPayments } from '../../../order/providerStatement.ts'
import { readRefunds } from '../../../order/refundDelivery.ts'
import { findCardMode, getCardProvider } from '../../../providers/stripe.ts'

export type Books = Awaited<ReturnType<typeof compareBooks>>

/** Many steps, because between them it asks the provider. */
export async function compareBooks(
  step: RunAct<ActContext>,
  context: ActContext,
  { since: wanted, until }: { since: string | undefined; until: string | undefined },
) {
  const { services, now } = context
  const timeZone = await step((tx) => getTimeZone(tx))
  const since = wanted ?? addDays(until ?? findDay(now, timeZone), -reconcileDays)
  if (until !== undefined && until < since) fail('not-possible', { why: 'until-before-since' })
  const start = toMidnight(since, timeZone)
  const end = until === undefined ? undefined : toMidnight(until, timeZone, 1)
  const mode = findCardMode(services.config)
  const list = () => step((tx) => listBookedOrders(tx, { since: start, until: end, mode }))
  const listed = await list()
  const asked = await askProvider(step, context, { listed, since: start, until: end })
  const payments = 'away' in asked ? undefined : asked.payments
  // what was refunded there is in the books by now, as far as it was read
  const orders = 'away' in asked || asked.hasRead ? await list() : listed
  const result = reconcile(orders, payments, services.now())
  const found = Object.values(result).flatMap((findings: readonly Finding[]) =>
    findings.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  )
  const period = { since: start, until: end }
  const { buyers, moved } = await step(async (tx) => ({
    /** Of the orders in the result, by their numbers. */
    buyers: await listBuyers(tx, found),
    moved: await listMoved(tx, await listMovedIds(tx, period)),
  }))
  // by its own day: of an order of last month that is refunded now, only the refund counts
  const all = moved.flatMap((order) => order.movements)
  const movements = all.filter((one) => isWithin(one, period))
  const sumOf = (...ways: Money[]) => sumMovements(movements.filter(({ way }) => ways.includes(way)))
  const real = leaveOutMistakes(movements).filter(({ way }) => way !== 'sandbox')
  const taxesTaken = real.reduce((sum, { kind, taxCents }) => (kind === 'paid' ? sum + taxCents : sum), 0)
  const taxes = { takenCents: taxesTaken, returnedCents: sumTaxReturned(real) }
  const counts = { orders: orders.length, payments: payments?.size ?? 0 }
  const byHand = { cash: sumOf('cash'), cheques: sumOf('cheque') }
  /** Paid in a sandbox or with keys for tests, also before the present keys were set. */
  const sandbox = sumOf('sandbox')
  /** Whether there is anything to ask the provider about. */
  const hasCards = orders.some(({ intentId }) => intentId !== null)
  /** Why the provider could not be asked; null when it was. */
  const away = 'away' in asked ? asked.away : null
  return {
    since,
    until: until ?? null,
    away,
    mode,
    ...counts,
    result,
    ...byHand,
    sandbox,
    taxes,
    timeZone,
    corrected: listCorrected(all, period),
    hasCards,
    buyers,
  }
}

interface Asking {
  readonly listed: readonly BookedOrder[]
  readonly since: Date
  readonly until: Date | undefined
}

/** `away`: the provider's own words, where it has answered with any. */
type Asked =
  | {
      readonly payments: ReadonlyMap<string, ProvidersPayment>
      /** Refunds were written into the books. */
      readonly hasRead: boolean
    }
  | { readonly away: string }

/** What the provider has of these orders and in this time. Writes refunds into the books that it had not told us of. */
async function askProvider(
  step: RunAct<ActContext>,
  { services, tenant }: ActContext,
  { listed, since, until }: Asking,
): Promise<Asked> {
  try {
    const provider = await getCardProvider(services)
    const { stripe } = provider
    const payments = await listPayments(stripe, { tenantUuid: tenant.uuid, since, until })
    const known = new Set(listed.map(({ intentId }) => intentId))
    const others = [...payments.keys()].filter((intentId) => !known.has(intentId))
    // the order was placed before the period, and its payment was begun within it
    for (const intentId of await step((tx) => listKnownIntents(tx, others))) payments.delete(intentId)
    await addMissing(listed, payments, (intentId) => findPayment(stripe, intentId))
    const parts = { services, cards: createCards(provider) }
    const unheard = listed.filter((order) => isUnheard(order, payments))
    for (const { id, intentId } of unheard) {
      if (intentId !== null) await readRefunds(parts, tenant, id, intentId)
    }
    return { payments, hasRead: unheard.length > 0 }
  } catch (error) {
    const isAway = error instanceof Failure && error.code === 'payments-unavailable'
    if (!isAway && !(error instanceof Stripe.errors.StripeError)) throw error
    return { away: error instanceof Stripe.errors.StripeConnectionError ? '' : error.message }
  }
}

/** Money was refunded at the provider, or a bank returned a refund, and we have not been told yet. */
function isUnheard(
  { intentId, isPaid, hand, refunds }: BookedOrder,
  payments: ReadonlyMap<string, ProvidersPayment>,
): boolean {
  const returned = intentId === null ? 0 : (payments.get(intentId)?.refundedCents ?? 0)
  const booked = refunds.filter(({ state }) => state === 'sent' || state === 'succeeded')
  return isPaid && hand === null && returned !== booked.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** Adds orders that were placed after the provider had listed its payments. */
async function addMissing(
  orders: readonly BookedOrder[],
  payments: Map<string, ProvidersPayment>,
  find: (intentId: string) => Promise<ProvidersPayment | undefined>,
): Promise<void> {
  for (const { intentId } of orders) {
    if (intentId === null || payments.has(intentId)) continue
    const payment = await find(intentId)
    if (payment !== undefined) payments.set(intentId, payment)
  }
}
