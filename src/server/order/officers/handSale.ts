// What an officer sells for cash or a cheque: placed, paid and delivered in the caller's transaction.
import { Failure } from '../../../contract/failures.ts'
import { type HandMode, handModes } from '../../../domain/order.ts'
import { mostReasonLength } from '../../../domain/scoring.ts'
import type { SignedInMember } from '../../auth/session.ts'
import { getClub } from '../../club/db/club.ts'
import type { Tx } from '../../db/open.ts'
import { sameDuesMs, sameHandSaleMs, sameNoteMs } from '../../limits/times.ts'
import { findMemberAddress } from '../../member/db/membership.ts'
import { type ActContext, fail } from '../../officers/act.ts'
import { choice, flag, type Kind, kindOf, needed, UsageFault } from '../../officers/options.ts'
import { toVisibleLine } from '../../officers/words.ts'
import { findDuesPaid, findSameHandSale, findSameNote } from '../db/handSale.ts'
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
  /** The officer means it, though the same was sold just now. */
  readonly again: boolean
}

export type HandContext = Pick<ActContext, 'tenant' | 'services' | 'now'>

const asWritten = choice(handModes)

/** `--paid`, for what an officer sells. Where it is spelled so, a cheque is a check. */
export const paid: Kind<HandMode> = {
  ...asWritten,
  read: (typed, name) => asWritten.read(typed === 'check' ? 'cheque' : typed, name),
}

export const handOptions = {
  paid: needed(paid, 'Say how it was paid: --paid cash or --paid cheque.'),
  note: kindOf((typed, name) => {
    const line = toVisibleLine(typed.trim())
    if (line.length <= mostReasonLength) return line
    throw new UsageFault(`${name} has at most ${mostReasonLength} characters.`)
  }),
  'dry-run': flag,
  yes: flag,
}

/** What it costs: the server's price, without the fee for online service. Refuses a repetition. */
export async function priceByHand(tx: Tx, context: HandContext, sale: HandSale): Promise<PricedOrder> {
  const priced = await price(tx, context, sale)
  refuseFree(priced, sale)
  if (!sale.again) await refuseRepeated(tx, context, toSold(priced), sale)
  return priced
}

export interface SoldByHand extends StoredOrder {
  /** The newest other order with the same note, lately and paid in the same way: perhaps it is one cheque. */
  readonly sameNote: { readonly note: string; readonly orderId: number } | undefined
}

/** Answers the delivered order. Fails like pricing, or with `sold-out`; then nothing is stored. */
export async function sellByHand(tx: Tx, context: HandContext, sale: HandSale): Promise<SoldByHand> {
  const { services, now } = context
  const at = new Date(now)
  const priced = await price(tx, context, sale)
  refuseFree(priced, sale)
  const { goods, purchase, lines, agreed } = priced
  const known = sale.member === null ? undefined : await findMemberAddress(tx, sale.member.id)
  const placed = await insertOrder(
    tx,
    {
      ...agreed,
      key: services.newId(),
      email: purchase.email ?? purchase.ownEmail ?? '',
      language: known?.language ?? null,
      mode: sale.paid,
      createdAt: at,
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
  const payment = { paidAt: at, receivedCents: agreed.quote.grandTotalCents, claimedAt: at }
  await updateOrder(tx, placed.id, payment)
  await fulfil(tx, { ...placed, ...payment }, { at, refundId: services.newId(), card: null })
  const order = await findOrder(tx, { id: placed.id })
  if (order?.state === 'fulfilled') return { ...order, sameNote: await findNoted(tx, order, sale, now) }
  throw new Failure('sold-out', 'This is no longer available.')
}

async function findNoted(
  tx: Tx,
  { id: except, kind, mode }: StoredOrder,
  { note = '' }: HandSale,
  now: number,
): Promise<SoldByHand['sameNote']> {
  // of what is sold at the gate it says only that
  if (note === '' || kind === 'event') return undefined
  const orderId = await findSameNote(tx, { mode, note, since: new Date(now - sameNoteMs), except })
  return orderId === undefined ? undefined : { note, orderId }
}

async function price(
  tx: Tx,
  { tenant, services, now }: HandContext,
  { request, member }: HandSale,
): Promise<PricedOrder> {
  const stored = await getClub(tx)
  const club = { ...stored, settings: { ...stored.settings, serviceFeeCents: 0 } }
  const context: QuoteContext = { tx, services, tenant, club, member, now, isByOfficer: true }
  return priceOrder(context, request, '')
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
  { member }: HandSale,
  except?: number,
): Promise<void> {
  const { timeZone } = await getClub(tx)
  if (sold.kind === 'renewal' && member !== null) {
    const dues = await findDuesPaid(tx, member.id, { since: new Date(now - sameDuesMs), except })
    if (dues === undefined) return
    fail('needs-yes', { why: 'dues-paid', ...tell(dues), name: sold.name, timeZone })
  }
  const same = await findSameHandSale(tx, sold, { since: new Date(now - sameHandSaleMs), except })
  if (same !== undefined)
    fail('needs-yes', { why: 'sold-just-now', ...tell(same), name: sold.name, timeZone })
}

function tell({ id, mode, paidAt }: { id: number; mode: string; paidAt: Date }) {
  return { order: id, mode, at: paidAt.toISOString() }
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
