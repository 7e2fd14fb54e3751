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
      /**
       * How long ago each entry was made, by the caller's own clock, in their order: `[4200, 90000]`. Milliseconds. It
       * says when an entry was made whose `madeAt` has not come yet. Beside the entries, whose content stays the same
       * however often they are sent.
       */
      agesMs: z.array(z.int().min(0)).max(mostBatchEntries).optional(),
    }),
    output: z.object({
      /** One result for each entry, in order: `key`, `receipt` and that action's own answer. */
      results: z.array(z.record(z.string(), z.unknown())),
    }),
    failures: [],
  }),
}
