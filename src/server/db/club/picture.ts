// All SQL about the pictures of a club. The pictures themselves are in files.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

export interface PictureRow {
  hash: string
  kind: 'public' | 'member'
  width: number
  height: number
  bytes: number
}

/**
 * One that the club already has is only locked, so that it is not deleted as unused at the same moment. The same one
 * may be there more than once.
 */
export async function insertPictures(
  tx: Tx,
  tenantId: number,
  pictures: readonly PictureRow[],
): Promise<void> {
  if (pictures.length === 0) return
  await sql`
    insert into picture (tenant_id, hash, kind, width, height, bytes)
    select distinct on (hash) ${tenantId}::int, hash, kind, width, height, bytes
    from json_to_recordset(${JSON.stringify(pictures)}::json)
      as x (hash text, kind text, width int, height int, bytes int)
    order by hash
    on conflict (tenant_id, hash) do update set bytes = excluded.bytes`.execute(tx)
}

/** Which of these pictures the club has. */
export async function listHeldPictures(
  tx: Tx,
  tenantId: number,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from picture where tenant_id = ${tenantId} and hash = any(${hashes}::text[])`.execute(tx)
  return rows.map(({ hash }) => hash)
}

/** A deleted post's pictures are evidence as long as a report on it is open. */
const isKept = sql`(post.deleted_at is null or exists (
  select from post_report as open
  where open.tenant_id = post.tenant_id and open.post_id = post.id and open.closed_at is null))`

/**
 * No place of the club names the picture. What moderators changed stays readable for who asks them why. With
 * `not in`, every picture would be looked for in all places one by one.
 */
function isUnused(tenantId: number) {
  return sql`not exists (select from (
    select jsonb_array_elements_text(pictures) as hash from post where tenant_id = ${tenantId} and ${isKept}
    union all select jsonb_array_elements_text(report.pictures) from post_report as report
      join post on post.tenant_id = report.tenant_id and post.id = report.post_id
      where report.tenant_id = ${tenantId} and ${isKept}
    union all select jsonb_array_elements_text(pictures) from ride where tenant_id = ${tenantId}
    union all select jsonb_array_elements_text(pictures) from classified
      where tenant_id = ${tenantId} and deleted_at is null
    union all select avatar_hash from member
      where tenant_id = ${tenantId} and deleted_at is null and avatar_hash is not null
    union all select jsonb_array_elements_text(before -> 'pictures') from moderation_trail
      where tenant_id = ${tenantId} and jsonb_typeof(before -> 'pictures') = 'array'
  ) as named where named.hash = picture.hash)`
}

export function selectUnusedPictures(tenantId: number) {
  return sql<{ hash: string }>`
    select hash from picture where tenant_id = ${tenantId} and kind = 'member' and ${isUnused(tenantId)}`
}

/** The members' pictures that nothing of the club names any more. */
export async function listUnusedPictures(tx: Tx, tenantId: number): Promise<string[]> {
  const { rows } = await selectUnusedPictures(tenantId).execute(tx)
  return rows.map(({ hash }) => hash)
}

/** Forgets those of these pictures that still nothing names, and returns them. */
export async function deleteUnusedPictures(
  tx: Tx,
  tenantId: number,
  hashes: readonly string[],
): Promise<string[]> {
  // whoever is about to name one has locked it: only after that, look what is named
  await sql`
    select from picture where tenant_id = ${tenantId} and hash = any(${hashes}::text[])
    order by hash for update`.execute(tx)
  const { rows } = await sql<{ hash: string }>`
    delete from picture where tenant_id = ${tenantId} and hash = any(${hashes}::text[])
      and ${isUnused(tenantId)} returning hash`.execute(tx)
  return rows.map(({ hash }) => hash)
}
