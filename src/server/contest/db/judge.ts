// All SQL about the judges of events.
import { sql } from 'kysely'
import { foldJudgeId } from '../../../domain/scoring.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { lockEvent } from '../../event/db/event.ts'

export interface StoredJudge {
  id: number
  code: string
  name: string
  phone: string
  /** The only form that this judge may use; null means all. */
  formId: number | null
}

const columns = ['id', 'code', 'name', 'phone', 'judging_form_id as formId'] as const

/** In the order in which they were added. */
export function listStoredJudges(tx: Tx, eventId: number): Promise<StoredJudge[]> {
  return tx
    .selectFrom('judge')
    .where('event_id', '=', eventId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .select(columns)
    .execute()
}

/** Of all judges, revoked ones too, by code. */
export async function listJudgeNames(tx: Tx, eventId: number): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('judge').where('event_id', '=', eventId).select(['code', 'name']).execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** A new link replaces the old one, even if that was not used. Only the hash of the secret is stored. */
export async function setLinkSecret(tx: Tx, judgeId: number, hash: string): Promise<void> {
  await tx
    .updateTable('judge')
    .set({ link_secret_hash: hash, link_spent_at: null })
    .where('id', '=', judgeId)
    .execute()
}

/**
 * In any case of the letters; the very spelling first, because older databases may have both. Locks the
 * event, so that sent codes and tries are counted one after the other, and so that nobody can tell from the
 * time whether there is such a judge: the lock is written to the disk either way.
 */
export async function findJudge(tx: Tx, eventId: number, code: string): Promise<StoredJudge | undefined> {
  await lockEvent(tx, eventId)
  return selectNamed(tx, eventId, code).where('revoked_at', 'is', null).select(columns).executeTakeFirst()
}

function selectNamed(tx: Tx, eventId: number, code: string) {
  return tx
    .selectFrom('judge')
    .where('event_id', '=', eventId)
    .where(sql<string>`lower(code)`, '=', foldJudgeId(code))
    .orderBy(({ eb }) => eb('code', '=', code), 'desc')
    .orderBy('id')
    .limit(1)
}

/** Uses up the link and answers its judge. Undefined when the link is not valid or was used before. */
export async function spendLink(
  tx: Tx,
  eventId: number,
  secretHash: string,
  now: Date,
): Promise<StoredJudge | undefined> {
  return tx
    .updateTable('judge')
    .set({ link_spent_at: now })
    .where('event_id', '=', eventId)
    .where('link_secret_hash', '=', secretHash)
    .where('link_spent_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Makes these links usable once more. */
export async function renewLinks(tx: Tx, secretHashes: readonly string[]): Promise<void> {
  await tx
    .updateTable('judge')
    .set({ link_spent_at: null })
    .where('link_secret_hash', '=', sql<string>`any(${secretHashes}::text[])`)
    .execute()
}

/** Locks the event. Undefined when this judge does not exist or is not revoked. */
export async function findRevokedJudge(
  tx: Tx,
  eventId: number,
  code: string,
): Promise<StoredJudge | undefined> {
  await lockEvent(tx, eventId)
  const judge = await selectNamed(tx, eventId, code)
    .select([...columns, 'revoked_at as revokedAt'])
    .executeTakeFirst()
  if (judge === undefined || judge.revokedAt === null) return undefined
  const { revokedAt: _, ...stored } = judge
  return stored
}

/** A judge who was revoked is back. */
export async function saveJudge(tx: Tx, { id, name, phone, formId }: StoredJudge): Promise<void> {
  await tx
    .updateTable('judge')
    .set({ name, phone, judging_form_id: formId, revoked_at: null })
    .where('id', '=', id)
    .execute()
}

/** False when the event has a judge with this code, in whatever letters, even a revoked one. */
export async function insertJudge(
  tx: Tx,
  eventId: number,
  { code, name, phone, formId }: Omit<StoredJudge, 'id'>,
): Promise<boolean> {
  await lockEvent(tx, eventId)
  const known = await selectNamed(tx, eventId, code).select('id').executeTakeFirst()
  if (known !== undefined) return false
  await tx
    .insertInto('judge')
    .values({ event_id: eventId, code, name, phone, judging_form_id: formId })
    .execute()
  return true
}

/** Also ends the judge's link and grants. False when the event has no such judge. */
export async function markJudgeRevoked(tx: Tx, eventId: number, code: string, at: Date): Promise<boolean> {
  const judge = await findJudge(tx, eventId, code)
  if (judge === undefined) return false
  await revokeJudges(tx, [judge.id], at)
  return true
}

export async function revokeJudges(tx: Tx, judgeIds: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable('judge')
    .set({ revoked_at: at, link_secret_hash: null })
    .where('id', '=', anyOf(judgeIds))
    .execute()
  await tx
    .updateTable('judge_grant')
    .set({ revoked_at: at })
    .where('judge_id', '=', anyOf(judgeIds))
    .where('revoked_at', 'is', null)
    .execute()
}
