// The fields of an order and of its lines, and their columns.
import { nameFields, type Row } from '../../db/fields.ts'

const names = {
  id: 'id',
  key: 'key',
  kind: 'kind',
  category: 'category',
  state: 'state',
  requestHash: 'asked_hash',
  description: 'description',
  memberId: 'member_id',
  email: 'email',
  emailFolded: 'email_folded',
  name: 'name',
  language: 'language',
  subTotalCents: 'sub_total_cents',
  discountCents: 'discount_cents',
  serviceFeeCents: 'service_fee_cents',
  taxesCents: 'taxes_cents',
  grandTotalCents: 'total_cents',
  currency: 'currency',
  /** Of the keys that it is paid with. */
  mode: 'mode',
  intentId: 'intent_id',
  holdUntil: 'hold_until',
  createdAt: 'created_at',
  paidAt: 'paid_at',
  /** What the provider took, even if it differs from the total. Null before payment. */
  receivedCents: 'received_cents',
  settledAt: 'settled_at',
  claimedAt: 'claimed_at',
  disputedAt: 'disputed_at',
  chargedBackAt: 'charged_back_at',
  /** When the sweeper checks it again. Null when there is nothing more to wait for. */
  nextCheckAt: 'look_at',
  /** The holder of what the order holds; null when it holds nothing. */
  holder: 'holder',
  /** The event was in test mode, so nothing was charged. */
  testMode: 'test_mode',
  cardOf: 'card_of',
  cardConsent: 'card_consent',
  /** A saved card pays it without its holder, who may have to confirm it days later. */
  withSavedCard: 'with_saved_card',
} as const

export const { columns, toColumns } = nameFields('purchase_order', names)
export type OrderFields = Row<'purchase_order', typeof names>

export const lineColumns = [
  'line',
  'kind',
  'label',
  'item_id as itemId',
  'quantity',
  'amount_cents as amountCents',
  'net_cents as netCents',
  'tax_cents as taxCents',
  'item',
  'given',
  'state',
] as const
