// The device's tickets and cars, renewed from the club: what it says of the member, and of each saved order's link.
import type { Accepted } from '../../contract/caller.ts'
import { Failure } from '../../contract/failures.ts'
import { isOver } from '../../domain/event.ts'
import { Passes, type PassReader, type SavedPasses } from '../../offline/passes/passes.ts'
import type { Session } from '../session/session.ts'
import { markPasses } from './passesMark.ts'

export const passes = new Passes()

type Order = Accepted<'get_order'>['order']

/** Who reads here now. Whose sign-in has ended reads theirs until they leave or another signs in. */
export function findReader(session: Session): PassReader {
  const { member, lapsedMember, otherMember } = session.getState()
  const memberId = (member ?? (otherMember === undefined ? lapsedMember : undefined))?.id ?? 0
  return { club: session.slug ?? '', memberId }
}

/** After each change of what is there. */
async function noteWhatIsThere(session: Session): Promise<void> {
  const { saved } = await passes.read(findReader(session))
  markPasses(session.slug, saved.length > 0)
}

/** Saves what the order's link shows. Once nothing of the order is for an event any more, it is removed. */
export async function saveOrder(
  session: Session,
  orderKey: string,
  order: Order,
  how?: 'renew',
): Promise<void> {
  const { event, passes: bought = [], receiptId, lines } = order
  const reader = findReader(session)
  if (event !== undefined && bought.length > 0) {
    const savedAt = session.now()
    await passes.saveOrder(reader, { event, passes: bought, orderKey, receiptId, savedAt }, how)
  } else {
    const known = await passes.findOrder(reader, orderKey)
    // an older server names no passes, and of an event that is a draft again nothing is said
    const isStanding = lines.some(({ state, eventId }) => state === 'delivered' && eventId !== undefined)
    if (known === undefined || isStanding) return
    await passes.remove([known.key])
  }
  await noteWhatIsThere(session)
}

/** Throws if the club cannot be asked. Nothing is asked for a visitor who has nothing here. */
export async function renewPasses(session: Session): Promise<void> {
  const reader = findReader(session)
  const isReader = () => findReader(session).memberId === reader.memberId
  if (session.getState().member !== undefined) {
    const { events } = await session.caller.call('get_my_orders', {})
    // another may have signed in meanwhile
    if (!isReader()) return
    await passes.saveMember(reader, events, session.now())
  }
  const { saved } = await passes.read(reader)
  for (const { orderKey, event } of saved) {
    if (orderKey === undefined || isOver(event, session.now())) continue
    try {
      const { order } = await session.caller.call('get_order', { orderKey })
      if (!isReader()) return
      await saveOrder(session, orderKey, order, 'renew')
    } catch (error) {
      // the club knows it no more, and what the person has in hand is no reason to take it from them
      if (!(error instanceof Failure) || error.code !== 'order-not-found') throw error
    }
  }
  await noteWhatIsThere(session)
}

/** In the background: a member's come before they stand at the gate, and what is long over goes. */
export async function keepPasses(session: Session): Promise<void> {
  try {
    await noteWhatIsThere(session)
    if (session.getState().member !== undefined) await renewPasses(session)
    // a clock that is wrong deletes nothing
    await session.untilHeard()
    await passes.forgetOver(session.findEarliestNow())
    await noteWhatIsThere(session)
  } catch {
    return // without a connection, or where nothing can be saved: the screen says so when it is opened
  }
}

/** At the sign-out. Gives what a member might want to have here all the same: of events that are not over. */
export async function takeOut(session: Session, memberId: number): Promise<SavedPasses[]> {
  try {
    const taken = await passes.takeOut({ club: session.slug ?? '', memberId })
    await noteWhatIsThere(session)
    return taken.filter(({ event }) => !isOver(event, session.now()))
  } catch {
    return [] // what could not be saved cannot be left
  }
}

export async function keepForAll(session: Session, taken: readonly SavedPasses[]): Promise<void> {
  await passes.keepForAll(taken)
  await noteWhatIsThere(session)
}

export async function removePasses(session: Session, keys: readonly string[]): Promise<void> {
  await passes.remove(keys)
  await noteWhatIsThere(session)
}
