// The personal info of every flow: prefilled from a member's record, and its wire form.
import {
  emptyPersonalInfo,
  listPersonalFields,
  type PersonalInfo,
  type PersonalInfoField,
  type PersonalLimits,
  personalInfoLimits,
  toTypedValue,
} from '../../../domain/membership.ts'
import { isUnitedStates } from '../../../domain/shapes/country.ts'
import { toPhoneDigits } from '../../../domain/shapes/personLengths.ts'
import type { SessionMember } from '../../session/sessionState.ts'
import type { Payer, WizardValues } from '../flow.ts'
import { usStates } from './usStates.ts'

/** The form of a flow that asks for personal info. */
export interface PersonalValues extends WizardValues {
  personal: PersonalInfo
}

/** A form before anything is typed, in a club of that country. */
export function toEmptyPersonal(country: string): PersonalInfo {
  return { ...emptyPersonalInfo, country }
}

/** A long street continues in the second line, at a word's end. */
function splitAddress(
  address: string,
  { address1, address2 }: PersonalLimits,
): { address1: string; address2: string } {
  const most = address1?.most ?? 0
  const text = address.trim()
  if (address2 === undefined || text.length <= most) return { address1: text, address2: '' }
  const before = text.lastIndexOf(' ', most)
  const end = before > 0 ? before : text.indexOf(' ', most)
  if (end < 0) return { address1: text, address2: '' }
  return { address1: text.slice(0, end), address2: text.slice(end).trim() }
}

/** The member's record as the form shows it: whole, also where it is longer than what can be typed. */
export function toOwnPersonal(
  member: SessionMember,
  limits: PersonalLimits = personalInfoLimits,
): Record<PersonalInfoField, string> {
  const { fname, lname, partner, city, zip, email_address } = member
  const country = member.country.trim()
  const written = member.state.trim()
  const state = written.length > personalInfoLimits.state.most ? written : written.toUpperCase()
  const known: Record<PersonalInfoField, string> = {
    fname,
    lname,
    partner,
    ...splitAddress(member.address, limits),
    city,
    state: limits.country === undefined ? state : toListedState(country, state, state),
    zip,
    country,
    phone: toPhoneDigits(member.phone),
    email: email_address,
  }
  for (const field of Object.keys(known) as PersonalInfoField[]) known[field] = known[field].trim()
  return known
}

/** Fills fields that still have their first value from the member's record. */
export function prefillPersonal(
  personal: PersonalInfo,
  member: SessionMember,
  { country, limits = personalInfoLimits }: { country: string; limits?: PersonalLimits },
): PersonalInfo {
  const known = toOwnPersonal(member, limits)
  const empty = toEmptyPersonal(country)
  const filled = { ...personal }
  for (const field of listPersonalFields(limits)) {
    if (personal[field] === empty[field] && known[field] !== '') filled[field] = known[field]
  }
  return filled
}

/**
 * The state to show in the form. If states are chosen from a list, only one on that list, or the member's own
 * if that is longer than two letters.
 */
export function toListedState(country: string, state: string, own?: string): string {
  const isOwn = state === own && state.length > personalInfoLimits.state.most
  return isUnitedStates(country) && !isOwn && !Object.hasOwn(usStates, state) ? '' : state
}

/** Only in the United States, and not in a record that the club has already. */
export function isMistypedZip(
  { country, zip }: PersonalInfo,
  own: Readonly<Record<PersonalInfoField, string>> | undefined,
): boolean {
  const text = zip.trim()
  return isUnitedStates(country) && text !== own?.zip && !/^\d{5}([- ]?\d{4})?$/.test(text)
}

/** As it is sent. */
export function trimPersonal(personal: PersonalInfo): PersonalInfo {
  const trimmed = { ...personal }
  for (const field of Object.keys(personalInfoLimits) as PersonalInfoField[]) {
    trimmed[field] = toTypedValue(field, personal[field])
  }
  return trimmed
}

/** A member by their id, anybody else by what they filled in. */
export function toPayer(personal: PersonalInfo, memberId: number | undefined): Payer {
  const { allowEmailMarketing: _, partner: __, ...nonMember } = trimPersonal(personal)
  return {
    receiptEmail: nonMember.email,
    ...(memberId === undefined ? { nonMember } : { memberId }),
  }
}
