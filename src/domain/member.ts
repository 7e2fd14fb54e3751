// A member and the kinds of membership.

import type { z } from 'zod'
import { addDays, lastDay } from './day.ts'
import { removeInvisible } from './invisible.ts'
import type { memberWire, phoneNumberWire } from './shapes/member.ts'

export type PhoneNumber = z.output<typeof phoneNumberWire>
export type Member = z.output<typeof memberWire>

export interface MemberType {
  id: number
  label: string
  description: string
  price: number
  renewPrice: number
  anniversaryRenewal: boolean
  /** Calendar day. Only its month and day count; '' if not set. */
  anniversaryDate: string
  allowChildren: boolean
}

/** A membership is expired when its expiration is not after today in the club's zone. */
export function isExpired(member: { expiration: string }, today: string): boolean {
  return member.expiration <= today
}

/** The expiration of a life member, which never comes. */
export const lifeExpiration = lastDay

/** Other programs write a membership for life as a day of the last year there is. */
export function isForLife(expiration: string): boolean {
  return expiration.slice(0, 4) === lastDay.slice(0, 4)
}

/** What people read. The expiration is the first day on which the membership is not valid any more. */
export function findLastValidDay(expiration: string): string {
  return addDays(expiration, -1)
}

/** The expiration of a membership that is valid up to and on this day. */
export function toExpiration(lastValidDay: string): string {
  return addDays(lastValidDay, 1)
}

/** E-mail addresses are compared trimmed and case-folded (rules/security 2.4). */
export function foldEmail(email: string): string {
  return removeInvisible(email).trim().normalize('NFKC').toLowerCase()
}

/** With its country's code if that is not North America's, so that it can be called and read again. */
export function toPhoneText({ countryCode, longCode }: PhoneNumber): string {
  return countryCode === '' || countryCode === '+1' ? longCode : `${countryCode} ${longCode}`
}

// lifetimes of a sign-in, in hours
export const signInHours = 24
export const lastingSignInHours = 8760
export const temporarySignInHours = 1
