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

export interface JudgeAtWork {
  id: number
  code: string
  name: string
  phone: string
  /** The only form that he may use; null for all. */
  formId: number | null
}

const atWork = ['id', 'code', 'name', 'phone', 'judging_form_id as formId'] as const

/** Locked, so that what is sent to him and what he answers is counted one after another. */
export async function findJudge(
  tx: Tx,
  tenantId: number,
  eventId: number,
  code: string,
): Promise<JudgeAtWork | undefined> {
  return tx
    .selectFrom('judge')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('code', '=', code)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .select(atWork)
    .executeTakeFirst()
}

/** The judge whose link this is; a link is spent by whoever comes first, and by nobody after him. */
export async function spendLink(
  tx: Tx,
  tenantId: number,
  eventId: number,
  secretHash: string,
  now: Date,
): Promise<JudgeAtWork | undefined> {
  return tx
    .updateTable('judge')
    .set({ link_spent_at: now })
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('link_secret_hash', '=', secretHash)
    .where('link_spent_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(atWork)
    .executeTakeFirst()
}
