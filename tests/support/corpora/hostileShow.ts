// A club that sells and judges, and whose every text tries to do harm: what officers write around the forms.
import { addDays, toInstant } from '../../../src/domain/day.ts'
import { lengths } from '../../../src/domain/shapes/fileValues.ts'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { toOwnSecret, toOwnSlug } from '../browsers/ownNames.ts'
import { fill, listFills } from './hostileTexts.ts'

export const showSlug = toOwnSlug('hostile-show')
const timeZone = 'America/Chicago'
export const showMember = { email: 'bobby@hostile.example', password: 'Bobby-Tables-1979!' }
/** Renews as a visitor. */
export const renewer = 'rita@hostile.example'

export const ofLabel = listFills(lengths.label)
/** A list that commas part, as long as one may be. */
export const gifts = listFills(lengths.option)
  .filter((text) => !text.includes(','))
  .slice(0, 15)
export const voterId = toOwnSecret('3f1d2c4b-5a69-4788-96a5-b4c3d2e1f001')
export const judge = { id: 'J1', name: fill(lengths.label, 3) }

const each = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

const person = (at: number) => ({
  fname: fill(lengths.member.name, at),
  lname: fill(lengths.member.name, at + 1),
  partner: fill(lengths.member.name, at + 2),
  address: fill(lengths.member.address, at),
  city: fill(lengths.member.city, at + 3),
  state: fill(lengths.member.state, at),
  zip: fill(lengths.member.zip, at),
  phoneNumbers: [{ longCode: '6145550177' }],
  type: 't0',
})

/** An event that sells everything: for nothing in test mode, and with a ballot; or for money, and with judges. */
function makeEvent(ref: string, kind: 'ballot' | 'judging', today: string) {
  const opened = new Date(toInstant(addDays(today, -5), '09:00', timeZone)).toISOString()
  const closes = new Date(toInstant(addDays(today, 20), '09:00', timeZone)).toISOString()
  const window = { startdate: opened, enddate: closes }
  const options = (count: number, first: number) =>
    each(count, (at) => ({
      id: at + 1,
      label: fill(lengths.label, first + at),
      subLabel: fill(lengths.label, first + at + 1),
      type: 1 as const,
    }))
  const choice = (id: number) => ({
    id,
    label: fill(lengths.label, id),
    type: 2 as const,
    choices: ofLabel.map((label, at) => ({ id: at + 1, label })),
  })
  return {
    ref,
    name: fill(lengths.label, kind === 'ballot' ? 3 : 4),
    description: fill(lengths.prose, 0),
    place: fill(lengths.label, 5),
    // sheets are taken on the days of the show
    startDate: kind === 'ballot' ? addDays(today, 1) : today,
    endDate: addDays(today, 2),
    testMode: kind === 'ballot',
    typedMakeAndModel: kind === 'judging',
    agreement: fill(lengths.prose, 0),
    registration: true,
    reg_price: 20,
    reg_startdate: opened,
    reg_enddate: closes,
    participantMessage: fill(lengths.prose, 0),
    registrationOptions: [...options(8, 0), choice(9)],
    ticketLabel: fill(lengths.label, 6),
    ticketMessage: fill(lengths.prose, 0),
    vendorMessage: fill(lengths.prose, 0),
    workerMessage: fill(lengths.prose, 0),
    preEventLine1: fill(lengths.label, 7),
    preEventLine2: fill(lengths.label, 8),
    tickets: ofLabel.map((description, at) => ({
      ref: `${ref}-t${at}`,
      description,
      price: 5,
      limit: 40,
      quantity: 400,
      info: fill(lengths.prose, 0),
      options: at === 0 ? [...options(3, 10), choice(4)] : [],
      ...window,
    })),
    classes: ofLabel.map((description, at) => ({ ref: `${ref}-k${at}`, number: at + 1, description })),
    entries: each(listFills(lengths.vehicle.model).length, (at) => ({
      ref: `${ref}-e${at}`,
      number: `9${String(at).padStart(2, '0')}`,
      // no other class begins with its number
      carClass: 9,
      year: fill(lengths.vehicle.year, at),
      make: fill(lengths.vehicle.make, at),
      model: fill(lengths.vehicle.model, at),
      fname: fill(lengths.entrant.name, at),
      lname: fill(lengths.entrant.name, at + 1),
    })),
    maps: each(2, (map) => ({
      ref: `${ref}-m${map}`,
      label: fill(lengths.label, 9 + map),
      available: true,
      availableStartdate: opened,
      availableEnddate: closes,
      elements: each(30, (at) => ({
        ref: `${ref}-x${map}-${at}`,
        shape: 'box' as const,
        x: (at % 10) * 60,
        y: Math.floor(at / 10) * 60,
        w: 50,
        h: 50,
        row: fill(8, at),
        num: `${map}${at}`,
        notes: fill(lengths.prose, 0),
        cost: 7,
      })),
    })),
    workerSignup: true,
    workerStartDate: opened,
    workerEndDate: closes,
    workerChoices: gifts.join(','),
    shiftSchedules: ofLabel.map((name, at) => ({
      ref: `${ref}-s${at}`,
      name,
      instructions: fill(lengths.prose, 0),
      shifts: [
        {
          ref: `${ref}-h${at}`,
          shiftDate: addDays(today, 1),
          start: at % 24,
          duration: 0.5,
          startMinute: at < 24 ? 0 : 30,
          capacity: 9,
        },
      ],
    })),
    voting: kind === 'ballot' ? (1 as const) : (2 as const),
    votingStart: opened,
    votingEnd: closes,
    ...(kind === 'ballot'
      ? { voters: [{ ref: `${ref}-w0`, uuid: voterId }] }
      : {
          judgingForms: ofLabel.map((title, form) => ({
            ref: `${ref}-f${form}`,
            title,
            criteria: each(form === 0 ? ofLabel.length : 1, (at) => ({
              ref: `${ref}-f${form}-c${at}`,
              title: fill(lengths.label, at),
              minScore: 0,
              maxScore: 9,
            })),
          })),
        }),
  }
}

export function makeHostileShow(today: string) {
  return {
    showfield: 1 as const,
    club: {
      slug: showSlug,
      name: fill(lengths.label, 1),
      timeZone,
      settings: { serviceFee: 1, maxRenewYears: 3 },
      portal: { joinLink: true, donateTab: true, storeTab: true },
    },
    memberTypes: [
      {
        ref: 't0',
        label: fill(lengths.label, 11),
        description: fill(lengths.prose, 0),
        price: 45,
        renewPrice: 40,
        allowChildren: true,
      },
      { ref: 't1', label: fill(lengths.label, 12), price: 0, renewPrice: 0 },
    ],
    members: [
      {
        ref: 'm0',
        email_address: showMember.email,
        password: showMember.password,
        ...person(0),
        expiration: addDays(today, 200),
      },
      { ref: 'm1', email_address: renewer, ...person(9), expiration: addDays(today, 30) },
    ],
    makes: listFills(lengths.vehicle.make).map((label, at) => ({
      ref: `b${at}`,
      label,
      models:
        at === 0 ? listFills(lengths.vehicle.model).map((model, n) => ({ ref: `d${n}`, label: model })) : [],
    })),
    products: ofLabel.map((name, at) => ({
      ref: `p${at}`,
      name,
      description: fill(lengths.prose, 0),
      inventories: each(2, (size) => ({
        ref: `p${at}-${size}`,
        name: fill(lengths.label, at + size),
        price: 9,
        quantity: 9,
      })),
    })),
    events: [makeEvent('fair', 'ballot', today), makeEvent('judged', 'judging', today)],
  } satisfies ClubFile
}
