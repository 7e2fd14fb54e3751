// Volunteer shifts, the schedules that group them, and which shifts one person can take.
import { toInstant } from './day.ts'
import { dayMs, hourMs } from './time.ts'

/** How many shifts one sign-up may name. */
export const mostShifts = 20

/** The longest list of thank-you gifts. A single gift may be as long. */
export const longestGifts = 1024

/** No thank-you gift. */
export const noGift = '-'

export interface VolunteerSchedule {
  id: number
  name: string
  instructions: string
  /** 3 for everybody, 2 for members; anything lower is for officers only. */
  shareType: number
}

export interface Shift {
  id: number
  schedule: number
  /** Calendar day, 'YYYY-MM-DD'. */
  shiftDate: string
  start: number
  startMinute: number
  /** Hours. */
  duration: number
}

/** The lowest shareType that a person may see. */
export function findLowestShareType(signedIn: boolean): number {
  return signedIn ? 2 : 3
}

/** An event's thank-you gifts, which officers write with commas between them. */
export function listGifts(workerChoices: string): string[] {
  const gifts = workerChoices.split(',').map((gift) => gift.trim())
  return [...new Set(gifts)].filter((gift) => gift !== '' && gift !== noGift)
}

export type ShiftTime = Pick<Shift, 'shiftDate' | 'start' | 'startMinute' | 'duration'>

/** When a shift begins and ends where the event takes place, in epoch milliseconds. */
export function findShiftTimes(shift: ShiftTime, timeZone: string): { startsAt: number; endsAt: number } {
  const startsAt = toInstant(shift.shiftDate, writeShiftStart(shift), timeZone)
  return { startsAt, endsAt: startsAt + Math.round(shift.duration * hourMs) }
}

/** How long a shift that a stranger asks for may be confirmed. */
export const askedMs = 2 * dayMs

/** Not longer than the shift itself lasts; epoch milliseconds. */
export function findAskedUntil(shift: ShiftTime, timeZone: string, at: number): number {
  return Math.min(at + askedMs, findShiftTimes(shift, timeZone).endsAt)
}

/** 'HH:MM'. */
export function writeShiftStart({ start, startMinute }: Pick<Shift, 'start' | 'startMinute'>): string {
  return `${String(start).padStart(2, '0')}:${String(startMinute).padStart(2, '0')}`
}

/** Two shifts that nobody can work both, the earlier one first. One may begin when the other ends. */
export function findShiftClash<S extends ShiftTime>(
  shifts: readonly S[],
  timeZone: string,
): readonly [S, S] | undefined {
  const byStart = shifts
    .map((shift) => ({ shift, ...findShiftTimes(shift, timeZone) }))
    .sort((a, b) => a.startsAt - b.startsAt)
  for (const [index, next] of byStart.entries()) {
    const before = byStart[index - 1]
    // where any two overlap, so do two that begin one after the other
    if (before !== undefined && next.startsAt < before.endsAt) return [before.shift, next.shift]
  }
  return undefined
}

/** Each shift that overlaps others of the list, with the first of those. */
export function listShiftClashes<S extends ShiftTime>(
  shifts: readonly S[],
  timeZone: string,
): ReadonlyMap<S, S> {
  const clashes = new Map<S, S>()
  for (const shift of shifts) {
    const other = shifts.find((one) => one !== shift && findShiftClash([shift, one], timeZone) !== undefined)
    if (other !== undefined) clashes.set(shift, other)
  }
  return clashes
}
