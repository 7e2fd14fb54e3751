// Actions for volunteers: taking shifts of an event.
import { z } from 'zod'
import { storedLengths } from '../domain/shapes/personLengths.ts'
import { longestGifts, mostShifts, noGift } from '../domain/shift.ts'
import { define } from './define.ts'
import { flag, id, line, lines, neededLine, typedEmail } from './shapes.ts'

// A member's own stored value may be longer than what the form takes. The action checks the difference.
const { name, phone, email } = storedLengths

export const volunteers = {
  /**
   * All of the shifts, or none. With `shift-full`, `shift-over` and two shifts that overlap, `faults` name the
   * places in `shifts`. A shift that this person has already is taken no second time, and that is no failure. The
   * codes for the gate go by mail: an answer with them would tell a stranger who has which shift.
   */
  worker_signup: define({
    access: 'either',
    effect: 'write',
    input: z.object({
      eventId: id,
      contactInfo: z.object({
        fname: neededLine(name),
        lname: neededLine(name),
        email: typedEmail(email),
        phone: z.string().trim().regex(/^\d+$/, 'must be digits').max(phone),
        allowEmailMarketing: flag.default(false),
        /** One of the event's `workerChoices`. */
        swag: line(longestGifts).default(noGift),
        notes: lines(256).default(''),
      }),
      shifts: z.array(id).min(1).max(mostShifts),
    }),
    output: z.object({ shifts: z.array(id) }),
    failures: ['event-not-found', 'volunteering-closed', 'shift-full', 'shift-over'],
  }),
}
