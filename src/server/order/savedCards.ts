// Saves a card that the provider has confirmed: in the transaction that delivers the goods that it has paid, or
// alone when the member saves it by themselves.
import type { Tx } from '../db/open.ts'
import { findMembership } from '../member/db/membership.ts'
import { addJob } from '../queue/queue.ts'
import type { PaidCard } from './cardProvider.ts'
import {
  type CardDetails,
  type CardHolder,
  deleteCard,
  findCustomer,
  insertCard,
  isSavedCard,
  listSavedCards,
  setDefaultCard,
  updateCard,
} from './db/savedCard.ts'

/** The member for whom a card is saved, in the transaction that does it. */
export interface CardOwner extends CardHolder {
  readonly tx: Tx
}

export interface SavedCardChange {
  /** The card row that the order made; null when the card was there already. */
  readonly newCard: number | null
  /** The default card before the order. */
  readonly before: number | null
}

export interface SavedCardResult {
  readonly change: SavedCardChange
  /** It was not the default before. */
  readonly isNewDefault: boolean
}

/** The card becomes the default; `orderId` is null when nothing was paid. Saves nothing when it is not with the member's own customer (undefined). */
export async function saveCard(
  { tx, memberId, mode }: CardOwner,
  card: PaidCard,
  { orderId, consent, at }: { orderId: number | null; consent: string; at: Date },
): Promise<SavedCardResult | undefined> {
  const holder = { memberId, mode }
  const customer = await findCustomer(tx, holder, 'lock')
  // rules/payments 5.13, another member's card
  if (customer === undefined || customer.providerId !== card.customerId) return undefined
  if ((await findMembership(tx, { memberId })) === undefined) {
    // the member has closed their account meanwhile
    await forgetCard(tx, mode, card.providerId)
    return undefined
  }
  const cards = await listSavedCards(tx, holder)
  const same = cards.find(
    ({ providerId, fingerprint }) =>
      providerId === card.providerId || (fingerprint !== null && fingerprint === card.fingerprint),
  )
  const before = cards.find(({ isDefault }) => isDefault)?.id ?? null
  if (same === undefined) {
    const newCard = await insertCard(tx, holder, { ...card, consent, orderId, at })
    await setDefaultCard(tx, holder, newCard)
    return { change: { newCard, before }, isNewDefault: true }
  }
  await updateCard(tx, same.id, { ...card, consent, orderId })
  await setDefaultCard(tx, holder, same.id)
  if (same.providerId !== card.providerId) await forgetCard(tx, mode, same.providerId)
  return { change: { newCard: null, before }, isNewDefault: before !== same.id }
}

export interface UndoneCard {
  /** Whether there still is a default card. */
  readonly hasDefault: boolean
  readonly removed: CardDetails | undefined
}

/** Undoes what `saveCard` did for this order, unless a later order has saved the card too. */
export async function undoSaveCard(
  { tx, memberId, mode }: CardOwner,
  orderId: number,
  { newCard, before }: SavedCardChange,
): Promise<UndoneCard> {
  const holder = { memberId, mode }
  await findCustomer(tx, holder, 'lock')
  const cards = await listSavedCards(tx, holder)
  const made = cards.find(({ id, orderId: savedBy }) => id === newCard && savedBy === orderId)
  if (made === undefined) return { hasDefault: cards.some(({ isDefault }) => isDefault), removed: undefined }
  await deleteCard(tx, made.id)
  await forgetCard(tx, mode, made.providerId)
  if (!made.isDefault) return { hasDefault: true, removed: made }
  const isBeforeThere = cards.some(({ id }) => id === before)
  if (isBeforeThere) await setDefaultCard(tx, holder, before)
  return { hasDefault: isBeforeThere, removed: made }
}

/** The provider attached the card by itself. If we have no row for it, it is detached. */
export async function forgetUnsavedCard(tx: Tx, mode: string, { providerId }: PaidCard): Promise<void> {
  if (!(await isSavedCard(tx, providerId))) await forgetCard(tx, mode, providerId)
}

export function forgetCard(tx: Tx, mode: string, methodId: string): Promise<void> {
  return addJob(tx, { kind: 'forget-card', payload: { methodId, mode } })
}
