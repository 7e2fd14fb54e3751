// Joining and renewing: how long a membership lasts, when it may be renewed, and what a person enters.
import { addYears, countDays, toDayOf } from './day.ts'
import { isExpired, type MemberType } from './member.ts'

/** What decides when a membership of a type ends. */
export type RenewalRule = Pick<MemberType, 'anniversaryRenewal' | 'anniversaryDate'>

/**
 * The expiration of somebody who joins `today`, a day in the club's zone: so many years later, or, where all
 * memberships of the type end together, on that day's next return after today and whole years after it.
 */
export function findNewExpiration(rule: RenewalRule, today: string, years: number): string {
  if (!rule.anniversaryRenewal || rule.anniversaryDate === '') return addYears(today, years)
  const thisYear = Number(today.slice(0, 4))
  const hasPassed = toDayOf(thisYear, rule.anniversaryDate) <= today
  return toDayOf(thisYear + (hasPassed ? 1 : 0) + years - 1, rule.anniversaryDate)
}

// renewal adds whole years to the expiration
export function findRenewedExpiration(expiration: string, years: number): string {
  return addYears(expiration, years)
}

/** What of a club's settings decides about renewals. */
export interface RenewalSettings {
  /** Days before the expiration from which renewal is possible; 0 is any time. */
  readonly maxRenewDays: number
  readonly maxRenewYears: number
}

/** Negative once it may be renewed; `today` is a day in the club's zone. */
// days until renewal
export function findDaysUntilRenewal(
  expiration: string,
  { maxRenewDays }: Pick<RenewalSettings, 'maxRenewDays'>,
  today: string,
): number {
  return maxRenewDays > 0 ? countDays(today, expiration) - maxRenewDays : 0
}

// years choices 1..maxRenewYears; one year can always be bought
export function listYearsChoices({ maxRenewYears }: Pick<RenewalSettings, 'maxRenewYears'>): number[] {
  return Array.from({ length: Math.max(1, maxRenewYears) }, (_, index) => index + 1)
}

export function isYearsChoice(years: number, settings: Pick<RenewalSettings, 'maxRenewYears'>): boolean {
  return listYearsChoices(settings).includes(years)
}

/** Why a membership cannot be renewed now. */
export type RenewalFault = 'child-membership' | 'no-type' | 'too-early'

/** Renewal. `type` is 0 for a member without one, who has no price to renew at. */
export function findRenewalFault(
  member: { readonly parentId: number; readonly type: number; readonly expiration: string },
  settings: Pick<RenewalSettings, 'maxRenewDays'>,
  today: string,
): RenewalFault | undefined {
  if (member.parentId > 0) return 'child-membership'
  if (member.type === 0) return 'no-type'
  return findDaysUntilRenewal(member.expiration, settings, today) > 0 ? 'too-early' : undefined
}

export function canRenew(...asked: Parameters<typeof findRenewalFault>): boolean {
  return findRenewalFault(...asked) === undefined
}

const joiningFaults = ['child-membership', 'already-member', 'renewal-too-early'] as const
/** Why an address that has a membership already cannot join with a type. */
export type JoiningFault = (typeof joiningFaults)[number]

export function isJoiningFault(code: string): code is JoiningFault {
  return (joiningFaults as readonly string[]).includes(code)
}

/**
 * What is paid is the price of the wanted type: it buys no time of another one, which may cost more. Where nothing is
 * paid, nobody but the member (`isOwn`) changes their type.
 */
export function findJoiningFault(
  known: { readonly parentId: number; readonly type: number; readonly expiration: string },
  wanted: { readonly type: number; readonly isFree: boolean; readonly isOwn: boolean },
  settings: Pick<RenewalSettings, 'maxRenewDays'>,
  today: string,
): JoiningFault | undefined {
  if (known.parentId > 0) return 'child-membership'
  if (known.type !== wanted.type) {
    const mayChange = isExpired(known, today) && (!wanted.isFree || wanted.isOwn)
    return mayChange ? undefined : 'already-member'
  }
  return findDaysUntilRenewal(known.expiration, settings, today) > 0 ? 'renewal-too-early' : undefined
}

/** What one field of a form takes. */
export interface FieldLimit {
  readonly most: number
  readonly required: boolean
}

// personal info of join, renew, event registration and donation
export const personalInfoLimits = {
  fname: { most: 24, required: true },
  lname: { most: 24, required: true },
  partner: { most: 24, required: false },
  address1: { most: 48, required: true },
  address2: { most: 48, required: false },
  city: { most: 48, required: true },
  state: { most: 2, required: true },
  zip: { most: 10, required: true },
  country: { most: 64, required: true },
  phone: { most: 12, required: true },
  email: { most: 48, required: true },
} as const satisfies Record<string, FieldLimit>

export type PersonalInfoField = keyof typeof personalInfoLimits

/** Personal info, without the member's id, which the token tells. */
export type PersonalInfo = Record<PersonalInfoField, string> & { allowEmailMarketing: boolean }

// the defaults of the form
export const emptyPersonalInfo: PersonalInfo = {
  fname: '',
  lname: '',
  partner: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  phone: '',
  email: '',
  allowEmailMarketing: true,
}

export type PersonalInfoFault = 'missing' | 'too-long' | 'not-digits' | 'not-an-address'

/** What the orders' own schema takes, so that the form says it beside the field and not when somebody pays. */
const emailPattern = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/

/** What is wrong with one field, white space around it apart. */
export function findPersonalInfoFault(
  field: PersonalInfoField,
  value: string,
): PersonalInfoFault | undefined {
  const text = value.trim()
  const { most, required } = personalInfoLimits[field]
  if (text === '') return required ? 'missing' : undefined
  if (text.length > most) return 'too-long'
  if (field === 'phone' && !/^\d+$/.test(text)) return 'not-digits'
  if (field === 'email' && !emailPattern.test(text)) return 'not-an-address'
  return undefined
}

/** Every field that is wrong, in the form's order. */
export function findPersonalInfoFaults(
  info: Readonly<Record<PersonalInfoField, string>>,
): { field: PersonalInfoField; fault: PersonalInfoFault }[] {
  const fields = Object.keys(personalInfoLimits) as PersonalInfoField[]
  return fields.flatMap((field) => {
    const fault = findPersonalInfoFault(field, info[field])
    return fault === undefined ? [] : [{ field, fault }]
  })
}

/** Instead of a house number and a street; the same for all, so that not even their length shows. */
export const maskedStreet = '••• ••••••'

interface Address {
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

/** rules/security 2.4: what a stranger who knows an e-mail address may see of where its member lives. */
export function maskAddress({ address, city, state, zip }: Address): Address {
  // what stands behind the first part of a postal code can name a single house
  const [area = ''] = zip.trim().split(/[\s-]/)
  return { address: address.trim() === '' ? '' : maskedStreet, city, state, zip: area.slice(0, 5) }
}
