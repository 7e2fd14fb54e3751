// The mails that we write: what each is about, in data; words and language come when it is sent.

export interface MailedLine {
  /** As in the quote: 'membership', 'renewal', 'donation' … */
  readonly kind: string
  /** Written when the kind is none that has words of its own here. */
  readonly label: string
  readonly quantity: number
  readonly amountCents: number
}

export interface MailedQuote {
  readonly lines: readonly MailedLine[]
  readonly subTotalCents: number
  readonly discountCents: number
  readonly serviceFeeCents: number
  readonly taxesCents: number
  readonly grandTotalCents: number
}

export interface MailedOrder {
  /** What people name when they ask the club: the receipt's id. */
  readonly number: number
  /** Opens the order's page; it stands in the mail's link and nowhere else. */
  readonly key: string
  /** ISO instant at which it was paid, or placed where it was free. */
  readonly at: string
  readonly quote: MailedQuote
}

/** What the lines alone do not tell of a purchase. */
export type Bought =
  | {
      readonly kind: 'membership' | 'renewal'
      /** The membership type's own name. */
      readonly label: string
      readonly years: number
      /** Calendar day. */
      readonly expiration: string
      /** It renews itself from then on. */
      readonly autoRenews?: true
    }
  | { readonly kind: 'donation' }

export type RefundReason =
  /** Somebody paid the same renewal before. */
  | { readonly kind: 'renewed-already' }
  /** What was paid for is not to be had any more. */
  | { readonly kind: 'not-available' }
  | { readonly kind: 'unclaimed' }
  /** An officer gave it back, and nobody knows why. */
  | { readonly kind: 'by-club' }
  /** In the officer's own words. */
  | { readonly kind: 'officer'; readonly text: string }

export type OrderMessage =
  | { readonly kind: 'receipt'; readonly order: MailedOrder; readonly bought: readonly Bought[] }
  | {
      readonly kind: 'refund'
      readonly order: MailedOrder
      /** The lines that were given back. */
      readonly lines: readonly MailedLine[]
      readonly refundedCents: number
      readonly reason: RefundReason
      /** The membership renewed itself because of this order, and does not any more. */
      readonly autoRenewEnded?: true
    }
  /** The payment came when what was held for it had been released, and all of it was given back. */
  | { readonly kind: 'late-payment'; readonly order: MailedOrder; readonly refundedCents: number }
  /** The payment does not fit the order; an officer looks at it. */
  | { readonly kind: 'review'; readonly order: MailedOrder; readonly paidCents: number }

export type MailMessage =
  | OrderMessage
  /** For an hour, whoever has it may renew this membership. */
  | { readonly kind: 'renewal-link'; readonly lookup: string }
