// What a kind of job is to the runner, and how a job says that it could not be done.

import type { Log } from '../log.ts'
import type { Services } from '../services.ts'

export interface JobContext {
  readonly services: Services
  readonly log: Log
  readonly tenantId: number
  /** The same in each attempt; foreign services know a repeat by it. */
  readonly uuid: string
  /** From 1 on. */
  readonly attempt: number
  /** Epoch milliseconds, when the attempt began. */
  readonly now: number
}

export interface JobHandling<Payload> {
  /**
   * May run more than once, and on two processes at once where it outlasts `leaseMs`. It opens short
   * transactions of its own and holds none over a network call.
   */
  run(payload: Payload, context: JobContext): Promise<void>
  /** Longer than it ever takes: if its process dies, it runs again so much later. */
  readonly leaseMs: number
  /** In this process; a kind whose service is slow holds up no other kind. */
  readonly atOnce: number
  /** Then it has failed for good. */
  readonly mostAttempts: number
  /** The pause after the first attempt; each later one is twice as long as the one before. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

/** Each kind's handling; the runner and its tests bring maps of their own. */
export type JobHandlings<Payloads> = { readonly [K in keyof Payloads]: JobHandling<Payloads[K]> }

/** Why a job could not be done, in words that quote nothing private: they are logged and kept. */
export class JobFault extends Error {
  /** Trying again cannot help. */
  readonly isFinal: boolean

  constructor(reason: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(reason)
    this.name = 'JobFault'
    this.isFinal = isFinal
  }
}

export interface RecurringWork {
  readonly name: string
  readonly everyMs: number
  /** Longer than it ever takes. */
  readonly leaseMs: number
  run(services: Services, log: Log): Promise<void>
}
