// What the runner needs to know of a kind of job, and how a job reports that it could not be done.

import type { JobLimits, RecurringLimits } from '../limits/jobs.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import type { JobKind, JobPayloads } from './queue.ts'

export interface JobContext {
  readonly services: Services
  readonly log: Log
  readonly tenantId: number
  /** The same in each attempt, so that foreign services recognise a repeat. */
  readonly uuid: string
  /** Begins with 1. */
  readonly attempt: number
  /** Epoch milliseconds at the beginning of the attempt. */
  readonly now: number
  /** From then on another process may do the same. */
  readonly until: number
}

export interface JobHandler<Payload> extends JobLimits {
  /**
   * May run more than once, even on two processes at once when it takes longer than `leaseMs`. It opens short
   * transactions of its own and holds none while it waits for the network.
   */
  run(payload: Payload, context: JobContext): Promise<void>
}

/** The handler of one of our own kinds. */
export type JobOf<K extends JobKind> = JobHandler<JobPayloads[K]>

/** The handler of each kind. The runner's tests bring their own map. */
export type JobHandlers<Payloads> = { readonly [K in keyof Payloads]: JobHandler<Payloads[K]> }

/** Why a job could not be done. The message quotes nothing private, because it is logged and stored. */
export class JobFault extends Error {
  /** True when another attempt cannot help. */
  readonly isFinal: boolean

  constructor(reason: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(reason)
    this.name = 'JobFault'
    this.isFinal = isFinal
  }
}

/**
 * Before what cannot be taken back and takes so long at most: another process may begin the same before it ends, if this
 * one stood still.
 */
export function requireTime({ services, until }: JobContext, longestMs: number): void {
  if (services.now() + longestMs > until) throw new JobFault('its time was over before it was sent')
}

export interface RecurringWork extends RecurringLimits {
  readonly name: string
  run(services: Services, log: Log): Promise<void>
}
