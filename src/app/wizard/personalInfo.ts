// The personal info of every flow: what is wrong in it in words, what a member's record fills in, and its wire form.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  emptyPersonalInfo,
  findPersonalInfoFaults,
  type PersonalInfo,
  type PersonalInfoFault,
  type PersonalInfoField,
  personalInfoLimits,
} from '../../domain/membership.ts'
import type { SessionMember } from '../session/session.ts'
import type { Fault, Payer, WizardValues } from './flow.ts'
import { isUnitedStates, usStates } from './usStates.ts'

/** The form of a flow that asks who somebody is. */
export interface PersonalValues extends WizardValues {
  personal: PersonalInfo
}

const missing: Record<PersonalInfoField, MessageDescriptor> = {
  fname: msg`Enter your first name.`,
  lname: msg`Enter your last name.`,
  partner: msg`Enter your partner's name.`,
  address1: msg`Enter your street and house number.`,
  address2: msg`Enter the second line of your address.`,
  city: msg`Enter your city.`,
  state: msg`Choose your state.`,
  zip: msg`Enter your zip code.`,
  country: msg`Enter your country.`,
  phone: msg`Enter your phone number.`,
  email: msg`Enter your e-mail address.`,
}

function toWords(i18n: I18n, field: PersonalInfoField, fault: PersonalInfoFault): string {
  const { most } = personalInfoLimits[field]
  switch (fault) {
    case 'missing':
      return i18n._(missing[field])
    case 'not-digits':
      return i18n._(msg`phone numbers only`)
    case 'not-an-address':
      return i18n._(msg`Enter an e-mail address such as name@example.org.`)
    case 'too-long':
      return field === 'state'
        ? i18n._(msg`Two letters, such as OH.`)
        : i18n._(msg`At most ${most} characters.`)
  }
}

export function findPersonalFaults(i18n: I18n, personal: PersonalInfo): Fault[] {
  return findPersonalInfoFaults(personal).map(({ field, fault }) => ({
    field: `personal.${field}`,
    message: toWords(i18n, field, fault),
  }))
}

/** A long street goes on in the second line, where a word ends. */
function splitAddress(address: string): { address1: string; address2: string } {
  const { most } = personalInfoLimits.address1
  const text = address.trim()
  if (text.length <= most) return { address1: text, address2: '' }
  const end = text.lastIndexOf(' ', most)
  const at = end <= 0 ? most : end
  return { address1: text.slice(0, at), address2: text.slice(at).trim().slice(0, most) }
}

/** What the member's record knows, in fields that are still as they were at the beginning. */
export function prefillPersonal(personal: PersonalInfo, member: SessionMember): PersonalInfo {
  const { fname, lname, partner, city, zip, email_address } = member
  const country = member.country.trim() === '' ? emptyPersonalInfo.country : member.country.trim()
  const state = member.state.trim().toUpperCase()
  const known: Record<PersonalInfoField, string> = {
    fname,
    lname,
    partner,
    ...splitAddress(member.address),
    city,
    state: isUnitedStates(country) && !Object.hasOwn(usStates, state) ? '' : state,
    zip,
    country,
    phone: toPhoneDigits(member.phone),
    email: email_address,
  }
  const filled = { ...personal }
  for (const field of Object.keys(personalInfoLimits) as PersonalInfoField[]) {
    if (personal[field] !== emptyPersonalInfo[field]) continue
    filled[field] = known[field].trim().slice(0, personalInfoLimits[field].most)
  }
  return filled
}

/** Digits alone; the country code of the United States goes, because ten digits say the same. */
export function toPhoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return national.slice(0, personalInfoLimits.phone.most)
}

export function trimPersonal(personal: PersonalInfo): PersonalInfo {
  const trimmed = { ...personal }
  for (const field of Object.keys(personalInfoLimits) as PersonalInfoField[]) {
    trimmed[field] = personal[field].trim()
  }
  return trimmed
}

/** spec/public 7.3: a member by his id, anybody else by what he wrote. */
export function toPayer(personal: PersonalInfo, memberId: number | undefined): Payer {
  const { allowEmailMarketing: _, partner: __, ...nonMember } = trimPersonal(personal)
  return {
    receiptEmail: nonMember.email,
    ...(memberId === undefined ? { nonMember } : { memberId }),
  }
}
