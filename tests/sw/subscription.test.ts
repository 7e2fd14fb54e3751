// The browser ends a subscription by itself: every event of this browser is told the new one.
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { Favourites } from '../../src/offline/favourites.ts'
import { rememberTopic, type SubscriptionTopic } from '../../src/offline/subscription.ts'
import { renewSubscription } from '../../sw/subscription.ts'

afterEach(() => vi.unstubAllGlobals())

it('one event that cannot be told does not keep the others from it, and the worker hears of it', async () => {
  const topic: SubscriptionTopic = { club: '', tenantId: 1, eventId: 1, publicKey: 'key', language: 'en' }
  for (const eventId of [1, 2, 3]) await rememberTopic({ ...topic, eventId })
  const favourites = new Favourites()
  const show = { club: '', eventId: 3 }
  await favourites.add(show, 'entry', 'parade', { addedAt: 1 })
  await favourites.add(show, 'vendor', '7', { addedAt: 1 })
  favourites.close()
  const told: unknown[] = []
  vi.stubGlobal('PushSubscription', class {})
  vi.stubGlobal('self', {
    registration: {
      pushManager: {
        subscribe: async () => ({
          toJSON: () => ({ endpoint: 'https://push/new', keys: { p256dh: 'p', auth: 'a' } }),
        }),
      },
    },
  })
  vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
    const { eventId, favourites: starred } = JSON.parse(init.body)
    if (eventId === 1) throw new TypeError('Failed to fetch')
    told.push([eventId, starred])
    return Response.json({ success: true })
  })
  await expect(renewSubscription({} as ExtendableEvent)).rejects.toThrow(AggregateError)
  // the club knows nothing of what was starred with the subscription of before
  expect(told).toEqual([
    [2, []],
    [3, ['parade']],
  ])
})
