// This browser's push subscription: made with the club's key, and replaced when it was made with another.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { subscribe } from '../../../../src/app/notifications/pushSubscription.ts'
import { listTopics, rememberTopic, type SubscriptionTopic } from '../../../../src/offline/subscription.ts'

/** Keys whose base64 has a plus and a slash, which base64url writes otherwise. */
const oldKey = 'b2xk-_8'
const newKey = 'bmV3-_9-'
const toBytes = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    .buffer

const topic: SubscriptionTopic = { club: 'alder', tenantId: 1, eventId: 7, publicKey: newKey, language: 'en' }
const other: SubscriptionTopic = { ...topic, eventId: 8, publicKey: oldKey, language: 'es' }

const findNoToken = () => undefined

let calls: string[] = []
let sent: { eventId: number; endpoint: string; token?: string }[] = []

/** A browser that has this subscription, or none. */
function openBrowser(made: string | undefined, options: { refuses?: number } = {}) {
  const toSubscription = (key: string, endpoint: string) => ({
    options: { applicationServerKey: toBytes(key) },
    unsubscribe: async () => calls.push('unsubscribe') > 0,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  })
  const pushManager = {
    getSubscription: async () => (made === undefined ? null : toSubscription(made, 'https://push/old')),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      calls.push('subscribe')
      return toSubscription(applicationServerKey, 'https://push/new')
    },
  }
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } })
  vi.stubGlobal('window', {
    setTimeout: () => 0,
    fetch: async (_url: string, init: { body: string; headers: Record<string, string> }) => {
      const { eventId, endpoint } = JSON.parse(init.body)
      if (eventId === options.refuses) throw new TypeError('Failed to fetch')
      const token = init.headers['X-Dart-Token']
      sent.push({ eventId, endpoint, ...(token === undefined ? {} : { token }) })
      return Response.json({ success: true })
    },
  })
}

beforeEach(() => {
  calls = []
  sent = []
})
afterEach(() => vi.unstubAllGlobals())

it('a browser without one subscribes with the key of the club', async () => {
  openBrowser(undefined)
  await subscribe(topic, findNoToken)
  expect(calls).toEqual(['subscribe'])
  expect(sent).toEqual([{ eventId: 7, endpoint: 'https://push/new' }])
})

it('one that was made with the same key is kept', async () => {
  openBrowser(newKey)
  await subscribe(topic, findNoToken)
  expect(calls).toEqual([])
  expect(sent).toEqual([{ eventId: 7, endpoint: 'https://push/old' }])
})

it('one that was made with another key is ended and made anew, for every event of this browser', async () => {
  await rememberTopic(other)
  openBrowser(oldKey)
  await subscribe(topic, findNoToken)
  expect(calls).toEqual(['unsubscribe', 'subscribe'])
  expect(sent).toEqual([
    { eventId: 7, endpoint: 'https://push/new' },
    { eventId: 8, endpoint: 'https://push/new' },
  ])
  expect(await listTopics()).toEqual([topic, { ...other, publicKey: newKey }])
})

it("another event that cannot be told does not make this one's subscription fail", async () => {
  await rememberTopic(other)
  openBrowser(oldKey, { refuses: 8 })
  await subscribe(topic, findNoToken)
  expect(sent).toEqual([{ eventId: 7, endpoint: 'https://push/new' }])
})

it('who is signed in is told with every event of that club, and to no other club', async () => {
  await rememberTopic(other)
  await rememberTopic({ ...other, tenantId: 2, eventId: 9 })
  openBrowser(oldKey)
  await subscribe(topic, () => 'my token')
  expect(sent.map(({ eventId, token }) => [eventId, token])).toEqual([
    [7, 'my token'],
    [8, 'my token'],
    [9, undefined],
  ])
})
