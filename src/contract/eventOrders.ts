// Actions for buying at an event: registrations, vendor spaces and tickets in one order, and what is left.
import { z } from 'zod'
import { mostLines } from '../domain/order.ts'
import { vehicleLengths } from '../domain/sales/vehicle.ts'
import { carClassWire } from '../domain/shapes/orderLine.ts'
import { eventPassesWire } from '../domain/shapes/pass.ts'
import { storedLengths, vendorLengths } from '../domain/shapes/personLengths.ts'
import { shiftWire } from '../domain/shapes/shift.ts'
import { define } from './define.ts'
import { donationPayload, eventSaleFailures } from './purchases.ts'
import { flag, id, line, lines, neededLine, neededName, uuid } from './shapes.ts'

const { amount: _, ...buyer } = donationPayload.shape

/** What a buyer chose or wrote for one of the event's own options. */
const optionValue = z.object({
  value: z.union([line(128), z.number().transform(String)]),
  optionId: id,
})

/** A vehicle with its owner. */
export const entryPayload = z.object({
  year: neededLine(vehicleLengths.year),
  make: neededLine(vehicleLengths.make),
  model: neededLine(vehicleLengths.model),
  trim: line(vehicleLengths.trim).default(''),
  color: line(vehicleLengths.color).default(''),
  engine: line(vehicleLengths.engine).default(''),
  /** The number of the class. */
  car_class: id,
  values: z
    .array(z.object({ optionIndex: z.int().min(0).optional(), value: optionValue }))
    .max(50)
    .default([]),
  ...buyer,
  country: buyer.country.unwrap(),
  notes: lines(256).default(''),
})

const { city, state, zip, phone, email, allowEmailMarketing } = buyer

export const vendorPayload = z.object({
  name: neededName(storedLengths.name),
  address: neededLine(storedLengths.address),
  city,
  state,
  zip,
  phone,
  email,
  allowEmailMarketing,
  /** 1 swapper, 2 food, 3 merchandise, 4 camping, 0 other. */
  vendorType: z.coerce.number().pipe(z.int().min(0).max(4)).default(0),
  taxId: line(vendorLengths.taxId).default(''),
  /** For the club alone: visitors do not read it. With the mark of an online purchase before it. */
  description: lines(vendorLengths.description).default(''),
  /** What visitors read of them. */
  goods: lines(vendorLengths.goods).optional(),
})

export const reservationPayload = z.object({ eventMapId: id, elementId: id })

export const ticketsPayload = z.object({
  tickets: z
    .array(
      z.object({
        ticket: z.union([id, z.object({ id }).transform((ticket) => ticket.id)]),
        quantity: z.int().min(0).max(1000),
        /** `ticketIndex` counts the tickets of this line from 0. */
        values: z
          .array(z.object({ ticketIndex: z.int().min(0), value: optionValue }))
          .max(1000)
          .default([]),
      }),
    )
    .max(mostLines),
  name: neededName(2 * storedLengths.name + 1),
  address: neededLine(2 * storedLengths.address + 1),
  city,
  state,
  zip,
  phone,
  email,
  allowEmailMarketing,
})

/** The order's payload: at least one of the parts. */
export const eventPayload = z.object({
  eventId: id,
  entries: z.array(entryPayload).max(mostLines).default([]),
  vendor: vendorPayload.optional(),
  reservations: z.array(reservationPayload).max(mostLines).default([]),
  tickets: ticketsPayload.optional(),
})

export type EventPayload = z.input<typeof eventPayload>

/** What decides the price, of a form that may be half empty. */
export const eventPricing = z.object({
  eventId: id,
  entries: z
    .array(z.object({ year: line(24), make: line(24), model: line(64) }).partial())
    .max(mostLines)
    .default([]),
  reservations: eventPayload.shape.reservations,
  tickets: z.object({ tickets: ticketsPayload.shape.tickets }).optional(),
})

/** One of our own callers names the order; a caller that knows only the goods may claim what it has paid. */
const claiming = { receiptId: id.optional(), key: uuid.optional() }

const creates = {
  access: 'either',
  effect: 'external',
  expired: true,
  ownKey: true,
  output: z.object({ receiptId: id.optional() }),
  failures: [...eventSaleFailures, 'not-paid', 'order-not-found', 'payments-unavailable'],
} as const

const parts = eventPayload.partial().shape

export const eventOrders = {
  create_event_customer: define({ ...creates, input: z.object({ ...parts, ...claiming }) }),
  create_entries: define({
    ...creates,
    input: z.object({ eventId: parts.eventId, entries: parts.entries, ...claiming }),
  }),
  create_vendor: define({
    ...creates,
    input: z.object({
      eventId: parts.eventId,
      vendor: parts.vendor,
      reservations: parts.reservations,
      ...claiming,
    }),
  }),
  create_ticket: define({
    ...creates,
    input: z.object({ eventId: parts.eventId, tickets: parts.tickets, ...claiming }),
  }),
  /** One vehicle, with its fields beside the event. */
  create_entry: define({
    ...creates,
    input: z.object({ ...entryPayload.partial().shape, eventId: parts.eventId, ...claiming }),
  }),
  /**
   * What somebody has bought at one event. A visitor sees no street and no ticket's code: who knows an e-mail
   * address may be a stranger (rules/security 2.4).
   */
  find_entry: define({
    access: 'either',
    effect: 'external',
    expired: true,
    /** With `mailMe` the answer is empty: everything goes to that address, and only there. */
    input: z.object({ eventId: id, email, mailMe: flag.optional() }),
    output: z.object({
      /** '' when nothing was found. */
      name: z.string(),
      address: z.string(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      email: z.string(),
      entries: z.array(
        z.object({
          id,
          car_number: z.string(),
          year: z.string(),
          make: z.string(),
          model: z.string(),
          carClass: carClassWire,
          created: z.string(),
        }),
      ),
      tickets: z.array(
        z.object({
          id,
          /** The id of the kind of ticket. */
          eventticket: id,
          values: z.array(z.object({ value: z.string() })),
          created: z.string(),
          /** For the member with this address, when signed in. */
          code: z.string().optional(),
          used: z.boolean(),
        }),
      ),
      ticketTypes: z.array(z.object({ id, description: z.string() })),
      vendors: z.array(z.object({ id, elements: z.array(z.object({ row: z.string(), num: z.string() })) })),
      /**
       * The shifts of a volunteer. Only the mail has the link that gives them back. With `askedUntil`, an ISO instant,
       * it is only asked for: until then the link in the mail makes it theirs.
       */
      shifts: z.array(shiftWire.extend({ askedUntil: z.string().optional() })),
    }),
    failures: ['event-not-found'],
  }),
  /** The vehicles that the member has entered at the club's events, for the form of the next one. */
  get_my_vehicles: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object({}),
    output: z.object({
      /** The newest first, each once. */
      vehicles: z.array(
        z.object({
          year: z.string(),
          make: z.string(),
          model: z.string(),
          trim: z.string(),
          color: z.string(),
          engine: z.string(),
        }),
      ),
    }),
    failures: [],
  }),
  /**
   * What the member has for events that are not over for more than `pastDays`: bought, entered for them by officers, or
   * taken as a volunteer. By the member's own id alone, never by an e-mail address.
   */
  get_my_orders: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object({}),
    output: z.object({
      /** The next event first, then those to come, then those that are over. */
      events: z.array(eventPassesWire),
    }),
    failures: [],
  }),
  /** What is left while others buy: live, and never stored. */
  get_event_availability: define({
    access: 'public',
    effect: 'read',
    uncounted: true,
    /**
     * With the key of the caller's own order, and of the one that it replaces, what these hold or have bought counts
     * as left: it is not somebody else's.
     */
    input: z.object({ eventId: id, orderKey: uuid.optional(), replacedKey: uuid.optional() }),
    output: z.object({
      tickets: z.array(z.object({ id, remaining: z.number() })),
      /** Ids of the spaces that somebody holds or has. */
      taken: z.array(id),
    }),
    failures: ['event-not-found'],
  }),
}
