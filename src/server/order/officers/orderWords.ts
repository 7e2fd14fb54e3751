// What the states and the history of an order are called where an officer reads them.

import { findDay } from '../../../domain/day.ts'
import { findLastValidDay, isForLife } from '../../../domain/member.ts'
import { atProvider } from '../../../domain/moneyReconciliation.ts'
import type { HandMode } from '../../../domain/order.ts'
import type { HandReturn, Movement } from '../../../domain/sales/movements.ts'
import { standingWords } from '../../../domain/sales/standing.ts'
import { toAmount } from '../../mail/language.ts'
import { toDayText } from '../../officers/timeFormat.ts'
import { toList, toVisibleLine } from '../../officers/words.ts'
import { findGiven } from '../db/given.ts'
import type { StoredLine } from '../db/order.ts'

/** "Membership, Family", "Ticket, Adult x2". */
export function toLineName({
  kind,
  label,
  quantity,
}: Pick<StoredLine, 'kind' | 'label' | 'quantity'>): string {
  const name = [kind.slice(0, 1).toUpperCase() + kind.slice(1), label].filter((part) => part !== '')
  return toVisibleLine(`${name.join(', ')}${quantity === 1 ? '' : ` x${quantity}`}`)
}

/** What the line gave to the buyer; '' when there is nothing to say. `endNow`: of their membership, if it is known. */
export function toGivenText(line: Pick<StoredLine, 'kind' | 'given'>, endNow?: string): string {
  const given = findGiven(line)
  switch (given?.kind) {
    case 'membership':
    case 'renewal': {
      const then = `valid until ${toDayText(findLastValidDay(given.expiration))}`
      const isSame = endNow === undefined || endNow === given.expiration
      const now = isSame
        ? ''
        : ` when it was sold, and now ${isForLife(endNow) ? 'for life' : `until ${toDayText(findLastValidDay(endNow))}`}`
      return `${then}${now}, member ${given.memberId}`
    }
    case 'registration':
      return `car ${given.carNumber}`
    case 'ticket':
      return given.codes.join(', ')
    default:
      return ''
  }
}

/** How an officer took the money. */
export const handWords: Readonly<Record<HandMode, string>> = { cash: 'in cash', cheque: 'by cheque' }

/** What became of the money of a refund of theirs. */
export const returnWords: Readonly<Record<HandReturn, string>> = {
  cash: 'given back in cash',
  cheque: 'given back by cheque',
  bounced: 'cheque not honoured',
  mistake: 'typed wrongly',
}

/** '' where there was none. */
export function toMistakesText(cents: number): string {
  return cents === 0 ? '' : `${toAmount(cents)} was typed wrongly and is in no sum.\n`
}

/** Of sums that somebody may have seen before it was undone. */
export function toCorrectedText(
  {
    orderId,
    cents,
    way,
    at,
    undoneAt,
  }: Pick<Movement, 'orderId' | 'cents' | 'way' | 'at'> & { readonly undoneAt: Date },
  timeZone: string,
): string {
  const [paidOn, undoneOn] = [at, undoneAt].map((one) => toDayText(findDay(one.getTime(), timeZone)))
  const how = way === 'cash' || way === 'cheque' ? ` ${handWords[way]}` : ''
  return `Order ${orderId}: ${toAmount(0 - cents)}${how} of ${paidOn} was typed wrongly and was undone on ${undoneOn}. The sums of ${paidOn} had it until then; now no sum has it.\n`
}

const { part, order } = standingWords.en

export const refundStates: Readonly<Record<string, string>> = {
  asked: 'waits to be sent',
  sent: 'sent to the bank',
  succeeded: 'succeeded',
  failed: 'failed',
}

const reasonTexts: Readonly<Record<string, string>> = {
  [atProvider]: 'at the card provider',
  late: 'paid too late',
  'renewed-already': 'renewed already',
  'not-available': 'not to be had any more',
  unclaimed: 'nobody said what it was for',
}

/** Why money went back, in the officer's own words where there are any. */
export function toReasonText(reason: string): string {
  return toVisibleLine(reasonTexts[reason] ?? reason.replace(/^officer: /, 'an officer: '))
}

/** "Ann Lee <ann@…>", or the name alone where there is no address. */
export function toBuyerText({ name, email }: { readonly name: string; readonly email: string }): string {
  return email === '' ? name : `${name} <${email}>`
}

/** The same in a table, where everybody knows whose words they are. */
export function toBareReason(reason: string): string {
  return toVisibleLine(reasonTexts[reason] ?? reason.replace(/^officer: /, ''))
}

const historyTexts: Readonly<Record<string, string>> = {
  // what the store sells is still to be sent then
  fulfilled: 'settled',
  'refund-asked': 'refund requested',
  'refund-sent': 'refund sent to the bank',
  'refund-succeeded': 'refund succeeded',
  'refund-failed': 'refund failed',
  'not-taken-back': part.kept,
  'taken-back': part.returned,
  review: order.review,
  undeliverable: part.failed,
  released: 'no longer held for the buyer',
  'gave-way': 'gave way to the next buyer',
  'refunded-at-provider': 'refunded at the card provider',
  moved: 'moved by an officer',
  note: 'noted by an officer',
  'car-changed': 'changed by an officer',
  'receipt-again': 'receipt mailed again',
}

/** One line of the history. Cents in it become dollars. */
export function toHistoryText({ what, detail }: { what: string; detail: string }): string {
  const text = historyTexts[what] ?? what
  const said = toDetailText(what, detail)
  return toVisibleLine(said === '' ? text : `${text}: ${said}`)
}

function toDetailText(what: string, detail: string): string {
  if (what === 'dispute') return detail.replaceAll('_', ' ')
  const [, before = '', cents = '', reason = ''] =
    /^(received |)(\d+)(?: (.*))?$/s.exec(what.startsWith('refund') || what === 'review' ? detail : '') ?? []
  if (cents === '') return detail
  const amount = `${before}${toAmount(Number(cents))}`
  return reason === '' ? amount : `${amount}, ${toReasonText(reason)}`
}

/** Done, or dropped by an officer, or still to be tried. */
export function toMailState(state: string, error: string | null): string {
  if (error !== null) return state === 'done' ? error : `${state}, ${error}`
  return state === 'done' ? 'sent' : state
}

export function toKeptText(order: number, lines: readonly number[]): string {
  return `The goods of line ${toList(lines)} could NOT be taken back: the buyer still has them. Talk to the buyer, then decide with npm run club -- orders ${order} --decide keep --reason TEXT --yes, or with --decide take-back in place of it to try again.`
}

/** What to do about a membership that a later order has extended. */
export function toExtendedHint({
  order,
  member,
  later,
}: {
  readonly order: number
  readonly member: number
  readonly later: number
}): string {
  return `If order ${later} goes back too, refund it. Otherwise the end has to be what was paid for: npm run club -- members extend ${member} --until DAY --yes corrects it; then npm run club -- orders ${order} --decide keep --reason TEXT --yes says that it is right.`
}

export const disputeText =
  "The buyer's bank disputes this payment. The card provider refuses a refund while it does, but the goods are taken back at once; answer the dispute on the provider's page instead.\n"
