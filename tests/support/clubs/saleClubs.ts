// A club that sells at its event: cars in two classes, two kinds of tickets, spaces on a map.
import { addDays } from '../../../src/domain/day.ts'
import type { ClubFile } from '../../../src/server/clubFile/clubFile.ts'
import { ownDomain, toOwnSlug } from '../browsers/ownNames.ts'

export const saleSlug = toOwnSlug('sale')
export const saleZone = 'America/Chicago'
export const saleMember = { email: `nora@${ownDomain}`, password: 'Harvest-Lane-1962!' }

export function makeSaleClub(today: string): ClubFile {
  const opened = `${addDays(today, -20)}T12:00:00Z`
  const closes = `${addDays(today, 10)}T18:00:00Z`
  const sold = (isTest: boolean) => ({
    startDate: addDays(today, 20),
    endDate: addDays(today, 21),
    testMode: isTest,
    registration: true,
    reg_price: 40,
    regMemberDiscount: 5,
    reg_startdate: opened,
    reg_enddate: closes,
    typedMakeAndModel: true,
    ticketLabel: 'Gate passes',
  })
  const tickets = (at: string) => [
    {
      ref: `${at}-pass`,
      description: 'Day pass',
      price: 9,
      limit: 4,
      quantity: 50,
      startdate: opened,
      enddate: closes,
      options: [{ id: 1, label: 'Name on the pass', type: 1 as const, required: false }],
    },
    {
      ref: `${at}-dinner`,
      description: 'Dinner in the barn',
      price: 22.5,
      limit: 4,
      quantity: 50,
      startdate: opened,
      enddate: closes,
    },
  ]
  const classes = (at: string) => [
    { ref: `${at}-c1`, number: 1, description: 'Prewar' },
    { ref: `${at}-c7`, number: 7, description: 'Trucks' },
  ]
  const maps = (at: string) => [
    {
      ref: `${at}-m`,
      label: 'Meadow',
      memberDiscount: 10,
      available: true,
      availableStartdate: opened,
      availableEnddate: closes,
      elements: ['1', '2', '3', '4', '5', '6', '7', '8'].map((num, place) => ({
        ref: `${at}-A${num}`,
        shape: 'box' as const,
        x: 40 + 60 * place,
        y: 40,
        w: 50,
        h: 50,
        row: 'A',
        num,
        cost: 35,
      })),
    },
  ]
  return {
    showfield: 1,
    club: {
      slug: saleSlug,
      name: 'Quarry Lane Motor Club',
      timeZone: saleZone,
      settings: { serviceFee: 1.5 },
    },
    memberTypes: [{ ref: 'one', label: 'Individual', price: 45, renewPrice: 40 }],
    members: [
      {
        ref: 'nora',
        fname: 'Nora',
        lname: 'Ashby',
        email_address: saleMember.email,
        password: saleMember.password,
        type: 'one',
        expiration: addDays(today, 200),
      },
    ],
    events: [
      {
        ref: 'spring',
        name: 'Spring Meet',
        ...sold(false),
        tickets: tickets('spring'),
        classes: classes('spring'),
        maps: maps('spring'),
      },
      {
        ref: 'rehearsal',
        name: 'Rehearsal Meet',
        ...sold(true),
        tickets: tickets('rehearsal'),
        classes: classes('rehearsal'),
        maps: maps('rehearsal'),
      },
    ],
  }
}
