// The orders that somebody has begun to pay on this phone. Their forms need not be open: what became of them is asked
// here too, and what they have brought is saved.
import { toPurchasePrefix } from '../../offline/drafts.ts'
import type { DraftRecord } from '../../offline/outboxRecords.ts'
import { openOutbox } from '../call/outboxStore.ts'
import type { Session } from '../session/session.ts'
import type { StartedOrder } from '../wizard/draft/draftStore.ts'
import { findOrder, isUnpaid, type OrderView } from '../wizard/order/orderState.ts'

type BegunOrder = Pick<StartedOrder, 'key' | 'receiptId'>

/** Whether the end of any of them is still unknown. Never rejects: who saves nothing has begun none. */
export async function askBegunOrders(session: Session): Promise<boolean> {
  try {
    const answers = await Promise.all((await listBegun(session)).map((order) => askOrder(session, order)))
    return answers.includes('unknown')
  } catch {
    return false
  }
}

async function listBegun(session: Session): Promise<BegunOrder[]> {
  const { drafts } = openOutbox(session)
  const { member, lapsedMember } = session.getState()
  const owners = new Set([0, (member ?? lapsedMember)?.id ?? 0])
  const found = await Promise.all([...owners].map((id) => drafts.list(toPurchasePrefix(session.slug, id))))
  return found.flat().flatMap(toBegun)
}

/** What was only sent, or refused before it was placed, took no money. */
function toBegun({ value }: DraftRecord): BegunOrder[] {
  const { order } = (value ?? {}) as { order?: StartedOrder }
  if (order === undefined || order.answer !== undefined) return []
  const wasPlaced = order.receiptId !== undefined || (order.payUntil ?? 0) > 0
  return [...(wasPlaced ? [order] : []), ...(order.replaces === undefined ? [] : [order.replaces])]
}

async function askOrder(session: Session, { key, receiptId }: BegunOrder): Promise<'known' | 'unknown'> {
  const order = await findOrder(session, key, receiptId)
  if (order === 'missing') return 'known'
  if (order === 'unknown' || isUndecided(order)) return 'unknown'
  if (!isUnpaid(order)) await keep(session, key, order)
  return 'known'
}

/** The card may have been charged, or what was paid for is still being made. */
function isUndecided({ state, paid, uncharged }: OrderView): boolean {
  return state === 'pending' && (paid || !uncharged)
}

async function keep(session: Session, key: string, order: OrderView): Promise<void> {
  try {
    const { saveOrder } = await import('./passStore.ts')
    await saveOrder(session, key, order)
  } catch {
    return // a phone that saves nothing: the mail with the receipt has the codes
  }
}
