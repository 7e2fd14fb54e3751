// All SQL about what is stored, of the whole instance. Who stores or removes an object says so here first, in a row
// that only one of them can change at a time.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

export interface NewObject {
  readonly key: string
  readonly bytes: number
  readonly md5: string
}

const oneMore = sql<number>`stored_object.wants + 1`
const anyKey = (keys: readonly string[]) => sql<string>`any(${keys}::text[])`

/** Says that they are wanted, and answers those that are stored. */
export async function wantStored(tx: Tx, keys: readonly string[], at: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('stored_object')
    .set({ wanted_at: at, wants: oneMore })
    .where('key', '=', anyKey(keys))
    .where('stored_at', 'is not', null)
    .where('removing_at', 'is', null)
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** Whether the tables are of a version that notes objects: a backup is made of older ones too. */
export async function areNoted(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('public.stored_object') is not null as there`.execute(tx)
  return rows[0]?.there ?? false
}

/** Those of these that are stored. */
export function listStored(tx: Tx, keys: readonly string[]): Promise<{ key: string; md5: string | null }[]> {
  return tx
    .selectFrom('stored_object')
    .where('key', '=', anyKey(keys))
    .where('stored_at', 'is not', null)
    .where('removing_at', 'is', null)
    .select(['key', 'md5'])
    .execute()
}

/** Says that they are about to be stored. Answers those that nobody has wanted before; null if one is being removed. */
export async function wantNew(tx: Tx, objects: readonly NewObject[], at: Date): Promise<string[] | null> {
  const rows = await tx
    .insertInto('stored_object')
    .columns(['key', 'bytes', 'md5', 'wanted_at', 'wants'])
    // always in the same order, so that two calls cannot deadlock
    .expression(
      sql`select key, bytes, md5, ${at}::timestamptz, 1
        from json_to_recordset(${JSON.stringify(objects)}::json) as x (key text, bytes bigint, md5 text) order by key`,
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        bytes: row.ref('excluded.bytes'),
        md5: row.ref('excluded.md5'),
        wanted_at: at,
        wants: oneMore,
        stored_at: null,
      })),
    )
    .returning(['key', 'wants', 'removing_at'])
    .execute()
  if (rows.some((row) => row.removing_at !== null)) return null
  return rows.filter(({ wants }) => wants === 1).map(({ key }) => key)
}

export async function noteStored(tx: Tx, keys: readonly string[], at: Date): Promise<void> {
  await tx.updateTable('stored_object').set({ stored_at: at }).where('key', '=', anyKey(keys)).execute()
}

export interface KnownObject {
  readonly key: string
  /** Both null where nothing was noted. */
  readonly bytes: number | null
  readonly md5: string | null
}

/** All that should be stored, sorted as storages sort keys, from the one after `after`. */
export function listKnownObjects(tx: Tx, after: string, most: number): Promise<KnownObject[]> {
  return tx
    .selectFrom('stored_object')
    .where('stored_at', 'is not', null)
    .where('removing_at', 'is', null)
    .where(sql<boolean>`key collate "C" > ${after}`)
    .select(['key', 'bytes', 'md5'])
    .orderBy(sql`key collate "C"`)
    .limit(most)
    .execute()
}

/** What was found in the storage. */
export async function noteFound(tx: Tx, objects: readonly NewObject[], at: Date): Promise<void> {
  await tx
    .insertInto('stored_object')
    .columns(['key', 'bytes', 'md5', 'wanted_at', 'stored_at'])
    .expression(
      sql`select key, bytes, md5, ${at}::timestamptz, ${at}::timestamptz
        from json_to_recordset(${JSON.stringify(objects)}::json) as x (key text, bytes bigint, md5 text) order by key`,
    )
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((row) => ({ bytes: row.ref('excluded.bytes'), md5: row.ref('excluded.md5') }))
        .where('stored_object.md5', 'is', null),
    )
    .execute()
}

/** What was stored before there were rows for it counts as wanted now. */
export async function noteSeen(tx: Tx, keys: readonly string[], at: Date): Promise<void> {
  await tx
    .insertInto('stored_object')
    .columns(['key', 'wanted_at', 'stored_at'])
    .expression(sql`select key, ${at}::timestamptz, ${at}::timestamptz from unnest(${keys}::text[]) as key`)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Which of these were wanted at this instant or later. */
export async function listWantedSince(tx: Tx, keys: readonly string[], since: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('stored_object')
    .where('key', '=', anyKey(keys))
    .where('wanted_at', '>=', since)
    .select('key')
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * From now on nobody relies on them. Answers those that may be removed: nobody has wanted them since `before`, or, where
 * that is null, only one call ever has.
 */
export async function beginRemoval(
  tx: Tx,
  keys: readonly string[],
  { before, at }: { before: Date | null; at: Date },
): Promise<string[]> {
  const rows = await tx
    .insertInto('stored_object')
    .columns(['key', 'wanted_at', 'removing_at'])
    .expression(
      sql`select key, ${at}::timestamptz, ${at}::timestamptz from unnest(${keys}::text[]) as key order by key`,
    )
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ removing_at: at })
        .where('stored_object.removing_at', 'is', null)
        .where(
          before === null
            ? sql<boolean>`stored_object.wants = 1`
            : sql<boolean>`stored_object.wanted_at < ${before}`,
        ),
    )
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** Goes on with a removal. False if it has ended, or another process has gone on with it since `since`. */
export async function claimRemoval(
  tx: Tx,
  key: string,
  { since, at }: { since: Date; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('stored_object')
    .set({ removing_at: at })
    .where('key', '=', key)
    .where('removing_at', '=', since)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Nothing if another process has gone on with it since `at`. */
export async function endRemoval(tx: Tx, key: string, at: Date): Promise<void> {
  await tx.deleteFrom('stored_object').where('key', '=', key).where('removing_at', '=', at).execute()
}

/** Removals that nobody has gone on with since `before`. */
export async function listUnendedRemovals(
  tx: Tx,
  before: Date,
): Promise<{ key: string; removing_at: Date | null }[]> {
  return tx
    .selectFrom('stored_object')
    .where('removing_at', '<', before)
    .select(['key', 'removing_at'])
    .orderBy('key')
    .execute()
}
