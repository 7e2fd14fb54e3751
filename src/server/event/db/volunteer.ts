// All SQL about one volunteer's shifts at an event: those that they have, and those that they gave back.
import type { ShiftTime } from '../../../domain/shift.ts'
import type { Tx } from '../../db/open.ts'

export interface Volunteer {
  readonly eventId: number
  readonly emailFolded: string
  readonly name: string
}

export interface VolunteerShift extends ShiftTime {
  /** The shift's. */
  readonly id: number
  /** Of the place in the shift. */
  readonly workerId: number
  /** The name of its schedule. */
  readonly schedule: string
  readonly instructions: string
  /** What the gate reads; '' once it is given back, and while it is only asked for. */
  readonly code: string
  readonly confirmedAt: Date | null
  /** Null while they have it. */
  readonly givenBackAt: Date | null
  /** Only asked for, until then: it is theirs when they confirm it. Null: they have it, or have given it back. */
  readonly askedUntil: Date | null
}

function selectShifts(tx: Tx) {
  return tx
    .selectFrom('shift')
    .innerJoin('shift_schedule as schedule', 'schedule.id', 'shift.shift_schedule_id')
}

/** Who has or had this place. */
export async function findVolunteer(tx: Tx, workerId: number): Promise<Volunteer | undefined> {
  const row =
    (await selectShifts(tx)
      .innerJoin('shift_worker as worker', 'worker.shift_id', 'shift.id')
      .where('worker.id', '=', workerId)
      .select(volunteerColumns)
      .executeTakeFirst()) ??
    (await selectShifts(tx)
      .innerJoin('returned_shift as worker', 'worker.shift_id', 'shift.id')
      .where('worker.id', '=', workerId)
      .select(volunteerColumns)
      .executeTakeFirst())
  if (row === undefined) return undefined
  const { fname, lname, ...who } = row
  return { ...who, name: `${fname} ${lname}`.trim() }
}

const volunteerColumns = [
  'schedule.event_id as eventId',
  'worker.email_folded as emailFolded',
  'worker.fname',
  'worker.lname',
] as const

const shiftColumns = [
  'shift.id',
  'worker.id as workerId',
  'schedule.name as schedule',
  'schedule.instructions',
  'shift.shift_on as shiftDate',
  'shift.start_hour as start',
  'shift.start_minute as startMinute',
  'shift.duration_minutes as minutes',
] as const

/** By time, also what they have not confirmed in time. A shift that was given back and taken again is one that they have. */
export async function listVolunteerShifts(
  tx: Tx,
  { eventId, emailFolded }: Pick<Volunteer, 'eventId' | 'emailFolded'>,
): Promise<VolunteerShift[]> {
  const taken = await selectShifts(tx)
    .innerJoin('shift_worker as worker', 'worker.shift_id', 'shift.id')
    .where('schedule.event_id', '=', eventId)
    .where('worker.email_folded', '=', emailFolded)
    .select([...shiftColumns, 'worker.confirmed_at as confirmedAt', 'worker.asked_until as askedUntil'])
    .select('worker.code')
    .execute()
  const returned = await selectShifts(tx)
    .innerJoin('returned_shift as worker', 'worker.shift_id', 'shift.id')
    .where('schedule.event_id', '=', eventId)
    .where('worker.email_folded', '=', emailFolded)
    .orderBy('worker.returned_at', 'desc')
    .select([...shiftColumns, 'worker.returned_at as givenBackAt'])
    .execute()
  const shifts = new Map<number, VolunteerShift>()
  for (const { minutes, code, ...shift } of taken) {
    const hasIt = shift.askedUntil === null
    shifts.set(shift.id, { ...shift, code: hasIt ? code : '', duration: minutes / 60, givenBackAt: null })
  }
  for (const { minutes, ...shift } of returned) {
    if (!shifts.has(shift.id))
      shifts.set(shift.id, {
        ...shift,
        duration: minutes / 60,
        code: '',
        confirmedAt: null,
        askedUntil: null,
      })
  }
  return [...shifts.values()].sort(
    (a, b) =>
      a.shiftDate.localeCompare(b.shiftDate) ||
      a.start - b.start ||
      a.startMinute - b.startMinute ||
      a.id - b.id,
  )
}

/** Lock the shift first. The place is free at once. */
export async function returnShift(tx: Tx, workerId: number, at: Date): Promise<void> {
  const row = await tx
    .deleteFrom('shift_worker')
    .where('id', '=', workerId)
    .returning(['id', 'shift_id', 'fname', 'lname', 'email_folded'])
    .executeTakeFirst()
  if (row === undefined) return
  await tx
    .insertInto('returned_shift')
    .values({ ...row, returned_at: at })
    .execute()
}

/** The first time counts. What was asked for is theirs from then on: lock the shift first, and see that there is a place. */
export async function confirmShift(tx: Tx, workerId: number, at: Date): Promise<void> {
  await tx
    .updateTable('shift_worker')
    .where('id', '=', workerId)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('asked_until', 'is not', null)]))
    .set({ confirmed_at: at, asked_until: null })
    .execute()
}
