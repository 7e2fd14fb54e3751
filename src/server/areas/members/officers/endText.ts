// Until when a membership is valid, as officers read and type it: its last valid day, or for life.
import { findLastValidDay, isForLife, lifeExpiration, toExpiration } from '../../../../domain/member.ts'
import { foldText } from '../../../../domain/search.ts'
import type { BookedMember } from '../../../member/db/memberBook.ts'
import { day, kindOf } from '../../../officers/options.ts'
import { toDayText } from '../../../officers/timeFormat.ts'
import { toHeadings } from '../../../officers/words.ts'

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

/** How people write a membership for life; an export writes the first. */
const forLifeWords: ReadonlySet<string> = new Set([
  forLife,
  ...toHeadings(`life, lifetime, lifetime member, life membership, lifetime membership, for life, honorary life,
      honorary life member, life mbr, life mem, life mbrshp, never, never expires, does not expire, no expiration, no expiry, no expiration date,
      non expiring, perpetual, permanent, permanent member, forever, unlimited, vitalicio, vitalicia, de por vida,
      socio vitalicio, socia vitalicia, miembro vitalicio, permanente, perpetuo, perpetua, indefinido, indefinida,
      nunca, nunca vence, no vence, sin vencimiento, ilimitado, ilimitada`),
])

export function isForLifeText(cell: string): boolean {
  return cell === '9999' || forLifeWords.has(foldText(cell.replace(/[^\p{L}\p{N}]+/gu, ' ')))
}
