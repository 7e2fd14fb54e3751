// The one map of how each kind of job is done, and the list of what comes back by the clock.
import type { Cards } from '../orders/cardProvider.ts'
import { createForgetCardJob } from './forgetCard.ts'
import type { JobHandlings, RecurringWork } from './jobHandler.ts'
import { createJudgeCodeJob } from './judgeCode.ts'
import type { JobPayloads } from './kinds.ts'
import { mailJob } from './mail.ts'
import { renewalLinkJob } from './renewalLink.ts'

export interface HandlingParts {
  readonly fetch: typeof fetch
  readonly cards: Cards
}

export function createHandlings({ fetch, cards }: HandlingParts): JobHandlings<JobPayloads> {
  return {
    mail: mailJob,
    'renewal-link': renewalLinkJob,
    'judge-code': createJudgeCodeJob(fetch),
    'forget-card': createForgetCardJob(cards),
  }
}

export const recurring: readonly RecurringWork[] = []
