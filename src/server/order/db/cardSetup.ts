// All SQL about the setups with which members save cards without paying.
import { sql } from 'kysely'
import { nameFields, type Row } from '../../db/fields.ts'
import type { Tx } from '../../db/open.ts'
import type { CardHolder } from './savedCard.ts'

const names = {
  id: 'id',
  memberId: 'member_id',
  mode: 'mode',
  /** Null until the provider has made it. */
  providerId: 'provider_id',
  consent: 'consent',
  savedAt: 'saved_at',
  createdAt: 'created_at',
} as const

export type StoredSetup = Row<'card_setup', typeof names>
const { columns } = nameFields('card_setup', names)

/** The existing setup with this key, whoever's it is, or a new one. */
export async function takeSetup(
  tx: Tx,
  { memberId, mode }: CardHolder,
  { key, consent, at }: { key: string; consent: string; at: Date },
): Promise<StoredSetup> {
  await tx
    .insertInto('card_setup')
    .values({ member_id: memberId, mode, key, consent, created_at: at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .execute()
  return tx.selectFrom('card_setup').where('key', '=', key).select(columns).executeTakeFirstOrThrow()
}

/** The provider made the same setup for all who asked with its key. */
export async function nameSetup(tx: Tx, id: number, providerId: string): Promise<void> {
  await tx.updateTable('card_setup').set({ provider_id: providerId }).where('id', '=', id).execute()
}

export function findSetup(tx: Tx, providerId: string): Promise<StoredSetup | undefined> {
  return tx.selectFrom('card_setup').where('provider_id', '=', providerId).select(columns).executeTakeFirst()
}

/** False when its card was saved before: each setup saves its card once. */
export async function markSaved(tx: Tx, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('card_setup')
    .set({ saved_at: at })
    .where('id', '=', id)
    .where('saved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when this event was noted before. */
export async function noteDecline(tx: Tx, id: number, eventId: string): Promise<boolean> {
  const event = sql<string>`${JSON.stringify([eventId])}::jsonb`
  const row = await tx
    .updateTable('card_setup')
    .set({ decline_events: sql`decline_events || ${event}` })
    .where('id', '=', id)
    .where(({ eb, not }) => not(eb('decline_events', '@>', event)))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
