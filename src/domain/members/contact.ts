// Telephone numbers as people read them, and the addresses that call and write.
import { toPhoneDigits } from '../shapes/personLengths.ts'

const american = /^(\d{3})(\d{3})(\d{4})$/

/** Undefined for a number of another country, or none. */
function findAmerican(phone: string): string | undefined {
  if (phone.startsWith('+') && !phone.startsWith('+1')) return undefined
  const digits = toPhoneDigits(phone)
  return american.test(digits) ? digits : undefined
}

/** "(555) 014-7720"; a number of another country stays as it is. */
export function formatPhone(phone: string): string {
  return findAmerican(phone)?.replace(american, '($1) $2-$3') ?? phone
}

/** The address that calls it. */
export function toPhoneLink(phone: string): string {
  const digits = findAmerican(phone)
  return `tel:${digits === undefined ? phone.replace(/[^\d+]/g, '') : `+1${digits}`}`
}

/** What the address may contain besides a name and a domain must not become a subject or another recipient. */
export function toMailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
