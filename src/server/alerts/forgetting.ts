// How long messages stay in the app, and the counts of their deliveries for officers.

import { alertRetentionMs } from '../limits/times.ts'
import type { Services } from '../process/services.ts'
import { forgetAlerts, listClubsWithOldAlerts } from './db/alert.ts'

export async function forgetOldAlerts({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const before = new Date(now() - alertRetentionMs)
  for (const id of await database.acrossClubs((tx) => listClubsWithOldAlerts(tx, before))) {
    await database.inTenant(id, (tx) => forgetAlerts(tx, before))
  }
}
