// The jobs of renewals: with the saved card, and the mail with a link. That sends nothing to a stranger.
import { Failure } from '../../../contract/failures.ts'
import { sealLookup } from '../../auth/lookupProof.ts'
import { findTenant } from '../../club/db/tenant.ts'
import { jobLimits } from '../../limits/jobs.ts'
import { findMembership } from '../../member/db/membership.ts'
import type { Cards } from '../../order/cardProvider.ts'
import { renewalLetters } from '../../order/letters/renewalLetters.ts'
import { renewWithSavedCard } from '../../order/renewals/renewWithSavedCard.ts'
import { JobFault, type JobOf } from '../../queue/jobHandler.ts'
import { addMail } from '../../queue/queue.ts'

/** Also finishes a charge that was left unfinished. */
export function createRenewJob(cards: Cards): JobOf<'renew'> {
  return {
    async run({ memberId, period, tries, attempt }, { services, tenantId }) {
      const tenant = await services.database.withoutClub((tx) => findTenant(tx, { id: tenantId }))
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

export const renewalLinkJob: JobOf<'renewal-link'> = {
  async run({ emailFolded, language }, { services, tenantId, uuid, now }) {
    const { database } = services
    const membership = await database.inTenant(tenantId, (tx) => findMembership(tx, { emailFolded }))
    if (membership === undefined || membership.parentId > 0) return
    const lookup = await sealLookup(services, { tenantId, memberId: membership.memberId }, now)
    await database.inTenant(tenantId, (tx) =>
      addMail(tx, renewalLetters, {
        to: membership.email,
        language,
        message: { kind: 'renewal-link', lookup },
        uniqueKey: `renewal-link ${uuid}`,
      }),
    )
  },
  ...jobLimits['renewal-link'],
}
