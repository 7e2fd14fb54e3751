// The shifts that the server has given to somebody, with all that is shown of them. They are saved on the
// device, so they need no other answer.
import { isRecord } from '../../../../domain/isRecord.ts'
import type { ShiftTime } from '../../../../domain/shift.ts'
import type { ShiftChoice } from './signUp.ts'

export interface TakenShift extends ShiftTime {
  id: number
  schedule: string
  instructions: string
  /** When the club gave it; epoch milliseconds by the server's clock. Earlier builds did not save it. */
  takenAt?: number
  /** Only asked for, until then; epoch milliseconds. Left out where they had it at once. */
  askedUntil?: number
}

/** By time. */
export function listTaken(
  ids: readonly number[],
  { shifts, schedules }: Pick<ShiftChoice, 'shifts' | 'schedules'>,
  { takenAt, asked = [] }: { takenAt?: number; asked?: readonly { shift: number; until: string }[] } = {},
): TakenShift[] {
  return sortShifts(shifts.filter(({ id }) => ids.includes(id))).map((shift) => {
    const schedule = schedules.find(({ id }) => id === shift.schedule)
    const { id, shiftDate, start, startMinute, duration } = shift
    const until = asked.find((one) => one.shift === id)?.until
    return {
      id,
      shiftDate,
      start,
      startMinute,
      duration,
      schedule: schedule?.name ?? '',
      instructions: schedule?.instructions ?? '',
      ...(takenAt === undefined ? {} : { takenAt }),
      ...(until === undefined ? {} : { askedUntil: Date.parse(until) }),
    }
  })
}

/** What a draft holds may come from another build. */
export function readTaken(saved: unknown): TakenShift[] {
  return Array.isArray(saved) ? saved.filter(isTakenShift) : []
}

function isTakenShift(value: unknown): value is TakenShift {
  return (
    isRecord(value) &&
    typeof value.id === 'number' &&
    typeof value.shiftDate === 'string' &&
    typeof value.schedule === 'string' &&
    typeof value.instructions === 'string' &&
    [value.start, value.startMinute, value.duration].every((part) => typeof part === 'number')
  )
}

export function sortShifts<S extends ShiftTime>(shifts: readonly S[]): S[] {
  const toOrder = ({ shiftDate, start, startMinute }: ShiftTime) =>
    `${shiftDate} ${String(start * 60 + startMinute).padStart(4, '0')}`
  return shifts.toSorted((a, b) => toOrder(a).localeCompare(toOrder(b)))
}

/** The shifts of each day, in the order of days and times. */
export function groupByDay<S extends ShiftTime>(shifts: readonly S[]): [day: string, shifts: S[]][] {
  const days = new Map<string, S[]>()
  for (const shift of sortShifts(shifts)) {
    days.set(shift.shiftDate, [...(days.get(shift.shiftDate) ?? []), shift])
  }
  return [...days]
}
