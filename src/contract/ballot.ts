// Actions for ballots: a voter's state, and the ballot.
import { z } from 'zod'
import { mostBallotText } from '../domain/ballot.ts'
import { mostCarNumberLength } from '../domain/carNumber.ts'
import { cleanName } from '../domain/invisible.ts'
import { define } from './define.ts'
import { cleanedLine, instant, unseenless, uuid } from './shapes.ts'

const name = z.string().overwrite(cleanName).pipe(cleanedLine(mostBallotText)).default('')
const email = unseenless().pipe(cleanedLine(mostBallotText)).default('')
/** A car number as text. A plain number is taken too, because forms may send the values of their options. */
const vote = z.union([unseenless().trim().min(1).max(mostCarNumberLength), z.int().min(0)]).transform(String)

export const ballot = {
  get_voter: define({
    access: 'voter',
    effect: 'read',
    uncounted: true,
    input: z.object({ voterId: uuid }),
    output: z.object({ voter: z.object({ uuid, voted: z.boolean() }) }),
    failures: ['voter-not-found'],
  }),
  submit_ballot: define({
    access: 'voter',
    effect: 'write',
    queued: true,
    uncounted: true,
    refused: (message) => ({ status: 'rejected', statusMessage: message }),
    input: z.object({
      voterId: uuid,
      fname: name,
      lname: name,
      email,
      votes: z.array(vote).max(1000),
      /** When the voter sent it, by the corrected clock (rules/offline 1.15). */
      madeAt: instant.optional(),
    }),
    output: z.object({
      status: z.literal('accepted'),
      statusMessage: z.string(),
      /** Arrived after the window's end, within its grace. */
      late: z.boolean(),
    }),
    failures: [
      'voter-not-found',
      'ballot-void',
      'ballot-used',
      'voting-not-used',
      'voting-not-begun',
      'voting-ended',
      'bad-vote',
      'too-many-votes',
    ],
  }),
}
