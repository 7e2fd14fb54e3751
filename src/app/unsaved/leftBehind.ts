// What a member has begun on this device and nobody else has: their cart, their orders, and what they have written and not
// sent.
// Whoever signs out or closes their account is asked about it, and then it is deleted.
import { toMemberFormDraftPrefix, toPostDraftPrefix, toPurchasePrefix } from '../../offline/drafts.ts'
import { openOutbox } from '../call/outboxStore.ts'
import { lastingStorage, toCartName } from '../session/deviceStorage.ts'
import type { Session } from '../session/session.ts'

export interface LeftBehind {
  readonly cart: number
  /** Whatever is filled in and then sent or paid: registrations, tickets, renewals, gifts, shifts. */
  readonly orders: number
  readonly posts: number
  readonly rides: number
  readonly listings: number
}

const nothing: LeftBehind = { cart: 0, orders: 0, posts: 0, rides: 0, listings: 0 }

export function isAnythingLeft(left: LeftBehind): boolean {
  return Object.values(left).some((count) => count > 0)
}

/** Nothing where the device does not answer: then there is nothing that could be shown either. */
export async function findLeftBehind(session: Session, memberId: number): Promise<LeftBehind> {
  try {
    const { drafts } = openOutbox(session)
    const counts = toPrefixes(session, memberId).map(async (prefix) => (await drafts.listIds(prefix)).length)
    const [orders = 0, posts = 0, rides = 0, listings = 0] = await Promise.all(counts)
    return { cart: countCart(session, memberId), orders, posts, rides, listings }
  } catch {
    return { ...nothing, cart: countCart(session, memberId) }
  }
}

export async function wipeLeftBehind(session: Session, memberId: number): Promise<void> {
  lastingStorage.remove(toCartName(session.slug, memberId))
  const { drafts } = openOutbox(session)
  await Promise.all(toPrefixes(session, memberId).map((prefix) => drafts.forgetAll(prefix)))
}

function toPrefixes({ slug }: Session, memberId: number): string[] {
  const owner = { club: slug, memberId }
  return [
    toPurchasePrefix(slug, memberId),
    toPostDraftPrefix(slug, memberId),
    toMemberFormDraftPrefix('ride', owner),
    toMemberFormDraftPrefix('listing', owner),
  ]
}

export function countCart({ slug }: Session, memberId: number): number {
  try {
    const cart: unknown = JSON.parse(lastingStorage.find(toCartName(slug, memberId)) ?? '[]')
    return Array.isArray(cart) ? cart.length : 0
  } catch {
    return 0 // somebody has changed it by hand
  }
}
