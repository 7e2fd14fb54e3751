// The people of the tests, by name. Each club of `clubs.ts` has one of each.
import type { Member } from '../../../src/domain/member.ts'
import type { Role as OfficerRole } from '../../../src/domain/rights.ts'

export type Role = 'member' | 'moderator' | 'expired' | 'noPassword' | 'parent' | 'child' | 'owner'

export interface Person {
  readonly fname: string
  readonly lname: string
  /** The part before the @ of the club's domain. */
  readonly mailbox: string
  readonly password: string | null
  readonly hasExpired?: true
  /** At the officers' desk. */
  readonly role?: OfficerRole
}

export const people: Readonly<Record<Role, Person>> = {
  member: { fname: 'Ada', lname: 'Quill', mailbox: 'ada.quill', password: 'Corvair-1964!' },
  moderator: {
    fname: 'Moe',
    lname: 'Derby',
    mailbox: 'moe.derby',
    password: 'Packard-1937!',
    role: 'moderator',
  },
  expired: { fname: 'Eli', lname: 'Past', mailbox: 'eli.past', password: 'Edsel-1958!', hasExpired: true },
  noPassword: { fname: 'Nan', lname: 'Newcome', mailbox: 'nan.newcome', password: null },
  parent: { fname: 'Pat', lname: 'Oakes', mailbox: 'pat.oakes', password: 'Nash-1951!!' },
  child: { fname: 'Kit', lname: 'Oakes', mailbox: 'kit.oakes', password: 'Crosley-1949!' },
  owner: { fname: 'Ona', lname: 'Reeve', mailbox: 'ona.reeve', password: 'Hudson-1948!!', role: 'owner' },
}

export const roles = Object.keys(people) as Role[]

/** A seeded person of a club, with what they need to sign in. */
export interface SeededPerson {
  readonly id: number
  readonly email: string
  readonly password: string | null
  readonly fname: Member['fname']
  readonly lname: Member['lname']
}
