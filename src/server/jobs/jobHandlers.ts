// The one map of handlers for all kinds of jobs, and the list of recurring work.
import type { Cards } from '../orders/cardProvider.ts'
import { createForgetCardJob } from './forgetCard.ts'
import type { JobHandlers, RecurringWork } from './jobHandler.ts'
import { createJudgeCodeJob } from './judgeCode.ts'
import type { JobPayloads } from './kinds.ts'
import { mailJob } from './mail.ts'
import { purchasesMailJob } from './purchasesMail.ts'
import { renewalLinkJob } from './renewalLink.ts'
import { temporaryPasswordJob } from './temporaryPassword.ts'

export interface JobHandlerParts {
  readonly fetch: typeof fetch
  readonly cards: Cards
}

export function createJobHandlers({ fetch, cards }: JobHandlerParts): JobHandlers<JobPayloads> {
  return {
    mail: mailJob,
    'renewal-link': renewalLinkJob,
    'temporary-password': temporaryPasswordJob,
    'purchases-mail': purchasesMailJob,
    'judge-code': createJudgeCodeJob(fetch),
    'forget-card': createForgetCardJob(cards),
  }
}

export const recurring: readonly RecurringWork[] = []
