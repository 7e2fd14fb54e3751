// How long messages stay in the app, and the counts of their deliveries for officers.

import { listTenants } from '../db/clubRows.ts'
import { alertRetentionMs } from '../limits/times.ts'
import type { Services } from '../process/services.ts'
import { forgetAlerts } from './db/alert.ts'

export async function forgetOldAlerts({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const before = new Date(now() - alertRetentionMs)
  for (const { id } of await database.withoutClub(listTenants)) {
    await database.inTenant(id, (tx) => forgetAlerts(tx, before))
  }
}
