// A vendor's form: what it asks, what it sends, and what becomes of spaces that somebody else takes.
import { expect, it } from 'vitest'
import {
  findLoss,
  findSpaces,
  findStatus,
  judgeLost,
  listKeptSpaces,
  listMapsOnSale,
  repairSpaces,
  withoutLost,
  withoutSpace,
  withSpace,
} from '../../../../src/app/features/events/vendor/chosenSpaces.ts'
import { findSpaceFault, listVendorFaults } from '../../../../src/app/features/events/vendor/vendorFaults.ts'
import {
  emptyVendor,
  findQuestions,
  prefillVendor,
  toOwnVendor,
  toPricedVendor,
  toVendorOrder,
  toVendorPayer,
  type VendorValues,
} from '../../../../src/app/features/events/vendor/vendorForm.ts'
import { repairVendor } from '../../../../src/app/features/events/vendor/vendorRepair.ts'
import type { SessionMember } from '../../../../src/app/session/sessionState.ts'
import { eventPayload, eventPricing } from '../../../../src/contract/eventOrders.ts'
import { Failure } from '../../../../src/contract/failures.ts'
import type { ClubEvent, EventMap, MapElement } from '../../../../src/domain/event.ts'

const now = Date.parse('2030-05-01T12:00:00Z')
const all = { type: true, taxId: true, description: true }

const element = (id: number, more: Partial<MapElement> = {}): MapElement => ({
  ...{ id, shape: 'box', x: 0, y: 0, w: 20, h: 20, a: 0, row: 'A', num: String(id) },
  ...{ type: 1, cost: 60, notes: '', available: true, ...more },
})
const map = (id: number, more: Partial<EventMap> = {}): EventMap => ({
  ...{ id, label: `Field ${id}`, backgroundImage: '', memberDiscount: 0, available: true },
  availableStartdate: '2030-04-01T12:00:00Z',
  availableEnddate: '2030-06-01T12:00:00Z',
  ...{ askVendorType: true, askVendorTaxid: true, askVendorDescription: true },
  elements: [element(1), element(2, { available: false }), element(3)],
  reservations: [],
  ...more,
})
const south = map(7)
const event = {
  ...{ id: 5, name: 'Swap Meet', startDate: '2030-06-10', endDate: '', timeZone: 'America/Chicago' },
  maps: [south],
  tickets: [{ id: 40, price: 10, limit: 4, remaining: 9, options: [], startdate: '', enddate: '' }],
} as unknown as ClubEvent
const spaceAt = (id: number, of = 7) => ({ map: of, element: id, location: `A${id}` })
const filled: VendorValues = {
  ...emptyVendor,
  vendor: {
    ...emptyVendor.vendor,
    name: ' Ridgeway  Hub & Spoke ',
    vendorType: '1',
    address: '1 Mill Lane',
    city: 'Dublin',
    state: 'OH',
    zip: '43016',
    phone: '6145550123',
    email: 'ridge@example.org',
    taxId: '12-345',
    description: 'Wheels.\nHubs.',
    goods: ' Wheels and hubs, before 1948. ',
  },
  spaces: [spaceAt(1), spaceAt(3)],
}

it('asks for type, tax id and description only where every map does', () => {
  expect(findQuestions({ maps: [south] })).toEqual(all)
  const quiet = map(8, { askVendorTaxid: false })
  expect(findQuestions({ maps: [south, quiet] })).toEqual({ ...all, taxId: false })
})

it('needs every field that is asked but tax id and description, and says what is too long', () => {
  const faulty = listVendorFaults(emptyVendor.vendor, all).map(({ field }) => field)
  const needed = ['name', 'vendorType', 'address', 'city', 'state', 'zip', 'phone', 'email']
  expect(faulty).toEqual(needed)
  expect(listVendorFaults(filled.vendor, all)).toEqual([])
  const long = { ...filled.vendor, name: 'x'.repeat(65), state: 'x'.repeat(33), taxId: '1'.repeat(21) }
  const tooLong = {
    ...long,
    description: 'x'.repeat(2049),
    goods: 'x'.repeat(2049),
    phone: '1'.repeat(21),
    email: 'no address',
  }
  expect(listVendorFaults(tooLong, all).map(({ field }) => field)).toEqual([
    'name',
    'state',
    'phone',
    'email',
    'goods',
    'taxId',
    'description',
  ])
  // what is not asked keeps nobody
  const fewer = { type: false, taxId: false, description: false }
  const left = {
    ...tooLong,
    goods: '',
    name: 'Bo',
    state: 'OH',
    phone: '1',
    email: 'a@example.org',
    vendorType: '',
  }
  expect(listVendorFaults(left, fewer)).toEqual([])
})

it('needs a state in a club of the United States alone', () => {
  const fewer = { type: false, taxId: false, description: false }
  const find = (state: string, country: string) =>
    listVendorFaults({ ...filled.vendor, state }, fewer, { country }).map(({ field }) => field)
  expect([find('', 'US'), find('Ontario', 'US'), find('', 'GB')]).toEqual([['state'], [], []])
})

it("takes over a member's record into what is empty, whole, and accepts it as it is", () => {
  const member = {
    ...{ id: 3, fname: 'Ruth', lname: 'Amsel'.repeat(14), address: '4 Press Lane', city: 'Cider Mill' },
    ...{ state: 'oh', zip: '43016', phone: '+1 (614) 555-0188', email_address: 'ruth@example.org' },
  } as unknown as SessionMember
  const vendor = prefillVendor({ ...emptyVendor.vendor, city: 'Typed' }, member)
  expect(vendor).toMatchObject({
    name: `Ruth ${'Amsel'.repeat(14)}`,
    city: 'Typed',
    state: 'OH',
    phone: '6145550188',
    email: 'ruth@example.org',
  })
  const typed = { ...vendor, vendorType: '0' }
  expect(listVendorFaults(typed, all, { own: toOwnVendor(member) })).toEqual([])
  expect(listVendorFaults(typed, all).map(({ field }) => field)).toEqual(['name'])
  expect(toVendorPayer(typed, member.id, 'US')).toEqual({ receiptEmail: 'ruth@example.org', memberId: 3 })
})

it('sends an order that the server takes, with the mark before the description alone', () => {
  const tickets = [{ ticket: 40, quantity: 2, values: [], left: null, hasEnded: false }]
  const order = toVendorOrder(event, { ...filled, tickets })
  const read = eventPayload.parse(order)
  expect(read.vendor).toMatchObject({
    name: 'Ridgeway  Hub & Spoke',
    vendorType: 1,
    taxId: '12-345',
    description: '[Online Purchase] Wheels.\nHubs.',
    goods: 'Wheels and hubs, before 1948.',
  })
  expect(read.reservations).toEqual([
    { eventMapId: 7, elementId: 1 },
    { eventMapId: 7, elementId: 3 },
  ])
  expect(read.tickets).toMatchObject({ email: 'ridge@example.org', tickets: [{ ticket: 40, quantity: 2 }] })
  expect(eventPricing.parse(toPricedVendor(event, { ...filled, tickets }))).toMatchObject({
    reservations: read.reservations,
    tickets: { tickets: [{ ticket: 40, quantity: 2 }] },
  })
  expect(toPricedVendor(event, { ...filled, spaces: [] })).toBeUndefined()
  const silent = { ...south, askVendorDescription: false, askVendorType: false }
  const { vendor } = toVendorOrder({ ...event, maps: [silent] }, filled)
  expect(vendor).not.toHaveProperty('description')
  expect(vendor).not.toHaveProperty('vendorType')
  // two names, and no more digits than a payment takes
  const person = toVendorPayer({ ...filled.vendor, phone: '004961455501234' }, undefined, 'DE').nonMember
  expect(person).toMatchObject({ fname: 'Ridgeway  Hub &', lname: 'Spoke', phone: '961455501234' })
})

it('lets spaces only on maps that are available and within their window', () => {
  const closed = map(8, { available: false })
  const late = map(9, { availableStartdate: '2030-05-02T12:00:00Z' })
  const early = map(10, { availableEnddate: '2030-04-30T12:00:00Z' })
  expect(listMapsOnSale({ ...event, maps: [closed, south, late, early] }, now)).toEqual([south])
})

it('marks a lost space, keeps it until the vendor decides, and neither prices nor sends it', () => {
  const taken = new Set([3])
  const news = { onSale: [south], isOrdered: false }
  const lost = judgeLost(filled, { taken, ...news })
  expect(lost).toEqual([3])
  const values = { ...filled, lost }
  expect(findSpaces([south], values).map(({ isLost }) => isLost)).toEqual([false, true])
  expect(listKeptSpaces([south], values)).toEqual([spaceAt(1)])
  expect(findSpaceFault([south], values)).toEqual({ is: 'lost', names: 'A3' })
  expect(withoutLost([south], values)).toEqual({ spaces: [spaceAt(1)], lost: [] })
  expect(withoutSpace(values, 3)).toEqual({ spaces: [spaceAt(1)], lost: [] })
  // free again
  expect(judgeLost(values, { taken: new Set(), ...news })).toEqual([])
  // taken off the map by the club, or with its map
  const shrunk = { ...south, elements: [element(1)] }
  expect(listKeptSpaces([shrunk], filled)).toEqual([spaceAt(1)])
  expect(listKeptSpaces([], filled)).toEqual([])
})

it('keeps what an order holds after the sale, until the server refuses it', () => {
  const over = { taken: new Set<number>(), onSale: [] }
  expect(judgeLost(filled, { ...over, isOrdered: false })).toEqual([1, 3])
  expect(judgeLost(filled, { ...over, isOrdered: true })).toEqual([])
  expect(judgeLost({ ...filled, lost: [3] }, { ...over, isOrdered: true })).toEqual([3])
  // who is paying is still asked for the same price and the same order
  const ended = { ...event, maps: [map(7, { availableEnddate: '2030-04-30T12:00:00Z' })] }
  expect(listMapsOnSale(ended, now)).toEqual([])
  expect(toPricedVendor(ended, filled)).toEqual(toPricedVendor(event, filled))
  expect(toVendorOrder(ended, filled)).toEqual(toVendorOrder(event, filled))
})

it('says why a space is lost: taken by somebody else, or no longer for sale', () => {
  const shrunk = { ...south, elements: [element(1)] }
  const losses = (maps: EventMap[], onSale: EventMap[], lost: number[]) =>
    findSpaces(maps, { ...filled, lost }).map((space) => findLoss(space, onSale))
  expect(losses([south], [south], [3])).toEqual([undefined, 'taken'])
  expect(losses([shrunk], [shrunk], [])).toEqual([undefined, 'not-for-sale'])
  expect(losses([south], [], [1, 3])).toEqual(['not-for-sale', 'not-for-sale'])
})

it('says how many spaces an order takes', () => {
  const many = Array.from({ length: 21 }, (_, id) => spaceAt(id + 1))
  const large = map(7, { elements: many.map(({ element: id }) => element(id)) })
  expect(findSpaceFault([large], { spaces: many, lost: [] })).toEqual({ is: 'too-many' })
  expect(findSpaceFault([large], { spaces: many.slice(1), lost: [] })).toBeUndefined()
  expect(findSpaceFault([large], { spaces: [], lost: [] })).toEqual({ is: 'none-chosen' })
})

it('finds the spaces that the server has refused, among those that were sent', () => {
  const soldOut = new Failure('sold-out', '', { faults: [{ path: 'order.lines.0', message: 'A3' }] })
  // the first was lost before and was not sent
  expect(repairSpaces({ ...filled, lost: [1] }, soldOut, { onSale: [south], sent: [spaceAt(3)] })).toEqual([
    1, 3,
  ])
  const ended = new Failure('vendor-sales-ended', '')
  expect(repairSpaces(filled, ended, { onSale: [], sent: filled.spaces })).toEqual([1, 3])
  expect(repairSpaces(filled, ended, { onSale: [south], sent: filled.spaces })).toBeUndefined()
  expect(repairSpaces(filled, new Failure('internal', ''), { onSale: [], sent: [] })).toBeUndefined()
})

it('repairs spaces and tickets of one refusal, and a field that the server does not take', () => {
  const tickets = [{ ticket: 40, quantity: 2, values: [], left: null, hasEnded: false }]
  const context = { event, onSale: [south], findLeft: () => 1, now }
  const faults = ['order.lines.1', 'order.lines.2'].map((path) => ({ path, message: 'gone' }))
  const repaired = repairVendor({ ...filled, tickets }, new Failure('sold-out', '', { faults }), context)
  expect(repaired).toMatchObject({ lost: [3], tickets: [{ ticket: 40, left: 1 }], spaces: filled.spaces })
  const refusing = new Failure('invalid-input', '', {
    faults: [{ path: 'order.payload.vendor.zip', message: 'is wrong' }],
  })
  expect(repairVendor(filled, refusing, context)?.refused).toEqual([{ field: 'vendor.zip', value: '43016' }])
  expect(repairVendor(filled, new Failure('internal', ''), context)).toBeUndefined()
})

it('shows a space of the buyer as selected, one of others as taken, and one that is not let as such', () => {
  const standing = { taken: new Set([1, 3]), selected: new Set([3]) }
  expect(south.elements.map((one) => findStatus(one, standing))).toEqual(['taken', 'unavailable', 'selected'])
  expect(findStatus(element(9), standing)).toBe('free')
  expect(withSpace({ spaces: [], lost: [] }, south, element(3))).toEqual({ spaces: [spaceAt(3)], lost: [] })
})
