// Several queued writes in one request, each answered for itself.
import { z } from 'zod'
import { define } from './define.ts'

/** rules/offline 1.9. */
export const mostBatchEntries = 50

export const batch = {
  submit_batch: define({
    who: 'public',
    effect: 'write',
    uncounted: true,
    body: 'batch',
    input: z.object({
      /** Each with `action`, `key` and that action's own fields; the club is the batch's. A bad one is refused alone. */
      entries: z.array(z.unknown()).min(1).max(mostBatchEntries),
    }),
    output: z.object({
      /** One for each entry, in their order: `key`, `receipt` and that action's own answer. */
      results: z.array(z.record(z.string(), z.unknown())),
    }),
    failures: [],
  }),
}
