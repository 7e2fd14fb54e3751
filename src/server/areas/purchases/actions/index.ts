// Handlers for buyers: prices, payments, and the state of an order.

import { Failure } from '../../../../contract/failures.ts'
import type { Output } from '../../../../contract/index.ts'
import type { purchases as contract } from '../../../../contract/purchases.ts'
import { findDay } from '../../../../domain/day.ts'
import { findHandMode, findMoney, toQuoteLine } from '../../../../domain/order.ts'
import { findPartStanding, type PartStanding } from '../../../../domain/sales/standing.ts'
import { getClub, getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import { orderHintsPerAddress, paymentsPerAddress } from '../../../limits/often.ts'
import { addLogin, isAdditionalLogin } from '../../../member/additionalLogins.ts'
import { isUnpaid } from '../../../order/cardProvider.ts'
import { openSetup } from '../../../order/cards/ownCards.ts'
import { checkOut } from '../../../order/checkout.ts'
import { claimOf } from '../../../order/claims.ts'
import { findGiven, findMadeMembership, type Given, isAutoRenewing } from '../../../order/db/given.ts'
import { findOrder, gaveWay, isInHistory, type StoredOrder } from '../../../order/db/order.ts'
import { listRefunds, type StoredRefund } from '../../../order/db/refund.ts'
import { listSent } from '../../../order/db/soldProduct.ts'
import { tellAnswers } from '../../../order/goods/eventItem.ts'
import { type CarClasses, readOrderEvent } from '../../../order/goods/orderEvent.ts'
import { findReturned } from '../../../order/goods/returnedMembership.ts'
import { giveUp } from '../../../order/holding/ending.ts'
import { isIdle } from '../../../order/holding/giveWay.ts'
import { nameHolder, nameMemberHolder } from '../../../order/holding/holdOwner.ts'
import { findSureUntil } from '../../../order/holding/supply.ts'
import { sealPlaced } from '../../../order/joinedProof.ts'
import { findGoods } from '../../../order/orderKinds.ts'
import { listOrderPasses } from '../../../order/passes.ts'
import { settleThrottled } from '../../../order/providerThrottle.ts'
import { quoteOrder } from '../../../order/quote.ts'
import { isUncharged, type Settlement } from '../../../order/settlement.ts'
import { withDiscretion } from './membershipDisclosure.ts'

const onlyAlone = { faults: [{ path: 'save', message: 'cannot be combined with an order' }] }

export const purchases = {
  async quote_order({ tx, tenant, member, now, services }, { order }) {
    const club = await getClub(tx)
    return { quote: await quoteOrder({ tx, services, tenant, club, member, now }, order) }
  },

  create_payment_intent: {
    limits: ({ peer }) => [{ limit: paymentsPerAddress, target: peer }],
    async handle(context, input) {
      const { tenant, member, language, peer, services, cards, fail } = context
      const key = (input.key ?? services.newId()).toLowerCase()
      if (input.save === true) {
        if (member === null) return fail('needs-signin', 'Please log in.')
        if (input.order !== undefined)
          return fail('invalid-input', 'A card is saved without an order.', onlyAlone)
        return openSetup({ services, cards }, tenant, { memberId: member.id, key })
      }
      const { amount, receiptEmail, category } = input
      if (amount === undefined || receiptEmail === undefined || category === undefined) {
        const needed = { amount, receiptEmail, category }
        const missing = Object.entries(needed).filter(([, value]) => value === undefined)
        return fail('invalid-input', 'Something in the input is not right.', {
          faults: missing.map(([path]) => ({ path, message: 'is missing' })),
        })
      }
      const request = {
        tenant,
        member,
        language,
        amountCents: amount,
        receiptEmail,
        category,
        description: input.description,
        nonMember: input.nonMember,
        order: input.order,
        key,
        replaces: input.replaces,
        holder: member === null ? await nameHolder(services, peer) : nameMemberHolder(member.id),
      }
      const payable = await withDiscretion(context, input.order, (isDiscreet) =>
        checkOut({ services, cards }, { ...request, isDiscreet }),
      )
      // only while it is unpaid: whoever reads the receipt later did not place it
      if (member === null && input.order?.kind === 'membership') {
        const placed = { tenantId: tenant.id, orderId: payable.receiptId }
        context.sendJoined(await sealPlaced(services, placed, context.now))
      }
      const { holdUntil, sureUntil, ...payment } = payable
      return {
        ...payment,
        holdUntil: holdUntil?.toISOString() ?? null,
        sureUntil: sureUntil?.toISOString(),
      }
    },
  },

  /** Only a hint: the caller's status is ignored, and the provider is asked. */
  stripe_complete_payment: {
    limits: ({ peer, input }) => [{ limit: orderHintsPerAddress, target: peer, amount: input.ids.length }],
    async handle({ tenant, inTenant, services, cards }, { ids }) {
      for (const id of new Set(ids)) {
        const order = await inTenant((tx) => findOrder(tx, { id }))
        if (order !== undefined) await settleThrottled({ services, cards }, tenant, order, 'number')
      }
      return {}
    },
  },

  async create_member(context, input) {
    const { member, fail } = context
    if (isAdditionalLogin(input, member !== null)) return addLogin(context, input)
    const { receiptId, key, kind: named, lookup, autoRenew, parentId: _, email: __, ...person } = input
    const kind = named ?? (lookup !== undefined || member !== null ? 'renewal' : 'membership')
    const payload = kind === 'renewal' ? { lookup, years: person.years, autoRenew } : person
    const request = { key, receiptId, order: { kind, payload }, email: person.email_address }
    const order = await withDiscretion(context, request.order, (isDiscreet) =>
      claimOf(context, request, isDiscreet),
    )
    if (findMadeMembership(order) === undefined) return fail('not-paid', 'This order is for something else.')
    // Address, price and number can be guessed. Callers that know no more learn nothing about a member.
    const isOwn = key?.toLowerCase() === order.key || (member !== null && member.id === order.memberId)
    return isOwn ? { expiration: tellExpiration(order), receiptId: order.id } : {}
  },

  async cancel_order({ tenant, services, cards }, { receiptId, orderKey }) {
    await giveUp({ services, cards }, tenant, { receiptId, key: orderKey.toLowerCase() })
    return {}
  },

  async get_order(context, { receiptId, orderKey }) {
    const { tenant, inTenant, now, services, cards, fail } = context
    const key = orderKey.toLowerCase()
    const known = await inTenant(async (tx) => {
      const stored = await findOrder(tx, { key })
      return stored && { stored, refunds: await listRefunds(tx, stored.id) }
    })
    if (known === undefined || (receiptId !== undefined && receiptId !== known.stored.id)) {
      return fail('order-not-found', 'There is no such order.')
    }
    const settlement = await settleOrReadStored(known.stored)
    const { order, intent } = settlement
    // settlement may have refunded lines that could not be delivered
    const refunds = intent === undefined ? known.refunds : await inTenant((tx) => listRefunds(tx, order.id))
    // of what an officer typed wrongly no money was there, and none goes back
    const back = refunds.filter(({ state, handReturn }) => state !== 'failed' && handReturn !== 'mistake')
    const lineRefunds = findLineRefunds(order, back)
    const { event, classes } = await inTenant((tx) => readOrderEvent(tx, order))
    const { passes, codes } = await inTenant((tx) => listOrderPasses(tx, order))
    const sent =
      order.kind === 'products' ? await inTenant((tx) => listSent(tx, order.id)) : new Map<number, null>()
    const hasGivenWay =
      order.state === 'expired' && (await inTenant((tx) => isInHistory(tx, order.id, gaveWay)))
    const sureUntil = await inTenant((tx) => findSureUntilNow(tx, settlement))
    const returned = await inTenant(async (tx) =>
      findReturned(tx, order, findDay(now, await getTimeZone(tx))),
    )
    return {
      order: {
        receiptId: order.id,
        kind: order.kind,
        state: order.state,
        quote: order.quote,
        refundedCents: back.reduce((sum, { amountCents }) => sum + amountCents, 0),
        paid: order.paidAt !== null,
        uncharged: isUncharged(settlement),
        gaveWay: hasGivenWay || undefined,
        inCash: findHandMode(order) === 'cash' || undefined,
        byCheque: findHandMode(order) === 'cheque' || undefined,
        sandbox: findMoney(order) === 'sandbox' || undefined,
        email: order.email,
        buyer: order.name,
        event,
        holdUntil: order.holdUntil?.toISOString() ?? null,
        sureUntil: sureUntil?.toISOString(),
        createdAt: order.createdAt.toISOString(),
        expiration: tellExpiration(order),
        returned,
        autoRenews: isRenewing(order),
        confirmWith: findConfirmation(settlement),
        lines: order.lines.map((line) => ({
          ...toQuoteLine(line),
          // The buyer is told "returned". What happens with the goods is between buyer and club.
          state: line.state === 'kept' ? 'returned' : line.state,
          ...(line.state === 'delivered' ? tellGiven(findGiven(line), line.item, classes) : {}),
          codes: codes.get(line.line)?.slice(),
          sending: toSending(findPartStanding(line.state, sent.get(line.line))),
          refundedCents: lineRefunds.get(line.line),
        })),
        passes: passes.length === 0 ? undefined : [...passes],
      },
    }

    /** Answers with the stored order while the provider cannot be reached. */
    async function settleOrReadStored(stored: StoredOrder): Promise<Settlement> {
      try {
        return await settleThrottled({ services, cards }, tenant, stored, 'key')
      } catch (error) {
        if (error instanceof Failure && error.code === 'payments-unavailable') return { order: stored }
        throw error
      }
    }
  },
} satisfies Pick<Handlers, keyof typeof contract>

type OrderLine = Output<'get_order'>['order']['lines'][number]

/** What the buyer of a part of an event was given. */
function tellGiven(
  given: Given | undefined,
  item: unknown,
  classes: CarClasses,
): Pick<OrderLine, 'eventId' | 'event' | 'carNumber' | 'carClass' | 'answers'> {
  if (given === undefined || !('eventId' in given)) return {}
  const { eventId, event } = given
  const told = { eventId, event, ...tellAnswers(item) }
  return given.kind === 'registration'
    ? { ...told, carNumber: given.carNumber, carClass: classes.get(given.entryId) }
    : told
}

/** What the bank has gives way to nobody. */
async function findSureUntilNow(tx: Tx, { order, intent }: Settlement): Promise<Date | undefined> {
  if (order.state !== 'pending' || (intent !== undefined && !isIdle(intent))) return undefined
  return findSureUntil(tx, findGoods(order.kind), order)
}

function toSending(standing: PartStanding): OrderLine['sending'] {
  return standing === 'to-be-sent' || standing === 'sent' ? standing : undefined
}

/** By the line's number. A refund of another amount than its lines cost cannot be split among them. */
function findLineRefunds({ lines }: StoredOrder, refunds: readonly StoredRefund[]): Map<number, number> {
  const found = new Map<number, number>()
  const add = (line: number, cents: number) => found.set(line, (found.get(line) ?? 0) + cents)
  for (const { lines: numbers, amountCents } of refunds) {
    const own = lines.filter(({ line }) => numbers.includes(line))
    const [only] = own
    // also a part of what the line cost
    if (own.length === 1 && only !== undefined && amountCents <= only.netCents) add(only.line, amountCents)
    const costs = own.reduce((sum, { netCents }) => sum + netCents, 0)
    if (own.length > 1 && costs === amountCents) for (const { line, netCents } of own) add(line, netCents)
  }
  return found
}

/** For a saved card's holder, who was not there when it was charged. */
function findConfirmation({ order, intent }: Settlement): string | undefined {
  const isWaiting = order.withSavedCard && order.state === 'pending' && order.paidAt === null
  return isWaiting && intent !== undefined && isUnpaid(intent)
    ? (intent.client_secret ?? undefined)
    : undefined
}

function isRenewing({ lines }: StoredOrder): boolean {
  return lines.some((line) => line.state === 'delivered' && isAutoRenewing(findGiven(line)))
}

/** When the membership ends. Without payment or sign-in, callers learn nothing about an older member. */
function tellExpiration(order: StoredOrder): string | undefined {
  const membership = findMadeMembership(order)
  if (membership === undefined) return undefined
  const { memberId, expiration } = membership
  const isOlder = membership.kind === 'membership' && membership.typeBefore !== undefined
  const isOfAnother = isOlder && memberId !== order.memberId
  return isOfAnother && order.quote.grandTotalCents === 0 ? undefined : expiration
}
