// Asking about ballots: a voter's state, and the one ballot.
import { z } from 'zod'
import { mostBallotText, mostManualNumber } from '../domain/ballot.ts'
import { define } from './define.ts'
import { instant, uuid } from './shapes.ts'

const nameOrEmail = z.string().trim().max(mostBallotText).default('')
/** A car number as text; a plain number is taken too, because a form may send what its options hold. */
const vote = z.union([z.string().trim().min(1).max(mostManualNumber), z.int().min(0)]).transform(String)

export const ballot = {
  get_voter: define({
    who: 'voter',
    effect: 'read',
    uncounted: true,
    input: z.object({ voterId: uuid }),
    output: z.object({ voter: z.object({ uuid, voted: z.boolean() }) }),
    failures: ['voter-not-found'],
  }),
  submit_ballot: define({
    who: 'voter',
    effect: 'write',
    queued: true,
    uncounted: true,
    refused: (message) => ({ status: 'rejected', statusMessage: message }),
    input: z.object({
      voterId: uuid,
      fname: nameOrEmail,
      lname: nameOrEmail,
      email: nameOrEmail,
      votes: z.array(vote).max(1000),
      /** When the voter sent it off, by the corrected clock (rules/offline 1.15). */
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
