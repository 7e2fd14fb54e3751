// Actions for notifications.
import { z } from 'zod'
import { define } from './define.ts'
import { id } from './shapes.ts'

export const push = {
  webpush_subscribe: define({
    access: 'either',
    effect: 'write',
    input: z.object({
      endpoint: z.string().min(1).max(1024),
      keys: z.object({ p256dh: z.string().min(1).max(128), auth: z.string().min(1).max(64) }),
      /** Joins the events that this device follows already. */
      eventId: id.optional(),
      /** The member who has signed out on this device: it is not known as theirs any more. */
      signedOut: id.optional(),
    }),
    output: z.object({ subscriberId: id }),
    failures: ['bad-endpoint', 'event-not-found'],
  }),
}
