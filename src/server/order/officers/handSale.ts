// What an officer sells for cash or a cheque: placed, paid and delivered in the caller's transaction.
import { Failure } from '../../../contract/failures.ts'
import { addDays, findDay, toInstant } from '../../../domain/day.ts'
import { type HandMode, handModes } from '../../../domain/order.ts'
import { mostReasonLength } from '../../../domain/scoring.ts'
import type { SignedInMember } from '../../auth/session.ts'
import { getClub } from '../../club/db/club.ts'
import type { Tx } from '../../db/open.ts'
import { handSaleDaysBack, sameDuesMs, sameHandSaleMs, sameNoteMs } from '../../limits/times.ts'
import { findMemberAddress } from '../../member/db/membership.ts'
import { type ActContext, fail } from '../../officers/act.ts'
import { choice, day, flag, type Kind, kindOf, needed, UsageFault } from '../../officers/options.ts'
import { toVisibleLine } from '../../officers/words.ts'
import { type EarlierSale, findDuesPaid, findSameHandSale, findSameNote, isSameNote } from '../db/handSale.ts'
import { addHistory, findOrder, insertOrder, type StoredOrder, updateOrder } from '../db/order.ts'
import type { QuoteContext } from '../goods.ts'
import { holdLines } from '../holding/holds.ts'
import { type OrderRequest, type PricedOrder, priceOrder } from '../quote.ts'
import { fulfil } from '../settlement.ts'
import { handWords } from './orderWords.ts'

export interface HandSale {
  readonly request: OrderRequest
  /** Whom it is for, as if they had signed in; null for anybody else. */
  readonly member: SignedInMember | null
  readonly paid: HandMode
  /** For the order's history: where it was sold, or what stands on the cheque. */
  readonly note?: string | undefined
  /** The day of the club on which the money came, if not today. */
  readonly day?: string | undefined
  /** What came, if it is less than the price: the rest is let off. Only of an order with one line. */
  readonly amountCents?: number | undefined
  /** The officer means it, though the same was sold just now. */
  readonly again: boolean
}

/** The note of what is sold there, if there is no other. */
export const atTheGate = 'at the gate'

export type HandContext = Pick<ActContext, 'tenant' | 'services' | 'now'>

const asWritten = choice(handModes)

/** `--paid`, for what an officer sells. Where it is spelled so, a cheque is a check. */
export const paid: Kind<HandMode> = {
  ...asWritten,
  read: (typed, name) => asWritten.read(typed === 'check' ? 'cheque' : typed, name),
}

/** Dollars and cents, as cents. */
export const dollars = kindOf((typed, name) => {
  const [, dollars = '', rest = ''] = /^(\d{1,6})(?:\.(\d{2}))?$/.exec(typed.trim()) ?? []
  if (dollars === '') throw new UsageFault(`${name} is in dollars and cents, like 4.00.`)
  return Number(dollars) * 100 + Number(rest || 0)
})

/** What somebody gives. */
export const paidAmount = kindOf((typed, name) => {
  const cents = dollars.read(typed, name)
  if (cents > 0) return cents
  throw new UsageFault(`${name} must be above zero.`)
})

export const handOptions = {
  paid: needed(paid, 'Say how it was paid: --paid cash or --paid cheque.'),
  note: kindOf((typed, name) => {
    const line = toVisibleLine(typed.trim())
    if (line.length <= mostReasonLength) return line
    throw new UsageFault(`${name} has at most ${mostReasonLength} characters.`)
  }),
  date: day,
  'dry-run': flag,
  yes: flag,
}

/** What it costs: the server's price, without the fee for online service. Refuses a repetition. */
export async function priceByHand(
  tx: Tx,
  context: HandContext,
  sale: HandSale,
): Promise<PricedOrder & Pick<SoldByHand, 'sameNote' | 'letOffCents'>> {
  const priced = await price(tx, context, sale)
  refuseFree(priced, sale)
  if (!sale.again) await refuseRepeated(tx, context, toSold(priced), sale)
  await findMoment(tx, context, sale)
  return { ...priced, sameNote: await findNoted(tx, sale, context.now) }
}

export interface SoldByHand extends StoredOrder {
  /** Of the price, where less came. */
  readonly letOffCents: number
  /** The newest other order with the same note, lately and paid in the same way: perhaps it is one cheque. */
  readonly sameNote:
    | { readonly note: string; readonly orderId: number; readonly isUndone: boolean }
    | undefined
}

/** Now, or the middle of the day on which the money came. */
async function findMoment(tx: Tx, { now }: HandContext, { day: wanted }: HandSale): Promise<Date> {
  const { timeZone } = await getClub(tx)
  const today = findDay(now, timeZone)
  if (wanted === undefined || wanted === today) return new Date(now)
  const first = addDays(today, -handSaleDaysBack)
  if (wanted > today || wanted < first) fail('not-possible', { why: 'no-day-of-money', first, last: today })
  return new Date(toInstant(wanted, '12:00', timeZone))
}

/** Answers the delivered order. Fails like pricing, or with `sold-out`; then nothing is stored. */
export async function sellByHand(tx: Tx, context: HandContext, sale: HandSale): Promise<SoldByHand> {
  const { services, now } = context
  const at = new Date(now)
  const moment = await findMoment(tx, context, sale)
  const priced = await price(tx, context, sale)
  refuseFree(priced, sale)
  const { goods, purchase, lines, agreed, letOffCents } = priced
  const known = sale.member === null ? undefined : await findMemberAddress(tx, sale.member.id)
  const placed = await insertOrder(
    tx,
    {
      ...agreed,
      key: services.newId(),
      email: purchase.email ?? purchase.ownEmail ?? '',
      language: known?.language ?? null,
      mode: sale.paid,
      createdAt: moment,
    },
    lines,
  )
  if (placed === undefined) throw new Error('an order has this key already')
  // its number was waited for: whoever sells the same at the same time is found, or finds this one
  if (!sale.again) await refuseRepeated(tx, context, toSold(priced), sale, placed.id)
  await holdLines(tx, placed.id, goods, purchase.lines, now)
  const detail = [handWords[sale.paid], sale.note ?? ''].filter((part) => part !== '').join(', ')
  await addHistory(tx, placed.id, { what: 'placed', detail, at })
  // claimed: nobody gets it by knowing an address and an amount
  const payment = { paidAt: moment, receivedCents: agreed.quote.grandTotalCents, claimedAt: at }
  await updateOrder(tx, placed.id, payment)
  await fulfil(tx, { ...placed, ...payment }, { at, refundId: services.newId(), card: null })
  const order = await findOrder(tx, { id: placed.id })
  if (order?.state === 'fulfilled') {
    return { ...order, letOffCents, sameNote: await findNoted(tx, sale, now, order.id) }
  }
  throw new Failure('sold-out', 'This is no longer available.')
}

async function findNoted(
  tx: Tx,
  { note = '', paid: mode }: HandSale,
  now: number,
  except?: number,
): Promise<SoldByHand['sameNote']> {
  if (note === '' || note === atTheGate) return undefined
  const found = await findSameNote(tx, { mode, note, since: new Date(now - sameNoteMs), except })
  return found && { note, ...found }
}

async function price(
  tx: Tx,
  { tenant, services, now }: HandContext,
  { request, member, amountCents }: HandSale,
): Promise<Lessened> {
  const stored = await getClub(tx)
  const club = { ...stored, settings: { ...stored.settings, serviceFeeCents: 0 } }
  const context: QuoteContext = { tx, services, tenant, club, member, now, isByOfficer: true }
  return lessen(await priceOrder(context, request, ''), amountCents)
}

type Lessened = PricedOrder & Pick<SoldByHand, 'letOffCents'>

/** The rest of the price is let off, with the tax in it. */
function lessen(priced: PricedOrder, amountCents: number | undefined): Lessened {
  const { agreed, lines } = priced
  const { quote } = agreed
  const cents = quote.grandTotalCents
  if (amountCents === undefined || amountCents === cents) return { ...priced, letOffCents: 0 }
  if (amountCents > cents) {
    return fail('not-possible', { why: 'more-than-price', cents, restCents: amountCents - cents })
  }
  const taxesCents = Math.round((quote.taxesCents * amountCents) / cents)
  const discountCents = quote.subTotalCents + taxesCents - amountCents
  return {
    ...priced,
    letOffCents: cents - amountCents,
    agreed: { ...agreed, quote: { ...quote, taxesCents, discountCents, grandTotalCents: amountCents } },
    lines: lines.map((line) => ({ ...line, netCents: amountCents, taxCents: taxesCents })),
  }
}

/** Somebody gives money for a membership that costs nothing: its type may not be what they think. */
function refuseFree({ agreed: { kind, name, quote } }: PricedOrder, { paid: mode, again }: HandSale): void {
  const isDues = kind === 'renewal' || kind === 'membership'
  if (isDues && quote.grandTotalCents === 0 && !again) fail('needs-yes', { why: 'free-dues', name, mode })
}

interface Sold {
  readonly kind: string
  readonly name: string
  readonly description: string
  readonly lines: PricedOrder['lines']
}

function toSold({ agreed: { kind, name, description }, lines }: PricedOrder): Sold {
  return { kind, name, description, lines }
}

async function refuseRepeated(
  tx: Tx,
  { now }: HandContext,
  sold: Sold,
  { member, note = '' }: HandSale,
  except?: number,
): Promise<void> {
  const { timeZone } = await getClub(tx)
  if (sold.kind === 'renewal' && member !== null) {
    const dues = await findDuesPaid(tx, member.id, { since: new Date(now - sameDuesMs), except })
    if (dues === undefined) return
    fail('needs-yes', { why: 'dues-paid', ...tell(dues, note), name: sold.name, timeZone })
  }
  const same = await findSameHandSale(tx, sold, { since: new Date(now - sameHandSaleMs), except })
  if (same !== undefined)
    fail('needs-yes', { why: 'sold-just-now', ...tell(same, note), name: sold.name, timeZone })
}

function tell({ id, mode, paidAt, note: theirs }: EarlierSale, note: string) {
  const isSame = note !== '' && note !== atTheGate && isSameNote(note, theirs)
  return { order: id, mode, at: paidAt.toISOString(), sameNote: isSame ? note : '' }
}

/** A sale is refused to an officer in the words that it is refused in online. */
export async function refuseUnsold<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message, details } = error
    const faults = (details.faults ?? []).map((fault) => `${fault.path}: ${fault.message}`)
    return fail('not-sold', { message, faults: code === 'sold-out' ? [] : faults })
  }
}
