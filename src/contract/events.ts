// Actions for events: lists, one event, its pack, classes, cars, shifts, makes and models.
import { z } from 'zod'
import { eventWire } from '../domain/shapes/event.ts'
import { classEntriesWire, classWire, formWire, mapWire, ticketWire } from '../domain/shapes/eventParts.ts'
import { eventPlaceWire } from '../domain/shapes/eventPlace.ts'
import { carWire } from '../domain/shapes/showEntry.ts'
import { soldVendorsWire, vendorWire } from '../domain/shapes/vendor.ts'
import { define } from './define.ts'
import { flag, id } from './shapes.ts'

/** "0" on the public list, "1" on action pages and the members' list. */
export const availability = z
  .union([z.enum(['0', '1']), z.literal(0), z.literal(1)])
  .transform((value) => (String(value) === '1' ? '1' : '0'))

export const events = {
  get_upcoming_events: define({
    access: 'either',
    effect: 'read',
    uncounted: true,
    isShared: true,
    input: z.object({ availability: availability.default('0') }),
    output: z.object({
      events: z.array(eventWire),
      /** Those that ended within the last sixty days, the newest first: who bought there still looks it up. */
      past: z.array(
        z.object({ id: z.number(), name: z.string(), startDate: z.string(), endDate: z.string() }),
      ),
    }),
    failures: [],
  }),
  get_event: define({
    access: 'either',
    effect: 'read',
    uncounted: true,
    isShared: true,
    input: z.object({ event: id }),
    output: z.object({ event: eventWire, eventtickets: z.array(ticketWire), maps: z.array(mapWire) }),
    failures: ['event-not-found'],
  }),
  get_event_pack: define({
    access: 'public',
    effect: 'read',
    uncounted: true,
    isShared: true,
    input: z.object({ eventId: id, version: z.string().max(64).optional() }),
    output: z.object({
      version: z.string(),
      unchanged: z.literal(true).optional(),
      clubLogo: z.string().optional(),
      event: eventWire.omit({ maps: true, vendors: true, schedule: true }).optional(),
      maps: z.array(mapWire).optional(),
      places: z.array(eventPlaceWire).optional(),
      vendors: z.array(vendorWire).optional(),
      schedule: z
        .array(
          z.object({
            date: z.string(),
            label: z.string().optional(),
            entries: z.array(
              z.object({
                id: z.string(),
                startTime: z.string(),
                endTime: z.string(),
                startsNextDay: z.boolean().optional(),
                label: z.string(),
                description: z.string().optional(),
                place: z.string().optional(),
                placeRef: z.string().optional(),
                cancelled: z.boolean().optional(),
              }),
            ),
          }),
        )
        .optional(),
      classes: z.array(classWire).optional(),
      entries: z.object({ classes: z.array(classEntriesWire), cars: z.array(carWire) }).optional(),
      forms: z.array(formWire).optional(),
      generatedAt: z.string().optional(),
    }),
    failures: ['event-not-found'],
  }),
  get_makes: define({
    access: 'public',
    effect: 'read',
    input: z.object({ eventId: id }),
    output: z.object({ makes: z.array(z.object({ id, label: z.string() })) }),
    failures: ['event-not-found'],
  }),
  get_models: define({
    access: 'public',
    effect: 'read',
    input: z.object({ makeId: id }),
    output: z.object({ models: z.array(z.object({ id, label: z.string() })) }),
    failures: ['make-not-found'],
  }),
  get_all_eventclasses: define({
    access: 'public',
    effect: 'read',
    refused: (message) => ({ message }),
    input: z.object({ event: id, viewable: z.literal(true).optional() }),
    output: z.object({ classes: z.array(classWire) }),
    failures: ['event-not-found'],
  }),
  get_all_shifts: define({
    access: 'either',
    effect: 'read',
    input: z.object({ eventId: id, availableOnly: flag.optional() }),
    output: z.object({
      shifts: z.array(
        z.object({
          id,
          schedule: id,
          shiftDate: z.string(),
          start: z.number(),
          startMinute: z.number(),
          duration: z.number(),
          /** Places that are left. */
          remaining: z.number(),
        }),
      ),
      schedules: z.array(z.object({ id, name: z.string(), instructions: z.string(), shareType: z.number() })),
    }),
    failures: ['event-not-found'],
  }),
  /** The cars that were entered since the event's pack last became new: phones add them to their copy. */
  get_later_entries: define({
    access: 'public',
    effect: 'read',
    uncounted: true,
    isShared: true,
    input: z.object({ eventId: id }),
    output: z.object({ cars: z.array(carWire) }),
    failures: ['event-not-found'],
  }),
  /**
   * The vendors who bought their spaces online, and those spaces: they travel beside the pack. `GET /dart/pack/{eventId}`
   * names their version in the header `event-vendors`, so that nobody asks while nothing has changed.
   */
  get_sold_vendors: define({
    access: 'public',
    effect: 'read',
    uncounted: true,
    isShared: true,
    input: z.object({ eventId: id }),
    output: soldVendorsWire,
    failures: ['event-not-found'],
  }),
  get_entries: define({
    access: 'public',
    effect: 'read',
    uncounted: true,
    isShared: true,
    input: z.object({ eventId: id }),
    output: z.object({ entries: z.array(classEntriesWire), cars: z.array(carWire) }),
    failures: ['event-not-found'],
  }),
}
