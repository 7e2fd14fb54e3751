// The faults in a person's personal info, as words beside each field.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  findPersonalInfoFaults,
  type PersonalInfo,
  type PersonalInfoFault,
  type PersonalInfoField,
  type PersonalLimits,
  personalInfoLimits,
} from '../../../domain/membership.ts'
import { storedLengths } from '../../../domain/shapes/personLengths.ts'
import type { SessionMember } from '../../session/sessionState.ts'
import { toNoEmailText, toTwoLettersText } from '../../text/fieldFault.ts'
import type { StepFault } from '../flow.ts'
import { isMistypedZip, toListedState, toOwnPersonal } from './personalInfo.ts'

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

/** Where it is about somebody else. */
const missingOfOther: Record<PersonalInfoField, MessageDescriptor> = {
  ...missing,
  fname: msg`Enter the first name.`,
  lname: msg`Enter the last name.`,
  address1: msg`Enter the street and house number.`,
  city: msg`Enter the city.`,
  state: msg`Choose the state.`,
  zip: msg`Enter the zip code.`,
  country: msg`Enter the country.`,
  phone: msg`Enter the phone number.`,
}

export function toLongText(i18n: I18n, most: number): string {
  return i18n._(msg`At most ${most} characters.`)
}

export function toPersonalFaultText(
  i18n: I18n,
  field: PersonalInfoField,
  fault: PersonalInfoFault,
  limits: PersonalLimits = personalInfoLimits,
  isOwn = true,
): string {
  const most = limits[field]?.most ?? 0
  switch (fault) {
    case 'missing':
      return i18n._((isOwn ? missing : missingOfOther)[field])
    case 'not-two-letters':
      return toTwoLettersText(i18n)
    case 'not-digits':
      return i18n._(msg`phone numbers only`)
    case 'not-an-address':
      return toNoEmailText(i18n)
    case 'too-long':
      return toLongText(i18n, field === 'state' ? storedLengths.state : most)
  }
}

export interface PersonalForm {
  /** Their own record may be longer than what is typed. */
  member: SessionMember | undefined
  /** The club's. */
  country: string
  limits?: PersonalLimits
  /** Where they are in the form. */
  name?: string
}

/** A form that asks for no country knows nothing of how its states and zip codes are written. */
export function findPersonalFaults(
  i18n: I18n,
  personal: PersonalInfo,
  { member, country, limits = personalInfoLimits, name = 'personal' }: PersonalForm,
): StepFault[] {
  const own = member && toOwnPersonal(member, limits)
  const isListed = limits.country !== undefined
  const state = isListed ? toListedState(personal.country, personal.state, own?.state) : personal.state
  const shown = { ...personal, state }
  const faults = findPersonalInfoFaults(shown, own, limits, country).map(({ field, fault }) => ({
    field: `${name}.${field}`,
    message: toPersonalFaultText(i18n, field, fault, limits, name === 'personal'),
  }))
  if (!isListed || !isMistypedZip(shown, own) || faults.some(({ field }) => field === `${name}.zip`))
    return faults
  const at = faults.findIndex(({ field }) => afterZip.includes(field.slice(name.length + 1)))
  const fault = { field: `${name}.zip`, message: i18n._(msg`Enter a zip code of 5 or 9 digits.`) }
  return at < 0 ? [...faults, fault] : faults.toSpliced(at, 0, fault)
}

// the fields below it in the form
const afterZip = ['country', 'phone', 'email']
