// What signing up for shifts asks, checks and sends.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Accepted } from '../../../../contract/caller.ts'
import { Failure } from '../../../../contract/failures.ts'
import { emptyPersonalInfo, workerLimits } from '../../../../domain/membership.ts'
import { listShiftClashes, mostShifts, noGift } from '../../../../domain/shift.ts'
import type { SessionMember } from '../../../session/sessionState.ts'
import type { Language } from '../../../text/languages.ts'
import { findPersonalFaults } from '../../../wizard/fields/personalFaults.ts'
import { type PersonalValues, trimPersonal } from '../../../wizard/fields/personalInfo.ts'
import type { StepFault } from '../../../wizard/flow.ts'
import { toShiftTime } from './shiftText.ts'

export type ShiftList = Accepted<'get_all_shifts'>
export type OpenShift = ShiftList['shifts'][number]
export type Schedule = ShiftList['schedules'][number]

/** A value that the server has not taken. Another value in its place is a new try. */
interface RefusedValue {
  /** The field's path in the form. */
  field: string
  value: unknown
}

export interface VolunteerValues extends PersonalValues {
  swag: string
  /** The schedule whose shifts are shown; 0 for none. */
  schedule: number
  /** The ids of the chosen shifts. */
  shifts: number[]
  refused: RefusedValue[]
}

export const emptySignUp: VolunteerValues = {
  personal: emptyPersonalInfo,
  swag: noGift,
  schedule: 0,
  shifts: [],
  refused: [],
}

/** With those that are full: somebody may have chosen one of them before. */
export function toShiftsInput(eventId: number): { eventId: number; availableOnly: boolean } {
  return { eventId, availableOnly: false }
}

export function toShiftField(id: number): string {
  return `shifts.${id}`
}

/** The shifts to choose from, where they take place. */
export interface ShiftChoice {
  shifts: readonly OpenShift[]
  schedules: readonly Schedule[]
  timeZone: string
  language: Language
}

export function findWorkerFaults(
  i18n: I18n,
  { personal, swag, refused }: VolunteerValues,
  member: SessionMember | undefined,
): StepFault[] {
  const faults = findPersonalFaults(i18n, personal, member, workerLimits)
  const present: Record<string, unknown> = { swag }
  for (const [field, value] of Object.entries(personal)) present[`personal.${field}`] = value
  const message = i18n._(msg`The club's server does not take this. Change it.`)
  const more = refused
    .filter(({ field, value }) => present[field] === value)
    .filter(({ field }) => !faults.some((fault) => fault.field === field))
    .map(({ field }) => ({ field, message }))
  return [...faults, ...more]
}

/** In the order in which the shifts were chosen. */
export function findShiftFaults(
  i18n: I18n,
  { shifts: chosen, refused }: VolunteerValues,
  choice: ShiftChoice,
): StepFault[] {
  if (chosen.length === 0) return [{ field: 'shifts', message: i18n._(msg`Choose at least one shift.`) }]
  if (chosen.length > mostShifts) {
    return [{ field: 'shifts', message: i18n._(msg`Choose at most ${mostShifts} shifts.`) }]
  }
  const known = chosen.flatMap((id) => choice.shifts.find((shift) => shift.id === id) ?? [])
  const clashes = listShiftClashes(known, choice.timeZone)
  return chosen.flatMap((id) => {
    const field = toShiftField(id)
    if (refused.some((one) => one.field === field)) {
      return [
        { field, message: i18n._(msg`No place is left in this shift. Take it out and choose another one.`) },
      ]
    }
    const shift = known.find((one) => one.id === id)
    const other = shift && clashes.get(shift)
    if (other === undefined) return []
    const name = choice.schedules.find((schedule) => schedule.id === other.schedule)?.name ?? ''
    const time = toShiftTime(other, choice.timeZone, choice.language)
    return [{ field, message: i18n._(msg`At the same time as ${name}, ${time}. Take one of them out.`) }]
  })
}

/** What the server is sent, without the key. */
export function toSignUp(
  { personal, swag, shifts }: VolunteerValues,
  eventId: number,
  gifts: readonly string[],
) {
  const { fname, lname, email, phone, allowEmailMarketing } = trimPersonal(personal)
  return {
    eventId,
    contactInfo: {
      fname,
      lname,
      email,
      phone,
      allowEmailMarketing,
      // the club may have taken it off its list
      swag: gifts.includes(swag) ? swag : noGift,
      notes: 'Online signup',
    },
    shifts,
  }
}

/** Marks what the server has not taken, by the places that its refusal names. */
export function repairSignUp(values: VolunteerValues, error: unknown): VolunteerValues | undefined {
  if (!(error instanceof Failure)) return undefined
  if (error.code !== 'shift-full' && error.code !== 'invalid-input') return undefined
  const refused = (error.details.faults ?? []).flatMap(({ path }) => toRefused(values, path))
  return refused.length === 0 ? undefined : { ...values, refused }
}

function toRefused(values: VolunteerValues, path: string): RefusedValue[] {
  const [part, name = ''] = path.split('.')
  if (part === 'shifts') {
    const id = values.shifts[Number(name)]
    return id === undefined ? [] : [{ field: toShiftField(id), value: id }]
  }
  if (part !== 'contactInfo') return []
  if (name === 'swag') return [{ field: 'swag', value: values.swag }]
  const value = Object.entries(values.personal).find(([field]) => field === name)?.[1]
  return value === undefined ? [] : [{ field: `personal.${name}`, value }]
}
