// Clubs for browser tests of the portal: one whose event has everything open, and one with nothing at all.
import { addDays } from '../../../src/domain/day.ts'
import { defineWorld, today } from './world.ts'

/** The day on which "Every Door Meet" closes. */
export const closing = addDays(today, 10)

export const { doors, bare } = defineWorld({
  clubs: {
    doors: {
      name: 'Doors Motor Club',
      serviceFee: 1.5,
      portal: { joinLink: false, donateTab: false },
      events: {
        'Every Door Meet': {
          description: 'All doors stand open.',
          place: 'North meadow',
          testMode: true,
          carPrice: 1025.5,
          regMemberDiscount: 7.5,
          participantMessage: 'Enter your car before {end_date}.',
          ticketLabel: 'Day passes',
          ticketMessage: '{ticket_label} are cheaper here.',
          tickets: { 'Day pass': 9 },
          vendorMessage: 'Sell what you like.',
          maps: { Meadow: { spaces: [{ x: 20, y: 20, w: 40, h: 40, row: 'A', num: '1' }] } },
          workerMessage: 'Lend a hand until {end_date}.',
          shifts: { Gate: { shifts: [{ day: 20, at: 8, hours: 2, places: 3 }] } },
          preEventLine1: 'Nobody reads this while doors are open.',
        },
        'Shut Door Meet': {
          days: [40, 40],
          preEventLine1: 'Entries open in spring.',
          preEventLine2: 'Watch this page.',
        },
      },
    },
    // one long word that no line can hold
    bare: { name: 'Oldtimerinteressengemeinschaft Westmorelandfairgrounds' },
  },
})
