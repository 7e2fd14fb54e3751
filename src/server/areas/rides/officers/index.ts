// `club -- reports rides` and `remove-ride`: what an officer does about a ride that should not be there.
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { clubWay } from '../../../officers/command.ts'
import { number, text } from '../../../officers/options.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import * as acts from './rideActs.ts'

interface Named {
  readonly year: string
  readonly make: string
  readonly model: string
}

const toRideName = ({ year, make, model }: Named) =>
  toVisibleLine([year, make, model].filter((part) => part !== '').join(' '))

export const listRidesOf = clubWay({
  words: { member: text },
  help: 'reports rides MEMBER                    their rides, with numbers; remove-ride RIDE removes one for good',
  async run({ act, print }, given) {
    const { member, rides } = await act(acts.listRides, given)
    for (const ride of rides) {
      const pictures = ride.pictures.length === 0 ? '' : ` (${toCountText(ride.pictures.length, 'picture')})`
      const said = ride.description === '' ? '' : `: ${toVisibleLine(ride.description)}`
      print(`${ride.id}  ${toRideName(ride)}${pictures}${said}\n`)
    }
    print(`${toMemberText(member)} shows ${toCountText(rides.length, 'ride')}.\n`)
  },
})

export const removeRideWay = clubWay({
  words: { ride: number() },
  async run({ act, print }, given) {
    const removed = await act(acts.removeRide, given)
    print(`${given.ride}, ${toRideName(removed)}, is removed for good.\n`)
  },
})
