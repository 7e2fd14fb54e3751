// What joining sends: the payload that creates a membership.
import { emptyPersonalInfo } from '../../../domain/membership.ts'
import { type PersonalValues, trimPersonal } from '../../wizard/fields/personalInfo.ts'

export interface JoinValues extends PersonalValues {
  years: number
}

export const emptyJoin: JoinValues = { personal: emptyPersonalInfo, years: 1, agreed: false }

export function toMembershipPayload({ personal, years }: JoinValues, type: number) {
  const { fname, lname, partner, address1, address2, city, state, zip, country, phone, email } =
    trimPersonal(personal)
  return {
    fname,
    lname,
    partner,
    address: `${address1} ${address2}`.trim(),
    city,
    state,
    zip,
    country,
    phoneNumbers: phone === '' ? [] : [{ typeId: 1, longCode: phone }],
    email_address: email,
    email_newsletter: personal.allowEmailMarketing,
    type,
    years,
  }
}
