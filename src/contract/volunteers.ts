// Actions for volunteers: taking shifts of an event.
import { z } from 'zod'
import { orderEventWire } from '../domain/shapes/orderLine.ts'
import { storedLengths } from '../domain/shapes/personLengths.ts'
import { shiftWire } from '../domain/shapes/shift.ts'
import { longestGifts, mostShifts, noGift } from '../domain/shift.ts'
import { define } from './define.ts'
import { flag, id, line, lines, neededName, typedEmail, unseenless } from './shapes.ts'

// A member's own stored value may be longer than what the form takes. The action checks the difference.
const { name, phone, email } = storedLengths

/** The code in the link of a volunteer's mail. It proves that the mail was got. */
const code = z.string().min(1).max(80)

const linkedShifts = z.object({
  event: orderEventWire,
  /** The volunteer's name. */
  name: z.string(),
  /** All of the volunteer's shifts at this event, by time. */
  shifts: z.array(
    shiftWire.extend({
      /**
       * `asked`: to be confirmed until `askedUntil`, by the link. `full`: asked for too, but at this time no place is
       * left. `unconfirmed`: asked for, and not confirmed in time.
       */
      state: z.enum(['taken', 'over', 'given-back', 'asked', 'full', 'unconfirmed']),
      /** ISO instants; null where it was not. */
      confirmedAt: z.string().nullable(),
      givenBackAt: z.string().nullable(),
      askedUntil: z.string().nullable(),
    }),
  ),
})

export const volunteers = {
  /** What the link in a volunteer's mail shows. */
  get_linked_shifts: define({
    access: 'public',
    effect: 'read',
    input: z.object({ code }),
    output: linkedShifts,
    failures: ['bad-mail-code'],
  }),
  /**
   * All shifts that were asked for become the volunteer's, as far as there are places. The answer shows all shifts as
   * they are then, and a mail has the codes for the gate. What they have already is as it should be.
   */
  confirm_shifts: define({
    access: 'public',
    effect: 'write',
    input: z.object({ code }),
    output: linkedShifts,
    failures: ['bad-mail-code'],
  }),
  /**
   * A volunteer gives a shift back, or says that they come, which makes one that was asked for theirs. What was given
   * back or confirmed before is as it should be, and no failure. The answer shows all shifts as they are then.
   */
  answer_shift: define({
    access: 'public',
    effect: 'write',
    input: z.object({ code, shift: id, answer: z.enum(['give-back', 'confirm']) }),
    output: linkedShifts,
    failures: ['bad-mail-code', 'shift-over', 'shift-given-back', 'shift-full', 'shift-unconfirmed'],
  }),
  /**
   * All of the shifts, or none. With `shift-full`, `shift-over` and two shifts that overlap, `faults` name the
   * places in `shifts`. A shift that this person has already is taken no second time, and that is no failure. The
   * codes for the gate go by mail: an answer with them would tell a stranger who has which shift. A member whose
   * address is proved has the shifts at once. Of others they are only asked for (`asked`): they take no place until
   * the link in the mail was used (`confirm_shifts`).
   */
  worker_signup: define({
    access: 'either',
    effect: 'write',
    input: z.object({
      eventId: id,
      contactInfo: z.object({
        fname: neededName(name),
        lname: neededName(name),
        email: typedEmail(email),
        phone: unseenless().trim().regex(/^\d+$/, 'must be digits').max(phone),
        allowEmailMarketing: flag.default(false),
        /** One of the event's `workerChoices`. */
        swag: line(longestGifts).default(noGift),
        notes: lines(256).default(''),
      }),
      shifts: z.array(id).min(1).max(mostShifts),
    }),
    output: z.object({
      shifts: z.array(id),
      /** Those of `shifts` that are to be confirmed, each until an ISO instant. */
      asked: z.array(z.object({ shift: id, until: z.string() })).default([]),
    }),
    failures: ['event-not-found', 'volunteering-closed', 'shift-full', 'shift-over'],
  }),
}
