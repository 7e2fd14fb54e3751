// `club -- orders`: lists orders, and says which command is meant for one of them.
import { findDay } from '../../../../domain/day.ts'
import { orderStates } from '../../../../domain/order.ts'
import { standingWords } from '../../../../domain/sales/standing.ts'
import { toAmount } from '../../../mail/language.ts'
import { type Command, clubWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { choice, day, newFile, text } from '../../../officers/options.ts'
import { createCellTimeFormat, createTimeFormat, type TimeFormat } from '../../../officers/timeFormat.ts'
import { right, toCountText, toHeadings, toTableOf } from '../../../officers/words.ts'
import type { ListedOrder } from '../../../order/db/orderBook.ts'
import { movementsWay } from '../../../order/officers/movementWords.ts'
import { findOrders } from '../../../order/officers/orderActs.ts'
import { decideWay, noteWay, receipt, refundWay } from '../../../order/officers/orderChanges.ts'
import { showOrder } from '../../../order/officers/orderRecord.ts'
import { returnWords, toBareReason, toBuyerText } from '../../../order/officers/orderWords.ts'
import { isOfficerReason } from '../../../order/orderMails.ts'

const disputeWords = {
  'needs-answer': 'disputed',
  'under-review': 'disputed, answered',
  lost: 'charged back',
} as const satisfies Record<NonNullable<ListedOrder['dispute']>, string>

const monies = ['card', 'cash', 'cheque', 'sandbox'] as const
const kinds = ['donation', 'event', 'membership', 'products', 'renewal'] as const

export const ordersCommand: Command = {
  takes: 'club',
  alone: {
    plain: clubWay({
      options: {
        find: text,
        state: choice(orderStates),
        kind: choice(kinds),
        with: choice(monies),
        since: day,
        until: day,
        csv: newFile,
        json: newFile,
      },
      help: `orders [--find TEXT] [--state STATE] [--kind KIND] [--with WAY] [--since DAY] [--until DAY]
          [--csv FILE] [--json FILE]
      the orders, newest first; TEXT is a part of a name, of an e-mail address, of a note, like the
      number of a cheque, or of the reason of a refund`,
      async run({ act, save, print }, { csv, json, ...wanted }) {
        const { timeZone, orders } = await act(findOrders, wanted)
        const isSaved = await save({ json, csv }, toCountText(orders.length, 'order'), {
          json: () => orders,
          csv: () => toOrdersCsv(orders, timeZone),
        })
        if (isSaved) return
        print(toOrdersTable(orders, createTimeFormat(timeZone)))
        print(`${toCountText(orders.length, 'order')}. Times are the club's (${timeZone}).\n`)
      },
    }),
    byOption: { movements: movementsWay },
    elsewhere: 'needs the number of an order.',
  },
  numbered: {
    called: 'orders NUMBER',
    elsewhere: 'is for the list of orders, and not for one of them.',
    plain: showOrder,
    byOption: { refund: refundWay, decide: decideWay, note: noteWay, receipt },
  },
}

/** The last lines add up, each money by itself. */
function toOrdersTable(orders: readonly ListedOrder[], toMoment: TimeFormat): string {
  const of = (wanted: ListedOrder['money']) => orders.filter(({ money }) => money === wanted)
  // what is no money is in no sum of money
  const real = [...of('card'), ...of('cash'), ...of('cheque')]
  const inSandbox = of('sandbox')
  const returns = real.flatMap(({ money, returns: its }) => its.map((one) => ({ ...one, money })))
  const sumReturns = (which: (one: (typeof returns)[number]) => boolean, read = toReturned) =>
    returns.filter(which).reduce((total, one) => total + read(one), 0)
  const isGiven = ({ handReturn }: Returned) => handReturn !== 'bounced' && handReturn !== 'mistake'
  // from the box or from the cheques, as `reconcile` counts it
  const isGivenBy = (how: 'cash' | 'cheque') => (one: (typeof returns)[number]) =>
    isGiven(one) && (one.handReturn ?? one.money) === how
  const byHand = (how: 'cash' | 'cheque', name: string) => {
    const back = sumReturns(isGivenBy(how))
    return of(how).length === 0 && back === 0 ? [] : [['', '', '', name, ...toSums(of(how), back)]]
  }
  const isMistake = ({ handReturn }: Returned) => handReturn === 'mistake'
  const wrongTaxes = sumReturns(isMistake, ({ taxCents }) => taxCents)
  const sum = (read: (order: ListedOrder) => number) => real.reduce((total, one) => total + read(one), 0)
  const taxes = sum(({ paidAt, taxesCents }) => (paidAt === null ? 0 : taxesCents)) - wrongTaxes
  const taxesBack = sum(({ taxReturnedCents }) => taxReturnedCents) - wrongTaxes
  const bounced = sumReturns(({ handReturn }) => handReturn === 'bounced')
  const mistakes = sumReturns(isMistake)
  const sums = [
    ...(real.length === 0 ? [] : [['', '', '', 'Sum', ...toSums(real, sumReturns(isGiven))]]),
    ...byHand('cash', 'in cash'),
    ...byHand('cheque', 'by cheque'),
    ...(bounced === 0 ? [] : [['', '', '', 'not honoured by the bank', '', '', toAmount(bounced)]]),
    ...(taxes === 0 ? [] : [['', '', '', 'taxes in it', '', toAmount(taxes), toAmount(taxesBack)]]),
    ...(mistakes === 0
      ? []
      : [['', '', '', 'typed wrongly, in no sum', '', toAmount(mistakes), toAmount(mistakes)]]),
    ...(inSandbox.length === 0
      ? []
      : [
          [
            ...['', '', '', 'sandbox, no money'],
            ...toSums(
              inSandbox,
              inSandbox.reduce((total, one) => total + one.returnedCents, 0),
            ),
          ],
        ]),
  ]
  return toTableOf(
    orders,
    [
      [right('Order'), ({ id }) => String(id)],
      ['Placed', ({ createdAt }) => toMoment(createdAt)],
      ['State', ({ state }) => state],
      ['Kind', ({ kind }) => kind],
      [right('Total'), ({ totalCents }) => toAmount(totalCents)],
      [right('Paid'), ({ paidCents }) => toAmount(paidCents)],
      [right('Given back'), ({ returnedCents }) => toAmount(returnedCents)],
      ['Buyer', toBuyerText],
      ['Note', toNote],
    ],
    sums,
  )
}

function toNote({ money, isUndecided, dispute, note, returns }: ListedOrder): string {
  const marks = [
    money !== 'card' && money,
    isUndecided && standingWords.en.order.review,
    dispute !== null && disputeWords[dispute],
    note !== '' && note,
    ...new Set(returns.map(toReturnNote)),
  ]
  return marks.filter((mark) => mark !== false && mark !== '').join(', ')
}

/** Also why, if an officer has said it. */
export function toReturnNote({ handReturn, reason }: ListedOrder['returns'][number]): string {
  const how = handReturn === null ? '' : returnWords[handReturn]
  const why = isOfficerReason(reason) ? toBareReason(reason) : ''
  return [how, why].filter((text) => text !== '').join(': ')
}

type Returned = ListedOrder['returns'][number]

const toReturned = ({ amountCents }: Returned) => amountCents

function toSums(orders: readonly ListedOrder[], backCents: number): string[] {
  const sum = (read: (order: ListedOrder) => number) =>
    toAmount(orders.reduce((total, order) => total + read(order), 0))
  return [
    sum(({ totalCents, mistakeCents }) => totalCents - mistakeCents),
    sum(({ paidCents, mistakeCents }) => paidCents - mistakeCents),
    toAmount(backCents),
  ]
}

export function toOrdersCsv(orders: readonly ListedOrder[], timeZone: string): string {
  const toMoment = createCellTimeFormat(timeZone)
  const header =
    toHeadings(`order, placed, paid, kind, state, name, e-mail, total, given back, disputed, amount paid,
      paid with, taxes, note, given back on, taxes given back, typed wrongly, why given back`)
  const toDollars = (cents: number) => (cents / 100).toFixed(2)
  const rows = orders.map((order) => [
    ...[order.id, toMoment(order.createdAt), order.paidAt === null ? '' : toMoment(order.paidAt)],
    ...[order.kind, order.state, order.name, order.email],
    ...[toDollars(order.totalCents), toDollars(order.returnedCents)],
    ...[order.dispute === null ? '' : disputeWords[order.dispute], toDollars(order.paidCents)],
    order.paidCents === 0 ? '' : order.money,
    ...[toDollars(order.taxesCents), order.note],
    [...new Set(order.returns.map(({ at }) => findDay(at.getTime(), timeZone)))].join('; '),
    ...[toDollars(order.taxReturnedCents), toDollars(order.mistakeCents)],
    order.returns.map(toReturnNote).join('; '),
  ])
  return toCsv([header, ...rows])
}
