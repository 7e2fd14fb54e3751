// What the end of a hold means for whoever sits before the card form: the server's word counts, not the clock's.
import { isUnpaid, type OrderView } from '../order/orderState.ts'

export type HoldStanding =
  /** Still held, perhaps for longer than before. */
  | { is: 'held'; until: string }
  /** Its time is over, and the bank is still asked: the server extends it, or ends it, within a minute. */
  | { is: 'with-bank' }
  | { is: 'paid'; receiptId: number }
  /** `isUncharged` only where the provider has just said so. */
  | { is: 'over'; isUncharged: boolean }

export interface HoldLook {
  /** The ISO instant that was known before. */
  until: string
  /** Undefined when the server could not be asked. */
  order: OrderView | undefined
  /** Whether the card is being charged at this moment. */
  isPaying: boolean
  /** Epoch milliseconds by the server's clock. */
  now: number
}

export function judgeHold({ until, order, isPaying, now }: HoldLook): HoldStanding {
  if (order !== undefined && !isUnpaid(order)) return { is: 'paid', receiptId: order.receiptId }
  const isOpen = order === undefined || order.state === 'pending'
  const held = order === undefined ? until : order.holdUntil
  if (isOpen && held !== null && Date.parse(held) > now) return { is: 'held', until: held }
  if (isPaying) return { is: 'with-bank' }
  return { is: 'over', isUncharged: order?.uncharged === true }
}
