// What can be ordered. One file for each kind says what it costs, what it holds and how it is delivered.
import type { Category, PricedLine, Quote } from '../../domain/order.ts'
import type { SignedInMember } from '../auth/session.ts'
import type { StoredClub } from '../club/db/club.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import type { Services } from '../process/services.ts'
import type { PaidCard } from './cardProvider.ts'
import type { CardSaving } from './db/order.ts'

/** Who asks for a price, and in which club. */
export interface QuoteContext {
  readonly tx: Tx
  readonly services: Services
  readonly tenant: TenantIdentity
  readonly club: StoredClub
  readonly member: SignedInMember | null
  /** Epoch milliseconds. */
  readonly now: number
  /** Nobody may be told whether an address is a member's. What cannot be delivered is refunded later. */
  readonly isDiscreet?: boolean
  /** An officer sells it for cash or a cheque: a name is enough, and what counts for online buyers alone does not. */
  readonly isByOfficer?: boolean
  /** The same browser's order holds all of it already, so that the end of the sale does not count. */
  readonly isHeld?: boolean
}

/** An amount of something scarce. `sole` when there is exactly one. */
export interface ScarceThing {
  readonly thing: string
  readonly quantity: number
  readonly sole?: boolean
  /** The event that it belongs to, so that what is left of an event is read in one statement. */
  readonly eventId?: number
}

/** What a form that may be half empty costs. */
export interface Pricing {
  readonly lines: readonly PricedLine[]
  /** The event is in test mode: nothing is charged. */
  readonly isTest?: boolean
}

/** A line for the order. */
export interface PurchaseLine extends PricedLine {
  /** Everything that delivery will need, as JSON. */
  readonly item: Readonly<Record<string, unknown>>
  readonly scarce?: readonly ScarceThing[]
}

export interface Purchase extends Pricing {
  readonly category: Category
  /** The text on the buyer's bank statement. */
  readonly description: string
  readonly lines: readonly PurchaseLine[]
  /** Where the receipt goes; null when the caller decides. */
  readonly email: string | null
  /** Where the receipt goes when nobody says: the member's own address. */
  readonly ownEmail?: string
  readonly name: string
  /** The member that the order is for, if any. It counts when two orders are compared. */
  readonly memberId: number | null
  /** The member for whom the paying card is saved, if the buyer wants that. */
  readonly savesCardOf?: number
}

/** A paid line, delivered within the transaction that fulfils the order. */
export interface Delivery {
  readonly tx: Tx
  readonly timeZone: string
  readonly now: number
  readonly order: {
    readonly id: number
    readonly key: string
    readonly email: string
    readonly memberId: number | null
    readonly quote: Pick<Quote, 'grandTotalCents'>
    /** Of the keys that it is paid with. */
    readonly mode: string
    readonly savesCard: CardSaving | null
  }
  readonly line: number
  readonly item: unknown
  /** The card that has paid, if the order saves it. */
  readonly card: PaidCard | null
}

/** What was given, or why it could not be given. Then the money is refunded, and the buyer is told why. */
export type DeliveryResult =
  | { readonly given: Readonly<Record<string, unknown>> }
  | { readonly undeliverable: string; readonly reason: 'renewed-already' | 'not-available' }

export interface Goods {
  readonly kind: string
  /** Not strict: a half-filled form has a price too. Throws a Failure on merit or on input. */
  quote(context: QuoteContext, payload: unknown): Promise<Pricing>
  /** Strict: everything that delivery needs must be there. Throws like `quote`. */
  order(context: QuoteContext, payload: unknown): Promise<Purchase>
  deliver(delivery: Delivery): Promise<DeliveryResult>
  /** Called for a refund. Answers whether the goods could be taken back; otherwise they stay. */
  takeBack(delivery: Delivery & { readonly given: unknown }): Promise<boolean>
  /** How much of a thing there is for all orders together. Only for goods with scarce things. */
  findCapacity?(tx: Tx, thing: string): Promise<number>
  /** Of what exists once: all of its kind that is for sale and that nobody has bought. Left out: it alone. */
  listAlike?(tx: Tx, thing: string): Promise<string[]>
}
