import { expect, test } from 'vitest'
import type { EventMap, EventPlace, EventVendor, MapElement } from '../../src/domain/event.ts'
import {
  findInShow,
  findMeantSpace,
  type ShowIndex,
  toListedCars,
  toListedEntries,
  toListedNotes,
  toListedPlaces,
  toListedStalls,
} from '../../src/domain/showSearch.ts'

function toElement(id: number, row: string, num: string, type: number, x: number): MapElement {
  const size = { shape: 'box' as const, x, y: 100, w: 40, h: 40, a: 0 }
  return { id, ...size, row, num, type, cost: 30, notes: '', available: true }
}

const map: EventMap = {
  id: 1,
  label: 'South field',
  backgroundImage: '',
  memberDiscount: 0,
  available: true,
  availableStartdate: null,
  availableEnddate: null,
  askVendorType: true,
  askVendorTaxid: true,
  askVendorDescription: true,
  elements: [
    toElement(11, 'A', '1', 2, 0),
    toElement(12, 'A', '2', 1, 200),
    toElement(13, 'A', '3', 1, 400),
    toElement(14, 'A', '4', 2, 600),
    toElement(15, 'A', '5', 2, 800),
  ],
  reservations: [
    { vendorId: 1, eventMapElementId: 11 },
    { vendorId: 2, eventMapElementId: 12 },
    { vendorId: 2, eventMapElementId: 13 },
    { vendorId: 3, eventMapElementId: 14 },
  ],
}
const vendors: EventVendor[] = [
  { id: 1, name: 'Kettle & Cup', goods: 'Coffee, tea and shortbread', vendorType: 2 },
  { id: 2, name: 'Axle & Oak', goods: 'Springs, tyres', vendorType: 1 },
  { id: 4, name: 'Café Racer Parts', goods: 'Tanks and seats', vendorType: 1 },
  { id: 3, name: 'Tamale House', goods: 'Tamales', vendorType: 2 },
]
const places: EventPlace[] = [
  { ref: 'gate', label: 'Gate 2', map: 1, x: 10, y: 90 },
  { ref: 'cordoba', label: 'Casa Córdoba', map: 1, x: 900, y: 300 },
  { ref: 'wc', label: 'WC', map: 2, x: 1, y: 1 },
]
const index: ShowIndex = {
  entries: toListedEntries([
    {
      entry: {
        id: 'p',
        startTime: '14:00',
        endTime: '',
        label: 'Parade of the veterans',
        place: 'Main avenue',
      },
      ...{ date: '2026-06-13', startsAt: 0, endsAt: 0 },
    },
  ]),
  notes: toListedNotes('Parking is free in the north meadow.\n\nWater taps stand at Gate 2.'),
  stalls: toListedStalls([map], vendors, places),
  places: toListedPlaces([map, { ...map, id: 2, label: 'North field' }], places),
  cars: toListedCars({
    classes: [{ carClass: 1, classDescription: 'Veteran', carNumbers: ['1101', '101'] }],
    cars: [
      { number: '1101', carClass: 1, year: '1912', make: 'Ford', model: 'Model T', picture: '' },
      { number: '101', carClass: 1, year: '1913', make: 'Citroën', model: 'Type B', picture: '' },
    ],
  }),
}

function find(query: string) {
  const { stalls, places: found, cars, entries, notes, ofKind } = findInShow(index, query)
  return [
    ...stalls.map(({ vendor }) => vendor.name),
    ...found.map(({ place }) => place.label),
    ...cars.map(({ car }) => car.number),
    ...entries.map(({ entry }) => entry.label),
    ...notes.map(({ text }) => text),
    ...ofKind.map(({ vendor }) => `of that kind: ${vendor.name}`),
  ]
}

test('whoever looks for the coffee finds who lists it, then the other food', () => {
  expect(find('coffee')).toEqual(['Kettle & Cup', 'Café Racer Parts', 'of that kind: Tamale House'])
  expect(find('food')).toEqual(['of that kind: Kettle & Cup', 'of that kind: Tamale House'])
})

test('the words of the other language find as much, and one letter off too', () => {
  for (const words of ['café', 'espresso', 'cofee', 'coffe', 'cofffee', 'cofefe']) {
    expect(find(words)[0], words).toBe('Kettle & Cup')
  }
  expect(find('xofyee')).toEqual([])
})

test('who asks for the toilets, the parking or water finds a place or a sentence of the notes', () => {
  for (const words of ['toilet', 'restrooms', 'wc', 'baño']) expect(find(words), words).toEqual(['WC'])
  for (const words of ['parking', 'estacionamiento'])
    expect(find(words), words).toEqual(['Parking is free in the north meadow.'])
  expect(find('agua')).toEqual(['Water taps stand at Gate 2.'])
  expect(find('puerta')).toEqual(['Gate 2', 'Water taps stand at Gate 2.'])
})

test('the schedule is found too', () => {
  expect(find('parade')).toEqual(['Parade of the veterans'])
})

test('a slip, the other spelling and missing accents find as much', () => {
  expect(find('axel')).toEqual(['Axle & Oak'])
  expect(find('Tires')).toEqual(['Axle & Oak'])
  expect(find('cordoba')).toEqual(['Casa Córdoba'])
  expect(find('citroen')).toEqual(['101'])
})

test('places and cars are found beside stalls, and a number is first of all the car of that number', () => {
  expect(find('gate 2')).toEqual(['Gate 2', 'Water taps stand at Gate 2.'])
  expect(find('101')).toEqual(['101', '1101'])
  expect(find('veteran ford')).toEqual(['1101'])
})

test('a taken space is found by its row and number, a free one is not', () => {
  expect(find('A3')).toEqual(['Axle & Oak'])
  const [stall] = findInShow(index, 'a-3').stalls
  expect(stall && findMeantSpace(stall, 'a-3')?.element.num).toBe('3')
  expect(stall && findMeantSpace(stall, 'axle')?.element.num).toBe('2')
  expect(find('A5')).toEqual([])
})

test('nothing typed finds nothing, and one letter no kinds', () => {
  expect(find('  ')).toEqual([])
  expect(find('oo')).not.toContain('of that kind: Tamale House')
})

test('each stall knows the nearest place', () => {
  // Axle & Oak, Café Racer Parts without a space, Kettle & Cup, Tamale House
  expect(index.stalls.map(({ near }) => near?.label)).toEqual(['Gate 2', undefined, 'Gate 2', 'Casa Córdoba'])
})
