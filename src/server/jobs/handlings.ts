// The one map of how each kind of job is done, and the list of what comes back by the clock.
import type { JobHandlings, RecurringWork } from './handling.ts'
import { createJudgeCodeJob } from './judgeCode.ts'
import type { JobPayloads } from './kinds.ts'
import { mailJob } from './mail.ts'
import { renewalLinkJob } from './renewalLink.ts'

export interface HandlingParts {
  readonly fetch: typeof fetch
}

export function createHandlings({ fetch }: HandlingParts): JobHandlings<JobPayloads> {
  return {
    mail: mailJob,
    'renewal-link': renewalLinkJob,
    'judge-code': createJudgeCodeJob(fetch),
  }
}

export const recurring: readonly RecurringWork[] = []
