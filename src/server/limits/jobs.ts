// How the work behind the answers is run: for each kind of job its lease, attempts, pauses and how many at once; for
// recurring work how often; for messages how many are on their way.
import { hourMs, minuteMs, secondMs } from '../../domain/time.ts'
import { longestMailMs, longestStorageAnswerMs, longestTextMessageMs } from './machine.ts'

export interface JobLimits {
  /** Longer than a run ever takes. If the process dies, the job runs again after this time. */
  readonly leaseMs: number
  /** How many run at once in this process. A kind with a slow service does not delay other kinds. */
  readonly atOnce: number
  /** After this many the job has failed for good. */
  readonly mostAttempts: number
  /** The pause after the first attempt. Each later pause is twice as long as the one before. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

/** Reads a little and queues a mail. */
const light: JobLimits = {
  leaseMs: minuteMs,
  atOnce: 2,
  mostAttempts: 20,
  firstPauseMs: 5 * secondMs,
  longestPauseMs: minuteMs,
}

/** What is due for longer does not only wait for its turn. */
export const longestUsualJobWaitMs = 15 * minuteMs

export const jobLimits = {
  newsletter: light,
  'purchases-mail': light,
  'renewal-link': light,
  'temporary-password': light,
  /** Tried for about two days, as mail servers do. */
  mail: {
    // a file that goes along is read first, in more than one try if need be
    leaseMs: longestMailMs + 2 * longestStorageAnswerMs + 15 * secondMs,
    atOnce: 4,
    mostAttempts: 56,
    firstPauseMs: 10 * secondMs,
    longestPauseMs: hourMs,
  },
  /** Tried as long as a code is valid. */
  'judge-code': {
    leaseMs: longestTextMessageMs + 15 * secondMs,
    atOnce: 8,
    mostAttempts: 30,
    firstPauseMs: 2 * secondMs,
    longestPauseMs: 30 * secondMs,
  },
  renew: {
    leaseMs: 5 * minuteMs,
    atOnce: 4,
    mostAttempts: 60,
    firstPauseMs: 5 * secondMs,
    longestPauseMs: hourMs,
  },
  'forget-card': {
    leaseMs: 2 * minuteMs,
    atOnce: 2,
    mostAttempts: 20,
    firstPauseMs: 5 * secondMs,
    longestPauseMs: hourMs,
  },
  alert: {
    leaseMs: 100 * secondMs,
    atOnce: 2,
    mostAttempts: 20,
    firstPauseMs: 2 * secondMs,
    longestPauseMs: minuteMs,
  },
  remind: {
    leaseMs: minuteMs / 2,
    atOnce: 2,
    mostAttempts: 20,
    firstPauseMs: secondMs,
    longestPauseMs: minuteMs / 2,
  },
} as const satisfies Readonly<Record<string, JobLimits>>

/** Jobs that this process queued are taken at once. The poll is for others, and for jobs due later. */
export const jobPollMs = secondMs

/**
 * When the database was away and is back, no process takes anything before all of them could note what they had done:
 * a job whose lease has run out meanwhile would be done again.
 */
export const jobRestAfterLossMs = 5 * secondMs

/** What has waited so long is said to officers: what is due is otherwise done within seconds. */
export const lateJobMs = 5 * minuteMs

// Recurring work

export interface RecurringLimits {
  readonly everyMs: number
  /** Longer than a run ever takes. */
  readonly leaseMs: number
}

export const recurringLimits = {
  sweepOrders: { everyMs: minuteMs, leaseMs: 10 * minuteMs }, // rules/payments 3.4
  beginRenewals: { everyMs: minuteMs, leaseMs: 10 * minuteMs },
  removeUnusedPictures: { everyMs: 6 * hourMs, leaseMs: hourMs },
  endRemovals: { everyMs: minuteMs, leaseMs: 10 * minuteMs },
  endRoles: { everyMs: hourMs, leaseMs: 5 * minuteMs },
  forgetAlerts: { everyMs: hourMs, leaseMs: 5 * minuteMs },
  forgetUnconfirmedShifts: { everyMs: hourMs, leaseMs: 5 * minuteMs },
  forgetJobs: { everyMs: hourMs, leaseMs: 5 * minuteMs },
} as const satisfies Readonly<Record<string, RecurringLimits>>

/** Of the clubs that a process has taken for a round of renewals. */
export const renewalRoundLeaseMs = 10 * minuteMs
/** The upkeep of the database. */
export const databaseUpkeepEveryMs = minuteMs
/** Counts that no limit needs any more are deleted. */
export const forgetAttemptsEveryMs = hourMs

// Messages to many: by push and by mail

/** A job ends within this time and a batch; another one goes on, in whichever process. */
export const alertTurnMs = 40 * secondMs
/**
 * Small, because what is taken when the process dies counts as perhaps delivered; and with short work between
 * two waits, so that calls are answered meanwhile.
 */
export const alertBatchSizes = { push: 8, mail: 1 } as const
/** How many batches are on their way at once. */
export const alertLanes = { push: 3, mail: 3 } as const
/** Longer than a batch ever takes. After that the deliveries of a dead sender are free. */
export const alertBatchLeaseMs = { push: 20 * secondMs, mail: minuteMs } as const
export const firstDeliveryPauseMs = 5 * secondMs
export const longestDeliveryPauseMs = 10 * minuteMs
