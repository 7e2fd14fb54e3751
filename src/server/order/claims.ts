// The order for a `create_*` call: the one that its receipt names, one that was paid before, or a free one.
import { Failure } from '../../contract/failures.ts'
import { foldEmail } from '../../domain/member.ts'
import { toAskTargets } from '../auth/asking/asker.ts'
import { type ClaimLookups, type LookupSource, toClaimLookups } from '../auth/emailLookups.ts'
import type { SignedInMember } from '../auth/session.ts'
import { getClub } from '../club/db/club.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import { lookupsPerAddress, signUpsPerAddress, signUpsPerEmail } from '../limits/often.ts'
import { unclaimedPaymentMs } from '../limits/times.ts'
import { countTogether, findRestMs, refuse } from '../throttle/throttle.ts'
import type { CardParts } from './cardProvider.ts'
import { unnamedKind } from './checkout.ts'
import {
  addHistory,
  findOrder,
  insertLines,
  insertOrder,
  listClaimable,
  nameGoods,
  type StoredOrder,
  updateOrder,
} from './db/order.ts'
import type { Purchase } from './goods.ts'
import { amongHolds } from './holding/giveWay.ts'
import { holdLines } from './holding/holds.ts'
import { reasons } from './orderMails.ts'
import { settleThrottled } from './providerThrottle.ts'
import { type OrderRequest, type PricedOrder, priceOrder } from './quote.ts'
import { findLeftCents } from './refunds.ts'
import { fulfil, giveBackAll } from './settlement.ts'

export interface Claim {
  readonly tenant: TenantIdentity
  readonly member: SignedInMember | null
  readonly language: 'en' | 'es' | null
  /** The caller's network address as limits count it. */
  readonly peer: string
  /** The key of the order if it was placed; a free order is placed under it. */
  readonly key: string | undefined
  readonly receiptId: number | undefined
  readonly order: OrderRequest
  /** The payer in the payload. Must be the order's payer. */
  readonly email: string | undefined
  /** As in `QuoteContext`. */
  readonly isDiscreet: boolean
  /** Of a caller that knows only an address: what has paid is told as often as a look-up would be. */
  readonly lookups: ClaimLookups
}

/** Who calls, and what they claim. */
type Caller = CardParts & LookupSource & Pick<Claim, 'tenant' | 'member' | 'language'>
type Claimed = Pick<Claim, 'order' | 'email'> & { [N in 'key' | 'receiptId']?: Claim[N] }

/** As `claim`. Not within a transaction. */
export function claimOf(
  caller: Caller,
  { order, email, key, receiptId }: Claimed,
  isDiscreet = false,
): Promise<StoredOrder> {
  const { tenant, member, language, peer, services, cards } = caller
  const lookups = toClaimLookups(caller)
  return claim(
    { services, cards },
    { tenant, member, language, peer, key: key?.toLowerCase(), receiptId, order, email, isDiscreet, lookups },
  )
}

/** For a call that can claim one kind of goods. Fails with `not-paid` too if the order is for something else. */
export async function claimGoods(caller: Caller, claimed: Claimed): Promise<{ receiptId: number }> {
  const { kind, id } = await claimOf(caller, claimed)
  if (kind !== claimed.order.kind) throw new Failure('not-paid', 'This order is for something else.')
  return { receiptId: id }
}

/** The finished order. Fails with `order-not-found`, `not-paid`, `too-many-requests` or like pricing. Not within a transaction. */
export async function claim(parts: CardParts, request: Claim): Promise<StoredOrder> {
  const named = await findNamed(parts, request)
  if (named !== undefined) return finish(parts, request, named)
  if (request.receiptId !== undefined) throw new Failure('order-not-found', 'There is no such order.')
  const { services } = parts
  const { tenant } = request
  const { database } = services
  const found = await database.inTenant(tenant.id, async (tx) => {
    // what was paid for is delivered already, and that must not keep us from finding it
    const priced = await price(tx, parts, { ...request, isDiscreet: true })
    if (priced.agreed.quote.grandTotalCents === 0) return { isFor: findOwner(priced.purchase) ?? '' }
    const email = findPayer(priced.purchase, request)
    if (email === undefined) return { isFor: '', candidates: [] }
    const candidates = await listClaimable(tx, {
      emailFolded: foldEmail(email),
      category: priced.purchase.category,
      totalCents: priced.agreed.quote.grandTotalCents,
      since: new Date(services.now() - unclaimedPaymentMs),
    })
    return { isFor: email, candidates }
  })
  // rules/security 8.4: joining for nothing, and claiming; callers with the order's key are not counted
  const targets = [
    ...toAskTargets(signUpsPerEmail, `${tenant.id} ${foldEmail(found.isFor)}`, { place: request.peer }),
    { limit: signUpsPerAddress, target: request.peer },
  ]
  await countTogether({ services, now: services.now() }, targets)
  if (found.candidates === undefined) {
    return amongHolds(parts, tenant, () =>
      database.inTenant(tenant.id, async (tx) => {
        const priced = await price(tx, parts, { ...request, isDiscreet: true })
        if (priced.agreed.quote.grandTotalCents !== 0) throw notPaid()
        return placeFree(tx, parts, request, priced)
      }),
    )
  }
  // looked up too often is no reason to say that it was not paid, and it is said whether or not there is anything
  if (request.member === null) await request.lookups.require(found.isFor)
  for (const id of found.candidates) {
    const known = await database.inTenant(tenant.id, (tx) => findOrder(tx, { id }))
    if (known === undefined || !mayBeFound(known, request)) continue
    const { order } = await settleThrottled(parts, tenant, known, 'number')
    if (!isWaiting(order)) continue
    if (!isMembersOwn(order, request)) await request.lookups.count(found.isFor)
    const claimed = await tryClaim(parts, request, order)
    if (claimed !== undefined) return claimed
  }
  throw notPaid()
}

/** By its key, or by its number together with the payer. */
async function findNamed({ services }: CardParts, request: Claim): Promise<StoredOrder | undefined> {
  const { tenant, key, receiptId, email } = request
  return services.database.inTenant(tenant.id, async (tx) => {
    const byKey = key === undefined ? undefined : await findOrder(tx, { key })
    if (byKey !== undefined) return receiptId === undefined || byKey.id === receiptId ? byKey : undefined
    const order = receiptId === undefined ? undefined : await findOrder(tx, { id: receiptId })
    if (order === undefined) return undefined
    const isPayer = email !== undefined && foldEmail(email) === foldEmail(order.email)
    return isPayer || isMembersOwn(order, request) ? order : undefined
  })
}

async function finish(parts: CardParts, request: Claim, named: StoredOrder): Promise<StoredOrder> {
  const { tenant } = request
  const proof = request.key === named.key ? 'key' : 'number'
  const { order } = await settleThrottled(parts, tenant, named, proof)
  if (order.kind === unnamedKind) {
    const claimed = await tryClaim(parts, request, order)
    if (claimed !== undefined) return claimed
    throw notPaid()
  }
  if (order.state !== 'fulfilled' && order.state !== 'fulfilled_partial') throw notPaid()
  if (order.claimedAt !== null) return order
  const { services } = parts
  await services.database.inTenant(tenant.id, (tx) =>
    updateOrder(tx, order.id, { claimedAt: new Date(services.now()) }),
  )
  return order
}

/**
 * Whether a call that names neither number nor key can get this order. Address and price can be guessed, and
 * whoever names the goods puts a name on them: visitors get only goods that were named before the payment.
 */
function mayBeFound(order: StoredOrder, request: Claim): boolean {
  return order.kind !== unnamedKind || isMembersOwn(order, request)
}

/** The order was paid, and nobody has claimed it yet. */
function isWaiting({ claimedAt, paidAt }: StoredOrder): boolean {
  return claimedAt === null && paidAt !== null
}

function isMembersOwn({ memberId }: StoredOrder, { member }: Claim): boolean {
  return member !== null && memberId === member.id
}

function notPaid(): Failure {
  return new Failure('not-paid', 'This order has not been paid yet.')
}

/** An order can be claimed only once: a second caller finds it claimed. */
async function tryClaim(
  parts: CardParts,
  request: Claim,
  { id }: Pick<StoredOrder, 'id'>,
): Promise<StoredOrder | undefined> {
  const { services } = parts
  const { tenant } = request
  const at = new Date(services.now())
  const refundId = services.newId()
  /** It is what these goods cost, and was paid for nothing else. */
  let isPayment = false
  try {
    return await amongHolds(parts, tenant, () => services.database.inTenant(tenant.id, claimIn))
  } catch (error) {
    if (!isPayment || !(error instanceof Failure) || error.code !== 'sold-out') throw error
    await services.database.inTenant(tenant.id, (tx) => giveBackUnnamed(tx, id, { at, refundId }))
    const sentence = 'This is no longer available. What you have paid goes back to your card.'
    throw new Failure('sold-out', sentence, error.details)
  }

  async function claimIn(tx: Tx): Promise<StoredOrder | undefined> {
    const order = await findOrder(tx, { id }, 'lock')
    if (order === undefined || !isWaiting(order)) return undefined
    if (order.kind !== unnamedKind) {
      if (order.kind !== request.order.kind) return undefined
      if (order.state !== 'fulfilled' && order.state !== 'fulfilled_partial') return undefined
      await updateOrder(tx, id, { claimedAt: at })
      return order
    }
    if (order.state !== 'pending') return undefined
    const priced = await price(tx, parts, request)
    if (!fits(order, priced, request)) return undefined
    // money that was refunded at the provider cannot be used
    if ((await findLeftCents(tx, order)) < order.quote.grandTotalCents) return undefined
    isPayment = true
    await nameGoods(tx, id, priced.agreed)
    await insertLines(tx, id, priced.lines)
    await holdLines(tx, id, priced.goods, priced.purchase.lines, at.getTime())
    await updateOrder(tx, id, { claimedAt: at })
    const ready = await findOrder(tx, { id })
    if (ready === undefined) return undefined
    await fulfil(tx, ready, { at, refundId, card: null })
    const done = await findOrder(tx, { id })
    return done?.state === 'fulfilled' ? done : undefined
  }
}

/** It was paid before anybody said what for, and that is sold now. */
async function giveBackUnnamed(
  tx: Tx,
  id: number,
  { at, refundId }: { at: Date; refundId: string },
): Promise<void> {
  const order = await findOrder(tx, { id }, 'lock')
  if (order === undefined || !isWaiting(order) || order.kind !== unnamedKind || order.state !== 'pending')
    return
  await giveBackAll(tx, order, at, refundId, reasons.notAvailable)
}

function findPayer({ email, ownEmail }: Purchase, request: Claim): string | undefined {
  return email ?? request.email ?? ownEmail
}

/** The owner of the goods. A caller who names an address need not be its owner. */
function findOwner({ email, ownEmail }: Purchase): string | undefined {
  return email ?? ownEmail
}

function fits(order: StoredOrder, { agreed, purchase }: PricedOrder, request: Claim): boolean {
  const owner = findOwner(purchase)
  const isPayers = owner !== undefined && foldEmail(owner) === foldEmail(order.email)
  return (
    purchase.category === order.category &&
    agreed.quote.grandTotalCents === order.quote.grandTotalCents &&
    (isPayers || isMembersOwn(order, request) || request.key === order.key)
  )
}

async function price(tx: Tx, { services }: CardParts, request: Claim): Promise<PricedOrder> {
  const { tenant, member, isDiscreet } = request
  const club = await getClub(tx)
  const context = { tx, services, tenant, club, member, now: services.now(), isDiscreet }
  return priceOrder(context, request.order, request.email ?? null)
}

/** The server's own total is 0, so no payment is needed. */
async function placeFree(
  tx: Tx,
  { services, cards }: CardParts,
  request: Claim,
  priced: PricedOrder,
): Promise<StoredOrder> {
  const at = new Date(services.now())
  const key = request.key ?? services.newId()
  const email = findPayer(priced.purchase, request)
  if (email === undefined) throw new Failure('invalid-input', 'It must be said where the receipt goes.')
  const placed = await insertOrder(
    tx,
    {
      ...priced.agreed,
      key,
      email,
      language: request.language,
      mode: cards.mode,
      createdAt: at,
    },
    priced.lines,
  )
  // otherwise the same call at the same moment has placed it
  if (placed !== undefined) {
    // fails with the reason why the buyer cannot have it
    if (!request.isDiscreet) await price(tx, { services, cards }, request)
    await holdLines(tx, placed.id, priced.goods, priced.purchase.lines, at.getTime())
    await addHistory(tx, placed.id, { what: 'placed', at })
    await updateOrder(tx, placed.id, { claimedAt: at })
    const refundId = services.newId()
    await fulfil(tx, placed, { at, refundId, card: null })
  }
  const order = await findOrder(tx, { key })
  if (order?.state === 'fulfilled') return order
  // There is no money to give back. Callers that may not be told more are refused by the limit.
  if (request.isDiscreet) refuse(findRestMs(lookupsPerAddress, services.now()))
  throw new Failure('sold-out', 'This is no longer available.')
}
