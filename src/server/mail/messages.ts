// The mails that we send, as data. Their text is written in the reader's language when they are sent.
import type { z } from 'zod'
import type { carClassWire, orderEventWire } from '../../domain/shapes/orderLine.ts'
import type { ShiftTime } from '../../domain/shift.ts'

/** What is optional in a message is missing in mails that an earlier build has queued. */
export type MailedEvent = z.output<typeof orderEventWire>
export type MailedClass = z.output<typeof carClassWire>

export interface MailedLine {
  /** As in the quote: 'membership', 'renewal', 'donation' … */
  readonly kind: string
  /** Used when there is no text for this kind here. */
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
  /** The event is in test mode, so the discount takes off everything. */
  readonly testMode?: true | undefined
}

export interface MailedOrder {
  /** The number that people use when they ask the club: the receipt's id. */
  readonly number: number
  /** Opens the order's page. Only the mail's link contains it. */
  readonly key: string
  /** ISO instant of payment, or of the order if it was free. */
  readonly at: string
  readonly quote: MailedQuote
  /** It was paid in cash. */
  readonly isCash?: true
  /** Its card provider was a sandbox: no money was moved. Missing in mails that an earlier build has queued. */
  readonly isSandbox?: boolean
}

/** What the lines do not say about a purchase. */
export type PurchaseDetails =
  | {
      readonly kind: 'membership' | 'renewal'
      /** The name of the membership type. */
      readonly label: string
      readonly years: number
      /** The first calendar day on which it is not valid any more. */
      readonly expiration: string
      /** It renews automatically from then on. */
      readonly autoRenews?: true
      /** Nobody pressed a button: the membership has renewed itself. With the saved card that was charged, if one was. */
      readonly automatic?: { readonly card: MailedCard | null }
    }
  | { readonly kind: 'donation' }
  /** From the store, with its size. */
  | { readonly kind: 'product'; readonly label: string }
  | {
      readonly kind: 'registration'
      /** The event's name. */
      readonly event: string
      /** The vehicle. */
      readonly label: string
      readonly carNumber: string
      readonly carClass?: MailedClass | undefined
      /** A secret, for the gate. Missing in mails that were queued before cars had codes. */
      readonly code?: string
      /** What was chosen for it, as of a ticket: one text. */
      readonly answers?: readonly string[]
    }
  | {
      readonly kind: 'space'
      readonly event: string
      readonly label: string
      /** As of a registration. */
      readonly code?: string
    }
  | {
      readonly kind: 'ticket'
      readonly event: string
      readonly label: string
      /** Secrets, one for each ticket. */
      readonly codes: readonly string[]
      /** What was chosen for each. Missing where nothing was asked, and in mails that were queued earlier. */
      readonly answers?: readonly string[]
    }

export type RefundReason =
  /** Somebody has paid the same renewal before. */
  | { readonly kind: 'renewed-already' }
  /** The goods are not available any more. */
  | { readonly kind: 'not-available' }
  | { readonly kind: 'unclaimed' }
  /** An officer refunded it and gave no reason. */
  | { readonly kind: 'by-club' }
  /** In the officer's own words. */
  | { readonly kind: 'officer'; readonly text: string }

export type OrderMessage =
  | {
      readonly kind: 'receipt'
      readonly order: MailedOrder
      readonly bought: readonly PurchaseDetails[]
      /** Of which something was bought. */
      readonly event?: MailedEvent | undefined
      readonly buyer?: string
    }
  | {
      readonly kind: 'refund'
      readonly order: MailedOrder
      /** The lines that were refunded. */
      readonly lines: readonly MailedLine[]
      readonly refundedCents: number
      readonly reason: RefundReason
      /** The membership renewed automatically because of this order, and does not any more. */
      readonly autoRenewEnded?: true
      /** The membership that the order had made or extended, as it is without it. */
      readonly membership?: { readonly expiration: string; readonly isOver: boolean }
    }
  /** The payment came after the hold had been released, and everything was refunded. */
  | { readonly kind: 'late-payment'; readonly order: MailedOrder; readonly refundedCents: number }
  /** The payment does not fit the order. An officer will check it. */
  | { readonly kind: 'review'; readonly order: MailedOrder; readonly paidCents: number }

/** An order has changed a member's cards or automatic renewal, or was undone. */
export interface AutoRenewMessage {
  readonly kind: 'auto-renew'
  /** The order's number. */
  readonly number: number
  readonly isUndone: boolean
  readonly turned: 'on' | 'off' | null
  /** The card that was saved, or removed if the order was undone. */
  readonly card: { readonly brand: string; readonly last4: string } | null
  /** The card takes the place of another one as the default, or is the first. */
  readonly isNewDefault: boolean
}

export interface MailedCard {
  readonly brand: string
  readonly last4: string
}

/** Somebody signed in as the member has changed their saved cards or automatic renewal. */
export interface OwnCardsMessage {
  readonly kind: 'own-cards'
  readonly turned: 'on' | 'off' | null
  readonly saved: MailedCard | null
  readonly removed: MailedCard | null
  /** The card that renewals charge from now on. */
  readonly charged: MailedCard | null
  /** Whether the membership renews automatically. Missing in mails that an earlier build has queued. */
  readonly renews?: boolean
}

/** A membership renews itself soon. */
export interface RenewalNoticeMessage {
  readonly kind: 'renewal-notice'
  /** The calendar day on which it renews, which is its expiration. */
  readonly day: string
  readonly typeLabel: string
  /** With fee and taxes. */
  readonly amountCents: number
  readonly card: MailedCard
}

/** The saved card could not be charged for a renewal. */
export interface RenewalFailedMessage {
  readonly kind: 'renewal-failed'
  readonly reason: 'funds' | 'expired' | 'gone' | 'holder' | 'declined'
  /** The expiration that was to be extended. */
  readonly period: string
  readonly amountCents: number
  readonly card: MailedCard
  /** Opens the order's page, where the holder confirms. Only the mail's link contains it. */
  readonly orderKey: string
  /** The day of the next try; null when nothing more happens by itself. */
  readonly nextTry: string | null
  /** The last day on which the payment can be confirmed. */
  readonly until: string
}

export interface MailedShift extends ShiftTime {
  /** Names the entry in a calendar. */
  readonly id: number
  /** The name of its schedule. */
  readonly schedule: string
  readonly instructions: string
  /** A secret, for the gate. Missing in mails that were queued before shifts had codes. */
  readonly code?: string
  /** ISO instant until which it is only asked for; it has no code then. */
  readonly askedUntil?: string
}

/** Somebody has signed up for shifts. Those that are all asked for are to be confirmed. */
export interface ShiftsMessage {
  readonly kind: 'shifts'
  readonly event: string
  readonly place: string
  /** The event's. */
  readonly timeZone: string
  readonly shifts: readonly MailedShift[]
  /** One of the places that were taken: the mail's link names it. */
  readonly workerId?: number
  readonly name?: string
  readonly gateTime?: string
  /** '' for none. */
  readonly gift: string
  /** ISO instant of the sign-up. */
  readonly at: string
}

/** What somebody has bought at an event, to the address with which they bought it. */
export interface PurchasesMessage {
  readonly kind: 'purchases'
  readonly event: string
  readonly details?: MailedEvent | undefined
  readonly buyer?: string
  readonly cars: readonly {
    readonly number: string
    readonly vehicle: string
    readonly carClass?: MailedClass
    /** As of a ticket. Missing in mails that were queued earlier. */
    readonly answers?: string
    readonly code?: string
  }[]
  readonly spaces: readonly string[]
  /** In the order of the spaces. Missing, as a car's, in mails that were queued before there were such codes. */
  readonly spaceCodes?: readonly string[]
  readonly tickets: readonly {
    readonly description: string
    /** What was chosen for it; '' for nothing. */
    readonly answers: string
    readonly code: string
    readonly isUsed: boolean
  }[]
  /** Of a volunteer. */
  readonly shifts?: readonly MailedShift[]
  /** One of their places: the mail's link names it. */
  readonly workerId?: number | undefined
}

/**
 * Of a change of a member's e-mail address, of a login that was added for somebody, and of an account that was
 * closed. A code is made from its id when the mail is written.
 */
export type MemberMessage =
  /** To the new address: opens the page that confirms it. */
  | { readonly kind: 'email-confirm'; readonly fname: string; readonly codeId: string }
  /** To the old address, at once: opens the page that takes the change back. */
  | {
      readonly kind: 'email-undo'
      readonly fname: string
      readonly newEmail: string
      readonly codeId: string
    }
  /** To an address that has a login already. */
  | { readonly kind: 'email-in-use' }
  /** To the holder of an additional login: opens the sign-in, where they set their password. */
  | {
      readonly kind: 'invitation'
      readonly fname: string
      /** The member who has added the login. */
      readonly by: string
      readonly email: string
      readonly codeId: string
    }
  /** To who has closed their account. */
  | { readonly kind: 'account-closed'; readonly fname: string }

/** The codes of its links are made when the mail is written. */
export type NewsletterMessage =
  /** The file is attached. */
  | {
      readonly kind: 'newsletter'
      readonly fileId: number
      readonly memberId: number
      /** 0 for the member's own address. */
      readonly addressId: number
    }
  /** To an additional address of a member: does its reader want the newsletter? */
  | {
      readonly kind: 'newsletter-confirm'
      readonly fname: string
      readonly memberId: number
      readonly addressId: number
    }

/** About signing in. The codes are made when the mail is written: the row's id is no secret. */
export type AccountMessage =
  /** With this the account gets its first password. */
  | { readonly kind: 'setup-code'; readonly codeId: string }
  | { readonly kind: 'temporary-password'; readonly codeId: string }
  /** Proves that the member reads the mails to their address. */
  | { readonly kind: 'email-proof'; readonly codeId: string }
  /** `undoId` is the code that takes the change back. */
  | { readonly kind: 'password-set'; readonly isFirst: boolean; readonly undoId: string | null }

/** Something was added that the member wants to hear of. */
export interface AlertMessage {
  readonly kind: 'alert'
  /** In the reader's language. */
  readonly body: string
  /** Where it is in the app. */
  readonly path: string
}

export type MailMessage =
  | AlertMessage
  | MemberMessage
  | PurchasesMessage
  | OrderMessage
  | AutoRenewMessage
  | OwnCardsMessage
  | RenewalNoticeMessage
  | RenewalFailedMessage
  | ShiftsMessage
  | AccountMessage
  | NewsletterMessage
  /** For an hour, anybody who has it may renew this membership. */
  | { readonly kind: 'renewal-link'; readonly lookup: string }
