// All SQL about the voters of events.
import type { Tx } from './open.ts'

/** The secrets of ballots that can still be used. */
export async function listOpenBallots(tx: Tx, tenantId: number, eventId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('voter')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('voted_at', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('id')
    .select('uuid')
    .execute()
  return rows.map(({ uuid }) => uuid)
}
