// The job that renews a membership with the saved card, or finishes a charge that was left unfinished.
import { Failure } from '../../../../contract/failures.ts'
import { findActiveClub } from '../../../club/db/tenant.ts'
import { jobLimits } from '../../../limits/jobs.ts'
import type { Cards } from '../../../order/cardProvider.ts'
import { renewWithSavedCard } from '../../../order/renewals/renewWithSavedCard.ts'
import { JobFault, type JobHandler } from '../../../queue/jobHandler.ts'
import type { JobPayloads } from '../../../queue/kinds.ts'

export function createRenewJob(cards: Cards): JobHandler<JobPayloads['renew']> {
  return {
    async run({ memberId, period, tries, attempt }, { services, tenantId }) {
      const tenant = await services.database.withoutClub((tx) => findActiveClub(tx, tenantId))
      // a suspended club charges nobody; the first round after it begins what is due by then
      if (tenant === undefined) return
      try {
        const request = { memberId, startedBy: 'job', period, tries, attempt } as const
        const result = await renewWithSavedCard({ services, cards }, tenant, request)
        if (result.is === 'unfinished') throw new JobFault('the charge is not finished')
      } catch (error) {
        if (error instanceof Failure) throw new JobFault(error.code)
        throw error
      }
    },
    ...jobLimits.renew,
  }
}
