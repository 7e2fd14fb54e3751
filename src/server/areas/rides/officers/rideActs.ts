// What officers do about rides that should not be there.
import { addToTrail } from '../../../community/db/moderation.ts'
import type { Tx } from '../../../db/open.ts'
import { chooseMember } from '../../../member/officers/memberChoice.ts'
import { type ActContext, fail } from '../../../officers/act.ts'
import { deleteRide, listOwnRides } from '../db.ts'

export async function listRidesOfMember(tx: Tx, _context: ActContext, { member: typed }: { member: string }) {
  const member = await chooseMember(tx, typed)
  return { member, rides: await listOwnRides(tx, member.id) }
}

/** For good. */
export async function removeRide(tx: Tx, context: ActContext, { ride: rideId }: { ride: number }) {
  const ride = (await deleteRide(tx, rideId)) ?? fail('not-found', { thing: 'ride', typed: rideId })
  const { memberId, ...texts } = ride
  const byOfficer = { actorId: null, at: new Date(context.now) }
  await addToTrail(tx, { ...byOfficer, change: 'delete', memberId, before: { ride: texts } })
  return ride
}
