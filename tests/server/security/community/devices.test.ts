// What strangers do to the devices of others: an endpoint alone changes nothing (N11.1), and what is invented takes no room
// (N11.2).
import { beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../../src/domain/time.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { makePushKeys } from '../../../support/corpora/pushVectors.ts'
import { describeRaces } from '../../../support/database/database.ts'

const endpoint = 'https://fcm.googleapis.com/fcm/send/abc:def'

describeRaces("somebody else's device", (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  // no devices yet, and all windows of the limits have passed
  beforeEach(async () => {
    await world.deleteRows(a, 'push_subscription')
    world.pass(hourMs)
  })

  const subscribe = (input: Record<string, unknown>, token?: string) =>
    world.request(a, 'webpush_subscribe', input, { token })
  const readRows = (club = a) =>
    world.listRows(
      club,
      'push_subscription',
      {},
      ['id', 'endpoint', 'p256dh', 'auth', 'member_id', 'language'],
      'id',
    )
  const listFollowed = async (club = a) =>
    (await world.listRows(club, 'followed_event', {}, ['subscription_id', 'event_id'], 'event_id')).map(
      (row) => [row.subscription_id, row.event_id],
    )
  /** So that the show has these entries. */
  const setSchedule = (ids: readonly string[]) =>
    world.changeRows(
      a,
      'event',
      { id: a.show.id },
      {
        schedule: JSON.stringify([
          {
            date: '2026-06-20',
            entries: ids.map((id) => ({ id, startTime: '09:00', endTime: '', label: id })),
          },
        ]),
      },
    )
  const listStarred = async () =>
    (await world.listRows(a, 'favourite', {}, ['entry_id'], 'entry_id')).map(({ entry_id }) => entry_id)

  it('changes nothing of a device for who knows its endpoint alone, signed in or not (N11.1)', async () => {
    const owner = await world.signIn(a, 'member')
    const other = await world.signIn(a, 'moderator')
    for (const token of [owner, undefined]) {
      const device = { endpoint: `${endpoint}-${token === undefined}`, eventId: a.show.id }
      await subscribe({ ...device, keys: makePushKeys() }, token)
      const before = [await readRows(), await listFollowed()]
      for (const attacker of [undefined, other, owner]) {
        world.pass(hourMs) // five changes of an endpoint in an hour are allowed
        for (const more of [{}, { eventId: a.past.id }, { signedOut: a.people.member.id }]) {
          const { answer } = await subscribe({ ...device, keys: makePushKeys(), ...more }, attacker)
          expect(answer).toMatchObject({ success: false, code: 'bad-endpoint' })
          expect(Object.keys(answer).sort()).toEqual(['code', 'errorMessage', 'receipt', 'success'])
        }
      }
      expect([await readRows(), await listFollowed()]).toEqual(before)
    }
  })

  it('keeps no favourite that the event does not have, so that invented ones take no room', async () => {
    await setSchedule(['parade'])
    // more than any schedule has
    const invented = Array.from({ length: 199 }, (_, at) => `e${at}`)
    for (let device = 0; device < 40; device += 1) {
      const { status } = await subscribe({
        endpoint: `${endpoint}${device}`,
        keys: makePushKeys(),
        eventId: a.show.id,
        favourites: [...invented, ...(device === 0 ? ['parade'] : [])],
      })
      expect(status).toBe(200)
    }
    expect(await listStarred()).toEqual(['parade'])
    // and an address may invent only so many at all
    const statuses = new Set<number>()
    for (let device = 40; device < 65; device += 1) {
      const sent = { endpoint: `${endpoint}${device}`, keys: makePushKeys(), eventId: a.show.id }
      statuses.add((await subscribe({ ...sent, favourites: invented })).status)
    }
    expect([...statuses]).toEqual([200, 429])
    // whoever brings none follows the event
    const other = { endpoint: `${endpoint}x`, keys: makePushKeys(), eventId: a.show.id }
    expect((await subscribe(other)).status).toBe(200)
  })
})
