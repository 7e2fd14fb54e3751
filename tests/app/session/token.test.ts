// A token is saved only while it is valid, and for as long as the person chose.
import { expect, test } from 'vitest'
import { createDeviceStorage } from '../../../src/app/session/deviceStorage.ts'
import { createTokenStore, findExpiration } from '../../../src/app/session/token.ts'

const minute = 60_000

function toToken(claims: unknown): string {
  return `head.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.signature`
}

/** Works like a browser's storage, without a browser. */
function createStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
    clear: () => values.clear(),
  }
}

function createWorld() {
  const clock = { now: 1_800_000_000_000 }
  const tabStore = createStorage()
  const lastingStore = createStorage()
  const open = (name = 'club:token') =>
    createTokenStore({
      name,
      tab: createDeviceStorage(() => tabStore),
      lasting: createDeviceStorage(() => lastingStore),
      now: () => clock.now,
    })
  const toValid = (forMs: number) => toToken({ exp: (clock.now + forMs) / 1000 })
  return { clock, tabStore, lastingStore, open, toValid }
}

test('a token goes with its tab unless it was asked for to last', () => {
  const { tabStore, lastingStore, open, toValid } = createWorld()
  const tokens = open()
  const token = toValid(10 * minute)
  tokens.save(token, false)
  expect(tokens.find()).toBe(token)
  expect(tabStore.length).toBe(1)
  tokens.save(token, true)
  expect(tabStore.length).toBe(0)
  expect(lastingStore.length).toBe(1)
  expect(open().find()).toBe(token)
})

test('a token whose time is over is neither saved nor found again', () => {
  const { clock, tabStore, open, toValid } = createWorld()
  const tokens = open()
  tokens.save(toValid(-1), false)
  expect(tokens.find()).toBeUndefined()
  tokens.save(toValid(minute), false)
  clock.now += minute
  expect(tokens.find()).toBeUndefined()
  expect(tabStore.length).toBe(1)
})

test('a clock that was wrong for a while ends no sign-in', () => {
  const { clock, open, toValid } = createWorld()
  const tokens = open()
  const token = toValid(minute)
  tokens.save(token, true)
  clock.now += 3 * 365 * 24 * 60 * minute
  expect([tokens.find(), tokens.isLasting()]).toEqual([undefined, false])
  clock.now -= 3 * 365 * 24 * 60 * minute
  expect([tokens.find(), tokens.isLasting()]).toEqual([token, true])
})

test("signing in and out leaves another member's lasting sign-in alone", () => {
  const { lastingStore, clock, open } = createWorld()
  const tokens = open()
  const toTokenOf = (sub: string) => toToken({ sub, exp: (clock.now + minute) / 1000 })
  tokens.save(toTokenOf('9'), true)
  expect(tokens.isLasting()).toBe(true)
  tokens.save(toTokenOf('7'), false)
  expect(tokens.isLasting()).toBe(false)
  expect(tokens.find()).toBe(toTokenOf('7'))
  tokens.remove(7)
  expect(tokens.find()).toBe(toTokenOf('9'))
  tokens.save(toTokenOf('9'), false)
  expect(lastingStore.length).toBe(0)
})

test("two clubs on one host never see each other's token", () => {
  const { open, toValid } = createWorld()
  open('harrow:token').save(toValid(minute), true)
  expect(open('lakeshore:token').find()).toBeUndefined()
})

test('where the browser forbids storage a token lives as long as the page', () => {
  const forbidden = createDeviceStorage(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  const tokens = createTokenStore({ name: 'token', tab: forbidden, lasting: forbidden, now: () => 0 })
  const token = toToken({ sub: '7', exp: 60 })
  tokens.save(token, true)
  expect(tokens.find()).toBe(token)
  tokens.remove(7)
  expect(tokens.find()).toBeUndefined()
})

test.each([
  ['nothing', ''],
  ['two parts', 'head.payload'],
  ['no base64', 'head.%%%.signature'],
  ['no JSON', `head.${btoa('no')}.signature`],
  ['no object', toToken('7')],
  ['no exp', toToken({ sub: '7' })],
  ['an exp that is text', toToken({ exp: '1900000000' })],
])('%s is no token of ours', (_, token) => {
  expect(findExpiration(token)).toBeUndefined()
})
