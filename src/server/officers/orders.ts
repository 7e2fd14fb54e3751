// `club -- orders`: what was ordered, one order with its whole history, its receipt again, and money given back.
import { Failure } from '../../contract/failures.ts'
import { type OrderState, orderStates } from '../../domain/order.ts'
import { atProvider } from '../../domain/reconciliation.ts'
import { getTimeZone } from '../db/club/club.ts'
import type { Tx } from '../db/open.ts'
import { addHistory, findOrder, listHistory, type StoredOrder } from '../db/orders/order.ts'
import {
  type ListedOrder,
  listOrderMails,
  listOrders,
  listRefundRecords,
  type OrderFilter,
  type OrderMail,
  type RefundRecord,
} from '../db/orders/orderBook.ts'
import { listAttempts, listOrderEvents, type StoredAttempt } from '../db/orders/payment.ts'
import { toAmount } from '../mail/language.ts'
import { registerAllGoods } from '../orders/orderKinds.ts'
import { mailReceipt } from '../orders/orderMails.ts'
import { decideOrder, planRefund, refundOrder } from '../orders/refunds.ts'
import { writeWholeFile } from '../storage/atomicFile.ts'
import { type ClubCommandContext, Refused, readReason, toNumber, UsageFault } from './command.ts'
import { toCsv } from './csv.ts'
import { createTimeFormat, toMidnight } from './timeFormat.ts'

export async function runOrders(context: ClubCommandContext): Promise<number> {
  const { word, flags } = context
  if (word === undefined) {
    for (const option of ['receipt', 'refund', 'decide', 'yes'] as const) {
      if (flags[option]) throw new UsageFault(`--${option} needs the number of an order.`)
    }
    return showList(context)
  }
  const orderId = toNumber(word, "An order's number")
  if (flags.refund) return giveBack(context, orderId)
  if (flags.decide) return decide(context, orderId)
  return flags.receipt ? sendReceipt(context, orderId) : showOrder(context, orderId)
}

async function showList(context: ClubCommandContext): Promise<number> {
  const { services, tenant, flags, print } = context
  const { timeZone, orders } = await services.database.inTenant(tenant.id, async (tx) => {
    const zone = await getTimeZone(tx, tenant.id)
    return { timeZone: zone, orders: await listOrders(tx, tenant.id, toFilter(context, zone)) }
  })
  const toMoment = createTimeFormat(timeZone)
  if (flags.json !== undefined) {
    await writeWholeFile(flags.json, `${JSON.stringify(orders, null, 2)}\n`, 0o600)
    print(`${toCount(orders)} in ${flags.json}.\n`)
  }
  if (flags.csv !== undefined) {
    await writeWholeFile(flags.csv, toOrdersCsv(orders, toMoment), 0o600)
    print(`${toCount(orders)} in ${flags.csv}.\n`)
  }
  if (flags.json !== undefined || flags.csv !== undefined) return 0
  for (const order of orders) {
    const marks = [
      order.returnedCents > 0 && `${toAmount(order.returnedCents)} back`,
      order.isUndecided && 'to be decided',
      order.dispute !== null && disputeWords[order.dispute],
    ].filter((mark) => mark !== false)
    print(
      `${String(order.id).padStart(6)}  ${toMoment(order.createdAt)}  ${order.state.padEnd(17)}  ${order.kind.padEnd(10)}  ${toAmount(order.totalCents).padStart(12)}  ${order.name} <${order.email}>${marks.map((mark) => `  ${mark}`).join('')}\n`,
    )
  }
  print(`${toCount(orders)}. Times are the club's (${timeZone}).\n`)
  return 0
}

const disputeWords = {
  'needs-answer': 'disputed',
  'under-review': 'disputed, answered',
  lost: 'charged back',
} as const satisfies Record<NonNullable<ListedOrder['dispute']>, string>

function toCount({ length }: readonly unknown[]): string {
  return `${length} ${length === 1 ? 'order' : 'orders'}`
}

function toFilter({ flags }: ClubCommandContext, timeZone: string): OrderFilter {
  const { find, state, since, until } = flags
  if (state !== undefined && !orderStates.some((known) => known === state)) {
    throw new UsageFault(`--state is one of: ${orderStates.join(', ')}.`)
  }
  return {
    ...(find === undefined ? {} : { find }),
    ...(state === undefined ? {} : { state: state as OrderState }),
    ...(since === undefined ? {} : { since: toMidnight(since, 'since', timeZone) }),
    ...(until === undefined ? {} : { until: toMidnight(until, 'until', timeZone, 1) }),
  }
}

function toOrdersCsv(orders: readonly ListedOrder[], toMoment: (moment: Date) => string): string {
  const header = [
    'order',
    'placed',
    'paid',
    'kind',
    'state',
    'name',
    'e-mail',
    'total',
    'given back',
    'disputed',
  ]
  const rows = orders.map((order) => [
    order.id,
    toMoment(order.createdAt),
    order.paidAt === null ? '' : toMoment(order.paidAt),
    order.kind,
    order.state,
    order.name,
    order.email,
    (order.totalCents / 100).toFixed(2),
    (order.returnedCents / 100).toFixed(2),
    order.dispute === null ? '' : disputeWords[order.dispute],
  ])
  return toCsv([header, ...rows])
}

interface OrderRecord {
  readonly order: StoredOrder
  readonly attempts: readonly StoredAttempt[]
  readonly refunds: readonly RefundRecord[]
  readonly events: readonly { id: string; type: string; at: Date }[]
  readonly mails: readonly OrderMail[]
  readonly history: readonly { what: string; detail: string; at: Date }[]
}

async function readRecord(tx: Tx, tenantId: number, orderId: number): Promise<OrderRecord> {
  const order = await getOrder(tx, tenantId, orderId)
  const refunds = await listRefundRecords(tx, tenantId, orderId)
  return {
    order,
    attempts: await listAttempts(tx, tenantId, orderId),
    refunds,
    events: await listOrderEvents(tx, tenantId, orderId),
    mails: await listOrderMails(
      tx,
      tenantId,
      orderId,
      refunds.map(({ id }) => id),
    ),
    history: await listHistory(tx, tenantId, orderId),
  }
}

async function getOrder(tx: Tx, tenantId: number, orderId: number): Promise<StoredOrder> {
  const order = await findOrder(tx, tenantId, { id: orderId })
  if (order === undefined) throw new Refused(`The club has no order ${orderId}.`)
  return order
}

async function showOrder(
  { services, tenant, flags, print }: ClubCommandContext,
  orderId: number,
): Promise<number> {
  const { timeZone, record } = await services.database.inTenant(tenant.id, async (tx) => ({
    timeZone: await getTimeZone(tx, tenant.id),
    record: await readRecord(tx, tenant.id, orderId),
  }))
  if (flags.json !== undefined) {
    // the key opens the order's page for whoever has it
    const { key: _key, askedHash: _hash, ...order } = record.order
    await writeWholeFile(flags.json, `${JSON.stringify({ ...record, order }, null, 2)}\n`, 0o600)
    print(`The order is in ${flags.json}.\n`)
    return 0
  }
  printRecord(record, createTimeFormat(timeZone), print)
  print(`Times are the club's (${timeZone}).\n`)
  return 0
}

function printRecord(
  { order, attempts, refunds, events, mails, history }: OrderRecord,
  toMoment: (moment: Date) => string,
  print: (text: string) => void,
): void {
  const { quote } = order
  print(`Order ${order.id}: ${order.description} (${order.kind}), ${order.state}\n`)
  const member = order.memberId === null ? '' : `, member ${order.memberId}`
  print(`  ${order.name} <${order.email}>${member}\n`)
  const moments = [
    ['placed', order.createdAt],
    ['paid', order.paidAt],
    ['settled', order.settledAt],
    ['held until', order.holdUntil],
    ['disputed', order.disputedAt],
    ['charged back', order.chargedBackAt],
  ] as const
  for (const [what, moment] of moments) {
    const now = what === 'disputed' ? toDisputeNow(history) : ''
    if (moment !== null) print(`  ${what.padEnd(12)} ${toMoment(moment)}${now}\n`)
  }
  if (order.intentId !== null) print(`  payment      ${order.intentId} (${order.mode})\n`)
  print('Lines\n')
  for (const { line, kind, label, quantity, amountCents, state, given } of order.lines) {
    const got = Object.keys(given ?? {}).length === 0 ? '' : `  ${JSON.stringify(given)}`
    const name = label === '' ? kind : `${kind}, ${label}`
    print(`  ${line}. ${name} x${quantity}  ${toAmount(amountCents)}  ${state}${got}\n`)
  }
  const amounts = [
    ['sub-total', quote.subTotalCents],
    ['discount', -quote.discountCents],
    ['service fee', quote.serviceFeeCents],
    ['taxes', quote.taxesCents],
    ['total', quote.grandTotalCents],
  ] as const
  for (const [what, cents] of amounts) {
    if (cents !== 0 || what === 'total') print(`  ${what.padEnd(12)} ${toAmount(cents)}\n`)
  }
  printSection('Cards tried', attempts, print, ({ at, outcome, reason, charge }) => [
    toMoment(at),
    outcome,
    reason,
    charge,
  ])
  printSection('Given back', refunds, print, (refund) => [
    toMoment(refund.askedAt),
    toAmount(refund.amountCents),
    refund.state,
    refund.reason === atProvider
      ? ''
      : refund.lines.length === 0
        ? 'the whole order'
        : `line ${refund.lines.join(', ')}`,
    refund.reason,
    refund.providerId ?? '',
    refund.state === 'asked' && refund.tries > 0 ? `tried ${refund.tries} times` : '',
  ])
  printSection('Heard from the card provider', events, print, ({ at, type, id }) => [toMoment(at), type, id])
  printSection('Mails', mails, print, ({ queuedAt, finishedAt, what, state, error }) => [
    toMoment(finishedAt ?? queuedAt),
    what,
    state,
    error ?? '',
  ])
  printSection('What happened', history, print, ({ at, what, detail }) => [toMoment(at), what, detail])
}

/** What the provider said of it last. */
function toDisputeNow(history: OrderRecord['history']): string {
  const last = history.findLast(({ what }) => what === 'dispute')
  return last === undefined ? '' : `, now ${last.detail.replaceAll('_', ' ')}`
}

function printSection<T>(
  title: string,
  items: readonly T[],
  print: (text: string) => void,
  toCells: (item: T) => readonly string[],
): void {
  if (items.length === 0) return
  print(`${title}\n`)
  for (const item of items) {
    print(
      `  ${toCells(item)
        .filter((cell) => cell !== '')
        .join('  ')}\n`,
    )
  }
}

async function sendReceipt(
  { services, tenant, print }: ClubCommandContext,
  orderId: number,
): Promise<number> {
  const again = services.newId()
  const email = await services.database.inTenant(tenant.id, async (tx) => {
    const order = await getOrder(tx, tenant.id, orderId)
    if (!order.lines.some(({ state }) => state === 'delivered')) {
      throw new Refused(`Order ${orderId} is ${order.state}: there is nothing to write a receipt for.`)
    }
    await mailReceipt(tx, tenant.id, order, again)
    const at = new Date(services.now())
    await addHistory(tx, tenant.id, orderId, { what: 'receipt-again', detail: 'by an officer', at })
    return order.email
  })
  print(`The receipt is on its way to ${email}.\n`)
  return 0
}

async function giveBack(context: ClubCommandContext, orderId: number): Promise<number> {
  const { services, tenant, flags, print } = context
  const reason = readReason(flags, '--refund needs a --reason; the buyer reads it.')
  const chosen = readLines(flags)
  registerAllGoods()
  if (!flags.yes) {
    const { order, plan } = await refuseFailures(() =>
      services.database.inTenant(tenant.id, async (tx) => {
        const found = await getOrder(tx, tenant.id, orderId)
        return { order: found, plan: await planRefund(tx, tenant.id, found, chosen) }
      }),
    )
    const what = chosen === undefined ? 'all that is left' : `line ${chosen.join(', ')}`
    print(
      `This gives back ${what} of order ${orderId}, ${order.description}, to ${order.name} <${order.email}>:\n`,
    )
    for (const { line, label, quantity, netCents, state } of plan.chosen) {
      print(`  ${line}. ${label} x${quantity}  ${toAmount(netCents)}  ${state}\n`)
    }
    print(`  in all ${toAmount(plan.amountCents)}\n`)
    throw new Refused('Nothing was changed. The same command with --yes does it.')
  }
  const asked = { ...(chosen === undefined ? {} : { lines: chosen }), reason }
  const { amountCents, email, kept } = await refuseFailures(() =>
    refundOrder(services, tenant.id, orderId, asked),
  )
  print(`${toAmount(amountCents)} go back to ${email}; the server sends them within a minute or two.\n`)
  print(toKept(orderId, kept))
  return 0
}

function toKept(orderId: number, kept: readonly number[]): string {
  if (kept.length === 0) return ''
  return `What line ${kept.join(', ')} sold could NOT be taken back, and the buyer still has it: talk to them, and then say with npm run club -- orders ${orderId} --decide what becomes of it.\n`
}

async function refuseFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) throw new Refused(error.message)
    throw error
  }
}

/** After money went back elsewhere; it takes no `--yes`, because no money moves and it can be put right by hand. */
async function decide(
  { services, tenant, flags, print }: ClubCommandContext,
  orderId: number,
): Promise<number> {
  const reason = readReason(flags, '--decide needs a --reason, which is kept with the order.')
  const lines = readLines(flags) ?? []
  registerAllGoods()
  const kept = await refuseFailures(() => decideOrder(services, tenant.id, orderId, { lines, reason }))
  const taken = lines.filter((line) => !kept.includes(line))
  const what = lines.length === 0 ? 'the buyer keeps the goods' : `taken back: line ${taken.join(', ')}`
  if (lines.length === 0 || taken.length > 0) print(`Order ${orderId} is decided: ${what}.\n`)
  print(toKept(orderId, kept))
  return 0
}

function readLines({ lines }: ClubCommandContext['flags']): number[] | undefined {
  const words = lines?.split(/[\s,]+/).filter((word) => word !== '')
  return words?.map((word) => toNumber(word, 'A line'))
}
