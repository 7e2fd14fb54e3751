// Asking about events: lists, one event, its pack, classes, cars, shifts, makes and models.
import { z } from 'zod'
import { define } from './define.ts'
import { flag, id, option } from './shapes.ts'

const ticketShape = z.object({
  id,
  description: z.string(),
  price: z.number(),
  limit: z.number(),
  remaining: z.number(),
  availability: z.number(),
  startdate: z.string(),
  enddate: z.string(),
  imageData: z.string(),
  info: z.string(),
  options: z.array(option),
})

const mapShape = z.object({
  id,
  label: z.string(),
  backgroundImage: z.string(),
  memberDiscount: z.number(),
  available: z.boolean(),
  availableStartdate: z.string().nullable(),
  availableEnddate: z.string().nullable(),
  askVendorType: z.boolean(),
  askVendorTaxid: z.boolean(),
  askVendorDescription: z.boolean(),
  elements: z.array(
    z.object({
      id,
      shape: z.enum(['box', 'circle']),
      x: z.number(),
      y: z.number(),
      w: z.number(),
      h: z.number(),
      a: z.number(),
      row: z.string(),
      num: z.string(),
      type: z.number(),
      cost: z.number(),
      notes: z.string(),
      available: z.boolean(),
    }),
  ),
  reservations: z.array(z.object({ vendorId: id, eventMapElementId: id })),
})

const vendorShape = z.object({ id, name: z.string(), goods: z.string(), vendorType: z.number() })

const eventShape = z.object({
  id,
  name: z.string(),
  description: z.string(),
  place: z.string(),
  images: z.array(z.object({ imageData: z.string() })),
  startDate: z.string(),
  endDate: z.string(),
  timeZone: z.string(),
  testMode: z.boolean(),
  agreement: z.string(),
  registration: z.boolean(),
  reg_price: z.number(),
  regMemberDiscount: z.number(),
  reg_startdate: z.string().nullable(),
  reg_enddate: z.string().nullable(),
  participantMessage: z.string(),
  typedMakeAndModel: z.boolean(),
  registrationOptions: z.array(option),
  ticketLabel: z.string(),
  ticketMessage: z.string(),
  tickets: z.array(ticketShape),
  vendorMessage: z.string(),
  maps: z.array(mapShape),
  vendors: z.array(vendorShape),
  workerSignup: z.boolean(),
  workerStartDate: z.string().nullable(),
  workerEndDate: z.string().nullable(),
  workerMessage: z.string(),
  publicScheduleCount: z.number(),
  workerChoices: z.string(),
  preEventLine1: z.string(),
  preEventLine2: z.string(),
  schedule: z.string(),
  viewerNotes: z.string(),
  votingStart: z.string().nullable(),
  votingEnd: z.string().nullable(),
  votesPerClass: z.number(),
  voting: z.number(),
})

const classShape = z.object({ id, number: z.number(), description: z.string() })
const classEntriesShape = z.object({
  carClass: z.number(),
  classDescription: z.string(),
  carNumbers: z.array(z.string()),
})
const carShape = z.object({
  number: z.string(),
  carClass: z.number(),
  year: z.string(),
  make: z.string(),
  model: z.string(),
  picture: z.string(),
})
const formShape = z.object({
  id,
  title: z.string(),
  criteria: z.array(
    z.object({ id, title: z.string(), minScore: z.number(), maxScore: z.number(), weight: z.number() }),
  ),
})

/** "0" on the public list, "1" on action pages and the members' list. */
export const availability = z
  .union([z.enum(['0', '1']), z.literal(0), z.literal(1)])
  .transform((value) => (String(value) === '1' ? '1' : '0'))

export const events = {
  get_upcoming_events: define({
    who: 'either',
    effect: 'read',
    uncounted: true,
    input: z.object({ availability: availability.default('0') }),
    output: z.object({ events: z.array(eventShape) }),
    failures: [],
  }),
  get_event: define({
    who: 'either',
    effect: 'read',
    uncounted: true,
    input: z.object({ event: id }),
    output: z.object({ event: eventShape, eventtickets: z.array(ticketShape), maps: z.array(mapShape) }),
    failures: ['event-not-found'],
  }),
  get_event_pack: define({
    who: 'public',
    effect: 'read',
    uncounted: true,
    input: z.object({ eventId: id, version: z.string().max(64).optional() }),
    output: z.object({
      version: z.string(),
      unchanged: z.literal(true).optional(),
      clubLogo: z.string().optional(),
      event: eventShape.omit({ maps: true, vendors: true, schedule: true }).optional(),
      maps: z.array(mapShape).optional(),
      vendors: z.array(vendorShape).optional(),
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
                label: z.string(),
                place: z.string().optional(),
                cancelled: z.boolean().optional(),
              }),
            ),
          }),
        )
        .optional(),
      classes: z.array(classShape).optional(),
      entries: z.object({ classes: z.array(classEntriesShape), cars: z.array(carShape) }).optional(),
      forms: z.array(formShape).optional(),
      generatedAt: z.string().optional(),
    }),
    failures: ['event-not-found'],
  }),
  get_makes: define({
    who: 'public',
    effect: 'read',
    input: z.object({ eventId: id }),
    output: z.object({ makes: z.array(z.object({ id, label: z.string() })) }),
    failures: ['event-not-found'],
  }),
  get_models: define({
    who: 'public',
    effect: 'read',
    input: z.object({ makeId: id }),
    output: z.object({ models: z.array(z.object({ id, label: z.string() })) }),
    failures: ['make-not-found'],
  }),
  get_all_eventclasses: define({
    who: 'public',
    effect: 'read',
    refused: (message) => ({ message }),
    input: z.object({ event: id, viewable: z.literal(true).optional() }),
    output: z.object({ classes: z.array(classShape) }),
    failures: ['event-not-found'],
  }),
  get_all_shifts: define({
    who: 'either',
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
        }),
      ),
      schedules: z.array(z.object({ id, name: z.string(), instructions: z.string(), shareType: z.number() })),
    }),
    failures: ['event-not-found'],
  }),
  get_entries: define({
    who: 'public',
    effect: 'read',
    uncounted: true,
    input: z.object({ eventId: id }),
    output: z.object({ entries: z.array(classEntriesShape), cars: z.array(carShape) }),
    failures: ['event-not-found'],
  }),
}
