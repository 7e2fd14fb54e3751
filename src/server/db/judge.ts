// All SQL about the judges of events.
import type { Tx } from './open.ts'

export interface StoredJudge {
  id: number
  code: string
  phone: string
}

/** In the order in which they were named. */
export function listJudges(tx: Tx, tenantId: number, eventId: number): Promise<StoredJudge[]> {
  return tx
    .selectFrom('judge')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .select(['id', 'code', 'phone'])
    .execute()
}

/** A new link takes the place of the one before, spent or not; only the hash of its secret is kept. */
export async function keepLinkSecret(tx: Tx, tenantId: number, judgeId: number, hash: string): Promise<void> {
  await tx
    .updateTable('judge')
    .set({ link_secret_hash: hash, link_spent_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', judgeId)
    .execute()
}
