// Keeping the card that has paid: beside the goods of its order and within their transaction, or not at all.

import {
  deleteCard,
  findCustomer,
  insertCard,
  isSavedCard,
  listSavedCards,
  setDefaultCard,
  updateCard,
} from '../db/members/savedCard.ts'
import type { Tx } from '../db/open.ts'
import { addJob } from '../jobs/queue.ts'
import type { PaidCard } from './cardProvider.ts'

/** The member for whom a card is kept, and the keys with which that was done. */
export interface CardOwner {
  readonly tx: Tx
  readonly tenantId: number
  readonly memberId: number
  readonly mode: string
}

export interface SavedCardChange {
  /** A row that the order made; null where the card was there already. */
  readonly newCard: number | null
  /** The default before. */
  readonly before: number | null
}

/** It becomes the default. Undefined, and nothing kept, when the card is not with the member's own customer. */
export async function saveCard(
  { tx, tenantId, memberId, mode }: CardOwner,
  card: PaidCard,
  { orderId, consent, at }: { orderId: number; consent: string; at: Date },
): Promise<SavedCardChange | undefined> {
  const holder = { memberId, mode }
  const customer = await findCustomer(tx, tenantId, holder, 'lock')
  // rules/payments 5.13, another member's card
  if (customer === undefined || customer.providerId !== card.customerId) return undefined
  const cards = await listSavedCards(tx, tenantId, holder)
  const same = cards.find(
    ({ providerId, fingerprint }) =>
      providerId === card.providerId || (fingerprint !== null && fingerprint === card.fingerprint),
  )
  const before = cards.find(({ isDefault }) => isDefault)?.id ?? null
  if (same === undefined) {
    const newCard = await insertCard(tx, tenantId, holder, { ...card, consent, orderId, at })
    await setDefaultCard(tx, tenantId, holder, newCard)
    return { newCard, before }
  }
  await updateCard(tx, tenantId, same.id, { ...card, consent, orderId })
  await setDefaultCard(tx, tenantId, holder, same.id)
  if (same.providerId !== card.providerId) await forgetCard(tx, tenantId, mode, same.providerId)
  return { newCard: null, before }
}

/** What `keepCard` did for this order, undone as far as no later order stands on it. Answers whether a default is left. */
export async function undoSaveCard(
  { tx, tenantId, memberId, mode }: CardOwner,
  orderId: number,
  { newCard, before }: SavedCardChange,
): Promise<boolean> {
  const holder = { memberId, mode }
  await findCustomer(tx, tenantId, holder, 'lock')
  const cards = await listSavedCards(tx, tenantId, holder)
  const made = cards.find(({ id, orderId: keptBy }) => id === newCard && keptBy === orderId)
  if (made === undefined) return cards.some(({ isDefault }) => isDefault)
  await deleteCard(tx, tenantId, made.id)
  await forgetCard(tx, tenantId, mode, made.providerId)
  if (!made.isDefault) return true
  const isBeforeThere = cards.some(({ id }) => id === before)
  if (isBeforeThere) await setDefaultCard(tx, tenantId, holder, before)
  return isBeforeThere
}

/** The provider has attached it by itself: where no row was made of it, it goes. */
export async function forgetUnsavedCard(
  tx: Tx,
  tenantId: number,
  mode: string,
  { providerId }: PaidCard,
): Promise<void> {
  if (!(await isSavedCard(tx, tenantId, providerId))) await forgetCard(tx, tenantId, mode, providerId)
}

function forgetCard(tx: Tx, tenantId: number, mode: string, methodId: string): Promise<void> {
  return addJob(tx, { tenantId, kind: 'forget-card', payload: { methodId, mode } })
}
