// What registering for an event asks and sends, and what of it the server has refused.
import type { ClubEvent } from '../../../../domain/event.ts'
import { emptyPersonalInfo, listPersonalFields, personalInfoLimits } from '../../../../domain/membership.ts'
import type { PersonalValues } from '../../../wizard/fields/personalInfo.ts'
import { toOptionKey } from '../buying/optionValues.ts'
import { listRefused, type RefusedField } from '../buying/refusedFields.ts'
import {
  repairTickets,
  type TicketChoice,
  type TicketRepair,
  toPricedLines,
  toTicketsPayload,
} from '../buying/ticketChoices.ts'
import { toTicketField } from '../tickets/ticketFlow.ts'
import {
  emptyVehicle,
  listVehicles,
  nameVehicle,
  toEntry,
  type VehicleForm,
  vehicleFields,
} from './vehicles.ts'

export interface RegisterValues extends PersonalValues, VehicleForm {
  tickets: TicketChoice[]
  refused: RefusedField[]
}

export const emptyRegistration: RegisterValues = {
  personal: emptyPersonalInfo,
  vehicle: emptyVehicle,
  editing: -1,
  vehicles: [],
  tickets: [],
  refused: [],
  agreed: false,
}

/** What decides the price. Before the first vehicle is typed it is the price of one. */
export function toPricedRegistration({ id, tickets }: ClubEvent, values: RegisterValues) {
  const lines = toPricedLines(tickets, values.tickets)
  const listed = values.vehicles.map(({ year, make, model }) => ({ year, make, model }))
  // the one that is typed has no name here, or each letter would be a new price
  const typed = Math.max(1, listVehicles(values).length) - listed.length
  return {
    eventId: id,
    entries: [...listed, ...Array.from({ length: typed }, () => ({}))],
    ...(lines.length === 0 ? {} : { tickets: { tickets: lines } }),
  }
}

export function toRegistrationOrder(event: ClubEvent, values: RegisterValues) {
  const { personal } = values
  const tickets = toTicketsPayload(event.tickets, values.tickets, personal)
  return {
    eventId: event.id,
    entries: listVehicles(values).map((vehicle) => toEntry(vehicle, personal, event.registrationOptions)),
    ...(tickets === undefined ? {} : { tickets }),
  }
}

/** Marks what the server has not taken. Nothing that was typed or chosen is lost. */
export function repairRegistration(
  values: RegisterValues,
  error: unknown,
  repair: Omit<TicketRepair, 'linesBefore'>,
): RegisterValues | undefined {
  const linesBefore = listVehicles(values).length
  const tickets = repairTickets(values.tickets, error, { ...repair, linesBefore })
  if (tickets !== undefined) return { ...values, tickets }
  const refused = listRefused(values, error, (path) => toRegisterField(values, path))
  return refused && { ...values, refused }
}

const personalFields: readonly string[] = [...listPersonalFields(personalInfoLimits), 'allowEmailMarketing']

/** The field of a place in the payload. */
export function toRegisterField(
  { tickets }: Pick<RegisterValues, 'tickets'>,
  path: string,
): string | undefined {
  const [part, line, name = '', option, more] = path.split('.')
  if (part === 'tickets') return toTicketField(tickets, path)
  if (part !== 'entries' || line === undefined) return undefined
  if (personalFields.includes(name)) return `personal.${name}`
  const vehicle = `vehicles.${line}`
  if (name === 'car_class') return `${vehicle}.carClass`
  if (vehicleFields.some((field) => field === name)) return `${vehicle}.${name}`
  return name === 'values' && option !== undefined && more === undefined
    ? `${vehicle}.answers.${toOptionKey(Number(option))}`
    : vehicle
}

/** The names of the vehicles that are listed already, in one line. */
export function nameListed({ vehicles }: VehicleForm): string {
  return vehicles.map(nameVehicle).join(', ')
}
