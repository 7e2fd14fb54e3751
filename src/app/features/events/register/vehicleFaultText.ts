// What keeps vehicles from being registered, in words.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ClubEvent } from '../../../../domain/event.ts'
import { mostLines } from '../../../../domain/order.ts'
import type { VehicleField } from '../../../../domain/sales/vehicle.ts'
import { toLongText } from '../../../wizard/fields/personalFaults.ts'
import type { StepFault } from '../../../wizard/flow.ts'
import { withRefused } from '../buying/refusedFaults.ts'
import { findTicketFaults, toAnswerText } from '../buying/ticketFaultText.ts'
import type { RegisterValues } from './registerFlow.ts'
import {
  isBegun,
  listVehicleFaults,
  listVehicles,
  nameVehicle,
  type Vehicle,
  type VehicleFault,
  type VehicleRules,
} from './vehicles.ts'

const missing: Partial<Record<VehicleField, MessageDescriptor>> = {
  year: msg`Enter the year of the vehicle.`,
  make: msg`Enter or choose the make.`,
  model: msg`Enter or choose the model.`,
}

function toText(i18n: I18n, fault: VehicleFault): string {
  switch (fault.is) {
    case 'missing-field':
      return i18n._(missing[fault.of] ?? msg`Fill in this field.`)
    case 'too-long-field':
      return toLongText(i18n, fault.most)
    case 'no-whole-year':
      return i18n._(msg`Write the year with four digits, such as 1965.`)
    case 'no-class':
      return i18n._(msg`Choose the class of the vehicle.`)
    default:
      return toAnswerText(i18n, fault)
  }
}

function findFaults(i18n: I18n, vehicle: Vehicle, rules: VehicleRules): StepFault[] {
  return listVehicleFaults(vehicle, rules, 'vehicle').map((fault) => ({
    field: fault.field,
    message: toText(i18n, fault),
  }))
}

/** For the step in which a vehicle is typed. With others in the list, an empty form is complete. */
export function findFormFaults(i18n: I18n, values: RegisterValues, rules: VehicleRules): StepFault[] {
  const { vehicle, editing, vehicles, refused } = values
  if (!isBegun(values) && vehicles.length > 0) return []
  const place = `vehicles.${editing}.`
  const own = refused
    .filter(({ field }) => field.startsWith(place))
    .map(({ field, value }) => ({ field: `vehicle.${field.slice(place.length)}`, value }))
  const typed = { vehicle, refused: own }
  return withRefused(i18n, findFaults(i18n, vehicle, rules), typed, 'vehicle')
}

/** Where the faults of the list as a whole are. */
export const listField = 'vehicleList'

/** For the step with the list of vehicles, and the tickets below it. */
export function findConfirmFaults(
  i18n: I18n,
  values: RegisterValues,
  rules: VehicleRules,
  tickets: ClubEvent['tickets'],
): StepFault[] {
  const vehicles = listVehicles(values)
  if (vehicles.length === 0) {
    return [{ field: listField, message: i18n._(msg`Register a vehicle first.`) }]
  }
  const listed = { ...values, vehicles }
  const faults = vehicles.flatMap((vehicle, at) => {
    const field = `vehicles.${at}`
    const hasFault =
      findFaults(i18n, vehicle, rules).length > 0 || withRefused(i18n, [], listed, field).length > 0
    if (!hasFault) return []
    const name = nameVehicle(vehicle)
    return [{ field, message: i18n._(msg`${name}: something is not right. Edit it.`) }]
  })
  const tooMany =
    vehicles.length > mostLines
      ? [{ field: listField, message: i18n._(msg`One order has at most ${mostLines} vehicles and tickets.`) }]
      : []
  const chosen = findTicketFaults(i18n, {
    tickets,
    choices: values.tickets,
    name: 'tickets',
    isNeeded: false,
    otherLines: vehicles.length,
  })
  return [...tooMany, ...faults, ...withRefused(i18n, chosen, values, 'tickets')]
}
