// The job that makes the provider forget a card that is not saved any more.

import { jobLimits } from '../../limits/jobs.ts'
import type { Cards } from '../../order/cardProvider.ts'
import { isSavedCard } from '../../order/db/savedCard.ts'
import type { JobOf } from '../../queue/jobHandler.ts'

export function createForgetCardJob(cards: Cards): JobOf<'forget-card'> {
  return {
    async run({ methodId, mode }, { services, tenantId }) {
      // with other keys there are other cards
      if (mode !== cards.mode) return
      const isSaved = await services.database.inTenant(tenantId, (tx) => isSavedCard(tx, methodId))
      if (!isSaved) await cards.detach(methodId)
    },
    ...jobLimits['forget-card'],
  }
}
