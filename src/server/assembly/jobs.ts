// The one map of handlers for all kinds of jobs, and the list of recurring work.
import { forgetOldAlerts } from '../alerts/forgetting.ts'
import { createAlertJob, remindJob } from '../alerts/jobs.ts'
import { createForgetCardJob } from '../areas/cards/jobs.ts'
import { endRunOutRoles } from '../areas/desk/jobs.ts'
import { purchasesMailJob } from '../areas/eventOrders/jobs.ts'
import { createJudgeCodeJob } from '../areas/judging/jobs.ts'
import { createRenewJob, renewalLinkJob } from '../areas/membership/jobs.ts'
import { newsletterJob } from '../areas/newsletter/jobs.ts'
import { temporaryPasswordJob } from '../areas/signin/jobs.ts'
import { forgetUnconfirmedShifts } from '../areas/volunteers/jobs.ts'
import { recurringLimits } from '../limits/jobs.ts'
import type { Cards } from '../order/cardProvider.ts'
import { runRenewalRounds } from '../order/renewals/renewalRounds.ts'
import type { PushSender } from '../providers/pushSend.ts'
import type { JobHandlers, RecurringWork } from '../queue/jobHandler.ts'
import type { JobPayloads } from '../queue/queue.ts'
import { endRemovals } from '../storage/storedObjects.ts'
import { removeUnusedPictures } from '../storage/unusedPictures.ts'
import { alerts } from './alerts.ts'
import { mailJob, sendMail } from './mailJob.ts'

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
    alert: createAlertJob({ alerts, push: pushSender, sendMail }),
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
      name: 'end removals',
      ...recurringLimits.endRemovals,
      run: endRemovals,
    },
    {
      name: 'end roles',
      ...recurringLimits.endRoles,
      run: endRunOutRoles,
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
