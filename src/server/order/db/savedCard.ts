// All SQL about members as customers of the card provider, and about their saved cards.
import { nameFields, type Row } from '../../db/fields.ts'
import type { Tx } from '../../db/open.ts'

/** Keys of each mode belong to a different account of the provider, so customers and cards differ too. */
export interface CardHolder {
  readonly memberId: number
  readonly mode: string
}

export interface StoredCustomer {
  /** Under this key the provider makes the same customer, even if it is asked several times. */
  readonly key: string
  /** Null until the provider has made the customer. */
  readonly providerId: string | null
}

/** The existing customer, or a new one under `key`. */
export async function takeCustomer(
  tx: Tx,
  holder: CardHolder,
  { key, at }: { key: string; at: Date },
): Promise<StoredCustomer> {
  await tx
    .insertInto('card_customer')
    .values({ member_id: holder.memberId, mode: holder.mode, key, created_at: at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id', 'mode']).doNothing())
    .execute()
  const customer = await findCustomer(tx, holder)
  if (customer === undefined) throw new Error(`member ${holder.memberId} has no customer`)
  return customer
}

/** `lock` makes changes to the holder's cards run one after the other. */
export function findCustomer(
  tx: Tx,
  { memberId, mode }: CardHolder,
  lock?: 'lock',
): Promise<StoredCustomer | undefined> {
  return tx
    .selectFrom('card_customer')
    .where('member_id', '=', memberId)
    .where('mode', '=', mode)
    .select(['key', 'provider_id as providerId'])
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** The valid provider id: the first one under this key. Null when the holder has another key by now. */
export async function nameCustomer(
  tx: Tx,
  { memberId, mode }: CardHolder,
  key: string,
  providerId: string,
): Promise<string | null> {
  await tx
    .updateTable('card_customer')
    .set({ provider_id: providerId })
    .where('member_id', '=', memberId)
    .where('mode', '=', mode)
    .where('key', '=', key)
    .where('provider_id', 'is', null)
    .execute()
  const customer = await findCustomer(tx, { memberId, mode })
  return customer?.key === key ? customer.providerId : null
}

/** The provider does not know the customer any more. The next request makes a new one under a new key. */
export async function forgetCustomer(
  tx: Tx,
  { memberId, mode }: CardHolder,
  providerId: string,
  key: string,
): Promise<void> {
  await tx
    .updateTable('card_customer')
    .set({ provider_id: null, key })
    .where('member_id', '=', memberId)
    .where('mode', '=', mode)
    .where('provider_id', '=', providerId)
    .execute()
}

const detailNames = {
  providerId: 'provider_id',
  /** Equal for the same card; null when the provider does not tell it. */
  fingerprint: 'fingerprint',
  brand: 'brand',
  last4: 'last4',
  expMonth: 'exp_month',
  expYear: 'exp_year',
} as const
const names = {
  ...detailNames,
  id: 'id',
  consent: 'consent',
  isDefault: 'is_default',
  orderId: 'order_id',
} as const

export type CardDetails = Row<'saved_card', typeof detailNames>
export type SavedCard = Row<'saved_card', typeof names>
const { columns, toColumns } = nameFields('saved_card', names)

/** The default card first, then the newest. */
export function listSavedCards(tx: Tx, { memberId, mode }: CardHolder): Promise<SavedCard[]> {
  return tx
    .selectFrom('saved_card')
    .where('member_id', '=', memberId)
    .where('mode', '=', mode)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .select(columns)
    .execute()
}

/** The card that renewals charge. Undefined when there is none, whatever was chosen or imported. */
export async function findDefaultCard(tx: Tx, holder: CardHolder): Promise<SavedCard | undefined> {
  return (await listSavedCards(tx, holder)).find(({ isDefault }) => isDefault)
}

export async function isSavedCard(tx: Tx, providerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('saved_card')
    .where('provider_id', '=', providerId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

type NewCard = CardDetails & Pick<SavedCard, 'consent' | 'orderId'>

/** Adds a card, not as the default. */
export async function insertCard(
  tx: Tx,
  { memberId, mode }: CardHolder,
  { at, ...card }: NewCard & { at: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('saved_card')
    .values({ member_id: memberId, mode, ...toColumns(card), created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** For a card that is saved again: updates the provider's details and the consent. */
export async function updateCard(tx: Tx, id: number, card: NewCard): Promise<void> {
  await tx.updateTable('saved_card').set(toColumns(card)).where('id', '=', id).execute()
}

/** The transaction must have locked the holder's customer. Null means no default card. */
export async function setDefaultCard(
  tx: Tx,
  { memberId, mode }: CardHolder,
  id: number | null,
): Promise<void> {
  const change = (isDefault: boolean) =>
    tx
      .updateTable('saved_card')
      .set({ is_default: isDefault })
      .where('member_id', '=', memberId)
      .where('mode', '=', mode)
  // first remove the old default: there may never be two
  await change(false).where('is_default', '=', true).execute()
  if (id !== null) await change(true).where('id', '=', id).execute()
}

export async function deleteCard(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('saved_card').where('id', '=', id).execute()
}

/** Of all modes. The transaction has locked the member's customers, so that none is being saved. */
export async function deleteCards(
  tx: Tx,
  memberId: number,
): Promise<{ readonly methodId: string; readonly mode: string }[]> {
  await tx
    .selectFrom('card_customer')
    .where('member_id', '=', memberId)
    .select('mode')
    .orderBy('mode')
    .forUpdate()
    .execute()
  return tx
    .deleteFrom('saved_card')
    .where('member_id', '=', memberId)
    .returning(['provider_id as methodId', 'mode'])
    .execute()
}
