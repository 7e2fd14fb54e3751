// `club -- reconcile`: money without goods, goods without money, differences from the provider's books.
import { Stripe } from 'stripe'
import { Failure } from '../../../../contract/failures.ts'
import { addDays, findDay } from '../../../../domain/day.ts'
import {
  type BookedOrder,
  type Finding,
  findingTexts,
  isEven,
  type ProvidersPayment,
  type Reconciliation,
  reconcile,
  sumCash,
} from '../../../../domain/reconciliation.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import { reconcileDays } from '../../../limits/times.ts'
import { toAmount } from '../../../mail/language.ts'
import { type ClubCommandContext, CommandRefused } from '../../../officers/command.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import { toDayText, toMidnight } from '../../../officers/timeFormat.ts'
import { type Column, toCountText, toJsonText, toTable } from '../../../officers/words.ts'
import { createCards } from '../../../order/cardProvider.ts'
import {
  listBookedOrders,
  listBuyers,
  listKnownIntents,
  type OrderBuyer,
  sumSandbox,
} from '../../../order/db/orderBook.ts'
import { findPayment, listPayments } from '../../../order/providerStatement.ts'
import { readRefunds } from '../../../order/refundDelivery.ts'
import { getCardProvider } from '../../../providers/stripe.ts'

export async function runReconcile(context: ClubCommandContext): Promise<number> {
  const { flags, print } = context
  const { since, orders, payments, result, buyers, cash, sandbox } = await work(context)
  if (flags.json !== undefined) {
    await writeOutput(flags, flags.json, `${toJsonText({ since, ...result, cash, sandbox }, 2)}\n`)
    print(`The findings are in ${flags.json}.\n`)
  }
  const many = `${toCountText(orders, 'order')} and ${toCountText(payments, 'payment')}`
  print(`${many} since ${toDayText(since)}.\n`)
  if (cash.orders > 0) print(toCashText(cash))
  if (sandbox.orders > 0) print(toSandboxText(sandbox))
  const parts = [
    ['Money without goods', result.moneyWithoutGoods],
    ['Goods without money', result.goodsWithoutMoney],
    ['At the card provider, not in the books', result.notInBooks],
    ['In the books, not at the card provider', result.notAtProvider],
    ["Disputed by the buyer's bank", result.disputed],
    ['Still on its way; check again later', result.onTheWay],
  ] as const
  for (const [title, findings] of parts) {
    if (findings === result.onTheWay && findings.length === 0) continue
    print(`${title}: ${findings.length === 0 ? 'nothing' : findings.length}\n`)
    if (findings.length > 0) print(toFindingsTable(findings, buyers))
  }
  if (isEven(result)) {
    print('Money and goods agree.\n')
    return 0
  }
  print(
    'Money and goods DO NOT AGREE. npm run club -- orders NUMBER shows an order; docs/money.md says what to do.\n',
  )
  return 1
}

function toCashText({ orders, takenCents, returnedCents }: Work['cash']): string {
  const left = toAmount(takenCents - returnedCents)
  return `In cash: ${toCountText(orders, 'order')}, ${toAmount(takenCents)} taken, ${toAmount(returnedCents)} given back. So ${left} of it should be there.\n`
}

function toSandboxText({ orders, takenCents, returnedCents }: Work['sandbox']): string {
  return `In the sandbox: ${toCountText(orders, 'order')}, ${toAmount(takenCents)} paid, ${toAmount(returnedCents)} given back. This is NO MONEY: none of it is at the bank.\n`
}

const columns: readonly Column[] = [
  { heading: 'Order', isNumber: true },
  { heading: 'Amount', isNumber: true },
  { heading: 'Buyer' },
  { heading: 'Bought' },
  { heading: 'What is wrong' },
]

function toFindingsTable(findings: readonly Finding[], buyers: Work['buyers']): string {
  const rows = findings.map(({ orderId, intentId, kind, cents }) => {
    const buyer = orderId === null ? undefined : buyers.get(orderId)
    return [
      orderId === null ? '-' : String(orderId),
      toAmount(cents),
      buyer === undefined ? '-' : `${buyer.name} <${buyer.email}>`,
      buyer?.description ?? `payment ${intentId}`,
      findingTexts[kind],
    ]
  })
  return toTable(columns, rows).replace(/^/gm, '  ').trimEnd().concat('\n')
}

interface Work {
  readonly since: string
  readonly orders: number
  readonly payments: number
  readonly result: Reconciliation
  readonly cash: ReturnType<typeof sumCash>
  /** Paid in a sandbox or with keys for tests, also before the present keys were set. */
  readonly sandbox: Awaited<ReturnType<typeof sumSandbox>>
  /** Of the orders in the result, by their numbers. */
  readonly buyers: ReadonlyMap<number, OrderBuyer>
}

async function work({ services, tenant, flags }: ClubCommandContext): Promise<Work> {
  const { database } = services
  const timeZone = await database.inTenant(tenant.id, (tx) => getTimeZone(tx))
  const since = flags.since ?? addDays(findDay(services.now(), timeZone), -reconcileDays)
  const start = toMidnight(since, 'since', timeZone)
  const provider = await getCardProvider(services)
  const { stripe, mode } = provider
  const payments = await refuseUnreachable(() =>
    listPayments(stripe, { tenantUuid: tenant.uuid, since: start }),
  )
  const list = () => database.inTenant(tenant.id, (tx) => listBookedOrders(tx, { since: start, mode }))
  const listed = await list()
  const known = new Set(listed.map(({ intentId }) => intentId))
  const others = [...payments.keys()].filter((intentId) => !known.has(intentId))
  // the order was placed before the period, and its payment was begun within it
  const elsewhere = await database.inTenant(tenant.id, (tx) => listKnownIntents(tx, others))
  for (const intentId of elsewhere) payments.delete(intentId)
  await addMissing(listed, payments, (intentId) => refuseUnreachable(() => findPayment(stripe, intentId)))
  const unheard = listed.filter((order) => isUnheard(order, payments))
  for (const { id, intentId } of unheard) {
    const parts = { services, cards: createCards(provider) }
    if (intentId !== null) await refuseUnreachable(() => readRefunds(parts, tenant, id, intentId))
  }
  const orders = unheard.length > 0 ? await list() : listed
  const result = reconcile(orders, payments, services.now())
  const found = Object.values(result).flatMap((findings: readonly Finding[]) =>
    findings.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  )
  const buyers = await database.inTenant(tenant.id, (tx) => listBuyers(tx, found))
  const cash = sumCash(orders)
  const sandbox = await database.inTenant(tenant.id, (tx) => sumSandbox(tx, start))
  return { since, orders: orders.length, payments: payments.size, result, cash, sandbox, buyers }
}

/** Money was refunded at the provider, or a bank returned a refund, and we have not been told yet. */
function isUnheard(
  { intentId, isPaid, isCash, refunds }: BookedOrder,
  payments: ReadonlyMap<string, ProvidersPayment>,
): boolean {
  const returned = intentId === null ? 0 : (payments.get(intentId)?.refundedCents ?? 0)
  const booked = refunds.filter(({ state }) => state === 'sent' || state === 'succeeded')
  return isPaid && !isCash && returned !== booked.reduce((sum, { amountCents }) => sum + amountCents, 0)
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

async function refuseUnreachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isAway = error instanceof Failure && error.code === 'payments-unavailable'
    if (!isAway && !(error instanceof Stripe.errors.StripeError)) throw error
    throw new CommandRefused(`The card provider does not answer (${error.message}). Nothing was compared.`)
  }
}
