// A member and the kinds of membership.
import type { z } from 'zod'
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

/** E-mail addresses are compared trimmed and case-folded (rules/security 2.4). */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

// lifetimes of a sign-in, in hours
export const signInHours = 24
export const lastingSignInHours = 8760
export const temporarySignInHours = 1
