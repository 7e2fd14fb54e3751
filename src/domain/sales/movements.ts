// Every movement of an order's money: on which day, how much of which line, and how much of that is tax.
import { findMoney, type Money } from '../order.ts'

/**
 * What became of money that an officer had taken: it was given back in cash or by cheque, the bank did not pay the
 * cheque, or it never came, since the order was typed wrongly.
 */
export const handReturns = ['cash', 'cheque', 'bounced', 'mistake'] as const
export type HandReturn = (typeof handReturns)[number]

export type MovementKind = 'paid' | 'given-back' | 'bounced' | 'mistake' | 'not-arrived' | 'charged-back'

/** How much of one line; `line` is null of the service fee, and of what was paid beyond the order. */
export interface MovedPart {
  readonly line: number | null
  /** Below zero where the club has it no more. */
  readonly cents: number
  /** The tax in it. */
  readonly taxCents: number
}

export interface Movement {
  readonly orderId: number
  readonly at: Date
  /** Of what was typed wrongly: when an officer undid it. Its own moment is the payment's, which it takes away. */
  readonly undoneAt: Date | null
  readonly kind: MovementKind
  /** Where the money came or went: a cheque's part may go back in cash. */
  readonly way: Money
  readonly refundId: string | null
  readonly cents: number
  readonly taxCents: number
  readonly parts: readonly MovedPart[]
}

export interface MovedOrder {
  readonly id: number
  readonly mode: string
  readonly paidAt: Date | null
  readonly receivedCents: number | null
  readonly chargedBackAt: Date | null
  readonly lines: readonly { readonly line: number; readonly netCents: number; readonly taxCents: number }[]
  readonly refunds: readonly {
    readonly id: string
    readonly amountCents: number
    readonly lines: readonly number[]
    readonly state: string
    readonly handReturn: HandReturn | null
    readonly requestedAt: Date
    /** When it failed, of one that did. */
    readonly changedAt: Date
  }[]
}

/** What is left of a line, or of the rest. */
class Pot {
  readonly line: number | null
  readonly #cents: number
  readonly #taxCents: number
  #gone = 0

  constructor(line: number | null, cents: number, taxCents: number) {
    this.line = line
    this.#cents = cents
    this.#taxCents = taxCents
  }

  get left(): number {
    return this.#cents - this.#gone
  }

  #findTaxGone(): number {
    return this.#cents <= 0 ? 0 : Math.round((this.#taxCents * this.#gone) / this.#cents)
  }

  /** So that the taxes of all parts are together the line's tax, whatever the parts are. */
  take(cents: number): MovedPart {
    const before = this.#findTaxGone()
    this.#gone += cents
    return { line: this.line, cents: 0 - cents, taxCents: before - this.#findTaxGone() }
  }
}

/** The oldest first. A refund that has failed is two movements, so that an earlier month stays as it was. */
export function listMovements(order: MovedOrder): Movement[] {
  const { id: orderId, paidAt, receivedCents, chargedBackAt, lines, refunds } = order
  if (paidAt === null || receivedCents === null || receivedCents === 0) return []
  const own = findMoney(order)
  const cost = lines.reduce((sum, { netCents }) => sum + netCents, 0)
  const pots = [
    ...lines.map(({ line, netCents, taxCents }) => new Pot(line, netCents, taxCents)),
    new Pot(null, receivedCents - cost, 0),
  ]
  const paid = [
    ...lines.map(({ line, netCents: cents, taxCents }) => ({ line, cents, taxCents })),
    { line: null, cents: receivedCents - cost, taxCents: 0 },
  ]
  const taken = new Map<string, readonly MovedPart[]>()
  const steps = [
    ...refunds.flatMap((refund) => [
      { at: refund.requestedAt, rank: 0, refund },
      ...(refund.state === 'failed' ? [{ at: refund.changedAt, rank: 1, refund }] : []),
    ]),
    ...(chargedBackAt === null ? [] : [{ at: chargedBackAt, rank: 2, refund: null }]),
  ].sort((one, other) => one.at.getTime() - other.at.getTime() || one.rank - other.rank)
  const moved = steps.map(({ at, rank, refund }): Movement => {
    if (refund === null) {
      const left = pots.reduce((sum, pot) => sum + pot.left, 0)
      return toMovement(
        { orderId, at, undoneAt: null, kind: 'charged-back', way: own, refundId: null },
        takeFrom(pots, left),
      )
    }
    const { id, handReturn } = refund
    const kind = handReturn === 'bounced' || handReturn === 'mistake' ? handReturn : 'given-back'
    const isMistake = kind === 'mistake'
    const about = {
      ...{ orderId, at: isMistake ? paidAt : at, undoneAt: isMistake ? at : null },
      ...{ way: toWay(handReturn, own), refundId: id },
    }
    if (rank === 0) {
      const named = pots.filter(({ line }) => line !== null && refund.lines.includes(line))
      const parts = takeFrom(named.length === 0 ? pots : named, refund.amountCents, pots)
      taken.set(id, parts)
      return toMovement({ ...about, kind }, parts)
    }
    const back = (taken.get(id) ?? []).flatMap(({ line, cents }) =>
      pots.filter((pot) => pot.line === line).map((pot) => pot.take(cents)),
    )
    return toMovement({ ...about, kind: 'not-arrived' }, back)
  })
  const first = { orderId, at: paidAt, undoneAt: null, kind: 'paid', way: own, refundId: null } as const
  return [toMovement(first, paid), ...moved]
}

function toWay(handReturn: HandReturn | null, own: Money): Money {
  if (handReturn === null || handReturn === 'mistake') return own
  return handReturn === 'bounced' ? 'cheque' : handReturn
}

function toMovement(
  about: Omit<Movement, 'cents' | 'taxCents' | 'parts'>,
  all: readonly MovedPart[],
): Movement {
  const parts = all.filter(({ cents, taxCents }) => cents !== 0 || taxCents !== 0)
  const sum = (read: (part: MovedPart) => number) => parts.reduce((total, part) => total + read(part), 0)
  return { ...about, cents: sum(({ cents }) => cents), taxCents: sum(({ taxCents }) => taxCents), parts }
}

/** Of each as its part of what is left in all of them; what they do not have comes from the others. */
function takeFrom(pots: readonly Pot[], cents: number, all: readonly Pot[] = pots): MovedPart[] {
  const left = pots.map((pot) => Math.max(0, pot.left))
  const total = left.reduce((sum, one) => sum + one, 0)
  const wanted = Math.min(cents, total)
  let [seen, given] = [0, 0]
  const parts = pots.map((pot, at) => {
    seen += left[at] ?? 0
    const share = total === 0 ? 0 : Math.round((wanted * seen) / total) - given
    given += share
    return pot.take(share)
  })
  const rest = cents - wanted
  if (rest <= 0) return parts
  const others = all.filter((pot) => !pots.includes(pot))
  // more went back than the order had: of no line
  if (others.length === 0) return [...parts, { line: null, cents: 0 - rest, taxCents: 0 }]
  return [...parts, ...takeFrom(others, rest)]
}

/** Each payment without what was typed wrongly of it; one that never came at all is left out. */
export function leaveOutMistakes<T extends Movement>(movements: readonly T[]): T[] {
  const mistakes = Map.groupBy(
    movements.filter(({ kind }) => kind === 'mistake'),
    ({ orderId }) => orderId,
  )
  return movements.flatMap((one) => {
    if (one.kind === 'mistake') return []
    const wrong = mistakes.get(one.orderId) ?? []
    if (one.kind !== 'paid' || wrong.length === 0) return [one]
    const byLine = Map.groupBy(
      [one, ...wrong].flatMap(({ parts }) => parts),
      ({ line }) => line,
    )
    const left = toMovement(
      one,
      [...byLine].map(([line, those]) => ({
        line,
        cents: those.reduce((sum, { cents }) => sum + cents, 0),
        taxCents: those.reduce((sum, { taxCents }) => sum + taxCents, 0),
      })),
    )
    return left.parts.length === 0 ? [] : [{ ...one, ...left }]
  })
}

/** The tax in what went back, above zero. */
export function sumTaxReturned(movements: readonly Movement[]): number {
  return movements.reduce((sum, { kind, taxCents }) => (kind === 'paid' ? sum : sum - taxCents), 0)
}

export interface MoneySum {
  /** Orders that were paid, without those that were typed wrongly as a whole. */
  readonly orders: number
  /** Without what was typed wrongly. */
  readonly takenCents: number
  readonly mistakeCents: number
  readonly bouncedCents: number
  /** Also what a bank has charged back. */
  readonly returnedCents: number
  readonly taxCents: number
}

export function sumMovements(movements: readonly Movement[]): MoneySum {
  const of = (...kinds: MovementKind[]) =>
    movements.reduce((sum, { kind, cents }) => (kinds.includes(kind) ? sum + cents : sum), 0)
  const mistakeCents = 0 - of('mistake')
  const paid = movements.filter(({ kind }) => kind === 'paid')
  const isMistake = ({ orderId, cents }: Movement) =>
    movements.reduce(
      (left, one) => (one.kind === 'mistake' && one.orderId === orderId ? left + one.cents : left),
      cents,
    ) <= 0
  return {
    orders: paid.filter((one) => !isMistake(one)).length,
    takenCents: of('paid') - mistakeCents,
    mistakeCents,
    bouncedCents: 0 - of('bounced'),
    returnedCents: 0 - of('given-back', 'charged-back', 'not-arrived'),
    taxCents: movements.reduce((sum, { taxCents }) => sum + taxCents, 0),
  }
}
