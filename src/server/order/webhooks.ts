// Events from the card provider: each is handled once, in any order, and makes us read the present state.
import { findClubByUuid, type TenantIdentity } from '../club/db/tenant.ts'
import type { Log } from '../process/log.ts'
import type { CardEvent, CardParts, Cards, Intent } from './cardProvider.ts'
import { receiveSetupEvent } from './cards/setupEvents.ts'
import { addHistory, findOrder, type StoredOrder, updateOrder } from './db/order.ts'
import { insertEvent, isKnownEvent } from './db/payment.ts'
import { readRefunds } from './refundDelivery.ts'
import { settle, type WebhookEvent } from './settlement.ts'

export interface WebhookParts extends CardParts {
  readonly log: Log
}

/** False when the event is forged, old or changed. Throws when the provider has to send it again. */
export async function receiveWebhook(parts: WebhookParts, body: string, signature: string): Promise<boolean> {
  const { services, cards, log } = parts
  const event = cards.openEvent(body, signature)
  if (event === undefined) return false
  if (event.type.startsWith('setup_intent.')) {
    const isOurs = await receiveSetupEvent(parts, event)
    if (!isOurs) log.info({ event: event.id, type: event.type }, 'a card event of no setup of ours')
    return true
  }
  const found = await findConcerned(parts, event)
  if (found === undefined) {
    log.info({ event: event.id, type: event.type }, 'a card event that belongs to no order')
    return true
  }
  const { tenant, order, intentId } = found
  if (order === 'heard') return true
  const orderId = order.id
  if (event.type.startsWith('payment_intent.')) {
    await settle(parts, tenant, order, toHeard(event))
    return true
  }
  if (event.type.startsWith('charge.dispute.')) await noteDispute(parts, tenant, orderId, event)
  else {
    // the provider may report a refund before the payment
    await settle(parts, tenant, order)
    await readRefunds(parts, tenant, orderId, intentId)
  }
  const at = new Date(services.now())
  await services.database.inTenant(tenant.id, (tx) =>
    insertEvent(tx, { id: event.id, type: event.type, orderId, at }),
  )
  return true
}

interface Concerned {
  readonly tenant: TenantIdentity
  /** `heard` means that this event was handled before. */
  readonly order: StoredOrder | 'heard'
  readonly intentId: string
}

/** The event's order, found by the metadata of its payment. Undefined when it is not one of ours. */
async function findConcerned(
  { services, cards }: WebhookParts,
  event: CardEvent,
): Promise<Concerned | undefined> {
  const intent = await findIntent(cards, event)
  const { tenant: uuid, order } = intent?.metadata ?? {}
  if (intent === undefined || uuid === undefined || !/^\d{1,9}$/.test(order ?? '')) return undefined
  if (!/^[0-9a-f-]{36}$/i.test(uuid)) return undefined
  const tenant = await services.database.withoutClub((tx) => findClubByUuid(tx, uuid))
  if (tenant === undefined) return undefined
  return services.database.inTenant(tenant.id, async (tx) => {
    const stored = await findOrder(tx, { id: Number(order) })
    if (stored?.intentId !== intent.id) return undefined
    const isHeard = await isKnownEvent(tx, event.id)
    return { tenant, order: isHeard ? 'heard' : stored, intentId: intent.id }
  })
}

async function findIntent(
  cards: Cards,
  event: CardEvent,
): Promise<Pick<Intent, 'id' | 'metadata'> | undefined> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.amount_capturable_updated':
      return event.data.object
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { payment_intent: named } = event.data.object
      const id = typeof named === 'string' ? named : named?.id
      return id === undefined ? undefined : cards.readIntent(id)
    }
    default:
      return undefined
  }
}

function toHeard(event: CardEvent): WebhookEvent {
  const heard = { id: event.id, type: event.type }
  if (event.type !== 'payment_intent.payment_failed') return heard
  const fault = event.data.object.last_payment_error
  if (fault?.charge === undefined) return heard
  return { ...heard, declined: { charge: fault.charge, reason: fault.decline_code ?? fault.code ?? '' } }
}

/** Marks the order for an officer. The goods stay as they are. */
async function noteDispute(
  { services, cards }: WebhookParts,
  tenant: TenantIdentity,
  orderId: number,
  event: CardEvent,
): Promise<void> {
  if (event.data.object.object !== 'dispute') return
  const dispute = await cards.readDispute(event.data.object.id)
  const at = new Date(services.now())
  await services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, { id: orderId }, 'lock')
    if (order === undefined) return
    const isLost = dispute.status === 'lost'
    await updateOrder(tx, orderId, {
      disputedAt: order.disputedAt ?? at,
      chargedBackAt: isLost ? (order.chargedBackAt ?? at) : null,
      // the bank has given the buyer the money that the club could not refund
      ...(isLost && order.state === 'review' ? { state: 'refunded' } : {}),
    })
    await addHistory(tx, orderId, { what: 'dispute', detail: dispute.status, at })
  })
}
