// The one map of how each kind of job is done, and the list of what comes back by the clock.
import type { JobHandlings, RecurringWork } from './handling.ts'
import type { JobPayloads } from './kinds.ts'

export const handlings: Partial<JobHandlings<JobPayloads>> = {}

export const recurring: readonly RecurringWork[] = []
