// Several queued writes in one request. Each gets its own result.
import { z } from 'zod'
import { define } from './define.ts'

/** rules/offline 1.9. */
export const mostBatchEntries = 50

export const batch = {
  submit_batch: define({
    access: 'public',
    effect: 'write',
    uncounted: true,
    body: 'batch',
    input: z.object({
      /**
       * Each with `action`, `key` and that action's fields. The club is the batch's. A bad entry is refused
       * alone.
       */
      entries: z.array(z.unknown()).min(1).max(mostBatchEntries),
    }),
    output: z.object({
      /** One result for each entry, in order: `key`, `receipt` and that action's own answer. */
      results: z.array(z.record(z.string(), z.unknown())),
    }),
    failures: [],
  }),
}
