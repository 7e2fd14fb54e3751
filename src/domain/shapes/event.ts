// An event: each field once. Its tickets, maps and other parts have tables of their own: see eventParts.ts.
import { z } from 'zod'
import { longestGifts } from '../shift.ts'
import { mapWire, optionWire, ticketWire } from './eventParts.ts'
import {
  clockTime,
  count,
  day,
  dollars,
  endTime,
  flag,
  instant,
  lengths,
  optional,
  optionId,
  pictures,
  ref,
  required,
  text,
  timeZone,
} from './fileValues.ts'
import { column, shown, shownId, toWireShape } from './recordShape.ts'
import { vendorWire } from './vendor.ts'
/** Type 1 is a text, 2 a choice. Orders store `id`, so it must never be given to another option. */
export const eventOption = z.object({
  id: optionId,
  label: required(lengths.label),
  subLabel: optional(lengths.label),
  type: z.union([z.literal(1), z.literal(2)]).describe('1 a text, 2 a choice'),
  choices: z
    .array(z.object({ id: optionId, label: required(lengths.label) }))
    .max(100)
    .default([]),
  required: flag.default(false),
})

export const scheduleDay = z.object({
  date: day,
  label: text(lengths.label).optional(),
  entries: z
    .array(
      z.object({
        id: ref.describe('Stable id: favourites hold on to it when the entry moves'),
        startTime: clockTime,
        endTime,
        startsNextDay: flag
          .optional()
          .describe("Begins after midnight, on the day after this one, and belongs to this day's programme"),
        label: required(lengths.label),
        description: text(lengths.prose).optional(),
        place: text(lengths.label).optional(),
        cancelled: flag.optional(),
      }),
    )
    .max(500),
})

/** Event: instants are ISO strings or null, days are 'YYYY-MM-DD', money is in dollars. */
export const eventFields = {
  id: shownId,
  name: shown(column.text('name', required(lengths.label))),
  description: shown(column.text('description', optional(lengths.prose))),
  place: shown(column.text('place', optional(lengths.label))),
  images: shown(column.photos('pictures', pictures)),
  startDate: shown(column.day('start_on', day)),
  endDate: shown(column.day('end_on', day)),
  gateTime: shown(
    column.text(
      'gate_time',
      endTime
        .default('')
        .describe("When the gates open on each day, 'HH:MM' in the event's zone. Empty: not said"),
    ),
  ),
  timeZone: shown(column.text('time_zone', timeZone.optional())),
  published: column.flag('published', flag.default(true)),
  testMode: shown(column.flag('test_mode', flag.default(false))),
  agreement: shown(column.text('agreement', optional(lengths.prose * 4))),
  registration: shown(column.flag('registration', flag.default(false))),
  reg_price: shown(column.cents('reg_price_cents', dollars.default(0))),
  regMemberDiscount: shown(column.cents('reg_member_discount_cents', dollars.default(0))),
  reg_startdate: shown(column.instant('reg_starts_at', instant.optional())),
  reg_enddate: shown(column.instant('reg_ends_at', instant.optional())),
  participantMessage: shown(column.text('participant_message', optional(lengths.prose))),
  typedMakeAndModel: shown(column.flag('typed_make_and_model', flag.default(false))),
  registrationOptions: shown(
    column.json('registration_options', z.array(eventOption).max(50).default([])),
    z.array(optionWire),
  ),
  ticketLabel: shown(column.text('ticket_label', optional(lengths.label))),
  ticketMessage: shown(column.text('ticket_message', optional(lengths.prose))),
  tickets: { wire: z.array(ticketWire) },
  vendorMessage: shown(column.text('vendor_message', optional(lengths.prose))),
  maps: { wire: z.array(mapWire) },
  vendors: { wire: z.array(vendorWire) },
  workerSignup: shown(column.flag('worker_signup', flag.default(false))),
  workerStartDate: shown(column.instant('worker_starts_at', instant.optional())),
  workerEndDate: shown(column.instant('worker_ends_at', instant.optional())),
  workerMessage: shown(column.text('worker_message', optional(lengths.prose))),
  publicScheduleCount: { wire: z.number() },
  /** Not published: only who has the preview link sees it. */
  preview: { wire: z.literal(true).optional() },
  workerChoices: shown(column.text('worker_choices', optional(longestGifts).describe('Separated by commas'))),
  preEventLine1: shown(column.text('pre_event_line1', optional(lengths.label))),
  preEventLine2: shown(column.text('pre_event_line2', optional(lengths.label))),
  schedule: shown(column.jsonText('schedule', z.array(scheduleDay).max(60).default([]))),
  viewerNotes: shown(column.text('viewer_notes', optional(lengths.prose * 2))),
  /** 0 none, 1 ballot, 2 judging. */
  voting: shown(
    column.int(
      'voting',
      z
        .union([z.literal(0), z.literal(1), z.literal(2)])
        .default(0)
        .describe('0 none, 1 ballot, 2 judging'),
    ),
  ),
  votingStart: shown(column.instant('voting_starts_at', instant.optional())),
  votingEnd: shown(column.instant('voting_ends_at', instant.optional())),
  votesPerClass: shown(
    column.int(
      'votes_per_class',
      count(1, 20).default(1).describe('Cars that one ballot may name in each class'),
    ),
  ),
  /** The viewer lists all cars, and its search finds them. Off unless the club says so: decisions/event-pack. */
  carList: shown(
    column.flag('car_list', flag.default(false).describe('Visitors find a list of all cars in the viewer')),
  ),
  ballotGraceMinutes: column.int(
    'ballot_grace_minutes',
    count(0, 10_080)
      .default(30)
      .describe('Minutes after votingEnd in which a ballot that was made in time still counts'),
  ),
  sheetGraceHours: column.int(
    'sheet_grace_hours',
    count(0, 720)
      .default(48)
      .describe('Hours after votingEnd in which a score sheet that was made in time still counts'),
  ),
}

export const eventWire = z.object(toWireShape(eventFields))
