// What can be ordered: each kind of order says in one file what it costs, what it holds and how it is delivered.
import type { Category, PricedLine, Quote } from '../../domain/order.ts'
import type { SignedInMember } from '../auth/session.ts'
import type { StoredClub } from '../db/club/club.ts'
import type { TenantIdentity } from '../db/club/tenant.ts'
import type { Tx } from '../db/open.ts'
import type { KeptCard } from '../db/orders/order.ts'
import type { Services } from '../services.ts'
import type { PaidCard } from './cardProvider.ts'

/** Who asks for a price, and where. */
export interface Asking {
  readonly tx: Tx
  readonly services: Services
  readonly tenant: TenantIdentity
  readonly club: StoredClub
  readonly member: SignedInMember | null
  /** Epoch milliseconds. */
  readonly now: number
  /** Nobody is told whether an address is a member's; what cannot be delivered for it goes back when it is paid. */
  readonly isDiscreet?: boolean
}

/** Some of what there is not enough of; `sole` where there is exactly one. */
export interface ScarceThing {
  readonly thing: string
  readonly quantity: number
  readonly sole?: boolean
}

/** A line as it will stand in the order. */
export interface WantedLine extends PricedLine {
  /** Everything that delivery will need; JSON. */
  readonly item: Readonly<Record<string, unknown>>
  readonly scarce?: readonly ScarceThing[]
}

export interface Wanted {
  readonly lines: readonly WantedLine[]
  /** Where the receipt goes; null: where the caller says. */
  readonly email: string | null
  /** Where it goes when nobody says: the address of the member whom it is for. */
  readonly ownEmail?: string
  readonly name: string
  /** Whom it is for, where that is a member: a part of what makes two orders the same. */
  readonly memberId: number | null
  /** The member for whom the card that pays is kept, as the buyer wishes. */
  readonly keepsCardOf?: number
}

/** A paid line, to be handed over within the transaction that fulfils the order. */
export interface Delivery {
  readonly tx: Tx
  readonly tenantId: number
  readonly timeZone: string
  readonly now: number
  readonly order: {
    readonly id: number
    readonly key: string
    readonly email: string
    readonly memberId: number | null
    readonly quote: Pick<Quote, 'grandTotalCents'>
    /** Of the keys with which it is paid. */
    readonly mode: string
    readonly keepsCard: KeptCard | null
  }
  readonly line: number
  readonly item: unknown
  /** The card that has paid, where the order keeps it. */
  readonly card: PaidCard | null
}

/** What was handed over, or why that cannot be any more; then the money goes back, and the buyer reads the reason. */
export type Delivered =
  | { readonly given: Readonly<Record<string, unknown>> }
  | { readonly undeliverable: string; readonly reason: 'renewed-already' | 'not-available' }

export interface Goods {
  readonly kind: string
  readonly category: Category
  /** As it stands on the buyer's bank statement. */
  describe(clubName: string): string
  /** Leniently: a half-filled form has a price too. Throws a Failure on merit or on input. */
  quote(asking: Asking, payload: unknown): Promise<readonly PricedLine[]>
  /** Strictly: what it takes to deliver must be there. Throws like `quote`. */
  order(asking: Asking, payload: unknown): Promise<Wanted>
  deliver(delivery: Delivery): Promise<Delivered>
  /** After the money was given back; what cannot be taken back stays. Answers whether it was. */
  takeBack(delivery: Delivery & { readonly given: unknown }): Promise<boolean>
  /** How much of a thing there is for all orders together; only where lines name scarce things. */
  findCapacity?(tx: Tx, tenantId: number, thing: string): Promise<number>
}

const registry = new Map<string, Goods>()

export function registerGoods(goods: Goods): void {
  registry.set(goods.kind, goods)
}

export function findGoods(kind: string): Goods | undefined {
  return registry.get(kind)
}

export function getGoods(kind: string): Goods {
  const goods = registry.get(kind)
  if (goods === undefined) throw new Error(`there are no goods of kind ${kind}`)
  return goods
}
