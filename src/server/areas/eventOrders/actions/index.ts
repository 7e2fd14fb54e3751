// Handlers for buying at an event. All five calls that create something are one, so that none is a back door.

import type { eventOrders as contract } from '../../../../contract/eventOrders.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import type { Context, Handlers } from '../../../dispatch/handler.ts'
import { isEvent } from '../../../event/db/event.ts'
import { listMemberVehicles } from '../../../event/db/showEntry.ts'
import { listTakenSpaces } from '../../../event/db/space.ts'
import { listTickets } from '../../../event/db/ticket.ts'
import { claimGoods } from '../../../order/claims.ts'
import { listOrderIds } from '../../../order/db/order.ts'
import { listMemberPasses } from '../../../order/passes.ts'
import { lookUpPurchases, mailPurchases } from './purchaseLookup.ts'

type Reads = 'get_event_availability' | 'find_entry' | 'get_my_vehicles' | 'get_my_orders'
type Creates = Exclude<keyof typeof contract, Reads>

interface Claiming {
  readonly receiptId?: number | undefined
  readonly key?: string | undefined
  /** What is bought, as the payload of an order. */
  readonly [part: string]: unknown
}

export const eventOrders = {
  create_event_customer: create,
  create_entries: create,
  create_vendor: create,
  create_ticket: create,
  create_entry: (context, { receiptId, key, eventId, ...entry }) =>
    create(context, { receiptId, key, eventId, entries: [entry] }),

  find_entry: (context, { eventId, email, mailMe }) =>
    mailMe === true ? mailPurchases(context, eventId, email) : lookUpPurchases(context, eventId, email),

  async get_my_vehicles({ tx, member }) {
    return { vehicles: await listMemberVehicles(tx, member.id) }
  },

  async get_my_orders({ tx, member, now }) {
    return { events: await listMemberPasses(tx, member.id, { now, timeZone: await getTimeZone(tx) }) }
  },

  async get_event_availability({ tx, fail }, { eventId, orderKey, replacedKey }) {
    if (!(await isEvent(tx, eventId))) return fail('event-not-found', 'This event was not found.')
    const keys = [orderKey, replacedKey].flatMap((key) => (key === undefined ? [] : [key.toLowerCase()]))
    const own = await listOrderIds(tx, keys)
    const tickets = await listTickets(tx, [eventId], 'all', own)
    return {
      tickets: tickets.map(({ id, remaining }) => ({ id, remaining })),
      taken: await listTakenSpaces(tx, eventId, own),
    }
  },
} satisfies Pick<Handlers, keyof typeof contract>

function create(
  context: Context<Creates>,
  { receiptId, key, ...payload }: Claiming,
): Promise<{ receiptId: number }> {
  const order = { kind: 'event', payload }
  return claimGoods(context, { receiptId, key, order, email: findEmail(payload) })
}

/** The buyer's address is in each part. */
function findEmail({ entries, vendor, tickets }: Readonly<Record<string, unknown>>): string | undefined {
  const parts = [...(Array.isArray(entries) ? entries : []), vendor, tickets]
  const found = parts.find((part): part is { email: string } => typeof part?.email === 'string')
  return found?.email
}
