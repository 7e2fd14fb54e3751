// How often somebody learns from an order that an e-mail address is a member's: no more often than by looking it up (security 2).
import { Failure } from '../../contract/failures.ts'
import type { Services } from '../handler.ts'
import { countTogether } from '../limits.ts'
import { lookupsPerAddress, lookupsPerAddressAndDay } from '../memberLookup.ts'

/** Whether this refusal says that somebody else's address is a member's. */
export function tellsOfMember(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'already-member' || error.code === 'child-membership')
}

/** Like `countTold`, and false instead of throwing. */
export async function mayTell(services: Services, tenantId: number, peer: string): Promise<boolean> {
  try {
    await countTold(services, tenantId, peer)
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'too-many-requests') return false
    throw error
  }
}

/** Counts like a look-up; throws `too-many-requests`. Not within a transaction. */
export async function countTold(services: Services, tenantId: number, peer: string): Promise<void> {
  const target = `${tenantId} ${peer}`
  const targets = [lookupsPerAddress, lookupsPerAddressAndDay].map((limit) => ({ limit, target }))
  await countTogether(services, targets, services.now())
}
