// Actions for the club's calendar: its activities, and the private address under which a calendar follows them.
import { z } from 'zod'
import { latestMs } from '../domain/time.ts'
import { define } from './define.ts'
import { id, neededLine } from './shapes.ts'

/** Epoch milliseconds. */
const moment = z.int().min(0).max(latestMs)

export const activities = {
  /** Those of the days from `start` to `end`, both included, in the club's time zone; in their order. */
  get_activities: define({
    access: 'member',
    effect: 'read',
    input: z.object({ start: moment, end: moment }),
    output: z.object({
      activities: z.array(
        z.object({
          id,
          /** A calendar day. */
          date: z.string(),
          /** "19:00", in the club's time zone. An end before the start is on the day after. */
          start: z.string(),
          end: z.string(),
          title: z.string(),
          description: z.string(),
        }),
      ),
    }),
    failures: [],
  }),
  /** `address` is whole, with scheme and host; null while the member has asked for none. */
  get_calendar_feed: define({
    access: 'member',
    effect: 'read',
    input: z.object({}),
    output: z.object({ address: z.string().nullable() }),
    failures: [],
  }),
  /** A new address, which `get_calendar_feed` then tells. The one before answers nobody any more. */
  renew_calendar_feed: define({
    access: 'member',
    effect: 'write',
    input: z.object({}),
    output: z.object({}),
    failures: [],
  }),
  /** For `GET /calendar/{code}.ics`, which calendars read without a sign-in. */
  read_calendar_feed: define({
    access: 'public',
    effect: 'read',
    input: z.object({ code: neededLine(64) }),
    /** An iCalendar file. */
    output: z.object({ file: z.string() }),
    failures: ['calendar-not-found'],
  }),
}
