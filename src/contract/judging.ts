// Asking about judging.
import { z } from 'zod'
import { define } from './define.ts'
import { id } from './shapes.ts'

export const judging = {
  get_judging_forms: define({
    who: 'public',
    effect: 'read',
    uncounted: true,
    input: z.object({ eventId: id }),
    output: z.object({
      forms: z.array(
        z.object({
          id,
          title: z.string(),
          criteria: z.array(
            z.object({
              id,
              title: z.string(),
              minScore: z.number(),
              maxScore: z.number(),
              weight: z.number(),
            }),
          ),
        }),
      ),
    }),
    failures: ['event-not-found'],
  }),
}
