// A push that reminds of a favourite is noted, so that an open viewer does not remind of it again.
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import { Favourites } from '../../src/offline/favourites.ts'
import { showPush } from '../../sw/push.ts'

afterEach(() => vi.unstubAllGlobals())

it('shows one notification under the tag of the reminder, with a sound each time, and notes the start of which it reminded', async () => {
  const favourites = new Favourites()
  const show = { club: 'harbor', eventId: 7 }
  for (const entry of ['parade', 'band']) await favourites.add(show, 'entry', entry, { addedAt: 1 })
  const shown: unknown[] = []
  vi.stubGlobal('self', {
    navigator: { language: 'en' },
    location: { origin: 'https://harbor.example' },
    registration: {
      showNotification: async (title: string, { tag, renotify }: { tag: string; renotify: boolean }) =>
        void shown.push([title, tag, renotify]),
    },
  })
  const notice = {
    title: 'The parade starts in 10 min',
    body: '9:30 AM',
    path: '/portal/viewer/7/schedule?subdomain=harbor',
    tag: 'reminder-parade',
    language: 'en',
    reminder: { eventId: 7, entryId: 'parade', startsAt: 1_781_357_400_000 },
  }
  await showPush({ data: { text: () => JSON.stringify(notice) } } as unknown as PushEvent)
  expect(shown).toEqual([['The parade starts in 10 min', 'reminder-parade', true]])
  const marks = await favourites.list(show)
  favourites.close()
  expect(marks.map(({ ref, remindedFor }) => [ref, remindedFor])).toEqual([
    ['band', undefined],
    ['parade', 1_781_357_400_000],
  ])
})
