// The vehicles that somebody registers: one in the form, the others in a list, and what is wrong with each.
import type { EventPayload } from '../../../../contract/eventOrders.ts'
import type { ClubEvent, EventClass } from '../../../../domain/event.ts'
import type { PersonalInfo } from '../../../../domain/membership.ts'
import {
  isPartOfYear,
  neededOfVehicle,
  type VehicleField,
  vehicleLengths,
} from '../../../../domain/sales/vehicle.ts'
import { toPlainLine } from '../../../../domain/shapes/plainText.ts'
import { type RideTexts, toVehicleKey } from '../../../../domain/shapes/ride.ts'
import { trimPersonal } from '../../../wizard/fields/personalInfo.ts'
import { type AnswerFault, listGiven, listOptionFaults, type OptionAnswers } from '../buying/optionValues.ts'

export type Vehicle = Record<VehicleField, string> & {
  /** The number of the class as text, '' before one is chosen. */
  carClass: string
  /** Make and model are typed, because the club's list has them not. */
  isTyped: boolean
  answers: OptionAnswers
}

export const emptyVehicle: Vehicle = {
  year: '',
  make: '',
  model: '',
  trim: '',
  color: '',
  engine: '',
  carClass: '',
  isTyped: false,
  answers: {},
}

export interface VehicleForm {
  /** The vehicle that is typed now. */
  vehicle: Vehicle
  /** Its place among the others if it is being changed, otherwise -1. */
  editing: number
  vehicles: Vehicle[]
}

export const vehicleFields = Object.keys(vehicleLengths) as VehicleField[]

export function isBlank(vehicle: Vehicle): boolean {
  const { carClass, answers } = vehicle
  const texts = [...vehicleFields.map((field) => vehicle[field]), carClass, ...Object.values(answers)]
  return texts.every((text) => (text ?? '').trim() === '')
}

function isChanging({ editing, vehicles }: VehicleForm): boolean {
  return vehicles[editing] !== undefined
}

/** Somebody has begun to type a vehicle, or changes one. */
export function isBegun(form: VehicleForm): boolean {
  return isChanging(form) || !isBlank(form.vehicle)
}

/** All that will be registered, with the one that is being typed. */
export function listVehicles(form: VehicleForm): Vehicle[] {
  const { vehicle, editing, vehicles } = form
  if (!isBegun(form)) return vehicles
  return isChanging(form) ? vehicles.with(editing, vehicle) : [...vehicles, vehicle]
}

/** The form after its vehicle has gone to the others. The same form if there is nothing to take. */
export function takeVehicle<F extends VehicleForm>(form: F): F {
  if (!isBegun(form)) return form
  return { ...form, vehicles: listVehicles(form), vehicle: emptyVehicle, editing: -1 }
}

/** Puts one of the list into the form. It stays in the list until it is taken in again. */
export function editVehicle<F extends VehicleForm>(form: F, at: number): F {
  const taken = takeVehicle(form)
  const vehicle = taken.vehicles[at]
  return vehicle === undefined ? taken : { ...taken, vehicle, editing: at }
}

/** Empties the form; what was being changed stays as it was. An answer that is only left out stays in its field. */
export function dropVehicle<F extends VehicleForm>(form: F): F {
  const answers = Object.fromEntries(Object.keys(form.vehicle.answers).map((option) => [option, '']))
  return { ...form, vehicle: { ...emptyVehicle, answers }, editing: -1 }
}

/** Only between vehicles, so that no place moves below the one that is being changed. */
export function removeVehicle<F extends VehicleForm>(form: F, at: number): F {
  const taken = takeVehicle(form)
  return { ...taken, vehicles: taken.vehicles.filter((_, index) => index !== at) }
}

/** A vehicle without what each event asks anew. */
export type KnownVehicle = Readonly<Record<VehicleField, string>>

/** What the member has entered before, and the rides that are not among it. */
export function joinRides(
  entered: readonly KnownVehicle[],
  rides: readonly Omit<RideTexts, 'description'>[],
): KnownVehicle[] {
  const byKey = new Map(entered.map((vehicle) => [toVehicleKey(vehicle), vehicle]))
  for (const ride of rides) {
    const key = toVehicleKey(ride)
    if (!byKey.has(key)) byKey.set(key, toKnownVehicle(ride))
  }
  return [...byKey.values()]
}

/** What need not be said is left out where a registration has no room for it. */
function toKnownVehicle({ year, make, model, trim, engine }: Omit<RideTexts, 'description'>): KnownVehicle {
  const takeIfShort = (field: VehicleField, text: string) =>
    text.length <= vehicleLengths[field] ? text : ''
  return {
    year,
    make,
    model,
    trim: takeIfShort('trim', trim),
    color: '',
    engine: takeIfShort('engine', engine),
  }
}

/** The form with a known vehicle in it. Class and answers stay, because this event asks them. */
export function fillVehicle<F extends VehicleForm>(form: F, known: KnownVehicle): F {
  const texts = Object.fromEntries(vehicleFields.map((field) => [field, known[field]]))
  return { ...form, vehicle: { ...form.vehicle, ...texts, isTyped: false } }
}

/** Those that are not in the registration yet. */
export function listUnused<V extends KnownVehicle>(known: readonly V[], form: VehicleForm): V[] {
  const used = form.vehicles.map((vehicle) => nameVehicle(vehicle).toLowerCase())
  return known.filter((vehicle) => !used.includes(nameVehicle(vehicle).toLowerCase()))
}

export type VehicleFault =
  | AnswerFault
  | { field: string; is: 'missing-field'; of: VehicleField }
  | { field: string; is: 'too-long-field'; most: number }
  | { field: string; is: 'no-whole-year' }
  | { field: string; is: 'no-class' }

export interface VehicleRules {
  classes: readonly EventClass[]
  options: ClubEvent['registrationOptions']
}

/** In the order of the form. `path` is where the vehicle is. */
export function listVehicleFaults(vehicle: Vehicle, rules: VehicleRules, path: string): VehicleFault[] {
  const texts = vehicleFields.flatMap((of): VehicleFault[] => {
    const field = `${path}.${of}`
    const text = toPlainLine(vehicle[of])
    if (text === '' && neededOfVehicle.includes(of)) return [{ field, is: 'missing-field', of }]
    const most = vehicleLengths[of]
    if (text.length > most) return [{ field, is: 'too-long-field', most }]
    return of === 'year' && isPartOfYear(text) ? [{ field, is: 'no-whole-year' }] : []
  })
  const hasClass = rules.classes.some(({ number }) => String(number) === vehicle.carClass)
  return [
    ...texts,
    ...(hasClass ? [] : [{ field: `${path}.carClass`, is: 'no-class' as const }]),
    ...listOptionFaults(rules.options, vehicle.answers, `${path}.answers`),
  ]
}

/** "1964 Studebaker Avanti" */
export function nameVehicle({ year, make, model }: Pick<Vehicle, 'year' | 'make' | 'model'>): string {
  return [year, make, model].map(toPlainLine).filter(Boolean).join(' ')
}

type EntryPayload = NonNullable<EventPayload['entries']>[number]

/** A vehicle as it is sent, with its owner. */
export function toEntry(
  vehicle: Vehicle,
  personal: PersonalInfo,
  options: ClubEvent['registrationOptions'],
): EntryPayload {
  const { year, make, model, trim, color, engine } = vehicle
  return {
    year: toPlainLine(year),
    make: toPlainLine(make),
    model: toPlainLine(model),
    trim: toPlainLine(trim),
    color: toPlainLine(color),
    engine: toPlainLine(engine),
    car_class: Number(vehicle.carClass),
    values: listGiven(options, vehicle.answers).map((value) => ({
      optionIndex: options.findIndex(({ id }) => id === value.optionId),
      value,
    })),
    ...trimPersonal(personal),
    notes: 'Dart:Online Purchase',
  }
}
