// What the end of a hold means for the payer. The server decides, not the clock.
import { isUnpaid, type OrderView } from '../order/orderState.ts'

export type HoldStatus =
  /** Still held, perhaps for longer than before. */
  | {
      is: 'held'
      until: string
      /** Of the last of something: from then on it gives way to the next buyer. */
      sureUntil?: string | undefined
    }
  /** Its time is over, but the bank is still checking. Within a minute the server extends it or ends it. */
  | { is: 'with-bank' }
  | { is: 'paid'; receiptId: number }
  /** `isUncharged` only if the provider has just said so. `gaveWay`: somebody else wanted the last of it. */
  | { is: 'over'; isUncharged: boolean; gaveWay: boolean }

export interface HoldFacts {
  /** The end that was known before, an ISO instant. */
  until: string
  sureUntil?: string | undefined
  /** Undefined if the server did not answer. */
  order: OrderView | undefined
  /** Whether the card is being charged now. */
  isPaying: boolean
  /** Epoch milliseconds by the server's clock. */
  now: number
}

export function judgeHold({ until, sureUntil, order, isPaying, now }: HoldFacts): HoldStatus {
  if (order !== undefined && !isUnpaid(order)) return { is: 'paid', receiptId: order.receiptId }
  const isOpen = order === undefined || order.state === 'pending'
  const held = order === undefined ? until : order.holdUntil
  if (isOpen && held !== null && Date.parse(held) > now) {
    const sure = order === undefined ? sureUntil : order.sureUntil
    return { is: 'held', until: held, ...(sure === undefined ? {} : { sureUntil: sure }) }
  }
  if (isPaying) return { is: 'with-bank' }
  return { is: 'over', isUncharged: order?.uncharged === true, gaveWay: order?.gaveWay === true }
}
