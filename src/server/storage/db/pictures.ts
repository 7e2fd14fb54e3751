// All SQL about the pictures of a club. The pictures themselves are in files.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'

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
export async function insertPictures(tx: Tx, pictures: readonly PictureRow[]): Promise<void> {
  if (pictures.length === 0) return
  await tx
    .insertInto('picture')
    .columns(['hash', 'kind', 'width', 'height', 'bytes'])
    .expression(
      sql`select distinct on (hash) hash, kind, width, height, bytes from json_to_recordset(${JSON.stringify(pictures)}::json)
        as x (hash text, kind text, width int, height int, bytes int) order by hash`,
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'hash']).doUpdateSet((eb) => ({ bytes: eb.ref('excluded.bytes') })),
    )
    .execute()
}

/** The clubs whose members have pictures. Needs an `acrossClubs` transaction. */
export async function listClubsWithPictures(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('tenant')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('picture')
          .whereRef('picture.tenant_id', '=', 'tenant.id')
          .where('picture.kind', '=', 'member')
          .select('picture.hash'),
      ),
    )
    .select('tenant.id')
    .orderBy('tenant.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Which of these pictures any club has. Needs an `acrossClubs` transaction. */
export async function listHeldPictures(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const rows = await selectPictures(tx, hashes).select('hash').distinct().execute()
  return rows.map(({ hash }) => hash)
}

function selectPictures(tx: Tx, hashes: readonly string[]) {
  return tx.selectFrom('picture').where('hash', '=', anyHash(hashes))
}

function anyHash(hashes: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${hashes}::text[])`
}

/** A deleted post's pictures are evidence as long as a report on it is open. */
const isKept = sql`(post.deleted_at is null or exists (
  select from ${ofClub('post_report', 'open')} where open.post_id = post.id and open.closed_at is null))`

/**
 * No place of the club names the picture. What moderators changed stays readable for who asks them why. With
 * `not in`, every picture would be looked for in all places one by one.
 */
const isUnused = sql<boolean>`not exists (select from (
  select jsonb_array_elements_text(pictures) as hash from ${ofClub('post')} where ${isKept}
  union all select jsonb_array_elements_text(report.pictures) from ${ofClub('post_report', 'report')}
    join ${ofClub('post')} on post.id = report.post_id where ${isKept}
  union all select jsonb_array_elements_text(pictures) from ${ofClub('ride')}
  union all select jsonb_array_elements_text(pictures) from ${ofClub('classified')} where deleted_at is null
  union all select avatar_hash from ${ofClub('member')} where deleted_at is null and avatar_hash is not null
  union all select jsonb_array_elements_text(before -> 'pictures') from ${ofClub('moderation_trail')}
    where jsonb_typeof(before -> 'pictures') = 'array'
) as named where named.hash = picture.hash)`

export function selectUnusedPictures(tx: Tx) {
  return tx
    .selectFrom('picture')
    .select(['hash', 'kind', 'width'])
    .where('kind', '=', 'member')
    .where(isUnused)
}

/** The members' pictures that nothing of the club names any more. */
export function listUnusedPictures(tx: Tx): Promise<Pick<PictureRow, 'hash' | 'kind' | 'width'>[]> {
  return selectUnusedPictures(tx).execute()
}

/** Forgets those of these pictures that still nothing names, and returns them. */
export async function deleteUnusedPictures(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  // whoever is about to name one has locked it: only after that, look what is named
  await selectPictures(tx, hashes).select('hash').orderBy('hash').forUpdate().execute()
  const rows = await tx
    .deleteFrom('picture')
    .where('hash', '=', anyHash(hashes))
    .where(isUnused)
    .returning('hash')
    .execute()
  return rows.map(({ hash }) => hash)
}
