// What keeps a sign-up for shifts from being complete, in words.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { workerLimits } from '../../../../domain/membership.ts'
import { defaultCountry } from '../../../../domain/shapes/country.ts'
import { listShiftClashes, mostShifts } from '../../../../domain/shift.ts'
import type { SessionMember } from '../../../session/sessionState.ts'
import { findPersonalFaults } from '../../../wizard/fields/personalFaults.ts'
import type { StepFault } from '../../../wizard/flow.ts'
import { toShiftTime } from './shiftText.ts'
import { listRefused, type ShiftChoice, toShiftField, type VolunteerValues } from './signUp.ts'

export function findWorkerFaults(
  i18n: I18n,
  values: VolunteerValues,
  member: SessionMember | undefined,
): StepFault[] {
  const faults = findPersonalFaults(i18n, values.personal, {
    member,
    // no address is asked
    country: defaultCountry,
    limits: workerLimits,
  })
  const message = i18n._(msg`The club's server does not take this. Change it.`)
  const more = listRefused(values)
    .filter((field) => field === 'swag' || field.startsWith('personal.'))
    .filter((field) => !faults.some((fault) => fault.field === field))
    .map((field) => ({ field, message }))
  return [...faults, ...more]
}

/** In the order in which the shifts were chosen. */
export function findShiftFaults(i18n: I18n, values: VolunteerValues, choice: ShiftChoice): StepFault[] {
  const { shifts: chosen } = values
  if (chosen.length === 0) return [{ field: 'shifts', message: i18n._(msg`Choose at least one shift.`) }]
  if (chosen.length > mostShifts) {
    return [{ field: 'shifts', message: i18n._(msg`Choose at most ${mostShifts} shifts.`) }]
  }
  const known = chosen.flatMap((id) => choice.shifts.find((shift) => shift.id === id) ?? [])
  const refused = listRefused(values)
  const clashes = listShiftClashes(known, choice.timeZone)
  return chosen.flatMap((id) => {
    const field = toShiftField(id)
    if (refused.includes(field)) {
      const isOver = values.refused.some((one) => one.field === field && one.isOver === true)
      const message = isOver
        ? i18n._(msg`This shift is over. Take it out and choose another one.`)
        : i18n._(msg`No place is left in this shift. Take it out and choose another one.`)
      return [{ field, message }]
    }
    const shift = known.find((one) => one.id === id)
    const other = shift && clashes.get(shift)
    if (other === undefined) return []
    const name = choice.schedules.find((schedule) => schedule.id === other.schedule)?.name ?? ''
    const time = toShiftTime(other, choice.timeZone, choice.language)
    return [{ field, message: i18n._(msg`At the same time as ${name}, ${time}. Take one of them out.`) }]
  })
}
