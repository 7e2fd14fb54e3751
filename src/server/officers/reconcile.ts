// `club -- reconcile`: money without goods, goods without money, and the card provider's books beside the club's.
import { Stripe } from 'stripe'
import { Failure } from '../../contract/failures.ts'
import { addDays, findDay } from '../../domain/day.ts'
import {
  type BookedOrder,
  type Finding,
  findingTexts,
  isEven,
  type ProvidersPayment,
  type Reconciliation,
  reconcile,
} from '../../domain/reconciliation.ts'
import { getTimeZone } from '../db/club/club.ts'
import { listBookedOrders, listKnownIntents } from '../db/orders/orderBook.ts'
import { toAmount } from '../mail/language.ts'
import { createCards } from '../orders/cardProvider.ts'
import { registerAllGoods } from '../orders/orderKinds.ts'
import { findPayment, listPayments } from '../orders/providerStatement.ts'
import { readRefunds } from '../orders/refundDelivery.ts'
import { getCardProvider } from '../providers/stripe.ts'
import { writeWholeFile } from '../storage/atomicFile.ts'
import { type ClubCommandContext, Refused } from './command.ts'
import { toMidnight } from './timeFormat.ts'

/** How far back it looks where nothing is said. */
const usualDays = 35

export async function runReconcile(context: ClubCommandContext): Promise<number> {
  const { flags, print } = context
  const { since, orders, payments, result } = await work(context)
  if (flags.json !== undefined) {
    await writeWholeFile(flags.json, `${JSON.stringify({ since, ...result }, null, 2)}\n`, 0o600)
    print(`The findings are in ${flags.json}.\n`)
  }
  print(`${orders} orders and ${payments} payments since ${since}.\n`)
  printColumn('Money without goods', result.moneyWithoutGoods, print)
  printColumn('Goods without money', result.goodsWithoutMoney, print)
  printColumn('At the card provider, not in the books', result.notInBooks, print)
  printColumn('In the books, not at the card provider', result.notAtProvider, print)
  printColumn("Disputed by the buyer's bank", result.disputed, print)
  if (result.onTheWay.length > 0) printColumn('Still on its way; look again later', result.onTheWay, print)
  if (isEven(result)) {
    print('Money and goods agree.\n')
    return 0
  }
  print(
    'Money and goods DO NOT AGREE. npm run club -- orders NUMBER shows an order; docs/money.md says what to do.\n',
  )
  return 1
}

function printColumn(title: string, findings: readonly Finding[], print: (text: string) => void): void {
  print(`${title}: ${findings.length === 0 ? 'nothing' : findings.length}\n`)
  for (const { orderId, intentId, kind, cents } of findings) {
    const name = orderId === null ? `payment ${intentId}` : `order ${orderId}`
    print(`  ${name}  ${toAmount(cents)}  ${findingTexts[kind]}\n`)
  }
}

interface Work {
  readonly since: string
  readonly orders: number
  readonly payments: number
  readonly result: Reconciliation
}

async function work({ services, tenant, flags }: ClubCommandContext): Promise<Work> {
  const { database } = services
  const timeZone = await database.inTenant(tenant.id, (tx) => getTimeZone(tx, tenant.id))
  const since = flags.since ?? addDays(findDay(services.now(), timeZone), -usualDays)
  const start = toMidnight(since, 'since', timeZone)
  const provider = await getCardProvider(services)
  const { stripe, mode } = provider
  const payments = await ask(() => listPayments(stripe, { tenantUuid: tenant.uuid, since: start }))
  const list = () =>
    database.inTenant(tenant.id, (tx) => listBookedOrders(tx, tenant.id, { since: start, mode }))
  const listed = await list()
  const known = new Set(listed.map(({ intentId }) => intentId))
  const others = [...payments.keys()].filter((intentId) => !known.has(intentId))
  // the order was placed before the period, its payment was begun in it
  const elsewhere = await database.inTenant(tenant.id, (tx) => listKnownIntents(tx, tenant.id, others))
  for (const intentId of elsewhere) payments.delete(intentId)
  await addMissing(listed, payments, (intentId) => ask(() => findPayment(stripe, intentId)))
  const unheard = listed.filter((order) => isUnheard(order, payments))
  if (unheard.length > 0) registerAllGoods()
  for (const { id, intentId } of unheard) {
    const parts = { services, cards: createCards(provider) }
    if (intentId !== null) await ask(() => readRefunds(parts, tenant, id, intentId))
  }
  const orders = unheard.length > 0 ? await list() : listed
  return {
    since,
    orders: orders.length,
    payments: payments.size,
    result: reconcile(orders, payments, services.now()),
  }
}

/** Money went back at the provider's own desk, or a bank sent a refund back, and no word of it has arrived. */
function isUnheard(
  { intentId, isPaid, refunds }: BookedOrder,
  payments: ReadonlyMap<string, ProvidersPayment>,
): boolean {
  const returned = intentId === null ? 0 : (payments.get(intentId)?.refundedCents ?? 0)
  const booked = refunds.filter(({ state }) => state === 'sent' || state === 'succeeded')
  return isPaid && returned !== booked.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** What was placed after the provider had listed its payments. */
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

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    const isAway = error instanceof Failure && error.code === 'payments-unavailable'
    if (!isAway && !(error instanceof Stripe.errors.StripeError)) throw error
    throw new Refused(`The card provider does not answer (${error.message}). Nothing was compared.`)
  }
}
