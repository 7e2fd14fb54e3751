// The personal info of every flow: what a member's record fills in, and its wire form.
import {
  emptyPersonalInfo,
  type PersonalInfo,
  type PersonalInfoField,
  personalInfoLimits,
} from '../../../domain/membership.ts'
import type { SessionMember } from '../../session/sessionState.ts'
import type { Payer, WizardValues } from '../flow.ts'
import { isUnitedStates, usStates } from './usStates.ts'

/** The form of a flow that asks who somebody is. */
export interface PersonalValues extends WizardValues {
  personal: PersonalInfo
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
    state: toShownState(country, state),
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

/** What the form shows of a state: where one is chosen from a list, nothing that is not in it. */
export function toShownState(country: string, state: string): string {
  return isUnitedStates(country) && !Object.hasOwn(usStates, state) ? '' : state
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

/** A member by their id, anybody else by what they wrote. */
export function toPayer(personal: PersonalInfo, memberId: number | undefined): Payer {
  const { allowEmailMarketing: _, partner: __, ...nonMember } = trimPersonal(personal)
  return {
    receiptEmail: nonMember.email,
    ...(memberId === undefined ? { nonMember } : { memberId }),
  }
}
