// The job that has the provider let go of a card that nobody keeps.

import { isSavedCard } from '../db/members/savedCard.ts'
import type { Cards } from '../orders/cardProvider.ts'
import type { JobHandling } from './jobHandler.ts'
import type { JobPayloads } from './kinds.ts'

export function createForgetCardJob(cards: Cards): JobHandling<JobPayloads['forget-card']> {
  return {
    async run({ methodId, mode }, { services, tenantId }) {
      // other keys have other cards
      if (mode !== cards.mode) return
      const isKept = await services.database.inTenant(tenantId, (tx) => isSavedCard(tx, tenantId, methodId))
      if (!isKept) await cards.detach(methodId)
    },
    leaseMs: 2 * 60_000,
    atOnce: 2,
    mostAttempts: 20,
    firstPauseMs: 5000,
    longestPauseMs: 60 * 60_000,
  }
}
