// What members enter about themselves and about the logins that they add: the fields and what is wrong in them.
import { cleanName, removeInvisible } from '../invisible.ts'
import { isUnitedStates } from './country.ts'
import { childLengths, isEmail, payerLengths, profileLengths } from './personLengths.ts'
import { toPlainLine } from './plainText.ts'
import { findStateFault } from './state.ts'

/** `none` is '' on the wire. */
export const memberTitles = ['', 'Mr', 'Mrs', 'Miss', 'Ms', 'Dr'] as const
export type MemberTitle = (typeof memberTitles)[number]

export type ProfileField = keyof typeof profileLengths
export type ProfileFault = 'missing' | 'too-long' | 'not-two-letters' | 'not-digits' | 'not-an-address'
/** Fields that are not sent are not checked, and stay as they are. */
export type ProfileTexts = { readonly [F in ProfileField]?: string | undefined }

const needed: readonly ProfileField[] = ['fname', 'lname', 'email_address']

/**
 * What is stored of the member always passes, even if it is longer than what is typed: joining and club files
 * take more.
 */
export function findProfileFaults(
  texts: ProfileTexts,
  stored: ProfileTexts,
): { field: ProfileField; fault: ProfileFault }[] {
  return (Object.keys(profileLengths) as ProfileField[]).flatMap((field) => {
    const text = texts[field]
    const country = texts.country ?? stored.country ?? ''
    const fault =
      text === undefined
        ? undefined
        : findFault(field, toTyped(field, text), { stored: stored[field], country })
    return fault === undefined ? [] : [{ field, fault }]
  })
}

/** A number has ten digits in the United States, and more elsewhere. */
export function findMost(field: ProfileField, country: string): number {
  return field === 'phone' && !isUnitedStates(country) ? payerLengths.phone : profileLengths[field]
}

function findFault(
  field: ProfileField,
  text: string,
  { stored, country }: { stored: string | undefined; country: string },
): ProfileFault | undefined {
  if (stored !== undefined && text === toPlainLine(stored)) return undefined
  if (text === '') return needed.includes(field) ? 'missing' : undefined
  if (field === 'state') return findStateFault(text, { country, isAsked: true })
  if (field === 'phone' && !/^\d+$/.test(text)) return 'not-digits'
  if (text.length > findMost(field, country)) return 'too-long'
  if (field === 'email_address' && !isEmail(text)) return 'not-an-address'
  return undefined
}

/** Signs that nobody sees are no part of an address, a code or a number, nor of a name in Latin letters. */
function toTyped(field: ProfileField | LoginField, text: string): string {
  const line = toPlainLine(text)
  if (['email_address', 'email', 'phone', 'zip', 'altMemberId'].includes(field))
    return removeInvisible(line).trim()
  return ['fname', 'lname', 'partner'].includes(field) ? cleanName(line).trim() : line
}

export type LoginField = keyof typeof childLengths

/** What is wrong with an additional login before it is sent. */
export function findLoginFaults(
  login: Readonly<Record<LoginField, string>>,
): { field: LoginField; fault: ProfileFault }[] {
  return (Object.keys(childLengths) as LoginField[]).flatMap((field) => {
    const text = toTyped(field, login[field])
    const fault = findLoginFault(field, text)
    return fault === undefined ? [] : [{ field, fault }]
  })
}

function findLoginFault(field: LoginField, text: string): ProfileFault | undefined {
  if (text === '') return 'missing'
  if (text.length > childLengths[field]) return 'too-long'
  return field === 'email' && !isEmail(text) ? 'not-an-address' : undefined
}

/** A membership has no more additional logins than this. */
export const mostLogins = 10
