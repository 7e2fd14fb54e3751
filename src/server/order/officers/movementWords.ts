// `club -- orders --movements`: every movement of money by its own day, for an accountant.
import { findDay } from '../../../domain/day.ts'
import {
  type MoneySum,
  type Movement,
  type MovementKind,
  sumMovements,
} from '../../../domain/sales/movements.ts'
import { toAmount } from '../../mail/language.ts'
import { clubWay } from '../../officers/command.ts'
import { toCsv } from '../../officers/csv.ts'
import { day, flag, newFile } from '../../officers/options.ts'
import { toDayText } from '../../officers/timeFormat.ts'
import { right, toCountText, toHeadings, toTableOf } from '../../officers/words.ts'
import { findMovements, type MovedMoney } from './orderActs.ts'
import { toBareReason, toCorrectedText, toMistakesText } from './orderWords.ts'

const kindWords: Readonly<Record<MovementKind, string>> = {
  paid: 'paid',
  'given-back': 'given back',
  bounced: 'cheque not honoured',
  mistake: 'typed wrongly',
  'not-arrived': 'did not arrive, came back',
  'charged-back': 'charged back by the bank',
}

export const movementsWay = clubWay({
  options: { movements: flag, since: day, until: day, csv: newFile, json: newFile },
  help: `orders --movements [--since DAY] [--until DAY] [--csv FILE] [--json FILE]
      what came and went in these days, whenever it was ordered, with the tax in it; the CSV file has a
      row for each line of an order, for an accountant`,
  async run({ act, save, print }, { csv, json, since, until }) {
    const { timeZone, movements, mistakeCents, corrected } = await act(findMovements, { since, until })
    const counted = toCountText(movements.length, 'movement')
    const isSaved = await save({ json, csv }, counted, {
      json: () => movements.map(toFile),
      csv: () => toMovementsCsv(movements, timeZone),
    })
    if (isSaved) return
    print(toMovementsTable(movements, timeZone))
    print(toMistakesText(mistakeCents))
    for (const one of corrected) print(toCorrectedText(one, timeZone))
    print(`${counted}. Days are the club's (${timeZone}).\n`)
  },
})

function toReason({ order, refundId }: MovedMoney): string {
  const refund = order.refunds.find(({ id }) => id === refundId)
  return refund === undefined ? '' : toBareReason(refund.reason)
}

function toFile(movement: MovedMoney) {
  const { order, refundId: _refundId, orderId: _orderId, undoneAt: _undoneAt, ...moved } = movement
  const { id, kind, name, email, note } = order
  return { ...moved, reason: toReason(movement), order: { id, kind, name, email, note } }
}

function toMovementsTable(movements: readonly MovedMoney[], timeZone: string): string {
  const of = (...ways: Movement['way'][]) => movements.filter(({ way }) => ways.includes(way))
  // what is no money is in no sum of money
  const sums = [
    ['Sum', of('card', 'cash', 'cheque')],
    ['by card', of('card')],
    ['in cash', of('cash')],
    ['by cheque', of('cheque')],
    ['sandbox, no money', of('sandbox')],
  ] as const
  const rows = sums.flatMap(([name, those]) =>
    those.length === 0 ? [] : toSumRows(name, sumMovements(those)),
  )
  return toTableOf(
    movements,
    [
      ['Day', ({ at }) => toDayText(findDay(at.getTime(), timeZone))],
      [right('Order'), ({ orderId }) => String(orderId)],
      ['Kind', ({ order }) => order.kind],
      ['What', ({ kind }) => kindWords[kind]],
      ['With', ({ way }) => way],
      [right('Amount'), ({ cents }) => toAmount(cents)],
      [right('Tax'), ({ taxCents }) => toAmount(taxCents)],
      ['Buyer', ({ order }) => order.name],
      ['Note', (one) => [toReason(one), one.order.note].filter((text) => text !== '').join('; ')],
    ],
    rows,
  )
}

/** Taken, what went away again, and what is left. */
function toSumRows(name: string, sum: MoneySum): string[][] {
  const row = (what: string, cents: number, tax = '') => ['', '', '', what, '', toAmount(cents), tax]
  const left = sum.takenCents - sum.bouncedCents - sum.returnedCents
  return [
    row(`${name}: taken`, sum.takenCents),
    ...(sum.bouncedCents === 0 ? [] : [row('not honoured', 0 - sum.bouncedCents)]),
    ...(sum.returnedCents === 0 ? [] : [row('given back', 0 - sum.returnedCents)]),
    row('left', left, toAmount(sum.taxCents)),
  ]
}

/** A row for each line of an order; the service fee has none. Below zero is what the club has no more. */
function toMovementsCsv(movements: readonly MovedMoney[], timeZone: string): string {
  const header = toHeadings(
    'day, order, line, what, paid with, kind, item, quantity, event, amount, tax, name, e-mail, reason, note',
  )
  const toDollars = (cents: number) => (cents / 100).toFixed(2)
  const rows = movements.flatMap((movement) => {
    const { at, kind, way, order, parts } = movement
    return parts.map((part) => {
      const sold = order.lines.find(({ line }) => line === part.line)
      const rest = kind === 'paid' && order.lines.length === 0 ? 'not claimed' : 'service fee'
      return [
        ...[findDay(at.getTime(), timeZone), order.id, part.line ?? '', kindWords[kind], way],
        ...(sold === undefined ? [rest, '', '', ''] : [sold.kind, sold.label, sold.quantity, sold.event]),
        ...[toDollars(part.cents), toDollars(part.taxCents), order.name, order.email],
        ...[toReason(movement), order.note],
      ]
    })
  })
  return toCsv([header, ...rows])
}
