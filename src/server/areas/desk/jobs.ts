// Roles that have run out are noted as ended.
import { endRunOut, listClubsWithEndingRoles } from '../../member/db/officer.ts'
import type { Services } from '../../process/services.ts'

export async function endRunOutRoles({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const at = new Date(now())
  for (const id of await database.acrossClubs((tx) => listClubsWithEndingRoles(tx, at))) {
    await database.inTenant(id, (tx) => endRunOut(tx, at))
  }
}
