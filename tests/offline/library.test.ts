import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { EventCar, EventMap, EventPack, EventVendor } from '../../src/domain/event.ts'
import { Library } from '../../src/offline/library.ts'

const show = { club: 'harrow', eventId: 7 }

function makePack(version: string, generatedAt: string): EventPack {
  const lists = { maps: [], vendors: [], schedule: [], classes: [], forms: [] }
  return {
    ...lists,
    version,
    generatedAt,
    event: { images: [] },
    entries: { classes: [], cars: [] },
  } as unknown as EventPack
}

test('a pack that comes late never replaces one that the server made after it', async () => {
  const library = new Library('late')
  const facts = { savedAt: Date.parse('2026-06-13T12:00:10.000Z'), bytes: 1, pictures: [] }
  const newer = makePack('v2', '2026-06-13T12:00:05.000Z')
  const older = makePack('v1', '2026-06-13T12:00:00.000Z')
  expect(await library.savePack(show, newer, facts)).toBe('v2')
  expect(await library.savePack(show, older, facts)).toBe('v2')
  expect(await library.findVersion(show)).toBe('v2')
  expect(await library.savePack(show, makePack('v3', '2026-06-13T12:00:06.000Z'), facts)).toBe('v3')
  library.close()
})

test("a pack from a day on which the server's clock was ahead gives way", async () => {
  const library = new Library('ahead')
  const noon = Date.parse('2026-06-13T12:00:00.000Z')
  const facts = { bytes: 1, pictures: [] }
  await library.savePack(show, makePack('v1', '2026-06-14T12:00:00.000Z'), {
    ...facts,
    savedAt: noon + 86_400_000,
  })
  const now = { ...facts, savedAt: noon }
  expect(await library.savePack(show, makePack('v2', '2026-06-13T12:00:00.000Z'), now)).toBe('v2')
  library.close()
})

test('cars that were entered later are among the others, also beside the next pack, which has them or not', async () => {
  const library = new Library('later')
  const facts = { savedAt: Date.parse('2026-06-13T12:00:10.000Z'), bytes: 1, pictures: [] }
  const car = (number: string, carClass: number): EventCar => ({
    number,
    carClass,
    year: '1957',
    make: 'Ford',
    model: 'F-100',
    picture: '',
  })
  const withCars = (version: string, at: number, ...cars: EventCar[]) => ({
    ...makePack(version, `2026-06-13T12:00:0${at}.000Z`),
    entries: {
      classes: [1, 2].map((carClass) => ({
        carClass,
        classDescription: '',
        carNumbers: cars.filter((one) => one.carClass === carClass).map(({ number }) => number),
      })),
      cars,
    },
  })
  const list = async () => {
    const found = await library.findCars(show)
    return found?.entries.classes.map(({ carNumbers }) => carNumbers)
  }
  await library.saveLaterCars(show, [car('1002', 1)])
  expect(await list()).toBeUndefined()
  await library.savePack(show, withCars('v1', 1, car('1001', 1), car('1010', 1), car('201', 2)), facts)
  await library.saveLaterCars(show, [car('1002', 1), car('2001', 2)])
  expect(await list()).toEqual([
    ['1001', '1002', '1010'],
    ['201', '2001'],
  ])
  // the number is another car now: the pack is right
  await library.savePack(show, withCars('v2', 2, car('1001', 1), car('2001', 1)), facts)
  expect(await list()).toEqual([['1001', '1002', '2001'], []])
  await library.saveLaterCars(show, [])
  expect(await list()).toEqual([['1001', '2001'], []])
  library.close()
})

test('vendors who bought online are among the others, also beside the next pack, and go when they are gone', async () => {
  const library = new Library('sold')
  const facts = { savedAt: Date.parse('2026-06-13T12:00:10.000Z'), bytes: 1, pictures: [] }
  const vendor = (id: number, name: string): EventVendor => ({ id, name, goods: '', vendorType: 1 })
  const packed = (version: string, at: number) => ({
    ...makePack(version, `2026-06-13T12:00:0${at}.000Z`),
    maps: [
      { id: 3, label: 'Field', elements: [], reservations: [{ vendorId: 1, eventMapElementId: 11 }] },
    ] as unknown as EventMap[],
    vendors: [vendor(1, 'Anchor')],
  })
  const list = async () => {
    const field = await library.findField(show)
    return (
      field && [
        field.vendors.map(({ name }) => name),
        field.maps.flatMap(({ reservations }) => reservations.map((one) => Object.values(one))),
      ]
    )
  }
  const sold = {
    version: 's1',
    vendors: [vendor(2, 'Bolt')],
    reservations: [{ map: 3, vendorId: 2, eventMapElementId: 12 }],
  }
  const both = [
    ['Anchor', 'Bolt'],
    [
      [1, 11],
      [2, 12],
    ],
  ]
  await library.saveSoldVendors(show, sold)
  expect(await list()).toBeUndefined()
  await library.savePack(show, packed('v1', 1), facts)
  await library.saveSoldVendors(show, sold)
  expect(await list()).toEqual(both)
  await library.savePack(show, packed('v2', 2), { ...facts, soldVendors: 's2' })
  expect(await list()).toEqual(both)
  expect(await library.findCheck(show)).toMatchObject({ soldNewest: 's2', soldSaved: 's1' })
  await library.saveSoldVendors(show, { version: 'none', vendors: [], reservations: [] })
  expect(await list()).toEqual([['Anchor'], [[1, 11]]])
  library.close()
})
