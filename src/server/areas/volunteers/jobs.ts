// Shifts that were asked for and not confirmed are forgotten, some days after the mail's link has said so.
import { forgetAskedShifts, listClubsAskedBefore } from '../../event/db/shift.ts'
import { unconfirmedShiftRetentionMs } from '../../limits/times.ts'
import type { Services } from '../../process/services.ts'

export async function forgetUnconfirmedShifts({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<void> {
  const before = new Date(now() - unconfirmedShiftRetentionMs)
  for (const id of await database.acrossClubs((tx) => listClubsAskedBefore(tx, before))) {
    await database.inTenant(id, (tx) => forgetAskedShifts(tx, before))
  }
}
