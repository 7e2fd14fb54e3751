import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { EventCar, EventPack, SoldVendors } from '../../src/domain/event.ts'
import { createClock } from '../../src/offline/clock.ts'
import { listCarPictures, type PictureAnswer, type PictureDevice } from '../../src/offline/files/pictures.ts'
import type { PackFacts, SavedCheck, ShowId } from '../../src/offline/library.ts'
import {
  findNextPollMs,
  isPackOf,
  pinEvent,
  type SaveDevice,
  type SaveOutcome,
  saveEvent,
  toPackUrl,
} from '../../src/offline/savedEvents.ts'

const show: ShowId = { club: 'harrow', eventId: 7 }
const poster = '/media/aaa.webp?w=800'

function makePack(version: string, changes: Record<string, unknown> = {}): EventPack {
  const pack = {
    success: true,
    version,
    event: {
      id: 7,
      name: 'Concours',
      timeZone: 'America/New_York',
      images: [{ imageData: '/media/aaa.webp' }],
    },
    maps: [],
    vendors: [],
    schedule: [],
    classes: [],
    entries: { classes: [], cars: [] },
    forms: [],
    generatedAt: '2026-06-13T12:00:00.000Z',
    ...changes,
  }
  return pack as unknown as EventPack
}

/** A device that saves in memory. */
function createDevice(origin: string) {
  const packs: EventPack[] = []
  const facts: PackFacts[] = []
  const pictures = new Map<string, PictureAnswer>()
  const carPictures = new Map<string, PictureAnswer>()
  let hasRoom = true
  let check: SavedCheck | undefined
  let isFull = false
  let later: EventCar[] | undefined
  const toAnswer = (bytes: ArrayBuffer, type: string): PictureAnswer =>
    new Response(bytes, { headers: { 'content-type': type, 'content-length': String(bytes.byteLength) } })
  const device: SaveDevice = {
    fetch: (url, init) => fetch(origin + url, init),
    clock: createClock(() => Date.now()),
    listLaterCars: async () => [],
    listSoldVendors: async () => ({ version: 'none', vendors: [], reservations: [] }),
    library: {
      findVersion: async () => packs.at(-1)?.version,
      async savePack(_, pack, fact) {
        if (isFull) throw new DOMException('No room', 'QuotaExceededError')
        packs.push(pack)
        facts.push(fact)
        check = {
          key: 'harrow/7',
          checkedAt: fact.savedAt,
          picturesWanted: fact.pictures.length,
          picturesKept: 0,
          pictureBytes: 0,
          pictures: fact.pictures,
          ...(fact.soldVendors === undefined ? {} : { soldNewest: fact.soldVendors }),
        }
        return pack.version
      },
      async saveLaterCars(_, cars) {
        later = cars
      },
      async saveCheck(_, checkedAt, soldVendors) {
        const named = soldVendors === undefined ? {} : { soldNewest: soldVendors }
        if (check !== undefined) check = { ...check, checkedAt, ...named }
      },
      async saveSoldVendors(_, { version }) {
        if (check !== undefined) check = { ...check, soldSaved: version }
      },
      findCheck: async () => check,
      async savePictureCount(_, { wanted, saved, bytes }) {
        if (check !== undefined) {
          check = { ...check, picturesWanted: wanted, picturesKept: saved, pictureBytes: bytes }
        }
      },
      async saveCarPictureCount(_, cars) {
        if (check !== undefined) check = { ...check, cars }
      },
      async findCars() {
        const pack = packs.at(-1)
        return pack && { ...pack, key: 'harrow/7' }
      },
      listPinned: async () => new Set(check?.pictures ?? []),
      listPinnedCars: async () => new Set(packs.slice(-1).flatMap(listCarPictures)),
    },
    pictures: makePictureDevice(pictures),
    carPictures: makePictureDevice(carPictures),
    hasRoomForCars: async () => hasRoom,
  }
  function makePictureDevice(stored: Map<string, PictureAnswer>): PictureDevice {
    return {
      fetch: (url) => fetch(origin + url),
      toAnswer,
      store: {
        match: async (url) => stored.get(url),
        put: async (url, answer) => void stored.set(url, answer),
        delete: async (url) => stored.delete(url.replace(origin, '')),
        keys: async () => [...stored.keys()].map((url) => ({ url: origin + url })),
      },
    }
  }
  return {
    device,
    packs,
    facts,
    pictures,
    carPictures,
    getCheck: () => check,
    getLater: () => later,
    deleteShow() {
      check = undefined
      packs.splice(0)
    },
    leaveNoRoomForCars() {
      hasRoom = false
    },
    fill() {
      isFull = true
    },
  }
}

/** As page and worker do: the pack, then its pictures. */
async function saveWhole(device: SaveDevice, withCars = false): Promise<SaveOutcome> {
  const outcome = await saveEvent(show, device)
  await pinEvent(show, device, withCars)
  return outcome
}

const servers: Server[] = []

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Serves the packs of a version as the real server does, and one picture. */
function answerShow(read: () => EventPack, requests: string[] = []): RequestListener {
  return (request, response) => {
    requests.push(`${request.url} ${request.headers['if-none-match'] ?? ''}`.trim())
    if (request.url?.startsWith('/media/')) {
      response.setHeader('content-type', 'image/webp')
      response.end('picture')
      return
    }
    const pack = read()
    const tag = `"${pack.version}"`
    response.setHeader('etag', tag)
    if (request.headers['if-none-match'] === tag) {
      response.statusCode = 304
      response.end()
      return
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(pack))
  }
}

test('cars that were entered later are asked for by those who judge or vote alone, and kept without an answer', async () => {
  const origin = await serve(answerShow(() => makePack('v1')))
  const { device, getLater } = createDevice(origin)
  const car: EventCar = {
    number: '1001',
    carClass: 1,
    year: '1957',
    make: 'Ford',
    model: 'F-100',
    picture: '',
  }
  const listed: ShowId[] = []
  const asked: SaveDevice = {
    ...device,
    async listLaterCars(which) {
      listed.push(which)
      return [car]
    },
  }
  await saveWhole(asked)
  expect([listed, getLater()]).toEqual([[], undefined])
  await saveWhole(asked, true)
  expect([listed, getLater()]).toEqual([[show], [car]])
  await saveWhole({ ...device, listLaterCars: () => Promise.reject(new TypeError('offline')) }, true)
  expect(getLater()).toEqual([car])
})

test('vendors who bought online are asked for when the look says that they have changed, and by no other look', async () => {
  let version = 'none'
  const answer = answerShow(() => makePack('v1'))
  const origin = await serve((request, response) => {
    response.setHeader('event-vendors', version)
    answer(request, response)
  })
  const { device, getCheck } = createDevice(origin)
  let isReached = true
  const asked: string[] = []
  const looking: SaveDevice = {
    ...device,
    async listSoldVendors(): Promise<SoldVendors> {
      asked.push(version)
      if (!isReached) throw new TypeError('no network')
      return {
        version,
        vendors: [{ id: 5, name: 'Bolt', goods: '', vendorType: 1 }],
        reservations: [],
      }
    },
  }
  await saveWhole(looking)
  expect(asked).toEqual([])
  version = 's1'
  isReached = false
  await saveWhole(looking)
  expect(getCheck()?.soldSaved).toBeUndefined()
  isReached = true
  await saveWhole(looking)
  expect(asked).toEqual(['s1', 's1'])
  await saveWhole(looking)
  await saveWhole(looking)
  expect(asked).toEqual(['s1', 's1'])
  // somebody was refunded
  version = 'none'
  await saveWhole(looking)
  expect(asked).toEqual(['s1', 's1', 'none'])
  expect(getCheck()).toMatchObject({ soldNewest: 'none', soldSaved: 'none' })
  // where nothing can be saved, they are shown with the pack
  const full = createDevice(origin)
  full.fill()
  version = 's2'
  expect(await saveEvent(show, { ...looking, library: full.device.library })).toMatchObject({
    kind: 'not-kept',
    pack: { vendors: [{ name: 'Bolt' }] },
  })
})

test('how the version before looked is forgotten when another is written, and only then', async () => {
  const origin = await serve(answerShow(() => makePack('v1')))
  const { device, packs } = createDevice(origin)
  const forgotten: string[] = []
  const watched: SaveDevice = {
    ...device,
    async forgetPrerender({ club, eventId }) {
      forgotten.push(`${club}/${eventId} after ${packs.length}`)
    },
  }
  await saveEvent(show, watched)
  await saveEvent(show, watched)
  expect(forgotten).toEqual(['harrow/7 after 1'])
})

test('the first time the pack is fetched whole and its pictures follow', async () => {
  const requests: string[] = []
  const origin = await serve(answerShow(() => makePack('v1'), requests))
  const { device, packs, facts, pictures, getCheck } = createDevice(origin)
  expect(await saveWhole(device)).toEqual({ kind: 'saved', version: 'v1', before: undefined })
  expect(packs.map(({ version }) => version)).toEqual(['v1'])
  expect(facts[0]?.bytes).toBe(Buffer.byteLength(JSON.stringify(makePack('v1'))))
  expect([...pictures.keys()]).toEqual([poster])
  expect(getCheck()).toMatchObject({ picturesWanted: 1, picturesKept: 1, pictureBytes: 7 })
  expect(requests).toEqual(['/dart/pack/7?subdomain=harrow', poster])
})

test('the newest version is not fetched again, and the look is remembered', async () => {
  const requests: string[] = []
  const origin = await serve(answerShow(() => makePack('v1'), requests))
  const { device, packs } = createDevice(origin)
  await saveEvent(show, device)
  requests.length = 0
  expect(await saveEvent(show, device)).toEqual({ kind: 'unchanged', version: 'v1' })
  expect(requests).toEqual(['/dart/pack/7?subdomain=harrow "v1"'])
  expect(packs).toHaveLength(1)
})

test('a newer version replaces the saved one, and pictures that nothing names any more go', async () => {
  let pack = makePack('v1')
  const origin = await serve(answerShow(() => pack))
  const { device, packs, pictures } = createDevice(origin)
  await saveWhole(device)
  pack = makePack('v2', { event: { ...pack.event, images: [{ imageData: '/media/bbb.webp' }] } })
  expect(await saveWhole(device)).toEqual({ kind: 'saved', version: 'v2', before: 'v1' })
  expect(packs.at(-1)?.version).toBe('v2')
  expect([...pictures.keys()]).toEqual(['/media/bbb.webp?w=800'])
})

const page = '<!doctype html><h1>Welcome to the fairground wifi</h1>'
const strange: [string, RequestListener][] = [
  [
    "a captive portal's page",
    (_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(page)
    },
  ],
  [
    'half of a pack',
    (_, response) => {
      const whole = JSON.stringify(makePack('v9'))
      response.setHeader('content-length', String(whole.length))
      response.write(whole.slice(0, whole.length / 2), () => response.destroy())
    },
  ],
  [
    'half of a pack without its length',
    (_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(makePack('v9')).slice(0, 90))
    },
  ],
  [
    "another event's pack",
    (_, response) => {
      response.end(JSON.stringify(makePack('v9', { event: { ...makePack('v9').event, id: 8 } })))
    },
  ],
  [
    'a pack without its vendors',
    (_, response) => {
      response.end(JSON.stringify(makePack('v9', { vendors: undefined })))
    },
  ],
  [
    'a pack whose tag names another version',
    (_, response) => {
      response.setHeader('etag', '"v8"')
      response.end(JSON.stringify(makePack('v9')))
    },
  ],
  [
    'a pack that comes with an error',
    (_, response) => {
      response.statusCode = 502
      response.end(JSON.stringify(makePack('v9')))
    },
  ],
  [
    'a redirect elsewhere',
    (request, response) => {
      if (request.url === '/login') response.end(JSON.stringify(makePack('v9')))
      else response.writeHead(302, { location: '/login' }).end()
    },
  ],
  [
    'an empty answer',
    (_, response) => {
      response.statusCode = 204
      response.end()
    },
  ],
]

test.each(strange)('%s never replaces what is saved', async (_, listener) => {
  let answer = answerShow(() => makePack('v1'))
  const origin = await serve((request, response) => answer(request, response))
  const { device, packs } = createDevice(origin)
  await saveEvent(show, device)
  answer = listener
  expect(await saveEvent(show, device)).toEqual({ kind: 'unreachable' })
  expect(packs.map(({ version }) => version)).toEqual(['v1'])
})

test.each([
  [404, 'not-found'],
  [200, 'event-not-found'],
])(
  'an event that the club does not show (%s, %s) is told apart from a missing network',
  async (status, code) => {
    const origin = await serve((_, response) => {
      response.statusCode = status
      response.end(JSON.stringify({ success: false, code, errorMessage: '' }))
    })
    expect(await saveEvent(show, createDevice(origin).device)).toEqual({ kind: 'not-found' })
  },
)

test('without a server nothing is lost', async () => {
  const origin = await serve(answerShow(() => makePack('v1')))
  const { device, packs } = createDevice(origin)
  await saveEvent(show, device)
  const gone = { ...device, fetch: () => Promise.reject(new TypeError('Failed to fetch')) }
  expect(await saveEvent(show, gone)).toEqual({ kind: 'unreachable' })
  expect(packs).toHaveLength(1)
})

test('a device without room says so and hands the pack on to be shown', async () => {
  const origin = await serve(answerShow(() => makePack('v1')))
  const { device, fill } = createDevice(origin)
  fill()
  expect(await saveEvent(show, device)).toMatchObject({
    kind: 'not-kept',
    reason: 'QuotaExceededError',
    pack: { version: 'v1' },
  })
})

test('pictures that could not be had are fetched by the next look', async () => {
  let isBroken = true
  const whole = answerShow(() => makePack('v1'))
  const origin = await serve((request, response) => {
    if (isBroken && request.url?.startsWith('/media/')) {
      response.setHeader('content-type', 'text/html')
      response.end(page)
      return
    }
    whole(request, response)
  })
  const { device, getCheck } = createDevice(origin)
  await saveWhole(device)
  expect(getCheck()).toMatchObject({ picturesWanted: 1, picturesKept: 0 })
  isBroken = false
  await saveWhole(device)
  expect(getCheck()).toMatchObject({ picturesWanted: 1, picturesKept: 1 })
})

test('pictures that come after their show was deleted do not stay', async () => {
  const cars = [{ picture: '/media/car0.webp' }]
  const whole = answerShow(() => makePack('v1', { entries: { classes: [], cars } }))
  let deletedDuring = '/media/aaa.webp'
  const origin = await serve((request, response) => {
    if (request.url?.startsWith(deletedDuring)) phone.deleteShow()
    whole(request, response)
  })
  const phone = createDevice(origin)
  await saveWhole(phone.device)
  expect([...phone.pictures.keys()]).toEqual([])
  deletedDuring = '/media/car0.webp'
  await saveWhole(phone.device, true)
  expect([...phone.carPictures.keys()]).toEqual([])
})

/** A show of cars, some of whose pictures the server does not have or cannot give. */
async function serveCars(
  states: readonly ('ok' | 'gone' | 'broken')[],
): Promise<{ origin: string; asked: string[] }> {
  const cars = states.map((_, index) => ({ picture: `/media/car${index}.webp` }))
  const asked: string[] = []
  const whole = answerShow(() => makePack('v1', { entries: { classes: [], cars } }))
  const origin = await serve((request, response) => {
    const index = /car(\d+)/.exec(request.url ?? '')?.[1]
    if (index === undefined) return whole(request, response)
    asked.push(index)
    const state = states[Number(index)]
    if (state === 'ok') return whole(request, response)
    response.statusCode = state === 'gone' ? 404 : 503
    response.end()
  })
  return { origin, asked }
}

test("a visitor's phone fetches no car; one on which somebody judges or votes does, and goes on with that", async () => {
  const { origin, asked } = await serveCars(['ok', 'ok'])
  const { device, getCheck, carPictures } = createDevice(origin)
  await saveWhole(device)
  expect({ asked, cars: getCheck()?.cars }).toEqual({ asked: [], cars: undefined })
  await saveWhole(device, true)
  expect(getCheck()?.cars).toEqual({ wanted: 2, saved: 2, bytes: 14 })
  await saveWhole(device)
  expect(asked).toHaveLength(2)
  // they gave way to a sheet, and there is room again
  carPictures.clear()
  await saveWhole(device)
  expect(getCheck()?.cars).toEqual({ wanted: 2, saved: 2, bytes: 14 })
})

test('pictures that the server does not have, or cannot give now, do not stop the others', async () => {
  const states = Array.from({ length: 30 }, (_, index) =>
    index % 3 === 1 ? 'gone' : index % 5 === 0 ? 'broken' : 'ok',
  )
  const { origin } = await serveCars(states)
  const { device, getCheck } = createDevice(origin)
  await saveWhole(device, true)
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  expect(getCheck()?.cars).toMatchObject({ wanted: 30 - count('gone'), saved: count('ok') })
})

test('after four failures in a row the rest is left for the next time', async () => {
  const { origin, asked } = await serveCars(Array.from({ length: 60 }, () => 'broken'))
  const { device, getCheck } = createDevice(origin)
  await saveWhole(device, true)
  expect(asked.length).toBeLessThan(12)
  expect(getCheck()?.cars).toMatchObject({ wanted: 60, saved: 0 })
})

test('a phone that runs short of room fetches no car, and says how many it has', async () => {
  const { origin, asked } = await serveCars(['ok', 'ok'])
  const { device, getCheck, leaveNoRoomForCars } = createDevice(origin)
  leaveNoRoomForCars()
  await saveWhole(device, true)
  expect(asked).toEqual([])
  expect(getCheck()).toMatchObject({ picturesKept: 1, cars: { wanted: 2, saved: 0, bytes: 0 } })
})

test('a browser that keeps no pictures saves the event all the same', async () => {
  const origin = await serve(answerShow(() => makePack('v1')))
  const { device, packs } = createDevice(origin)
  expect(await saveWhole({ ...device, pictures: undefined, carPictures: undefined }, true)).toMatchObject({
    kind: 'saved',
  })
  expect(packs).toHaveLength(1)
})

test('a club that the host names is not named again', () => {
  expect(toPackUrl({ club: '', eventId: 7 })).toBe('/dart/pack/7')
})

test('a pack is whole only with all its parts', () => {
  expect(isPackOf(makePack('v1'), 7)).toBe(true)
  expect(isPackOf({ success: true, version: 'v1', unchanged: true }, 7)).toBe(false)
  expect(isPackOf(null, 7)).toBe(false)
})

test('looks grow rarer while nothing answers, and no two devices keep the same step', () => {
  // a new vendor is there within the minute, whatever the chance
  const latest = () => 1
  expect(findNextPollMs(0, latest)).toBe(60_000)
  expect(findNextPollMs(1, latest)).toBe(2_000)
  expect(findNextPollMs(3, latest)).toBe(8_000)
  expect(findNextPollMs(9, latest)).toBe(60_000)
  expect(findNextPollMs(0, () => 0)).toBeLessThan(findNextPollMs(0, () => 0.99))
})
