// Queues work for after the answer, in the caller's own transaction: it is done only if that commits.
import { insertJob, insertJobs } from '../db/instance/job.ts'
import type { Tx } from '../db/open.ts'
import type { MessageOf } from '../mail/letterContext.ts'
import type { JobKind, JobPayloads } from './kinds.ts'

export type NewJob = {
  [K in JobKind]: {
    readonly kind: K
    /** Any JSON. It is deleted when the job is done. */
    readonly payload: JobPayloads[K]
    /** Without it, at once. */
    readonly runAt?: Date
    /**
     * A job with the same key is queued only once per club and kind: while the first one waits, for
     * `doneJobRetentionMs` after it was done, and for `failedJobRetentionMs` after it has failed.
     */
    readonly uniqueKey?: string
    /**
     * A job with the same key that is done or has failed starts again with this payload, unless an officer has
     * dropped it.
     */
    readonly revives?: boolean
  }
}[JobKind]

/** The job runs at least once: when a process dies while it works, the job runs again. */
export function addJob(tx: Tx, job: NewJob): Promise<void> {
  return insertJob(tx, job)
}

/** Many at once. `revives` does not count here. */
export function addJobs(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  return insertJobs(tx, jobs)
}

export interface NewMail<Message> {
  /** One e-mail address. */
  readonly to: string
  /** The reader's language; null when it is not known. */
  readonly language: 'en' | 'es' | null
  readonly message: Message
  readonly uniqueKey?: string
}

/** Takes only messages for which the map has a letter. */
export function addMail<LetterMap>(
  tx: Tx,
  _letters: LetterMap,
  { to, language, message, uniqueKey }: NewMail<MessageOf<LetterMap>>,
): Promise<void> {
  return addJob(tx, {
    kind: 'mail',
    payload: { to, language, message },
    ...(uniqueKey === undefined ? {} : { uniqueKey }),
  })
}
