// `club -- orders`: lists orders, and says which command is meant for one of them.
import { type OrderState, orderStates } from '../../../../domain/order.ts'
import { standingWords } from '../../../../domain/sales/standing.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import { toAmount } from '../../../mail/language.ts'
import { type ClubCommandContext, parseNumber, UsageFault } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import {
  createCellTimeFormat,
  createTimeFormat,
  type TimeFormat,
  toMidnight,
} from '../../../officers/timeFormat.ts'
import { runWay, type Ways } from '../../../officers/ways.ts'
import { type Column, toCountText, toJsonText, toTable } from '../../../officers/words.ts'
import { type ListedOrder, listOrders, type OrderFilter } from '../../../order/db/orderBook.ts'
import { decide, giveBack, sendReceipt } from '../../../order/officers/orderChanges.ts'
import { showOrder } from '../../../order/officers/orderRecord.ts'

type OrderContext = ClubCommandContext & { readonly orderId: number }

const ofList: Ways<ClubCommandContext> = {
  plain: { allowed: ['find', 'state', 'since', 'until', 'csv', 'json', 'overwrite'], run: showList },
}

const ofOrder: Ways<OrderContext> = {
  refund: {
    allowed: ['reason', 'lines', 'line', 'amount', 'yes', 'disputed'],
    run: (context) => giveBack(context, context.orderId),
  },
  decide: { allowed: ['reason', 'lines'], run: (context) => decide(context, context.orderId) },
  receipt: { allowed: [], run: (context) => sendReceipt(context, context.orderId) },
  plain: { allowed: ['json', 'overwrite'], run: (context) => showOrder(context, context.orderId) },
}

export async function runOrders(context: ClubCommandContext): Promise<number> {
  const { word } = context
  if (word === undefined) {
    return runWay(context, ofList, { command: 'orders', elsewhere: 'needs the number of an order.' })
  }
  const orderId = parseNumber(word, "An order's number")
  return runWay({ ...context, orderId }, ofOrder, {
    command: 'orders NUMBER',
    elsewhere: 'is for the list of orders, and not for one of them.',
  })
}

async function showList(context: ClubCommandContext): Promise<number> {
  const { services, tenant, flags, print } = context
  const { timeZone, orders } = await services.database.inTenant(tenant.id, async (tx) => {
    const zone = await getTimeZone(tx)
    return { timeZone: zone, orders: await listOrders(tx, toFilter(context, zone)) }
  })
  if (flags.json !== undefined) {
    await writeOutput(flags, flags.json, `${toJsonText(orders, 2)}\n`)
    print(`${toCountText(orders.length, 'order')} in ${flags.json}.\n`)
  }
  if (flags.csv !== undefined) {
    await writeOutput(flags, flags.csv, toOrdersCsv(orders, createCellTimeFormat(timeZone)))
    print(`${toCountText(orders.length, 'order')} in ${flags.csv}.\n`)
  }
  if (flags.json !== undefined || flags.csv !== undefined) return 0
  if (orders.length > 0) print(toOrdersTable(orders, createTimeFormat(timeZone)))
  print(`${toCountText(orders.length, 'order')}. Times are the club's (${timeZone}).\n`)
  return 0
}

const columns: readonly Column[] = [
  { heading: 'Order', isNumber: true },
  { heading: 'Placed' },
  { heading: 'State' },
  { heading: 'Kind' },
  { heading: 'Total', isNumber: true },
  { heading: 'Paid', isNumber: true },
  { heading: 'Given back', isNumber: true },
  { heading: 'Buyer' },
  { heading: 'Note' },
]

/** The last lines add up, each money by itself. */
function toOrdersTable(orders: readonly ListedOrder[], toMoment: TimeFormat): string {
  const rows = orders.map((order) => [
    String(order.id),
    toMoment(order.createdAt),
    order.state,
    order.kind,
    toAmount(order.totalCents),
    toAmount(order.paidCents),
    toAmount(order.returnedCents),
    order.email === '' ? order.name : `${order.name} <${order.email}>`,
    [
      order.money !== 'card' && order.money,
      order.isUndecided && standingWords.en.order.review,
      order.dispute !== null && disputeWords[order.dispute],
    ]
      .filter((mark) => mark !== false)
      .join(', '),
  ])
  const of = (wanted: ListedOrder['money']) => orders.filter(({ money }) => money === wanted)
  const [inCash, inSandbox] = [of('cash'), of('sandbox')]
  // what is no money is in no sum of money
  const real = [...of('card'), ...inCash]
  return toTable(columns, [
    ...rows,
    ...(real.length === 0 ? [] : [['', '', '', 'Sum', ...toSums(real)]]),
    ...(inCash.length === 0 ? [] : [['', '', '', 'in cash', ...toSums(inCash)]]),
    ...(inSandbox.length === 0 ? [] : [['', '', '', 'sandbox, no money', ...toSums(inSandbox)]]),
  ])
}

function toSums(orders: readonly ListedOrder[]): string[] {
  const sum = (read: (order: ListedOrder) => number) =>
    toAmount(orders.reduce((total, order) => total + read(order), 0))
  return [
    sum(({ totalCents }) => totalCents),
    sum(({ paidCents }) => paidCents),
    sum(({ returnedCents }) => returnedCents),
  ]
}

const disputeWords = {
  'needs-answer': 'disputed',
  'under-review': 'disputed, answered',
  lost: 'charged back',
} as const satisfies Record<NonNullable<ListedOrder['dispute']>, string>

function toFilter({ flags }: ClubCommandContext, timeZone: string): OrderFilter {
  const { find, state, since, until } = flags
  if (state !== undefined && !orderStates.some((known) => known === state)) {
    throw new UsageFault(`--state must be one of: ${orderStates.join(', ')}.`)
  }
  return {
    ...(find === undefined ? {} : { find }),
    ...(state === undefined ? {} : { state: state as OrderState }),
    ...(since === undefined ? {} : { since: toMidnight(since, 'since', timeZone) }),
    ...(until === undefined ? {} : { until: toMidnight(until, 'until', timeZone, 1) }),
  }
}

function toOrdersCsv(orders: readonly ListedOrder[], toMoment: TimeFormat): string {
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
    'amount paid',
    'paid with',
    'mode',
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
    (order.paidCents / 100).toFixed(2),
    order.paidCents === 0 ? '' : order.money,
    order.mode,
  ])
  return toCsv([header, ...rows])
}
