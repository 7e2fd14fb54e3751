// Joining and renewing: how long a membership lasts, when it can be renewed, and what a person enters.
import { addDays, addYears, countDays, toDayOf } from './day.ts'
import { cleanName, removeInvisible } from './invisible.ts'
import { isExpired, type MemberType } from './member.ts'
import { defaultCountry } from './shapes/country.ts'
import { isEmail, ticketBuyerLengths, workerLengths } from './shapes/personLengths.ts'
import { toPlainLine } from './shapes/plainText.ts'
import { findStateFault, toStatePlace } from './shapes/state.ts'

/** The settings of a type that decide when its memberships end. */
export type RenewalRule = Pick<MemberType, 'anniversaryRenewal' | 'anniversaryDate'>

/**
 * The expiration of a person who joins `today`, a day in the club's zone: `years` later. If all memberships
 * of the type end on one day, it is the next such day after today, plus whole years.
 */
export function findNewExpiration(rule: RenewalRule, today: string, years: number): string {
  if (!rule.anniversaryRenewal || rule.anniversaryDate === '') return addYears(today, years)
  const thisYear = Number(today.slice(0, 4))
  const hasPassed = toDayOf(thisYear, rule.anniversaryDate) <= today
  return toDayOf(thisYear + (hasPassed ? 1 : 0) + years - 1, rule.anniversaryDate)
}

/**
 * The new expiration of a membership that is renewed `today`: whole years after the old one. If that would
 * not be after today, the renewal runs from today, like joining (rules/payments 4.3).
 */
export function findRenewedExpiration(
  rule: RenewalRule,
  expiration: string,
  years: number,
  today: string,
): string {
  return runsFromToday(expiration, years, today)
    ? findNewExpiration(rule, today, years)
    : addYears(expiration, years)
}

/** Whether so many years after the old expiration would be over already. */
export function runsFromToday(expiration: string, years: number, today: string): boolean {
  return isExpired({ expiration: addYears(expiration, years) }, today)
}

/** The settings of a club that decide about renewals. */
export interface RenewalSettings {
  /** Days before the expiration from which renewal is possible; 0 is any time. */
  readonly maxRenewDays: number
  readonly maxRenewYears: number
}

/** 0 or less when the membership can be renewed. `today` is a day in the club's zone. */
export function findDaysUntilRenewal(
  expiration: string,
  { maxRenewDays }: Pick<RenewalSettings, 'maxRenewDays'>,
  today: string,
): number {
  return maxRenewDays > 0 ? countDays(today, expiration) - maxRenewDays : 0
}

/** The first day on which the membership can be renewed. */
export function findFirstRenewalDay(
  expiration: string,
  { maxRenewDays }: Pick<RenewalSettings, 'maxRenewDays'>,
): string {
  return addDays(expiration, -maxRenewDays)
}

// years choices 1..maxRenewYears; one year can always be bought
export function listYearsChoices({ maxRenewYears }: Pick<RenewalSettings, 'maxRenewYears'>): number[] {
  return Array.from({ length: Math.max(1, maxRenewYears) }, (_, index) => index + 1)
}

export function isYearsChoice(years: number, settings: Pick<RenewalSettings, 'maxRenewYears'>): boolean {
  return listYearsChoices(settings).includes(years)
}

/** Days before an automatic renewal on which the member is told of it. */
export const noticeDays = [14, 3] as const

/** Why a membership cannot be renewed now. */
export type RenewalFault = 'child-membership' | 'life-member' | 'suspended' | 'no-type' | 'too-early'

/** `type` is 0 for a member without a type, who has no price to renew at. Who has signed in is not suspended. */
export function findRenewalFault(
  member: {
    readonly parentId: number
    readonly type: number
    readonly life: boolean
    readonly expiration: string
    readonly isSuspended?: boolean
  },
  settings: Pick<RenewalSettings, 'maxRenewDays'>,
  today: string,
): RenewalFault | undefined {
  if (member.parentId > 0) return 'child-membership'
  if (member.isSuspended) return 'suspended'
  if (member.life) return 'life-member'
  if (member.type === 0) return 'no-type'
  return findDaysUntilRenewal(member.expiration, settings, today) > 0 ? 'too-early' : undefined
}

export function canRenew(...args: Parameters<typeof findRenewalFault>): boolean {
  return findRenewalFault(...args) === undefined
}

const joiningFaults = [
  'child-membership',
  'life-member',
  'already-member',
  'renewal-too-early',
  'renewal-not-found',
] as const
/** Why an address that already has a membership cannot join with a type. */
export type JoiningFault = (typeof joiningFaults)[number]

export function isJoiningFault(code: string): code is JoiningFault {
  return (joiningFaults as readonly string[]).includes(code)
}

/**
 * The price of one type buys no time of another type, which may cost more. If nothing is paid, only the
 * member (`isOwn`) can change their type.
 */
export function findJoiningFault(
  known: {
    readonly parentId: number
    readonly type: number
    readonly life: boolean
    readonly expiration: string
    readonly isSuspended: boolean
  },
  wanted: { readonly type: number; readonly isFree: boolean; readonly isOwn: boolean },
  settings: Pick<RenewalSettings, 'maxRenewDays'>,
  today: string,
): JoiningFault | undefined {
  if (known.parentId > 0) return 'child-membership'
  if (known.isSuspended) return 'renewal-not-found'
  if (known.life) return 'life-member'
  if (known.type !== wanted.type) {
    const mayChange = isExpired(known, today) && (!wanted.isFree || wanted.isOwn)
    return mayChange ? undefined : 'already-member'
  }
  return findDaysUntilRenewal(known.expiration, settings, today) > 0 ? 'renewal-too-early' : undefined
}

/** The limits of one form field. */
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

/** The limits of one form. A field without one is not asked. */
export type PersonalLimits = Readonly<Partial<Record<PersonalInfoField, FieldLimit>>>

export const workerLimits = requireEach(workerLengths)
export const ticketBuyerLimits = requireEach(ticketBuyerLengths)

function requireEach<F extends PersonalInfoField>(
  lengths: Readonly<Record<F, number>>,
): Readonly<Record<F, FieldLimit>> {
  const limits = Object.entries<number>(lengths).map(([field, most]) => [field, { most, required: true }])
  return Object.fromEntries(limits) as Record<F, FieldLimit>
}

/** The fields that a form asks, in its order. */
export function listPersonalFields(limits: PersonalLimits): PersonalInfoField[] {
  return Object.keys(limits) as PersonalInfoField[]
}

/** Personal info without the member's id, which comes from the token. */
export type PersonalInfo = Record<PersonalInfoField, string> & { allowEmailMarketing: boolean }

/** The defaults of the form. The country is the club's, where that is another. */
export const emptyPersonalInfo: PersonalInfo = {
  fname: '',
  lname: '',
  partner: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: defaultCountry,
  phone: '',
  email: '',
  allowEmailMarketing: true,
}

export type PersonalInfoFault = 'missing' | 'too-long' | 'not-two-letters' | 'not-digits' | 'not-an-address'

const withoutUnseen: readonly string[] = ['zip', 'phone', 'email']
const names: readonly string[] = ['fname', 'lname', 'partner']

/** As it is meant and sent: what was pasted may bring signs along that nobody sees. */
export function toTypedValue(field: PersonalInfoField, value: string): string {
  const text = toPlainLine(value)
  if (withoutUnseen.includes(field)) return removeInvisible(text).trim()
  return names.includes(field) ? cleanName(text).trim() : text
}

/**
 * The fault of one field. White space at both ends and invisible marks are ignored. `own` is what is stored of the member: it may
 * be longer than what is typed.
 */
export function findPersonalInfoFault(
  field: PersonalInfoField,
  value: string,
  own?: Readonly<Record<PersonalInfoField, string>>,
  limits: PersonalLimits = personalInfoLimits,
): PersonalInfoFault | undefined {
  const text = toTypedValue(field, value)
  const limit = limits[field]
  if (limit === undefined) return undefined
  const { most, required } = limit
  if (text === '') return required ? 'missing' : undefined
  if (text.length > most && text !== own?.[field]) return 'too-long'
  if (field === 'phone' && !/^\d+$/.test(text)) return 'not-digits'
  if (field === 'email' && !isEmail(text)) return 'not-an-address'
  return undefined
}

/** Every wrong field, in the form's order. `clubCountry` counts where the form asks for none. */
export function findPersonalInfoFaults(
  info: Readonly<Record<PersonalInfoField, string>>,
  own?: Readonly<Record<PersonalInfoField, string>>,
  limits: PersonalLimits = personalInfoLimits,
  clubCountry: string = defaultCountry,
): { field: PersonalInfoField; fault: PersonalInfoFault }[] {
  const place = toStatePlace(limits.country === undefined ? undefined : info.country, clubCountry)
  const find = (field: PersonalInfoField) => {
    if (field !== 'state') return findPersonalInfoFault(field, info[field], own, limits)
    const isOwn = info.state !== '' && info.state === own?.state
    return isOwn ? undefined : findStateFault(info.state, place)
  }
  return listPersonalFields(limits).flatMap((field) => {
    const fault = find(field)
    return fault === undefined ? [] : [{ field, fault }]
  })
}

/** Shown in place of a house number and a street; the same for all, so that it hides their length. */
export const maskedStreet = '••• ••••••'

interface Address {
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

/** rules/security 2.4: what a stranger who knows an e-mail address may see of the member's postal address. */
export function maskAddress({ address, city, state, zip }: Address): Address {
  // the rest of a postal code can name a single house
  const [area = ''] = zip.trim().split(/[\s-]/)
  return { address: address.trim() === '' ? '' : maskedStreet, city, state, zip: area.slice(0, 5) }
}
