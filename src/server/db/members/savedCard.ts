// All SQL about members as the card provider's customers, and about the cards that are kept for them.
import type { Tx } from '../open.ts'

/** Keys of each mode have an account, and so customers and cards, of their own. */
export interface CardHolder {
  readonly memberId: number
  readonly mode: string
}

export interface StoredCustomer {
  /** With it the provider makes the same customer, however often it is asked for. */
  readonly key: string
  /** Null until the provider has named it. */
  readonly providerId: string | null
}

/** The one that is there, or a new one under `key`. */
export async function takeCustomer(
  tx: Tx,
  tenantId: number,
  holder: CardHolder,
  { key, at }: { key: string; at: Date },
): Promise<StoredCustomer> {
  await tx
    .insertInto('card_customer')
    .values({ tenant_id: tenantId, member_id: holder.memberId, mode: holder.mode, key, created_at: at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id', 'mode']).doNothing())
    .execute()
  const customer = await findCustomer(tx, tenantId, holder)
  if (customer === undefined) throw new Error(`member ${holder.memberId} has no customer`)
  return customer
}

/** With `lock`, the holder's cards change in one place at a time. */
export async function findCustomer(
  tx: Tx,
  tenantId: number,
  { memberId, mode }: CardHolder,
  lock?: 'lock',
): Promise<StoredCustomer | undefined> {
  const query = tx
    .selectFrom('card_customer')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('mode', '=', mode)
    .select(['key', 'provider_id'])
  const row = await (lock === undefined ? query : query.forUpdate()).executeTakeFirst()
  return row && { key: row.key, providerId: row.provider_id }
}

/** The name that counts from now on: the first one under this key. Null when the key is no longer the holder's. */
export async function nameCustomer(
  tx: Tx,
  tenantId: number,
  { memberId, mode }: CardHolder,
  key: string,
  providerId: string,
): Promise<string | null> {
  await tx
    .updateTable('card_customer')
    .set({ provider_id: providerId })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('mode', '=', mode)
    .where('key', '=', key)
    .where('provider_id', 'is', null)
    .execute()
  const customer = await findCustomer(tx, tenantId, { memberId, mode })
  return customer?.key === key ? customer.providerId : null
}

/** The provider knows it no more: the next request makes another, under a new key. */
export async function forgetCustomer(
  tx: Tx,
  tenantId: number,
  { memberId, mode }: CardHolder,
  providerId: string,
  key: string,
): Promise<void> {
  await tx
    .updateTable('card_customer')
    .set({ provider_id: null, key })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('mode', '=', mode)
    .where('provider_id', '=', providerId)
    .execute()
}

export interface CardFace {
  readonly providerId: string
  /** The same for the same card; null where the provider tells none. */
  readonly fingerprint: string | null
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

export interface SavedCard extends CardFace {
  readonly id: number
  readonly consent: string
  readonly isDefault: boolean
  readonly orderId: number | null
}

/** The default first, then the newest. */
export async function listSavedCards(
  tx: Tx,
  tenantId: number,
  { memberId, mode }: CardHolder,
): Promise<SavedCard[]> {
  const rows = await tx
    .selectFrom('saved_card')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('mode', '=', mode)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .select([
      'id',
      'provider_id',
      'fingerprint',
      'brand',
      'last4',
      'exp_month',
      'exp_year',
      'consent',
      'is_default',
      'order_id',
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    providerId: row.provider_id,
    fingerprint: row.fingerprint,
    brand: row.brand,
    last4: row.last4,
    expMonth: row.exp_month,
    expYear: row.exp_year,
    consent: row.consent,
    isDefault: row.is_default,
    orderId: row.order_id,
  }))
}

export async function isSavedCard(tx: Tx, tenantId: number, providerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('saved_card')
    .where('tenant_id', '=', tenantId)
    .where('provider_id', '=', providerId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A new row, not the default yet. */
export async function insertCard(
  tx: Tx,
  tenantId: number,
  { memberId, mode }: CardHolder,
  card: CardFace & { consent: string; orderId: number | null; at: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('saved_card')
    .values({
      tenant_id: tenantId,
      member_id: memberId,
      mode,
      ...toColumns(card),
      consent: card.consent,
      order_id: card.orderId,
      created_at: card.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The same card once more: what the provider says of it now, and under which words it is kept from now on. */
export async function updateCard(
  tx: Tx,
  tenantId: number,
  id: number,
  card: CardFace & { consent: string; orderId: number | null },
): Promise<void> {
  await tx
    .updateTable('saved_card')
    .set({ ...toColumns(card), consent: card.consent, order_id: card.orderId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

function toColumns(card: CardFace) {
  return {
    provider_id: card.providerId,
    fingerprint: card.fingerprint,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
  }
}

/** For a transaction that has locked the holder's customer; null leaves none. */
export async function setDefaultCard(
  tx: Tx,
  tenantId: number,
  { memberId, mode }: CardHolder,
  id: number | null,
): Promise<void> {
  const change = (isDefault: boolean) =>
    tx
      .updateTable('saved_card')
      .set({ is_default: isDefault })
      .where('tenant_id', '=', tenantId)
      .where('member_id', '=', memberId)
      .where('mode', '=', mode)
  // first no other: there is one at most at any moment
  await change(false).where('is_default', '=', true).execute()
  if (id !== null) await change(true).where('id', '=', id).execute()
}

export async function deleteCard(tx: Tx, tenantId: number, id: number): Promise<void> {
  await tx.deleteFrom('saved_card').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}
