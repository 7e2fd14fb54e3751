// All SQL about when each club's renewals are checked next. One statement finds the clubs that are due.
import { sql } from 'kysely'
import type { TenantIdentity } from '../../club/db/tenant.ts'
import type { Tx } from '../../db/open.ts'

/**
 * Needs a `withoutClub` transaction. Nobody else gets these clubs until `lockedUntil`; after that they are due
 * again, as if the process had died. Suspended clubs are left out.
 */
export async function takeRenewalRounds(
  tx: Tx,
  { now, lockedUntil, most }: { now: Date; lockedUntil: Date; most: number },
): Promise<TenantIdentity[]> {
  await sql`insert into renewal_round (club_id, due_at)
    select id, 'epoch' from tenant where not exists (select from renewal_round where club_id = tenant.id)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<TenantIdentity>`
    with due as materialized (
      select round.club_id from renewal_round round join tenant on tenant.id = round.club_id
      where round.due_at <= ${now} and not tenant.suspended
      order by round.due_at limit ${most} for update of round skip locked)
    update renewal_round set due_at = ${lockedUntil} from due join tenant on tenant.id = due.club_id
    where renewal_round.club_id = due.club_id
    returning tenant.id, tenant.uuid, tenant.slug`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Needs a `withoutClub` transaction. */
export async function setRenewalRound(tx: Tx, tenantId: number, dueAt: Date): Promise<void> {
  await tx.updateTable('renewal_round').set({ due_at: dueAt }).where('club_id', '=', tenantId).execute()
}
