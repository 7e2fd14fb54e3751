// Signing up for shifts: all that were chosen, or none; and the mail about it.
import { Failure } from '../../../../contract/failures.ts'
import type { ClubEvent } from '../../../../domain/event.ts'
import { foldEmail } from '../../../../domain/member.ts'
import { isSameText, toPhoneDigits } from '../../../../domain/shapes/personLengths.ts'
import {
  findAskedUntil,
  findShiftClash,
  findShiftTimes,
  noGift,
  type VolunteerSchedule,
} from '../../../../domain/shift.ts'
import type { Tx } from '../../../db/open.ts'
import {
  findShifts,
  insertWorker,
  listWorkersOf,
  lockShifts,
  type OpenShift,
  replaceWorker,
  type StoredWorker,
  type Worker,
} from '../../../event/db/shift.ts'
import { shiftLetters, writeShiftTime } from '../../../event/letters/shiftLetters.ts'
import type { MailLanguage } from '../../../mail/language.ts'
import { addMail } from '../../../queue/queue.ts'

export interface SignUp {
  readonly tenantId: number
  /** The event's. */
  readonly timeZone: string
  /** Those of the event that this person may see. */
  readonly schedules: readonly VolunteerSchedule[]
  readonly worker: Worker
  /** A member whose address is proved. What strangers take is only asked for. */
  readonly isCertain: boolean
  /** As they were chosen: faults name the places in this list. */
  readonly chosen: readonly number[]
  readonly language: MailLanguage
  readonly at: Date
}

export interface TakenShift extends Omit<OpenShift, 'schedule' | 'remaining'> {
  /** The name of its schedule. */
  readonly schedule: string
  readonly instructions: string
  /** This person had it before. */
  readonly isOld: boolean
  /** What the gate reads: a secret of whoever reads the mails to the volunteer's address. */
  readonly code: string
  /**
   * Only asked for, until then. Who names the address of somebody who has the shift is told the same as anybody; then
   * it is old.
   */
  readonly askedUntil: Date | null
}

/**
 * Fails with `shift-full`, `shift-over` or `invalid-input`, whose faults name places in `shifts`; then nothing
 * is taken.
 */
export async function takeShifts(tx: Tx, signUp: SignUp): Promise<TakenShift[]> {
  const { timeZone, schedules, worker, isCertain, chosen, at } = signUp
  const shiftIds = [...new Set(chosen)]
  await lockShifts(tx, shiftIds)
  const scheduleIds = schedules.map(({ id }) => id)
  const shifts = await findShifts(tx, scheduleIds, shiftIds)
  requireKnown(chosen, shifts)
  requireNoClash(chosen, shifts, timeZone)
  const known = await listWorkersOf(tx, shiftIds, foldEmail(worker.email))
  const had = new Map(known.map((row) => [row.shiftId, row]))
  const hasIt = (id: number): boolean => {
    const row = had.get(id)
    return row?.askedUntil === null && isSamePerson(row, worker)
  }
  const over = shifts.filter((shift) => !hasIt(shift.id) && findShiftTimes(shift, timeZone).endsAt <= +at)
  if (over.length > 0) throw toRefused(signUp, over, 'shift-over', 'Over already')
  // Who only names the address of somebody else must not learn from a full shift that they have it.
  const full = shifts.filter(({ id, remaining }) => remaining === 0 && !hasIt(id))
  if (full.length > 0) throw toRefused(signUp, full, 'shift-full', 'Full now')
  const asked = new Map(
    shifts.flatMap((shift) => {
      if (isCertain || hasIt(shift.id)) return []
      // always anew: it must tell nothing of what was asked for before
      return [[shift.id, new Date(findAskedUntil(shift, timeZone, +at))] as const]
    }),
  )
  const free = shiftIds.filter((id) => !had.has(id))
  const codes = free.length > 0 ? await insertWorker(tx, free, worker, at, asked) : new Map<number, string>()
  // whose address it is sees the name behind the mail's link: if it was a stranger's, they ask again, and it is theirs
  for (const { id, shiftId, askedUntil } of known) {
    if (askedUntil !== null)
      await replaceWorker(tx, id, worker, { at, askedUntil: asked.get(shiftId) ?? null })
  }
  return shifts.flatMap((shift) => {
    const schedule = schedules.find(({ id }) => id === shift.schedule)
    if (schedule === undefined) return []
    const { name, instructions } = schedule
    const old = had.get(shift.id)
    const code = old?.code ?? codes.get(shift.id) ?? ''
    const askedUntil = asked.get(shift.id) ?? null
    const isOld = old !== undefined && (old.askedUntil === null || (!isCertain && old.askedUntil > at))
    return [{ ...shift, schedule: name, instructions, isOld, code, askedUntil }]
  })
}

export interface SignedUp {
  readonly event: Pick<ClubEvent, 'name' | 'place' | 'timeZone' | 'gateTime'>
  readonly worker: Pick<Worker, 'email' | 'swag' | 'fname' | 'lname'>
  readonly shifts: readonly TakenShift[]
  /** The reader's language; null when it is not known. */
  readonly language: MailLanguage | null
  readonly at: Date
}

/**
 * Not for a repetition: otherwise anybody could fill somebody's mailbox. The code of what is only asked for is in no
 * mail.
 */
export async function mailShifts(tx: Tx, signedUp: SignedUp): Promise<void> {
  const { event, worker, language, at } = signedUp
  if (signedUp.shifts.every(({ isOld }) => isOld)) return
  const isAsked = signedUp.shifts.some(({ isOld, askedUntil }) => !isOld && askedUntil !== null)
  const shifts = isAsked ? signedUp.shifts.filter(({ isOld }) => !isOld) : signedUp.shifts
  const [place] = await listWorkersOf(
    tx,
    shifts.map(({ id }) => id),
    foldEmail(worker.email),
  )
  const workerId = place?.id
  await addMail(tx, shiftLetters, {
    to: worker.email,
    language,
    message: {
      kind: 'shifts',
      event: event.name,
      place: event.place,
      timeZone: event.timeZone,
      shifts: shifts.map(
        ({ id, schedule, instructions, shiftDate, start, startMinute, duration, code, askedUntil }) => ({
          ...{ id, schedule, instructions, shiftDate, start, startMinute, duration },
          ...(askedUntil === null ? { code } : { askedUntil: askedUntil.toISOString() }),
        }),
      ),
      ...(workerId === undefined ? {} : { workerId }),
      name: `${worker.fname} ${worker.lname}`.trim(),
      gateTime: event.gateTime,
      gift: worker.swag === noGift ? '' : worker.swag,
      at: at.toISOString(),
    },
  })
}

/** The signed-in member, or somebody who knows all that was entered before. */
function isSamePerson(row: StoredWorker | undefined, worker: Worker): boolean {
  if (row === undefined) return false
  if (row.memberId !== null && row.memberId === worker.memberId) return true
  return (
    toPhoneDigits(row.phone) === toPhoneDigits(worker.phone) &&
    isSameText(row.fname, worker.fname) &&
    isSameText(row.lname, worker.lname)
  )
}

/** A shift that the caller may not see is like one that does not exist. */
function requireKnown(chosen: readonly number[], shifts: readonly OpenShift[]): void {
  const unknown = chosen.filter((id) => !shifts.some((shift) => shift.id === id))
  if (unknown.length === 0) return
  throw new Failure('invalid-input', 'A shift that was chosen is not there.', {
    faults: toFaults(chosen, unknown, () => 'is no shift of this event'),
  })
}

function requireNoClash(chosen: readonly number[], shifts: readonly OpenShift[], timeZone: string): void {
  const clash = findShiftClash(shifts, timeZone)?.map(({ id }) => id)
  if (clash === undefined) return
  throw new Failure('invalid-input', 'Two of the shifts are at the same time.', {
    faults: toFaults(chosen, clash, () => 'is at the same time as another one'),
  })
}

function toRefused(
  { chosen, schedules, timeZone, language }: SignUp,
  refused: readonly OpenShift[],
  code: 'shift-full' | 'shift-over',
  why: string,
): Failure {
  const write = (id: number, inLanguage: MailLanguage): string => {
    const shift = refused.find((one) => one.id === id)
    const name = schedules.find((schedule) => schedule.id === shift?.schedule)?.name ?? ''
    return shift === undefined ? name : `${name}, ${writeShiftTime(shift, timeZone, inLanguage)}`
  }
  const ids = refused.map(({ id }) => id)
  const names = ids.map((id) => write(id, 'en')).join('; ')
  return new Failure(code, `${why}: ${names}. No shift was taken.`, {
    faults: toFaults(chosen, ids, (id) => write(id, language)),
  })
}

function toFaults(
  chosen: readonly number[],
  ids: readonly number[],
  write: (id: number) => string,
): { path: string; message: string }[] {
  return ids
    .map((id) => ({ place: chosen.indexOf(id), message: write(id) }))
    .sort((a, b) => a.place - b.place)
    .map(({ place, message }) => ({ path: `shifts.${place}`, message }))
}
