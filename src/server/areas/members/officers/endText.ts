// Until when a membership is valid, as officers read and type it: its last valid day, or for life.
import { findLastValidDay, isForLife, lifeExpiration, toExpiration } from '../../../../domain/member.ts'
import type { BookedMember } from '../../../member/db/memberBook.ts'
import { day, kindOf } from '../../../officers/options.ts'
import { toDayText } from '../../../officers/timeFormat.ts'

type MembershipEnd = Pick<BookedMember, 'expiration' | 'life'>

const forLife = 'life member'

/** "Jun 12, 2026" or "life member", for a column of the screen. */
export function toEndText({ expiration, life }: MembershipEnd): string {
  return life ? forLife : toDayText(findLastValidDay(expiration))
}

/** The same for a spreadsheet, which sorts it, and for a table that is read again. */
export function toEndCell({ expiration, life }: MembershipEnd): string {
  return life ? forLife : findLastValidDay(expiration)
}

/** "valid until Jun 12, 2026" or "a life member", within a sentence. */
export function toValidText(end: MembershipEnd): string {
  return end.life ? `a ${forLife}` : `valid until ${toEndText(end)}`
}

/** What an expiration that is to be stored means: a day of the last year there is is for life. */
export function toEnd(expiration: string): MembershipEnd {
  return isForLife(expiration) ? { expiration: lifeExpiration, life: true } : { expiration, life: false }
}

/** The expiration for the last valid day that an officer typed. */
export const lastDay = kindOf((typed, name) => toExpiration(day.read(typed, name)))

/** What an export writes in place of the day of a life member. */
export function isForLifeText(cell: string): boolean {
  return cell.trim().toLowerCase() === forLife
}
