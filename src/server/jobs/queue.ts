// What is to be done after the answer, queued in the caller's own transaction: it is done if that commits, and only then.
import { insertJob } from '../db/instance/job.ts'
import type { Tx } from '../db/open.ts'
import type { JobKind, JobPayloads } from './kinds.ts'

export type NewJob = {
  [K in JobKind]: {
    readonly tenantId: number
    readonly kind: K
    /** Anything that JSON can carry; it is forgotten when the job is done. */
    readonly payload: JobPayloads[K]
    /** At once where it is missing. */
    readonly runAt?: Date
    /**
     * The same thing is queued once per club and kind, however often it is asked for: as long as the job
     * waits, for `doneJobsKeptMs` after it was done, and for `failedJobsKeptMs` after it has failed.
     */
    readonly uniqueKey?: string
  }
}[JobKind]

/** At least once: a process that dies while it works leaves the job to be done again. */
export function addJob(tx: Tx, job: NewJob): Promise<void> {
  return insertJob(tx, job)
}

export interface NewMail {
  readonly tenantId: number
  /** One address. */
  readonly to: string
  /** The reader's; null where nobody knows it. */
  readonly language: 'en' | 'es' | null
  readonly message: JobPayloads['mail']['message']
  readonly uniqueKey?: string
}

export function addMail(tx: Tx, { tenantId, to, language, message, uniqueKey }: NewMail): Promise<void> {
  return addJob(tx, {
    tenantId,
    kind: 'mail',
    payload: { to, language: language ?? 'en', message },
    ...(uniqueKey === undefined ? {} : { uniqueKey }),
  })
}
