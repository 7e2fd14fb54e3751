import { beforeEach, expect, it } from 'vitest'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { badEndpoints, goodEndpoints, makePushKeys } from '../../../support/corpora/pushVectors.ts'
import { describeRaces } from '../../../support/database/database.ts'

const endpoint = 'https://fcm.googleapis.com/fcm/send/abc:def'

describeRaces('asking for notifications', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  // no devices yet, and all windows of the limits have passed
  beforeEach(async () => {
    for (const club of [a, world.clubs.b]) {
      await world.deleteRows(club, 'push_subscription')
    }
    world.pass(3_600_000)
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
  const findMemberId = async () => (await readRows())[0]?.member_id

  it('keeps the device with its event, its language and its member', async () => {
    const keys = makePushKeys()
    const token = await world.signIn(a, 'member')
    const { answer } = await subscribe({ endpoint, keys, eventId: a.show.id, language: 'es' }, token)
    expect(answer).toMatchObject({ success: true, subscriberId: expect.any(Number) })
    expect(await readRows()).toEqual([
      {
        id: answer.subscriberId,
        endpoint,
        ...keys,
        member_id: a.people.member.id,
        language: 'es',
      },
    ])
    expect(await listFollowed()).toEqual([[answer.subscriberId, a.show.id]])
  })

  it('takes the endpoints of all browsers', async () => {
    for (const one of goodEndpoints) {
      expect((await subscribe({ endpoint: one, keys: makePushKeys() })).answer.success).toBe(true)
    }
  })

  it('has one subscriber per endpoint and club, and keeps what a later call leaves out', async () => {
    const keys = makePushKeys()
    const first = await subscribe({ endpoint, keys, eventId: a.show.id, language: 'es' })
    expect((await subscribe({ endpoint, keys })).answer.subscriberId).toBe(first.answer.subscriberId)
    expect(await readRows()).toEqual([
      {
        id: first.answer.subscriberId,
        endpoint,
        ...keys,
        member_id: null,
        language: 'es',
      },
    ])
    expect(await listFollowed()).toEqual([[first.answer.subscriberId, a.show.id]])
    await world.request(world.clubs.b, 'webpush_subscribe', { endpoint, keys })
    expect(await readRows(world.clubs.b)).toHaveLength(1)
  })

  it('lets one device follow several events, and those that an older server has stored', async () => {
    const keys = makePushKeys()
    const { subscriberId } = (await subscribe({ endpoint, keys, eventId: a.show.id })).answer
    await subscribe({ endpoint, keys, eventId: a.past.id })
    expect(await listFollowed()).toEqual([
      [subscriberId, a.show.id],
      [subscriberId, a.past.id],
    ])
    // it may name an event that has been removed since
    for (const [eventId, follows] of [
      [a.draft.id, 3],
      [999_999, 3],
    ] as const) {
      await world.changeRows(a, 'push_subscription', {}, { event_id: eventId })
      expect((await subscribe({ endpoint, keys })).answer.subscriberId).toBe(subscriberId)
      expect(await listFollowed()).toHaveLength(follows)
    }
  })

  it('knows a device as the member who last sent it signed in, also while it is used signed out', async () => {
    const keys = makePushKeys()
    await subscribe({ endpoint, keys, eventId: a.show.id })
    expect(await findMemberId()).toBeNull()
    await subscribe({ endpoint, keys, eventId: a.show.id }, await world.signIn(a, 'member'))
    expect(await findMemberId()).toBe(a.people.member.id)
    await subscribe({ endpoint, keys, eventId: a.past.id })
    expect(await findMemberId()).toBe(a.people.member.id)
    await subscribe({ endpoint, keys }, await world.signIn(a, 'parent'))
    expect(await findMemberId()).toBe(a.people.parent.id)
  })

  it('ends that when this member signs out there, and not when another one has', async () => {
    const keys = makePushKeys()
    const { member, parent } = a.people
    await subscribe({ endpoint, keys, eventId: a.show.id }, await world.signIn(a, 'member'))
    await subscribe({ endpoint, keys, signedOut: parent.id })
    expect(await findMemberId()).toBe(member.id)
    await subscribe({ endpoint, keys, signedOut: member.id })
    expect(await findMemberId()).toBeNull()
    // the event is still followed
    expect(await listFollowed()).toHaveLength(1)
  })

  it('keeps no device of a member who signs out on one that the club does not know', async () => {
    const keys = makePushKeys()
    const left = { endpoint, keys, signedOut: a.people.member.id }
    expect((await subscribe(left)).answer).toMatchObject({ success: true, subscriberId: null })
    expect(await readRows()).toEqual([])
    // who also follows an event wants to be known
    expect((await subscribe({ ...left, eventId: a.show.id })).answer.subscriberId).toEqual(expect.any(Number))
  })

  it("forgets a member's devices when all their sign-ins end", async () => {
    const keys = makePushKeys()
    const token = await world.signIn(a, 'moderator')
    await subscribe({ endpoint, keys, eventId: a.show.id }, token)
    const password = 'Teal-orchard-lantern-93'
    expect((await world.ask(a, 'member_set_password', { password }, { token })).success).toBe(true)
    expect(await findMemberId()).toBeNull()
    // this sign-in goes on, and says again whose device it is
    await subscribe({ endpoint, keys, eventId: a.show.id }, token)
    expect(await findMemberId()).toBe(a.people.moderator.id)
  })

  it('refuses every endpoint that leads elsewhere, and keeps nothing (T2.31)', async () => {
    const keys = makePushKeys()
    for (const bad of badEndpoints) {
      const { status, answer } = await subscribe({ endpoint: bad, keys })
      expect([bad, answer.success]).toEqual([bad, false])
      expect([200, 400]).toContain(status)
      expect(['bad-endpoint', 'invalid-input']).toContain(answer.code)
    }
    expect(await readRows()).toEqual([])
  })

  it('refuses keys that no browser makes', async () => {
    const { p256dh, auth } = makePushKeys()
    for (const keys of [
      { p256dh: `${p256dh.slice(0, -2)}AA`, auth },
      { p256dh, auth: auth.slice(2) },
      { p256dh: auth, auth },
    ]) {
      expect((await subscribe({ endpoint, keys })).answer.code).toBe('bad-endpoint')
    }
    expect(await readRows()).toEqual([])
  })

  it('refuses an event that is a draft or of another club', async () => {
    for (const eventId of [a.draft.id, world.clubs.b.show.id]) {
      const { answer } = await subscribe({ endpoint, keys: makePushKeys(), eventId })
      expect(answer.code).toBe('event-not-found')
    }
  })

  it('makes one row of fifty calls at once, with one id for all (T2.32)', async () => {
    const keys = makePushKeys()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        world.request(a, 'webpush_subscribe', { endpoint, keys }, { peer: `192.0.2.${index}` }),
      ),
    )
    expect(new Set(answers.map(({ answer }) => answer.success))).toEqual(new Set([true]))
    expect(new Set(answers.map(({ answer }) => answer.subscriberId)).size).toBe(1)
    expect(await readRows()).toHaveLength(1)
  })

  it('keeps the favourites of each event with the device, the last ones alone, and not of another device', async () => {
    const keys = makePushKeys()
    await setSchedule(['parade', 'band', 'prizes'])
    const star = (favourites: string[], sent = keys) =>
      subscribe({ endpoint, keys: sent, eventId: a.show.id, favourites })
    await star(['parade', 'band', 'band'])
    expect(await listStarred()).toEqual(['band', 'parade'])
    await star(['parade', 'prizes'])
    // who says nothing of them changes none
    await subscribe({ endpoint, keys, eventId: a.show.id })
    expect(await listStarred()).toEqual(['parade', 'prizes'])
    await subscribe({ endpoint, keys }, await world.signIn(a, 'member'))
    expect((await star([], makePushKeys())).answer.code).toBe('bad-endpoint')
    expect(await listStarred()).toEqual(['parade', 'prizes'])
    await star([])
    expect(await listStarred()).toEqual([])
    expect((await star(Array.from({ length: 201 }, (_, at) => `e${at}`))).answer.code).toBe('invalid-input')
  })

  it('takes sixty changes of favourites in an hour beside the changes of the device', async () => {
    const keys = makePushKeys()
    const star = (favourite: string) =>
      subscribe({ endpoint, keys, eventId: a.show.id, favourites: [favourite] })
    await subscribe({ endpoint, keys, eventId: a.show.id })
    for (let times = 0; times < 60; times++) expect((await star(`e${times}`)).status).toBe(200)
    expect((await star('e60')).status).toBe(429)
    expect((await subscribe({ endpoint, keys, eventId: a.show.id })).status).toBe(200)
    world.pass(3_600_000)
    expect((await star('e61')).status).toBe(200)
  })

  it('counts a device that it does not know as a subscription, whatever favourites it brings', async () => {
    const star = (sent: object, times: number) =>
      subscribe({ endpoint, keys: sent, eventId: a.show.id, favourites: [`e${times}`] })
    for (let times = 0; times < 5; times++) expect((await star(makePushKeys(), times)).status).toBe(200)
    expect((await star(makePushKeys(), 5)).status).toBe(429)
    // no endpoint gets more room by naming favourites of no event
    const { status, answer } = await subscribe({ endpoint, keys: makePushKeys(), favourites: [] })
    expect([status, answer.code]).toEqual([400, 'invalid-input'])
  })

  it('takes five changes of one endpoint in an hour, and repeats for ever', async () => {
    const keys = makePushKeys()
    for (let times = 0; times < 10; times++) expect((await subscribe({ endpoint, keys })).status).toBe(200)
    for (let times = 0; times < 4; times++) {
      expect((await subscribe({ endpoint, keys: makePushKeys() })).status).toBe(200)
    }
    expect((await subscribe({ endpoint, keys: makePushKeys() })).status).toBe(429)
    // one may follow many events
    expect((await subscribe({ endpoint, keys: makePushKeys(), eventId: a.show.id })).status).toBe(200)
    world.pass(3_600_000)
    expect((await subscribe({ endpoint, keys: makePushKeys() })).status).toBe(200)
  })
})
