// The job that has the provider let go of a card that nobody keeps.

import { hourMs, minuteMs } from '../../domain/time.ts'
import { isSavedCard } from '../db/members/savedCard.ts'
import type { Cards } from '../orders/cardProvider.ts'
import type { JobHandler } from './jobHandler.ts'
import type { JobPayloads } from './kinds.ts'

export function createForgetCardJob(cards: Cards): JobHandler<JobPayloads['forget-card']> {
  return {
    async run({ methodId, mode }, { services, tenantId }) {
      // other keys have other cards
      if (mode !== cards.mode) return
      const isKept = await services.database.inTenant(tenantId, (tx) => isSavedCard(tx, tenantId, methodId))
      if (!isKept) await cards.detach(methodId)
    },
    leaseMs: 2 * minuteMs,
    atOnce: 2,
    mostAttempts: 20,
    firstPauseMs: 5000,
    longestPauseMs: hourMs,
  }
}
