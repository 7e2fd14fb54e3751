// Inputs that several actions and tests share.
import type { EventPayload } from '../../../src/contract/eventOrders.ts'
import type { Input } from '../../../src/contract/index.ts'
import type { MembershipPayload } from '../../../src/contract/purchases.ts'
import type { SeededEvent } from './clubs.ts'

/** Who signs up for a shift. */
export const helper = {
  fname: 'Hal',
  lname: 'Helper',
  email: 'hal@help.example',
  phone: '5550100300',
  allowEmailMarketing: true,
  swag: 'M',
  notes: 'Online signup',
}

/** Who buys something of an event. */
export const buyer = {
  fname: 'Bo',
  lname: 'Buyer',
  address1: '5 Oak Street',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
  country: 'US',
  phone: '5550100400',
  email: 'bo@buyer.example',
}

/** A vehicle with its owner, for a class of the seeded show. */
export function toEntry(more: Partial<NonNullable<EventPayload['entries']>[number]> = {}) {
  return { year: '1957', make: 'Chevrolet', model: 'Bel Air', car_class: 1, ...buyer, ...more }
}

/** Everything at once: a vehicle, a free space and two tickets. */
export function toEventOrder({ id, mapIds, spaceIds, ticketIds }: SeededEvent, email: string = buyer.email) {
  const { fname, lname, address1, country: _, ...person } = { ...buyer, email }
  const who = { ...person, name: `${fname} ${lname}`, address: address1 }
  return {
    eventId: id,
    entries: [toEntry({ email })],
    vendor: {
      ...{ ...who, vendorType: 1, taxId: '12-3456789', goods: 'Badges and bumpers' },
      description: '[Online Purchase] Old radios',
    },
    reservations: [{ eventMapId: mapIds[0] ?? 0, elementId: spaceIds[1] ?? 0 }],
    tickets: { ...who, tickets: [{ ticket: ticketIds[0] ?? 0, quantity: 2 }] },
  } satisfies EventPayload
}

/** A new person with all fields. */
export function toJoining(type: number): MembershipPayload {
  return {
    fname: 'Jo',
    lname: 'New',
    address: '1 Elm Street',
    city: 'Salem',
    state: 'MA',
    zip: '01970',
    phoneNumbers: [{ typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '5550100200' }],
    email_address: 'jo.new@join.example',
    type,
    years: 1,
  }
}

/** A sheet of the seeded judge. */
export function toSheet({
  id,
  judge,
  criterionIds: [paint, engine],
}: SeededEvent): Input<'submit_judging_form'> {
  return {
    eventId: id,
    judgeId: judge.code,
    grant: judge.grant,
    entryId: '110',
    scores: [
      { criteriaId: paint, score: 9 },
      { criteriaId: engine, score: 17 },
    ],
  }
}
