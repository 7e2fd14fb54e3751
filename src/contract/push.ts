// Actions for notifications.
import { z } from 'zod'
import { define } from './define.ts'
import { id } from './shapes.ts'

const alert = z.object({
  id,
  topic: z.enum(['file', 'product', 'event', 'activity', 'change', 'notice']),
  /** In the language of the call, the same words as on a locked phone. */
  title: z.string(),
  body: z.string(),
  /** An ISO instant. */
  at: z.string(),
})

export const push = {
  /** What those who follow the event were told, the newest first: the last 30 of 60 days. */
  get_event_alerts: define({
    access: 'public',
    effect: 'read',
    uncounted: true,
    input: z.object({ eventId: id }),
    output: z.object({ alerts: z.array(alert) }),
    failures: ['event-not-found'],
  }),
  /** The same of what the club has added, as far as the member wants to hear of it. */
  get_member_alerts: define({
    access: 'member',
    effect: 'read',
    input: z.object({}),
    output: z.object({ alerts: z.array(alert) }),
    failures: [],
  }),
  webpush_subscribe: define({
    access: 'either',
    effect: 'write',
    input: z
      .object({
        endpoint: z.string().min(1).max(1024),
        keys: z.object({ p256dh: z.string().min(1).max(128), auth: z.string().min(1).max(64) }),
        /** Joins the events that this device follows already. */
        eventId: id.optional(),
        /**
         * The entries of this event's schedule of which the device is reminded ten minutes before, all of them: they
         * replace those of before. Needs `eventId`.
         */
        favourites: z.array(z.string().min(1).max(80)).max(200).optional(),
        /**
         * The member who has signed out on this device: it is not known as theirs any more. Without a sign-in and
         * `eventId`, the call does nothing else.
         */
        signedOut: id.optional(),
      })
      .refine(({ favourites, eventId }) => favourites === undefined || eventId !== undefined, {
        path: ['eventId'],
        message: 'is missing: favourites are of an event',
      }),
    /** Null: somebody has signed out on a device that the club does not know. */
    output: z.object({ subscriberId: id.nullable() }),
    failures: ['bad-endpoint', 'event-not-found'],
  }),
}
