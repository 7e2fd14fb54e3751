// All SQL about the judges of events.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

export interface StoredJudge {
  id: number
  code: string
  name: string
  phone: string
  /** The only form that this judge may use; null for all. */
  formId: number | null
}

const columns = ['id', 'code', 'name', 'phone', 'judging_form_id as formId'] as const

/** In the order in which they were named. */
export function listJudges(tx: Tx, tenantId: number, eventId: number): Promise<StoredJudge[]> {
  return tx
    .selectFrom('judge')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .select(columns)
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

/** Locked, so that codes sent and answers given are counted one after another. */
export async function findJudge(
  tx: Tx,
  tenantId: number,
  eventId: number,
  code: string,
): Promise<StoredJudge | undefined> {
  return tx
    .selectFrom('judge')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('code', '=', code)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .select(columns)
    .executeTakeFirst()
}

/** The judge whose link this is; a link is spent by whoever comes first, and by nobody after them. */
export async function spendLink(
  tx: Tx,
  tenantId: number,
  eventId: number,
  secretHash: string,
  now: Date,
): Promise<StoredJudge | undefined> {
  return tx
    .updateTable('judge')
    .set({ link_spent_at: now })
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('link_secret_hash', '=', secretHash)
    .where('link_spent_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** These links may be used once more. */
export async function renewLinks(tx: Tx, tenantId: number, secretHashes: readonly string[]): Promise<void> {
  await tx
    .updateTable('judge')
    .set({ link_spent_at: null })
    .where('tenant_id', '=', tenantId)
    .where('link_secret_hash', '=', sql<string>`any(${secretHashes}::text[])`)
    .execute()
}

/** A judge of this code who was revoked is one again; false when the event has one who is not. */
export async function addJudge(
  tx: Tx,
  tenantId: number,
  eventId: number,
  { code, name, phone, formId }: Omit<StoredJudge, 'id'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('judge')
    .values({ tenant_id: tenantId, event_id: eventId, code, name, phone, judging_form_id: formId })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'event_id', 'code'])
        .doUpdateSet({ name, phone, judging_form_id: formId, revoked_at: null })
        .where('judge.revoked_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the judge's link and grants too; false when the event has no such judge. */
export async function revokeJudge(
  tx: Tx,
  tenantId: number,
  eventId: number,
  code: string,
  at: Date,
): Promise<boolean> {
  const judge = await tx
    .updateTable('judge')
    .set({ revoked_at: at, link_secret_hash: null })
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('code', '=', code)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (judge === undefined) return false
  await tx
    .updateTable('judge_grant')
    .set({ revoked_at: at })
    .where('tenant_id', '=', tenantId)
    .where('judge_id', '=', judge.id)
    .where('revoked_at', 'is', null)
    .execute()
  return true
}
