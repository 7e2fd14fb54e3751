// What closing an account means for everything that belongs to the member.
import type { Tx } from '../db/open.ts'

/**
 * What an area or a room does with what it has of a member whose account is closed, in the transaction that closes it.
 * What others rely on stays: orders, refunds and receipts, and posts without a name.
 */
export type Closing = (tx: Tx, memberId: number, at: Date) => Promise<void>
