// `club -- reports rides` and `remove-ride`: what an officer does about a ride that should not be there.
import { addToTrail } from '../../community/db/moderation.ts'
import { chooseMember, toMemberText } from '../../member/officers/memberChoice.ts'
import { type ClubCommandContext, CommandRefused, parseNumber } from '../../officers/command.ts'
import type { WordWay } from '../../officers/ways.ts'
import { toCountText, toVisibleLine } from '../../officers/words.ts'
import { deleteRide, listOwnRides } from './db/ride.ts'

interface Named {
  readonly year: string
  readonly make: string
  readonly model: string
}

const toRideName = ({ year, make, model }: Named) =>
  toVisibleLine([year, make, model].filter((part) => part !== '').join(' '))

async function listRidesOf({ services, tenant, moreWords, print }: ClubCommandContext): Promise<number> {
  const { who, rides } = await services.database.inTenant(tenant.id, async (tx) => {
    const member = await chooseMember(tx, moreWords[0] ?? '')
    return { who: toMemberText(member), rides: await listOwnRides(tx, member.id) }
  })
  for (const ride of rides) {
    const pictures = ride.pictures.length === 0 ? '' : ` (${toCountText(ride.pictures.length, 'picture')})`
    const said = ride.description === '' ? '' : `: ${toVisibleLine(ride.description)}`
    print(`${ride.id}  ${toRideName(ride)}${pictures}${said}\n`)
  }
  print(`${who} shows ${toCountText(rides.length, 'ride')}.\n`)
  return 0
}

async function removeRide({ services, tenant, moreWords, print }: ClubCommandContext): Promise<number> {
  const rideId = parseNumber(moreWords[0] ?? '', 'RIDE')
  const at = new Date(services.now())
  const removed = await services.database.inTenant(tenant.id, async (tx) => {
    const ride = await deleteRide(tx, rideId)
    if (ride === undefined) {
      throw new CommandRefused(`The club has no ride ${rideId}. Nothing was changed.`)
    }
    const { memberId, ...texts } = ride
    await addToTrail(tx, {
      actorId: null,
      at,
      change: 'delete',
      memberId,
      before: { ride: texts },
    })
    return ride
  })
  print(`${rideId}, ${toRideName(removed)}, is removed for good.\n`)
  return 0
}

export const rideWays: Readonly<Record<string, WordWay>> = {
  rides: { words: ['MEMBER'], allowed: [], run: listRidesOf },
  'remove-ride': { words: ['RIDE'], allowed: [], run: removeRide },
}
