// Telephone numbers as people read them, and the addresses that call and write.
import { defaultCountry } from '../shapes/country.ts'
import { toPhoneDigits } from '../shapes/personLengths.ts'

const american = /^(\d{3})(\d{3})(\d{4})$/

/** Whose numbers have ten digits after the +1. */
const plusOne = 'AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI'.split(' ')

/** Whether ten digits that are written there are a number of North America. */
export function isPlusOne(country: string): boolean {
  return plusOne.includes(country)
}

/** Undefined for a number of another country, or none. Without a + it is one of `country`. */
function findAmerican(phone: string, country: string): string | undefined {
  if (phone.startsWith('+') ? !phone.startsWith('+1') : !isPlusOne(country)) return undefined
  const digits = toPhoneDigits(phone)
  return american.test(digits) ? digits : undefined
}

/** "(555) 014-7720"; a number of another country stays as it is. */
export function formatPhone(phone: string, country: string = defaultCountry): string {
  return findAmerican(phone, country)?.replace(american, '($1) $2-$3') ?? phone
}

/** The address that calls it. */
export function toPhoneLink(phone: string, country: string = defaultCountry): string {
  const digits = findAmerican(phone, country)
  return `tel:${digits === undefined ? phone.replace(/[^\d+]/g, '') : `+1${digits}`}`
}

/** What the address may contain besides a name and a domain must not become a subject or another recipient. */
export function toMailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
