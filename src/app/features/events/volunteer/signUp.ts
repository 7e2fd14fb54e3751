// What signing up for shifts asks and sends, and what of it the server has refused.
import type { Accepted } from '../../../../contract/caller.ts'
import { Failure } from '../../../../contract/failures.ts'
import { emptyPersonalInfo } from '../../../../domain/membership.ts'
import { noGift } from '../../../../domain/shift.ts'
import type { Language } from '../../../text/languages.ts'
import { type PersonalValues, trimPersonal } from '../../../wizard/fields/personalInfo.ts'

export type ShiftList = Accepted<'get_all_shifts'>
export type OpenShift = ShiftList['shifts'][number]
export type Schedule = ShiftList['schedules'][number]

/** A value that the server has not taken. Another value in its place is a new try. */
interface RefusedValue {
  /** The field's path in the form. */
  field: string
  value: unknown
  /** A shift that has ended. */
  isOver?: boolean
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

const repairable: ReadonlySet<string> = new Set(['shift-full', 'shift-over', 'invalid-input'])

/** Marks what the server has not taken, by the places that its refusal names. */
export function repairSignUp(values: VolunteerValues, error: unknown): VolunteerValues | undefined {
  if (!(error instanceof Failure)) return undefined
  if (!repairable.has(error.code)) return undefined
  const refused = (error.details.faults ?? []).flatMap(({ path }) =>
    toRefused(values, path, error.code === 'shift-over'),
  )
  return refused.length === 0 ? undefined : { ...values, refused }
}

function toRefused(values: VolunteerValues, path: string, isOver: boolean): RefusedValue[] {
  const [part, name = ''] = path.split('.')
  if (part === 'shifts') {
    const id = values.shifts[Number(name)]
    return id === undefined ? [] : [{ field: toShiftField(id), value: id, isOver }]
  }
  if (part !== 'contactInfo') return []
  if (name === 'swag') return [{ field: 'swag', value: values.swag }]
  const value = Object.entries(values.personal).find(([field]) => field === name)?.[1]
  return value === undefined ? [] : [{ field: `personal.${name}`, value }]
}

/** The fields that still hold what the server has refused. */
export function listRefused({ personal, swag, shifts, refused }: VolunteerValues): string[] {
  const present = new Map<string, unknown>([['swag', swag]])
  for (const [field, value] of Object.entries(personal)) present.set(`personal.${field}`, value)
  for (const id of shifts) present.set(toShiftField(id), id)
  return refused.filter(({ field, value }) => present.get(field) === value).map(({ field }) => field)
}
