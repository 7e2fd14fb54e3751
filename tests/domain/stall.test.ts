import { expect, test } from 'vitest'
import type { EventMap, EventVendor, MapElement } from '../../src/domain/event.ts'
import {
  findMapOfPlace,
  findSpot,
  toHolders,
  toSpacesText,
  toStalls,
  toStallType,
} from '../../src/domain/stall.ts'

function toElement(id: number, row: string, num: string, type = 1): MapElement {
  return {
    id,
    shape: 'box',
    x: 0,
    y: 0,
    w: 40,
    h: 40,
    a: 0,
    row,
    num,
    type,
    cost: 30,
    notes: '',
    available: true,
  }
}

function toMap(id: number, label: string, elements: MapElement[], held: [number, number][]): EventMap {
  return {
    id,
    label,
    backgroundImage: '',
    memberDiscount: 0,
    available: true,
    availableStartdate: null,
    availableEnddate: null,
    askVendorType: true,
    askVendorTaxid: true,
    askVendorDescription: true,
    elements,
    reservations: held.map(([vendorId, eventMapElementId]) => ({ vendorId, eventMapElementId })),
  }
}

const ridgeway: EventVendor = { id: 1, name: 'Ridgeway Hub & Spoke', goods: 'Wire wheels', vendorType: 1 }
const ada: EventVendor = { id: 2, name: "Ada's Trim Shop", goods: 'Carpets', vendorType: 3 }
const south = toMap(
  1,
  'South field',
  [toElement(11, 'C', '10'), toElement(12, 'C', '4'), toElement(13, 'B', '11', 0)],
  [
    [1, 11],
    [1, 12],
    [2, 13],
    [9, 12],
  ],
)
const north = toMap(2, 'North field', [toElement(21, 'A', '1')], [[1, 21]])

test("a vendor's spaces are named per map, row and number, in natural order", () => {
  const stalls = toStalls([south, north], [ridgeway, ada])
  expect(stalls.map(({ vendor }) => vendor.name)).toEqual(["Ada's Trim Shop", 'Ridgeway Hub & Spoke'])
  expect(stalls.map(({ spaces }) => toSpacesText(spaces))).toEqual([
    'South field B-11',
    'South field C-4, C-10, North field A-1',
  ])
})

test('a vendor without a space is still listed', () => {
  expect(toStalls([], [ada])).toEqual([{ vendor: ada, spaces: [] }])
})

test('a space knows who stands there; a vendor nobody knows is nobody', () => {
  const holders = toHolders(south, [ridgeway, ada])
  expect(holders.get(12)).toEqual([ridgeway])
  expect(holders.get(13)).toEqual([ada])
  expect(holders.get(99)).toBeUndefined()
})

test('the space says what is sold there, and where any may stand, the vendor does', () => {
  expect(toStallType(toElement(1, 'A', '1', 2), ada)).toBe(2)
  expect(toStallType(toElement(1, 'A', '1', 0), ada)).toBe(3)
  expect(toStallType(toElement(1, 'A', '1', 0), { ...ada, vendorType: 4 })).toBe(0)
  expect(toStallType(toElement(1, 'A', '1', 0), undefined)).toBe(0)
})

test('a place names a map by the same words, or by words that contain it, the longest label first', () => {
  const maps = [
    { id: 1, label: 'Field A' },
    { id: 2, label: 'Field' },
    { id: 3, label: 'Plaza Mayor, norte' },
  ]
  expect(findMapOfPlace('field a', maps)?.id).toBe(1)
  expect(findMapOfPlace('Field A, tent 3', maps)?.id).toBe(1)
  expect(findMapOfPlace('Plaza mayor', maps)?.id).toBe(3)
  expect(findMapOfPlace('Clubhouse', maps)).toBeUndefined()
  expect(findMapOfPlace('Fieldhouse', maps)).toBeUndefined()
  expect(findMapOfPlace(undefined, maps)).toBeUndefined()
})

test('a place that the schedule names with its map is that place, and one that is on no map has none', () => {
  const maps = [{ id: 1, label: "Merchants' avenue" }]
  const places = [{ ref: 'pavilion', label: 'Pavilion', map: 1, x: 5, y: 5 }]
  expect(findSpot({ place: "Pavilion, Merchants' avenue" }, maps, places)?.place?.ref).toBe('pavilion')
  expect(findSpot({ place: "Tea tent, Merchants' avenue" }, maps, places)).toEqual({
    map: maps[0],
    place: undefined,
  })
})
