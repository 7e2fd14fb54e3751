import { describe, expect, it } from 'vitest'
import { toNewChoice } from '../../../../../src/app/features/events/buying/ticketChoices.ts'
import {
  emptyRegistration,
  type RegisterValues,
  repairRegistration,
  toPricedRegistration,
  toRegisterField,
  toRegistrationOrder,
} from '../../../../../src/app/features/events/register/registerFlow.ts'
import {
  dropVehicle,
  editVehicle,
  emptyVehicle,
  fillVehicle,
  isBegun,
  joinRides,
  listUnused,
  listVehicleFaults,
  removeVehicle,
  takeVehicle,
  type Vehicle,
} from '../../../../../src/app/features/events/register/vehicles.ts'
import { mergeValues } from '../../../../../src/app/wizard/draft/draftStore.ts'
import { eventPayload, eventPricing } from '../../../../../src/contract/eventOrders.ts'
import { Failure } from '../../../../../src/contract/failures.ts'
import type { ClubEvent } from '../../../../../src/domain/event.ts'
import { buyer, makeEvent, makeOption, makeTicket, now } from '../buying/buyableTickets.ts'

const options = [makeOption(1, { label: 'Parade', required: true }), makeOption(2)]
const event: ClubEvent = { ...makeEvent([makeTicket(5)]), registrationOptions: options }
const classes = [{ id: 9, number: 4, description: 'Sports' }]
const rules = { classes, options }

function car(year: string, fields: Partial<Vehicle> = {}): Vehicle {
  const named = { make: 'Studebaker', model: 'Avanti', carClass: '4', answers: { o1: 'yes' } }
  return { ...emptyVehicle, year, ...named, ...fields }
}

function fill(fields: Partial<RegisterValues>): RegisterValues {
  return { ...emptyRegistration, personal: buyer, ...fields }
}

describe('the list of vehicles', () => {
  it('takes the typed vehicle in once, however often the step is entered', () => {
    const once = takeVehicle(fill({ vehicle: car('1964') }))
    expect(once.vehicles.map(({ year }) => year)).toEqual(['1964'])
    expect(once.vehicle).toEqual(emptyVehicle)
    expect(takeVehicle(once)).toBe(once)
  })

  it('takes in nothing of an empty form, and does not lose a vehicle that has only an answer', () => {
    const empty = fill({ vehicle: { ...emptyVehicle, answers: { o1: ' ' }, color: '  ' } })
    expect(takeVehicle(empty)).toBe(empty)
    expect(isBegun(fill({ vehicle: { ...emptyVehicle, answers: { o2: 'by the gate' } } }))).toBe(true)
  })

  it('puts a changed vehicle back into its place', () => {
    const two = fill({ vehicles: [car('1964'), car('1936')] })
    const changing = editVehicle(two, 0)
    expect(changing.vehicle.year).toBe('1964')
    expect(changing.vehicles).toHaveLength(2)
    const taken = takeVehicle({ ...changing, vehicle: car('1965') })
    expect(taken.vehicles.map(({ year }) => year)).toEqual(['1965', '1936'])
    const dropped = dropVehicle({ ...changing, vehicle: car('1965') })
    expect(dropped.vehicles).toEqual(two.vehicles)
    expect(isBegun(dropped)).toBe(false)
    // said, and not left out: the field would keep it
    expect(dropped.vehicle.answers).toEqual({ o1: '' })
  })

  it('keeps what is typed when another one is changed or removed', () => {
    const typing = fill({ vehicles: [car('1964')], vehicle: car('1936') })
    expect(editVehicle(typing, 0).vehicles.map(({ year }) => year)).toEqual(['1964', '1936'])
    expect(removeVehicle(typing, 0).vehicles.map(({ year }) => year)).toEqual(['1936'])
  })

  it('keeps answers in a draft, whose names no form knows before', () => {
    const saved = JSON.parse(JSON.stringify(fill({ vehicle: car('1964') })))
    expect(mergeValues(emptyRegistration, saved).vehicle.answers).toEqual({ o1: 'yes' })
  })
})

describe('a vehicle that the member has entered before', () => {
  const known = { year: '1957', make: 'Chevrolet', model: 'Bel Air', trim: '', color: 'Red', engine: 'V8' }

  it('fills the texts of the form, and leaves the answers to this event', () => {
    const filled = fillVehicle(fill({ vehicle: car('1964', { isTyped: true, trim: 'Super' }) }), known)
    expect(filled.vehicle).toEqual({ ...car('1957'), ...known })
  })

  it('is offered until it is in the registration', () => {
    expect(listUnused([known], fill({ vehicles: [car('1964')] }))).toEqual([known])
    expect(
      listUnused([known], fill({ vehicles: [{ ...car('1957'), ...known, make: 'CHEVROLET' }] })),
    ).toEqual([])
  })

  it('is joined by the rides that are not among them, with what a registration has room for', () => {
    const ride = { year: '1967', make: 'Lancia', model: 'Fulvia', trim: 'HF', engine: '1.3 V4, 4-speed' }
    const joined = joinRides([known], [{ ...ride, model: ' bel air', make: 'CHEVROLET', year: '1957' }, ride])
    expect(joined).toEqual([known, { ...ride, engine: '', color: '' }])
  })
})

describe('the faults of a vehicle', () => {
  it('are what is missing, too long, or no class of the event', () => {
    const wrong = car(' ', { engine: 'x'.repeat(11), carClass: '5', answers: {} })
    expect(listVehicleFaults(wrong, rules, 'vehicle').map(({ field, is }) => [field, is])).toEqual([
      ['vehicle.year', 'missing-field'],
      ['vehicle.engine', 'too-long-field'],
      ['vehicle.carClass', 'no-class'],
      ['vehicle.answers.o1', 'missing'],
    ])
    expect(listVehicleFaults(car('1964', { engine: 'x'.repeat(10) }), rules, 'vehicle')).toEqual([])
  })
})

describe('the year of a vehicle', () => {
  it.each(['65', "'65", '’65', '5', '196', '19655'])('is asked for in four digits instead of %s', (year) => {
    expect(listVehicleFaults(car(year), rules, 'vehicle')).toEqual([
      { field: 'vehicle.year', is: 'no-whole-year' },
    ])
  })

  it.each(['1965', ' 1965 ', '1964 1/2', '1920s', 'unknown'])('may be %s', (year) => {
    expect(listVehicleFaults(car(year), rules, 'vehicle')).toEqual([])
  })
})

describe('what is sent', () => {
  it('has every vehicle with its owner, and the tickets', () => {
    const values = fill({ vehicles: [car('1964')], vehicle: car('1936'), tickets: [toNewChoice(5, 2)] })
    const order = toRegistrationOrder(event, values)
    const read = eventPayload.parse(order)
    expect(read.entries.map(({ year, car_class, fname }) => [year, car_class, fname])).toEqual([
      ['1964', 4, 'Ada'],
      ['1936', 4, 'Ada'],
    ])
    expect(read.entries[0]?.values).toEqual([{ optionIndex: 0, value: { value: 'yes', optionId: 1 } }])
    expect(read.entries[0]?.notes).toBe('Dart:Online Purchase')
    expect(read.tickets?.tickets[0]?.quantity).toBe(2)
  })

  it('is priced for one vehicle before the first is typed, and not again for each letter', () => {
    expect(toPricedRegistration(event, fill({})).entries).toEqual([{}])
    expect(toPricedRegistration(event, fill({ vehicle: car('1') })).entries).toEqual([{}])
    const more = fill({ vehicles: [car('1964')], vehicle: car('1936') })
    expect(toPricedRegistration(event, more).entries).toHaveLength(2)
    expect(
      toPricedRegistration(event, editVehicle(fill({ vehicles: [car('1964')] }), 0)).entries,
    ).toHaveLength(1)
    expect(eventPricing.safeParse(toPricedRegistration(event, more)).success).toBe(true)
  })
})

describe('after a refusal', () => {
  const values = fill({ vehicles: [car('1964'), car('1936')], tickets: [toNewChoice(5, 2)] })
  const repair = { event, findLeft: () => 1, now }

  it('the field that the server names is marked until it has another value', () => {
    const faults = ['entries.1.car_class', 'entries.0.zip', 'entries.0.values.2', 'tickets.email'].map(
      (path) => ({
        path: `order.payload.${path}`,
        message: '',
      }),
    )
    const repaired = repairRegistration(values, new Failure('invalid-input', '', { faults }), repair)
    expect(repaired?.refused).toEqual([
      { field: 'vehicles.1.carClass', value: '4' },
      { field: 'personal.zip', value: '45402' },
      { field: 'vehicles.0.answers.o2', value: undefined },
      { field: 'personal.email', value: 'ada@example.org' },
    ])
    expect(repaired?.vehicles).toEqual(values.vehicles)
    expect(toRegisterField(values, 'vendor.email')).toBeUndefined()
  })

  it('tickets come after the vehicles in the order', () => {
    const faults = [{ path: 'order.lines.2', message: 'Ticket 5' }]
    const repaired = repairRegistration(values, new Failure('sold-out', '', { faults }), repair)
    expect(repaired?.tickets[0]?.left).toBe(1)
    expect(repairRegistration(values, new Failure('registration-ended', ''), repair)).toBeUndefined()
  })
})
