// A club of a few people for the journeys of the member area, and how each of them signs in.
import type { Page } from '@playwright/test'
import { addDays, findDay } from '../../../src/domain/day.ts'
import type { ClubFile } from '../../../src/server/clubFile/clubFile.ts'
import { ownDomain } from '../browsers/ownNames.ts'
import type { SignInPlace } from './elsewhere.ts'

const timeZone = 'America/Chicago'
const password = 'Ridge-Road-1958!'

interface Person {
  /** Also the role under which they sign in. */
  ref: string
  fname: string
  lname: string
  /** The ref of the member whose additional login this is. */
  parent?: string
  email_address?: string
  phoneNumbers?: { longCode: string }[]
  settings?: { moderator?: boolean; roster?: boolean; rosterEmail?: boolean; rosterPhone?: boolean }
  tags?: string[]
  avatar?: string
  partner?: string
  city?: string
  state?: string
}

type Club = NonNullable<ClubFile['club']>

/** Each member is paid for another month. `more`: what the club has besides its members. */
export function makeSmallClub(
  slug: string,
  people: readonly Person[],
  portal: NonNullable<Club['portal']>,
  { settings, ...more }: Pick<ClubFile, 'rides' | 'classifieds'> & Pick<Club, 'settings'> = {},
): ClubFile {
  const expiration = addDays(findDay(Date.now(), timeZone), 30)
  return {
    showfield: 1,
    club: {
      slug,
      name: 'Ridge Road Motor Club',
      timeZone,
      portal,
      ...(settings === undefined ? {} : { settings }),
    },
    memberTypes: [{ ref: 'paid', label: 'Individual', price: 45, renewPrice: 40, allowChildren: true }],
    members: people.map((person) => ({
      ...person,
      email_address: toEmail(person),
      type: 'paid',
      expiration,
      password,
    })),
    ...more,
  } as ClubFile
}

/** For `signIn`. */
export function toSignInPlace(slug: string, people: readonly Person[]): SignInPlace {
  return {
    subdomain: slug,
    members: people.map((person) => ({ role: person.ref, email: toEmail(person), password })),
  }
}

/** Before the page opens anything. */
export async function prepare(
  page: Page,
  language: 'en' | 'es',
  viewport: { width: number; height: number },
): Promise<void> {
  await page.setViewportSize(viewport)
  await page.addInitScript((tag) => localStorage.setItem('rcml-lang', tag), language)
}

function toEmail({ ref, lname, email_address }: Person): string {
  return email_address ?? `${ref}.${lname.toLowerCase()}@${ownDomain}`
}
