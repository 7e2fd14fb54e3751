// How long what is stored of a person may be. Each form has its own limits for what is typed; what is stored
// takes the longest that any of them does, and what is stored already is accepted by all of them.

import { removeInvisible } from '../invisible.ts'

export const storedLengths = {
  name: 64,
  address: 128,
  city: 64,
  state: 32,
  zip: 16,
  country: 64,
  email: 128,
  phone: 20,
} as const

/** What the payment takes of a payer who has no sign-in; a donation takes the same. */
export const payerLengths = {
  fname: 32,
  lname: 32,
  partner: 32,
  address1: 128,
  address2: 48,
  city: 64,
  state: 32,
  zip: 12,
  country: 64,
  phone: 12,
  email: 128,
} as const

/** What the form for volunteers takes of what is typed. */
export const workerLengths = { fname: 24, lname: 24, phone: 12, email: 48 } as const

/** Before what a vendor writes to the club when they sign up online. */
export const onlineMark = '[Online Purchase] '

/** What the form for vendors takes of what is typed; the description with the mark before it. */
export const vendorLengths = {
  name: 64,
  address: 128,
  city: 64,
  state: storedLengths.state,
  zip: 10,
  phone: 20,
  email: 128,
  taxId: 20,
  description: onlineMark.length + 2048,
  goods: 2048,
} as const

/** What the form for tickets takes of what is typed. */
export const ticketBuyerLengths = {
  fname: 32,
  lname: 32,
  address1: 128,
  city: 64,
  state: 32,
  zip: 12,
  phone: 12,
  email: 128,
} as const

/** What the store takes of what is typed: where to send what was bought. */
export const shippingLengths = {
  name: payerLengths.fname + 1 + payerLengths.lname,
  address: payerLengths.address1 + 1 + payerLengths.address2,
  city: payerLengths.city,
  state: payerLengths.state,
  zip: payerLengths.zip,
  country: payerLengths.country,
  phone: payerLengths.phone,
  email: payerLengths.email,
} as const

/** What the profile takes of what is typed. */
export const profileLengths = {
  fname: 64,
  lname: 64,
  partner: 64,
  address: 64,
  city: 64,
  state: 32,
  zip: 16,
  country: 64,
  email_address: 128,
  phone: 10,
  altMemberId: 64,
} as const

/** What the form for an additional login takes. */
export const childLengths = { fname: 32, lname: 32, email: 64 } as const

export const emailPattern = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/

/** What forms take as an e-mail address, on the device and on the server, so that mail can go there. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text)
}

/**
 * What may be the address of a stored account. A club file may hold addresses that no form takes, like
 * "ann@localhost": whoever has one can still sign in.
 */
export const storedEmailPattern = /^[^\s@]+@[^\s@]+$/

/** Equal for people: neither white space nor signs that nobody sees count. */
export function isSameText(a: string, b: string): boolean {
  return collapse(a) === collapse(b)
}

function collapse(text: string): string {
  return removeInvisible(text.normalize('NFC')).trim().replace(/\s+/g, ' ')
}

/** The member's telephone numbers as a form shows them. */
export function listOwnPhones({
  phone,
  phoneNumbers,
}: {
  readonly phone: string
  readonly phoneNumbers: readonly { readonly longCode: string }[]
}): string[] {
  return [phone, ...phoneNumbers.map(({ longCode }) => longCode)].map(toPhoneDigits)
}

/**
 * What a form keeps of a number that is typed or pasted: its digits. Letters stay, so that "555-CALL" is refused in words:
 * without them it would be somebody else's number.
 */
export function toTypedPhone(text: string): string {
  return /\p{L}/u.test(text) ? text : toPhoneDigits(text)
}

/** Only digits, without the country code of the United States: ten digits say the same. */
export function toPhoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
