// `club -- reports rides` and `remove-ride`: what an officer does about a ride that should not be there.
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { clubActWay } from '../../../officers/command.ts'
import { number, text } from '../../../officers/options.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import type { StoredRide } from '../db.ts'
import * as acts from './rideActs.ts'

const toRideName = ({ year, make, model }: Pick<StoredRide, 'year' | 'make' | 'model'>) =>
  toVisibleLine([year, make, model].filter((part) => part !== '').join(' '))

export const listRidesOf = clubActWay({
  words: { member: text },
  help: 'reports rides MEMBER                    their rides, with numbers; remove-ride RIDE removes one for good',
  act: acts.listRidesOfMember,
  says({ member, rides }) {
    const lines = rides.map((ride) => {
      const pictures = ride.pictures.length === 0 ? '' : ` (${toCountText(ride.pictures.length, 'picture')})`
      const said = ride.description === '' ? '' : `: ${toVisibleLine(ride.description)}`
      return `${ride.id}  ${toRideName(ride)}${pictures}${said}\n`
    })
    return `${lines.join('')}${toMemberText(member)} shows ${toCountText(rides.length, 'ride')}.`
  },
})

export const removeRideWay = clubActWay({
  words: { ride: number() },
  act: acts.removeRide,
  says: (removed, { ride }) => `${ride}, ${toRideName(removed)}, is removed for good.`,
})
