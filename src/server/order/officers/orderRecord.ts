// `club -- orders NUMBER`: one order with everything that happened to it.

import { atProvider } from '../../../domain/moneyReconciliation.ts'
import { findHandMode } from '../../../domain/order.ts'
import {
  findOrderStanding,
  findPartStanding,
  type PartStanding,
  standingWords,
} from '../../../domain/sales/standing.ts'
import { toAmount } from '../../mail/language.ts'
import { clubWay } from '../../officers/command.ts'
import { newFile, number } from '../../officers/options.ts'
import { createTimeFormat, type TimeFormat } from '../../officers/timeFormat.ts'
import { toList, toVisibleLine } from '../../officers/words.ts'
import { decided, type StoredOrder } from '../db/order.ts'
import { type OrderRecord, readOrder } from './orderActs.ts'
import {
  handWords,
  refundStates,
  returnWords,
  toBuyerText,
  toGivenText,
  toHistoryText,
  toLineName,
  toMailState,
  toReasonText,
} from './orderWords.ts'

type Shown = Omit<OrderRecord, 'timeZone'>

/** By its number. */
export const orderWord = { order: { ...number("An order's number"), shown: 'NUMBER' } }

export const showOrder = clubWay({
  words: orderWord,
  options: { json: newFile },
  help: 'orders NUMBER [--json FILE]             one order with its whole history',
  async run({ act, save, print }, { order: orderId, json }) {
    const { timeZone, ...record } = await act(readOrder, { order: orderId })
    if (await save({ json }, 'The order is', { json: () => toFile(record) })) return
    print(toRecordText(record, createTimeFormat(timeZone)))
    print(`Times are the club's (${timeZone}).\n`)
  },
})

/** Officers' own scripts read these names. */
function toFile({ sent: _sent, ...record }: Shown) {
  // the key opens the order's page for anybody who has it
  const { key: _key, requestHash: _hash, savesCard, ...order } = record.order
  return {
    ...record,
    order: { ...order, keepsCard: savesCard },
    refunds: record.refunds.map(({ requestedAt, changedAt: _changedAt, ...refund }) => ({
      ...refund,
      askedAt: requestedAt,
    })),
  }
}

function toRecordText(record: Shown, toMoment: TimeFormat): string {
  const { order, attempts, refunds, mails, history } = record
  return [
    `Order ${order.id}: ${toVisibleLine(order.description)}\n`,
    ...toFacts(record, toMoment),
    'Lines\n',
    ...toLines(record),
    ...toAmounts(order),
    toSection('Cards tried', attempts, ({ at, outcome, reason }) => [
      toMoment(at),
      outcome,
      reason.replaceAll('_', ' '),
    ]),
    toSection('Given back', refunds, (refund) => toRefundCells(refund, toMoment)),
    toSection('Mails', mails, ({ queuedAt, finishedAt, what, state, error }) => [
      toMoment(finishedAt ?? queuedAt),
      what,
      toMailState(state, error),
    ]),
    toSection('What happened', history, (entry) => [toMoment(entry.at), toHistoryText(entry)]),
    toSupport(record, toMoment),
  ].join('')
}

const widestName = 12

function toFact(name: string, text: string): string {
  return `  ${name.padEnd(widestName)}  ${text}\n`
}

const modeTexts: Readonly<Record<string, string>> = {
  sandbox: ' (sandbox: no real money)',
  test: ' (test: no real money)',
}

function toFacts(record: Shown, toMoment: TimeFormat): string[] {
  const { order, history } = record
  const member = order.memberId === null ? '' : `, member ${order.memberId}`
  const hand = findHandMode(order)
  const how = hand === undefined ? 'by card' : handWords[hand]
  const by =
    order.intentId === null && hand === undefined ? '' : `, ${toAmount(order.receivedCents ?? 0)} ${how}`
  const moments = [
    ['Placed', order.createdAt, ''],
    ['Paid', order.paidAt, by + (by === '' ? '' : (modeTexts[order.mode] ?? ''))],
    ['Settled', order.settledAt, ''],
    ['Held until', order.holdUntil, ''],
    ['Disputed', order.disputedAt, toDisputeNow(history)],
    ['Charged back', order.chargedBackAt, ''],
  ] as const
  return [
    toFact(
      'State',
      `${order.state}: ${standingWords.en.order[findOrderStanding(order.state, listStandings(record))]}`,
    ),
    toFact('Buyer', toVisibleLine(toBuyerText(order) + member)),
    ...moments.flatMap(([name, moment, more]) =>
      moment === null ? [] : [toFact(name, `${toMoment(moment)}${more}`)],
    ),
  ]
}

/** What the provider said last about the dispute. */
function toDisputeNow(history: Shown['history']): string {
  const last = history.findLast(({ what }) => what === 'dispute')
  return last === undefined ? '' : `, now: ${last.detail.replaceAll('_', ' ')}`
}

function listStandings({ order, sent }: Shown): PartStanding[] {
  return order.lines.map(({ line, state }) => findPartStanding(state, sent.get(line)))
}

function toLines(record: Shown): string[] {
  const { lines } = record.order
  const standings = listStandings(record)
  const names = lines.map((line) => `${line.line}. ${toLineName(line)}`)
  const width = Math.max(0, ...names.map((name) => name.length))
  const left = findLeftWithBuyer(record.history)
  return lines.map((line, at) => {
    const given = line.state === 'delivered' ? toGivenText(line, record.membershipEnd) : ''
    const isLeft = line.state === 'returned' && left.has(line.line)
    const standing = isLeft ? 'stays with the buyer' : standingWords.en.part[standings[at] ?? line.state]
    const state = standing + (given === '' ? '' : `: ${given}`)
    return `  ${(names[at] ?? '').padEnd(width)}  ${toAmount(line.amountCents)}  ${state}\n`
  })
}

/** Lines whose goods could not be taken back, and of which an officer has decided that the buyer keeps them. */
function findLeftWithBuyer(history: Shown['history']): ReadonlySet<number> {
  const [kept, left] = [new Set<number>(), new Set<number>()]
  for (const { what, detail } of history) {
    const numbers = [...(/^(?:taken back: )?line ([\d, ]+)/.exec(detail)?.[1] ?? '').matchAll(/\d+/g)].map(
      Number,
    )
    if (what === 'not-taken-back') for (const line of numbers) kept.add(line)
    if (what === 'taken-back') for (const line of numbers) kept.delete(line)
    if (what !== decided) continue
    for (const line of numbers) kept.delete(line)
    if (numbers.length > 0) continue
    for (const line of kept) left.add(line)
    kept.clear()
  }
  return left
}

function toAmounts({ quote }: StoredOrder): string[] {
  const amounts = [
    ['Sub-total', quote.subTotalCents],
    ['Discount', -quote.discountCents],
    ['Service fee', quote.serviceFeeCents],
    ['Taxes', quote.taxesCents],
    ['Total', quote.grandTotalCents],
  ] as const
  return amounts.flatMap(([name, cents]) =>
    cents !== 0 || name === 'Total' ? [toFact(name, toAmount(cents))] : [],
  )
}

function toRefundCells(refund: Shown['refunds'][number], toMoment: TimeFormat): string[] {
  const { amountCents, taxCents, handReturn, lines, reason, requestedAt, state, tries } = refund
  const isElsewhere = toReasonText(reason) === toReasonText(atProvider)
  const what = lines.length === 0 ? 'the whole order' : `line ${toList(lines)}`
  return [
    toMoment(requestedAt),
    toAmount(amountCents) + (taxCents === 0 ? '' : `, ${toAmount(taxCents)} of it tax`),
    handReturn === null ? (refundStates[state] ?? state) : returnWords[handReturn],
    isElsewhere ? '' : what,
    toReasonText(reason),
    state === 'asked' && tries > 0 ? `tried ${tries === 1 ? 'once' : `${tries} times`}` : '',
  ]
}

/** The provider's names, which nobody needs to read but to find something on its page. */
function toSupport({ order, attempts, refunds, events }: Shown, toMoment: TimeFormat): string {
  const rows = [
    ...(order.intentId === null ? [] : [[`payment ${order.intentId}`, order.mode]]),
    ...attempts.map(({ at, charge, outcome }) => [toMoment(at), `charge ${charge}`, outcome]),
    ...refunds.flatMap(({ requestedAt, providerId }) =>
      providerId === null ? [] : [[toMoment(requestedAt), `refund ${providerId}`]],
    ),
    ...events.map(({ at, type, id }) => [toMoment(at), type, id]),
  ]
  return toSection('For support', rows, (row) => row)
}

function toSection<T>(title: string, items: readonly T[], toCells: (item: T) => readonly string[]): string {
  if (items.length === 0) return ''
  const rows = items.map((item) =>
    toCells(item)
      .map(toVisibleLine)
      .filter((cell) => cell !== ''),
  )
  return `${title}\n${rows.map((row) => `  ${row.join('  ')}\n`).join('')}`
}
