// A club file whose every text tries to do harm, what members write and what officers write alike.
import { addDays, toInstant } from '../../../src/domain/day.ts'
import { lengths } from '../../../src/domain/shapes/fileValues.ts'
import { foldTopic } from '../../../src/domain/shapes/topicName.ts'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { toOwnSlug } from '../browsers/ownNames.ts'
import { fill, listFills } from './hostileTexts.ts'

export const hostileSlug = toOwnSlug('hostile')
const timeZone = 'America/Chicago'
const password = 'Bobby-Tables-1979!'

/** Records of each kind: so many that each text is in each of their fields that it fits in. */
const most = Math.max(
  listFills(lengths.label).length,
  listFills(lengths.classified.label).length,
  listFills(lengths.ride.make).length,
)
/** On the first page of the feed. */
const posts = 24
const ofOwn = 12

/** In other letters it is the same topic. */
const topics = [...new Map(listFills(lengths.topic).map((topic) => [foldTopic(topic), topic])).values()]

const each = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

/** The one who signs in, the moderator, and many others. */
export const signers = {
  member: { ref: 'm0', email: 'mallory@hostile.example', password },
  moderator: { ref: 'm1', email: 'mo@hostile.example', password },
} as const

export function makeHostileClub(today: string) {
  const opened = new Date(toInstant(addDays(today, -5), '09:00', timeZone)).toISOString()
  const closes = new Date(toInstant(addDays(today, 20), '09:00', timeZone)).toISOString()
  const at = (minute: number) => new Date(Date.parse(opened) + minute * 60_000).toISOString()
  return {
    showfield: 1 as const,
    club: {
      slug: hostileSlug,
      name: fill(lengths.label, 1),
      timeZone,
      settings: { alternateId: true, alternateIdLabel: fill(lengths.label, 2), serviceFee: 1 },
      portal: { joinLink: true, donateTab: true },
    },
    memberTypes: each(listFills(lengths.label).length, (n) => ({
      ref: `t${n}`,
      label: fill(lengths.label, n),
      description: fill(lengths.prose, n),
      price: 45,
      renewPrice: 40,
    })),
    members: each(most, (n) => ({
      ref: `m${n}`,
      email_address: `${findAddress(n)}@hostile.example`,
      fname: fill(lengths.member.name, n),
      lname: fill(lengths.member.name, n + 1),
      partner: fill(lengths.member.name, n + 2),
      address: fill(lengths.member.address, n),
      city: fill(lengths.member.city, n + 3),
      state: fill(lengths.member.state, n),
      zip: fill(lengths.member.zip, n),
      country: fill(lengths.member.country, n + 4),
      altMemberId: fill(lengths.member.altMemberId, n + 5),
      phoneNumbers: [{ longCode: '6145550177' }],
      tags: [fill(64, n), fill(64, n + 6)],
      type: `t${n % listFills(lengths.label).length}`,
      expiration: addDays(today, 200),
      memberSince: '2014-05-02',
      ...(n < 2 ? { password } : {}),
      settings: {
        moderator: n === 1,
        roster: true,
        rosterPartner: true,
        rosterLocale: true,
        rosterEmail: true,
        rosterPhone: true,
      },
    })),
    rides: each(most, (n) => ({
      ref: `r${n}`,
      member: `m${n < ofOwn ? 0 : n}`,
      year: fill(lengths.ride.year, n),
      make: fill(lengths.ride.make, n),
      model: fill(lengths.ride.model, n + 1),
      engine: fill(lengths.ride.engine, n),
      trim: fill(lengths.ride.trim, n + 2),
      description: fill(lengths.ride.story, n),
      created: at(n),
    })),
    topics: topics.map((topic, n) => ({ ref: `p${n}`, topic })),
    posts: each(posts, (n) => ({
      ref: `q${n}`,
      member: `m${n + 2}`,
      topic: `p${n}`,
      message: fill(lengths.post, n),
      created: at(n),
      comments:
        n === 0
          ? each(most, (c) => ({ ref: `c${c}`, member: `m${c}`, message: fill(64, c), created: at(30 + c) }))
          : [],
    })),
    classifieds: each(most, (n) => ({
      ref: `s${n}`,
      member: `m${n}`,
      label: fill(lengths.classified.label, n),
      price: n,
      description: fill(lengths.classified.description, n),
      created: at(n),
    })),
    events: [
      {
        ref: 'show',
        name: fill(lengths.label, 3),
        description: fill(lengths.prose, 0),
        place: fill(lengths.label, 4),
        startDate: addDays(today, 1),
        endDate: addDays(today, 2),
        testMode: true,
        registration: true,
        reg_price: 10,
        reg_startdate: opened,
        reg_enddate: closes,
        participantMessage: fill(lengths.prose, 0),
        ticketLabel: fill(lengths.label, 5),
        ticketMessage: fill(lengths.prose, 0),
        vendorMessage: fill(lengths.prose, 0),
        workerMessage: fill(lengths.prose, 0),
        viewerNotes: fill(lengths.prose, 0),
        agreement: fill(lengths.prose, 0),
        preEventLine1: fill(lengths.label, 6),
        preEventLine2: fill(lengths.label, 7),
        classes: each(3, (n) => ({ ref: `k${n}`, number: n + 1, description: fill(lengths.label, n) })),
        entries: each(most, (n) => ({
          ref: `e${n}`,
          number: `${(n % 3) + 1}${String(n).padStart(2, '0')}`,
          carClass: (n % 3) + 1,
          year: fill(lengths.vehicle.year, n),
          make: fill(lengths.vehicle.make, n),
          model: fill(lengths.vehicle.model, n),
          fname: fill(lengths.entrant.name, n),
          lname: fill(lengths.entrant.name, n + 1),
        })),
        vendors: each(most, (n) => ({
          ref: `v${n}`,
          name: fill(lengths.vendor.name, n),
          goods: fill(lengths.vendor.goods, n),
        })),
        maps: [
          {
            ref: 'map',
            label: fill(lengths.label, 8),
            available: true,
            availableStartdate: opened,
            availableEnddate: closes,
            elements: each(most, (n) => ({
              ref: `x${n}`,
              shape: 'box' as const,
              x: (n % 10) * 60,
              y: Math.floor(n / 10) * 60,
              w: 50,
              h: 50,
              row: fill(8, n),
              num: `${n}`,
              notes: fill(lengths.prose, n),
            })),
            reservations: each(most, (n) => ({ ref: `z${n}`, element: `x${n}`, vendor: `v${n}` })),
          },
        ],
        schedule: [
          {
            date: addDays(today, 1),
            label: fill(lengths.label, 9),
            entries: each(listFills(lengths.label).length, (n) => ({
              id: `d${n}`,
              startTime: '10:00',
              endTime: '',
              label: fill(lengths.label, n),
              description: fill(lengths.prose, n),
              place: fill(lengths.label, n + 1),
            })),
          },
        ],
      },
    ],
  } satisfies ClubFile
}

/** Where blanks and @ would end an address. */
function findAddress(n: number): string {
  const signer = Object.values(signers).find(({ ref }) => ref === `m${n}`)
  return signer?.email.split('@')[0] ?? `${fill(64, n).replace(/[\s@]/g, '')}.${n}`
}
