// A member and the kinds of membership.

export interface PhoneNumber {
  typeId: number
  isoCode: string
  countryCode: string
  longCode: string
}

/** A member, with the names that the wire has. */
export interface Member {
  id: number
  fname: string
  lname: string
  title: string
  partner: string
  address: string
  city: string
  state: string
  zip: string
  country: string
  email_address: string
  /** The first of the numbers, '' when there is none. */
  phone: string
  phoneNumbers: PhoneNumber[]
  /** Member type id; 0 when the member has none. */
  type: number
  /** Calendar day in the club's zone, 'YYYY-MM-DD'. */
  expiration: string
  /** Calendar day, '' where the club did not say. */
  memberSince: string
  /** Greater than 0 for an additional login. */
  parentId: number
  altMemberId: string
  /** Address of the picture, '' when there is none. */
  avatar: string
  moderator: boolean
}

export interface MemberType {
  id: number
  label: string
  description: string
  price: number
  renewPrice: number
  anniversaryRenewal: boolean
  /** Calendar day whose month and day count; '' when not set. */
  anniversaryDate: string
  allowChildren: boolean
}

/** Expired when the expiration is not after today in the club's zone. */
export function isExpired(member: { expiration: string }, today: string): boolean {
  return member.expiration <= today
}

/** E-mail addresses are compared trimmed and case-folded (rules/security 2.4). */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

// lifetimes of a sign-in, in hours
export const signInHours = 24
export const keptSignInHours = 8760
