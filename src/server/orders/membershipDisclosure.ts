// How often somebody learns from an order that an e-mail address is a member's: no more often than by looking it up (rules/security 2.4).
import { Failure } from '../../contract/failures.ts'
import { isJoiningFault } from '../../domain/membership.ts'
import { countTold, hasLookupsLeft } from '../auth/memberLookup.ts'
import type { Context } from '../dispatch/handler.ts'
import type { OrderRequest } from './quote.ts'

/**
 * Past the limits the order is taken as anybody's, and what cannot be delivered of it goes back when it is paid:
 * so the answer is the same for all, and nobody who buys has to wait.
 */
export async function withDiscretion<T>(
  context: Context<'create_member' | 'create_payment_intent'>,
  order: OrderRequest | undefined,
  work: (isDiscreet: boolean) => Promise<T>,
): Promise<T> {
  const email = findEmail(order)
  if (email === undefined) return work(false)
  if (!(await hasLookupsLeft(context, email))) return work(true)
  try {
    return await work(false)
  } catch (error) {
    // of many at once all begin below the limits
    if (tellsOfMember(error) && !(await countTold(context, email))) return work(true)
    throw error
  }
}

/** Who renews has looked the membership up, or is signed in to it. */
function findEmail(order: OrderRequest | undefined): string | undefined {
  if (order?.kind !== 'membership') return undefined
  const { payload } = order
  const email =
    typeof payload === 'object' && payload !== null && 'email_address' in payload
      ? payload.email_address
      : undefined
  return typeof email === 'string' ? email : undefined
}

function tellsOfMember(error: unknown): boolean {
  return error instanceof Failure && isJoiningFault(error.code)
}
