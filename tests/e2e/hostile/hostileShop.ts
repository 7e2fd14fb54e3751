// The club of `hostileShow.ts` in a running product, and orders of its goods by calls.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Caller } from '../../../src/contract/caller.ts'
import type { EventPayload } from '../../../src/contract/eventOrders.ts'
import type { Input } from '../../../src/contract/index.ts'
import { findDay } from '../../../src/domain/day.ts'
import { personalInfoLimits } from '../../../src/domain/membership.ts'
import { mostOptionText } from '../../../src/domain/sales/optionValues.ts'
import { vehicleLengths } from '../../../src/domain/sales/vehicle.ts'
import {
  onlineMark,
  payerLengths,
  shippingLengths,
  ticketBuyerLengths,
  vendorLengths,
} from '../../../src/domain/shapes/personLengths.ts'
import type { Product } from '../../support/browsers/product.ts'
import { fill as fillPart } from '../../support/buying/buyers.ts'
import { openCardSandbox } from '../../support/buying/cardSandbox.ts'
import { importClubs } from '../../support/clubs/world.ts'
import { makeHostileShow, showMember, showSlug } from '../../support/corpora/hostileShow.ts'
import { fill, fillCode, fillName } from '../../support/corpora/hostileTexts.ts'
import { buyerTest } from '../fixtures.ts'
import { type HostileClub, openCaller } from './hostileScreens.ts'

export const show = makeHostileShow(findDay(Date.now(), 'America/Chicago'))
type Events = (typeof show)['events']

export interface HostileEvent {
  readonly file: Events[number]
  readonly id: number
  readonly tickets: readonly number[]
  readonly maps: readonly { readonly id: number; readonly spaces: readonly number[] }[]
}

export interface HostileShop extends HostileClub {
  /** Everything for nothing, and a ballot. */
  readonly fair: HostileEvent
  /** For money, and with judges. */
  readonly judged: HostileEvent
  /** The ids of the membership that costs something, and of the one that does not. */
  readonly types: readonly [paid: number, free: number]
}

async function openShop(product: Product): Promise<HostileShop> {
  await importClubs(product, [show])
  const club = { product, slug: showSlug, sent: new Set<string>() }
  const { call } = await openCaller(club)
  const { events } = await call('get_upcoming_events', {})
  const read = async (file: Events[number] | undefined): Promise<HostileEvent> => {
    const id = events.find(({ name }) => name === file?.name)?.id
    if (file === undefined || id === undefined) throw new Error('the club lacks an event')
    const { event, maps } = await call('get_event', { event: id })
    return {
      file,
      id,
      tickets: event.tickets.map((ticket) => ticket.id),
      maps: maps.map((map) => ({ id: map.id, spaces: map.elements.map((element) => element.id) })),
    }
  }
  const [fair, judged] = show.events
  const { memberTypes } = await call('get_available_membertypes', {})
  const findType = (at: number) =>
    memberTypes.find(({ label }) => label === show.memberTypes[at]?.label)?.id ?? 0
  return { ...club, fair: await read(fair), judged: await read(judged), types: [findType(0), findType(1)] }
}

export const test = buyerTest.extend<object, { shop: HostileShop }>({
  shop: [async ({ product }, use) => use(await openShop(product)), { scope: 'worker', timeout: 120_000 }],
})

export interface Person {
  readonly email: string
  /** Which of the corpus they write. */
  readonly at: number
}

const phone = '6145550123'

export function toVehicle({ at }: Pick<Person, 'at'>) {
  return {
    year: fill(vehicleLengths.year, at),
    make: fill(vehicleLengths.make, at),
    model: fill(vehicleLengths.model, at),
    trim: fill(vehicleLengths.trim, at + 1),
    color: fill(vehicleLengths.color, at + 2),
    engine: fill(vehicleLengths.engine, at),
  }
}

/** What is stored of a member may be longer than what is typed. */
const ownState = show.members[0]?.state ?? ''

/** In two letters. */
const shortState = '<"'

export function toOwner({ email, at }: Person) {
  const { fname, lname, partner, address1, address2, city, zip, country } = personalInfoLimits
  return {
    fname: fillName(fname.most, at),
    lname: fillName(lname.most, at + 1),
    partner: fillName(partner.most, at + 2),
    address1: fill(address1.most, at),
    address2: fill(address2.most, at + 1),
    city: fill(city.most, at),
    state: email === showMember.email ? ownState : shortState,
    zip: fillCode(zip.most, at),
    country: fill(country.most, at + 3),
    phone,
    email,
  }
}

export function nameCar({
  year,
  make,
  model,
}: Pick<ReturnType<typeof toVehicle>, 'year' | 'make' | 'model'>): string {
  return `${year} ${make} ${model}`
}

/** Of the options that are texts. */
const textOptions = 8

export function toEntry(person: Person) {
  const values = Array.from({ length: textOptions }, (_, option) => ({
    optionIndex: option,
    value: { optionId: option + 1, value: fill(mostOptionText, person.at + option) },
  }))
  const notes = fill(256, person.at)
  return { ...toVehicle(person), ...toOwner(person), car_class: 9, values, notes }
}

export function toVendor({ email, at }: Person) {
  const { name, address, city, zip, taxId, goods, description } = vendorLengths
  return {
    name: fillName(name, at),
    address: fill(address, at),
    city: fill(city, at),
    state: email === showMember.email ? ownState : shortState,
    zip: fillCode(zip, at),
    phone,
    email,
    taxId: fill(taxId, at),
    goods: fill(goods, at),
    description: fill(description - onlineMark.length, at),
  }
}

export function toTickets({ email, at }: Person, ticket: number, quantity: number) {
  const { fname, address1, city, state, zip } = ticketBuyerLengths
  const values = Array.from({ length: quantity }, (_, ticketIndex) => ({
    ticketIndex,
    value: { optionId: 1, value: fill(mostOptionText, at + ticketIndex) },
  }))
  return {
    name: fillName(fname, at),
    address: fill(address1, at),
    city: fill(city, at),
    state: fill(state, at),
    zip: fillCode(zip, at),
    phone,
    email,
    tickets: [{ ticket, quantity, values }],
  }
}

/** So many vehicles, the space at `at` of the first map, and so many tickets, each with other texts. */
export function toEventOrder(
  { id, tickets: [ticket = 0], maps: [map] }: HostileEvent,
  person: Person,
  { vehicles, tickets }: { vehicles: number; tickets: number },
) {
  return {
    eventId: id,
    entries: Array.from({ length: vehicles }, (_, n) => toEntry({ ...person, at: person.at + n })),
    vendor: toVendor(person),
    reservations: [{ eventMapId: map?.id ?? 0, elementId: map?.spaces[person.at % 30] ?? 0 }],
    tickets: toTickets(person, ticket, tickets),
  } satisfies EventPayload
}

export function toDonation(person: Person) {
  return { ...toOwner(person), amount: 25 }
}

export function toPayer({ at, email }: Person) {
  const { fname, lname, address1, address2, city, state, zip, country } = payerLengths
  return {
    fname: fillName(fname, at),
    lname: fillName(lname, at),
    address1: fill(address1, at),
    address2: fill(address2, at),
    city: fill(city, at),
    state: fill(state, at),
    zip: fillCode(zip, at),
    country: fill(country, at),
    phone,
    email,
  }
}

export function toJoining(person: Person, type: number) {
  const { at, email } = person
  const { address1: address, address2: _, phone: __, email: ___, ...owner } = toOwner(person)
  return {
    ...owner,
    address,
    phoneNumbers: [{ longCode: phone }],
    email_address: email,
    comments: fill(256, at),
    type,
    years: 1,
  }
}

/** One thing from the store. */
export function toStoreOrder({ email, at }: Person, inventory: number) {
  const { name, address, city, state, zip, country } = shippingLengths
  return {
    cart: [{ inventory: { id: inventory } }],
    shipping: {
      name: fillName(name, at),
      address: fill(address, at),
      city: fill(city, at),
      state: fill(state, at),
      zip: fillCode(zip, at),
      country: fill(country, at),
      phone,
      email,
    },
  }
}

type Wanted = Pick<Input<'create_payment_intent'>, 'order' | 'nonMember'> & {
  category: number
  email: string
}

/** Pays with a card of the sandbox. Returns the order's key. */
export async function buy(
  { product }: HostileClub,
  { call }: Caller,
  { category, email, ...wanted }: Wanted,
): Promise<string> {
  const { order } = wanted
  if (order === undefined) throw new Error('nothing is wanted')
  const { stripe } = await call('get_tenant', {})
  const { quote } = await call('quote_order', { order })
  const key = randomUUID()
  const { clientSecret, receiptId = 0 } = await call('create_payment_intent', {
    ...wanted,
    amount: quote.grandTotalCents,
    receiptEmail: email,
    description: fill(256, 0),
    category,
    key,
  })
  const sandbox = openCardSandbox(product.origin, { publishableKey: stripe.publishableKey })
  await sandbox.confirm(clientSecret, 'pm_card_visa')
  await call('stripe_complete_payment', { ids: [receiptId], status: 3 })
  return key
}

/** Returns what must be in the fields. A telephone number is drawn with spaces. */
export async function fillFields(
  page: Page,
  part: string,
  values: Readonly<Record<string, string>>,
): Promise<string[]> {
  await fillPart(page, part, values)
  return Object.values({ ...values, phone: '' })
}
