// The one map of handlers for all kinds of jobs, and the list of recurring work.
import { forgetOldAlerts } from '../alerts/forgetting.ts'
import { forgetUnconfirmedShifts } from '../events/unconfirmedShifts.ts'
import { recurringLimits } from '../limits/jobs.ts'
import type { Cards } from '../orders/cardProvider.ts'
import { runRenewalRounds } from '../orders/renewals/renewalRounds.ts'
import type { PushSender } from '../providers/pushSend.ts'
import { removeUnusedPictures } from '../storage/unusedPictures.ts'
import { createAlertJob } from './alert.ts'
import { createForgetCardJob } from './forgetCard.ts'
import type { JobHandlers, RecurringWork } from './jobHandler.ts'
import { createJudgeCodeJob } from './judgeCode.ts'
import type { JobPayloads } from './kinds.ts'
import { mailJob } from './mail.ts'
import { newsletterJob } from './newsletter.ts'
import { purchasesMailJob } from './purchasesMail.ts'
import { remindJob } from './remind.ts'
import { createRenewJob } from './renew.ts'
import { renewalLinkJob } from './renewalLink.ts'
import { temporaryPasswordJob } from './temporaryPassword.ts'

export interface JobHandlerParts {
  readonly fetch: typeof fetch
  readonly cards: Cards
  readonly pushSender: PushSender
}

export function createJobHandlers({ fetch, cards, pushSender }: JobHandlerParts): JobHandlers<JobPayloads> {
  return {
    mail: mailJob,
    'renewal-link': renewalLinkJob,
    'temporary-password': temporaryPasswordJob,
    'purchases-mail': purchasesMailJob,
    'judge-code': createJudgeCodeJob(fetch),
    newsletter: newsletterJob,
    renew: createRenewJob(cards),
    'forget-card': createForgetCardJob(cards),
    alert: createAlertJob(pushSender),
    remind: remindJob,
  }
}

export function createRecurring(cards: Cards): readonly RecurringWork[] {
  return [
    {
      name: 'begin renewals',
      ...recurringLimits.beginRenewals,
      run: (services, log) => runRenewalRounds({ services, cards, log }),
    },
    {
      name: 'remove unused pictures',
      ...recurringLimits.removeUnusedPictures,
      run: removeUnusedPictures,
    },
    {
      name: 'forget messages',
      ...recurringLimits.forgetAlerts,
      run: forgetOldAlerts,
    },
    {
      name: 'forget unconfirmed shifts',
      ...recurringLimits.forgetUnconfirmedShifts,
      run: forgetUnconfirmedShifts,
    },
  ]
}
