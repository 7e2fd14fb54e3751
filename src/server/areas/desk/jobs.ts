// Roles that have run out are noted as ended.
import { listTenants } from '../../db/clubRows.ts'
import { endRunOut } from '../../member/db/officer.ts'
import type { Services } from '../../process/services.ts'

export async function endRunOutRoles({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  for (const { id } of await database.withoutClub(listTenants)) {
    await database.inTenant(id, (tx) => endRunOut(tx, new Date(now())))
  }
}
