// Queues work for after the answer, in the caller's own transaction: it is done only if that commits. Here stand the
// kinds of jobs, with the payload of each.

import type { Tx } from '../db/open.ts'
import type { MessageOf } from '../mail/letterContext.ts'
import { deleteWaiting, insertJob, insertJobs } from './db.ts'

export interface JobPayloads {
  mail: {
    readonly to: string
    /** Null: the club's. */
    readonly language: 'en' | 'es' | null
    /** With the fields that the letter of its kind asks for, which `addMail` checks. */
    readonly message: { readonly kind: string }
  }
  'renewal-link': {
    /** Perhaps nobody has this address. Only the job checks. */
    readonly emailFolded: string
    readonly language: 'en' | 'es' | null
  }
  'temporary-password': {
    /** Perhaps nobody has this address. Only the job checks. */
    readonly emailFolded: string
    readonly language: 'en' | 'es' | null
  }
  'purchases-mail': {
    readonly eventId: number
    /** Perhaps nobody has bought anything with this address. Only the job checks. */
    readonly emailFolded: string
    readonly language: 'en' | 'es' | null
  }
  newsletter: {
    readonly fileId: number
    readonly memberId: number
    /** Of the additional address; 0 for the member's own. Only the job checks if its reader still wants it. */
    readonly addressId: number
  }
  'judge-code': {
    /** A challenge that does not exist, when no judge has the id. */
    readonly challengeId: string
    readonly language: 'en' | 'es' | null
  }
  /** A renewal with the saved card: a try of the job, or a charge that a process has left unfinished. */
  renew: {
    readonly memberId: number
    /** The expiration that is to be extended. */
    readonly period: string
    readonly tries?: number
    readonly attempt?: number
  }
  'forget-card': {
    /** The provider's id of the card. */
    readonly methodId: string
    /** Of the keys that the card was attached with. */
    readonly mode: string
  }
  /** Sends a message of the club to all who get it, or goes on with it. */
  alert: {
    readonly alertId: number
    /** Counts the jobs of one message. */
    readonly turn: number
  }
  /** Reminds devices of the favourites that begin then. */
  remind: {
    readonly eventId: number
    /** Epoch milliseconds. */
    readonly startsAt: number
  }
}

export type JobKind = keyof JobPayloads

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

/** Takes only messages for which the map has a letter. Nothing is written to nobody: `to` is '' for who has no address. */
export async function addMail<LetterMap>(
  tx: Tx,
  _letters: LetterMap,
  { to, language, message, uniqueKey }: NewMail<MessageOf<LetterMap>>,
): Promise<void> {
  if (to === '') return
  await addJob(tx, {
    kind: 'mail',
    payload: { to, language, message },
    ...(uniqueKey === undefined ? {} : { uniqueKey }),
  })
}

/** A mail that nobody has got yet and that became wrong. False where it has gone out, or is going out now. */
export function dropWaitingMail(tx: Tx, uniqueKey: string): Promise<boolean> {
  return deleteWaiting(tx, 'mail', uniqueKey)
}
