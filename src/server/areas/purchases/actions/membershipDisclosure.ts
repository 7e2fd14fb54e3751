// How often orders may reveal a member's e-mail address: no more often than look-ups (rules/security 2.4).
import { Failure } from '../../../../contract/failures.ts'
import { isJoiningFault } from '../../../../domain/membership.ts'
import { countDisclosure, hasLookupsLeft } from '../../../auth/emailLookups.ts'
import type { Context } from '../../../dispatch/handler.ts'
import type { OrderRequest } from '../../../order/quote.ts'

/**
 * Past the limits the order is accepted as if the address were unknown, and what cannot be delivered is
 * refunded after payment. So the answer is the same for all, and no buyer has to wait.
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
    // of many simultaneous calls, all begin below the limits
    if (disclosesMember(error) && !(await countDisclosure(context, email))) return work(true)
    throw error
  }
}

/** Only for new memberships. To renew, people have looked the membership up or signed in to it already. */
function findEmail(order: OrderRequest | undefined): string | undefined {
  if (order?.kind !== 'membership') return undefined
  const { payload } = order
  const email =
    typeof payload === 'object' && payload !== null && 'email_address' in payload
      ? payload.email_address
      : undefined
  return typeof email === 'string' ? email : undefined
}

function disclosesMember(error: unknown): boolean {
  return error instanceof Failure && isJoiningFault(error.code)
}
