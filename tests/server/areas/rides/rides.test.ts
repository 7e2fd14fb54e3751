import sharp from 'sharp'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ActionName, Answer } from '../../../../src/contract/index.ts'
import { mostRideShows, mostRides, rideLengths } from '../../../../src/domain/shapes/ride.ts'
import { mostPictures } from '../../../../src/domain/shapes/sharedLengths.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import type { Role } from '../../../support/clubs/people.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

const lark = { year: '1962', make: 'Studebaker', model: 'Lark', engine: 'V8, 3-speed', trim: 'Regal' }

describeOnEachEngine('rides', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let tokens: Record<'member' | 'moderator' | 'expired' | 'parent' | 'child', string>
  beforeAll(async () => {
    tokens = await world.signInAll(a, ['member', 'moderator', 'expired', 'parent', 'child'])
  })
  // the limits of half an hour have passed, and every test begins without rides
  beforeEach(async () => {
    world.pass(31 * 60_000)
    await world.deleteRows(a, 'ride')
  })

  type Caller = keyof typeof tokens | null
  const call = async <N extends ActionName>(
    action: N,
    input: Record<string, unknown>,
    as: Caller = 'member',
  ) =>
    (await world.ask(a, action, input, as === null ? {} : { token: tokens[as] })) as Answer<N> &
      Record<string, unknown>
  const create = async (ride: Record<string, unknown> = lark, as: Caller = 'member') =>
    (await call('create_member_ride', ride, as)).id ?? 0
  const own = async (as: Caller = 'member') => (await call('get_member_rides', {}, as)).rides ?? []
  const all = (input: Record<string, unknown> = {}, as: Caller = 'parent') =>
    call('get_all_member_rides', input, as)
  const change = (memberId: number, values: Record<string, unknown>) =>
    world.changeRows(a, 'member', { id: memberId }, values)
  const toUrl = async (background: string) => {
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background } })
    return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
  }

  it('are shown to all members as their owner wrote them, and as the owner changed them', async () => {
    const id = await create({ ...lark, description: 'Found in a barn.\n<b>Not</b> for sale.' })
    const shown = {
      ...lark,
      ...{ id, memberId: a.people.member.id, owner: 'Ada Quill', images: [], shows: [] },
      description: 'Found in a barn.\n<b>Not</b> for sale.',
      created: new Date(world.now()).toISOString(),
    }
    expect(await own()).toEqual([shown])
    expect(await own('parent')).toEqual([])
    for (const reader of ['member', 'parent', 'child', 'moderator'] as const) {
      expect(await all({}, reader)).toMatchObject({ success: true, rides: [shown], nextCursor: null })
    }
    // the whole ride as it was read, with what is edited
    expect(await call('update_member_ride', { ...shown, trim: ' Daytona ', engine: '' })).toMatchObject({
      success: true,
      updated: true,
    })
    expect(await own()).toEqual([{ ...shown, trim: 'Daytona', engine: '' }])
    await call('update_member_ride', { id, year: '1963' })
    expect(await own()).toEqual([{ ...shown, trim: 'Daytona', engine: '', year: '1963' }])
    expect(await call('delete_member_ride', { id })).toMatchObject({ success: true, deleted: true })
    expect(await own()).toEqual([])
    expect((await call('delete_member_ride', { id })).code).toBe('ride-not-found')
  })

  it('are changed and deleted by their owner alone, also not by a moderator', async () => {
    const id = await create()
    const before = await own()
    for (const as of ['parent', 'child', 'moderator'] as const) {
      expect((await call('update_member_ride', { id, trim: 'Mine' }, as)).code).toBe('ride-not-found')
      expect((await call('delete_member_ride', { id }, as)).code).toBe('ride-not-found')
    }
    for (const as of ['expired', null] as const) {
      const code = as === null ? 'needs-signin' : 'membership-expired'
      const calls = [
        ...[call('get_member_rides', {}, as), call('get_all_member_rides', {}, as)],
        ...[call('create_member_ride', lark, as), call('update_member_ride', { id, trim: 'X' }, as)],
        call('delete_member_ride', { id }, as),
      ]
      for (const answer of await Promise.all(calls)) expect(answer.code).toBe(code)
    }
    for (const stranger of [world.clubs.b.rideId, 2 ** 31 - 1]) {
      expect((await call('update_member_ride', { id: stranger, trim: 'X' })).code).toBe('ride-not-found')
      expect((await call('delete_member_ride', { id: stranger })).code).toBe('ride-not-found')
    }
    expect(await own()).toEqual(before)
    // an additional login has rides of its own
    expect(await create(lark, 'child')).toBeGreaterThan(id)
    expect(await own('child')).toMatchObject([{ owner: 'Kit Oakes', memberId: a.people.child.id }])
    expect(await own('parent')).toEqual([])
  })

  it('have lengths, and a make or a model', async () => {
    const full = Object.fromEntries(
      Object.entries(rideLengths).map(([field, most]) => [field, 'W'.repeat(most)]),
    )
    const id = await create(full)
    expect(await own()).toMatchObject([full])
    for (const [field, most] of Object.entries(rideLengths)) {
      const wrong = { [field]: 'W'.repeat(most + 1) }
      for (const answer of [
        await call('create_member_ride', { ...full, ...wrong }),
        await call('update_member_ride', { id, ...wrong }),
      ]) {
        expect(answer).toMatchObject({ code: 'invalid-input', faults: [{ path: field }] })
      }
    }
    for (const unnamed of [{}, { year: '1962' }, { ...lark, make: ' ', model: '' }]) {
      expect(await call('create_member_ride', unnamed)).toMatchObject({
        code: 'invalid-input',
        faults: [{ path: 'make' }],
      })
    }
    expect(await call('update_member_ride', { id, make: '', model: '' })).toMatchObject({
      code: 'invalid-input',
      faults: [{ path: 'make' }],
    })
    expect(await own()).toMatchObject([full])
    expect(await create({ model: 'Special' })).toBeGreaterThan(0)
    expect(await create({ make: 'Home-built' })).toBeGreaterThan(0)
  })

  it('are at most a few of each member, also when many are added at once', async () => {
    await Promise.all(Array.from({ length: mostRides - 1 }, () => create()))
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('create_member_ride', lark)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'too-many-rides')).toHaveLength(3)
    expect(await own()).toHaveLength(mostRides)
    expect(await create(lark, 'parent')).toBeGreaterThan(0)
  })

  it('come page by page, none left out or twice while others add and delete', async () => {
    const owners = ['member', 'parent'] as const
    const ids: number[] = []
    for (let at = 0; at < 25; at++) {
      // some of one instant
      if (at % 3 === 0) world.pass(1000)
      ids.unshift(await create({ make: 'Hudson', model: String(at) }, owners[at % 2]))
    }
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const answer: Answer<'get_all_member_rides'> = await all(cursor === null ? {} : { cursor, offset: 0 })
      expect(answer.rides?.length).toBeLessThanOrEqual(10)
      seen.push(...(answer.rides ?? []).map(({ id }) => id))
      cursor = answer.nextCursor ?? null
      // others add on top, and one that was read goes
      world.pass(1000)
      await create({ make: 'New', model: 'Arrival' }, 'child')
      await call('delete_member_ride', { id: seen[0] }, 'member')
    } while (cursor !== null)
    expect(seen).toEqual(ids)
    const pair = (await all({ limit: 2, offset: 3 })).rides?.map(({ id }) => id)
    const whole = (await all({ limit: 50 })).rides?.map(({ id }) => id)
    expect(pair).toEqual(whole?.slice(3, 5))
  })

  it('are asked for in pages of at most 50', async () => {
    for (const wrong of [
      ...[{ limit: 0 }, { limit: 51 }, { limit: 1.5 }, { limit: '10' }, { offset: -1 }, { offset: 2 ** 53 }],
      ...[{ cursor: '' }, { cursor: '1' }, { cursor: "1-1'" }, { cursor: 7 }],
    ]) {
      expect((await all(wrong)).code).toBe('invalid-input')
    }
    for (const far of [`${'9'.repeat(17)}-9999999999`, '0-0']) {
      expect((await all({ cursor: far })).success).toBe(true)
    }
  })

  it('of who is suspended or deleted are not listed', async () => {
    await create(lark, 'member')
    const { member } = a.people
    for (const gone of [{ suspended_at: new Date(world.now()) }, { deleted_at: new Date(world.now()) }]) {
      await change(member.id, gone)
      expect((await all()).rides).toEqual([])
      await change(member.id, { suspended_at: null, deleted_at: null })
    }
    expect((await all()).rides).toHaveLength(1)
    tokens.member = await world.signIn(a, 'member')
  })

  it("keep their pictures by address, and take no other's", async () => {
    const [red, blue] = await Promise.all([toUrl('#f00'), toUrl('#00f')])
    const id = await create({ ...lark, images: [{ imageData: red }, { imageData: blue }] })
    const read = async () => (await own()).find((ride) => ride.id === id)?.images ?? []
    const [first, second] = await read()
    expect(first?.imageData).toBe(`/media/member/${first?.id}.webp?subdomain=${a.slug}`)
    await call('update_member_ride', { id, trim: 'Regal' })
    expect(await read()).toEqual([first, second])
    // another order, one that is sent twice
    await call('update_member_ride', { id, images: [second, first, second] })
    expect(await read()).toEqual([second, first])
    await call('update_member_ride', { id, images: [{ imageData: await toUrl('#0f0') }, first] })
    const kept = await read()
    expect(kept[1]).toEqual(first)
    for (const imageData of [
      ...[second?.imageData, `/media/${first?.id}.webp`, 'https://evil.example/x.png', ''],
      ...['data:image/svg+xml;base64,PHN2Zy8+', `/media/member/${'0'.repeat(40)}.webp`],
    ]) {
      expect((await call('update_member_ride', { id, images: [{ imageData }] })).code).toBe('not-a-picture')
    }
    // of another ride, another member
    for (const images of [[first], kept]) {
      expect((await call('create_member_ride', { ...lark, images })).code).toBe('not-a-picture')
      expect((await call('create_member_ride', { ...lark, images }, 'parent')).code).toBe('not-a-picture')
    }
    const many = Array.from({ length: mostPictures + 1 }, () => first)
    expect((await call('update_member_ride', { id, images: many })).code).toBe('invalid-input')
    expect(await read()).toEqual(kept)
    await call('update_member_ride', { id, images: [] })
    expect(await read()).toEqual([])
  })

  it('say at which shows they were: those for which their owner registered this car', async () => {
    const { show, past, draft } = a
    await create({ year: '1957', make: ' bel-Mar', model: 'AIR ' })
    const enter = (eventId: number, carNumber: string, role: Role, more: object = {}) =>
      world.insertRow(a, 'entry', {
        ...{ event_id: eventId, car_number: carNumber, class_number: 1 },
        ...{ member_id: a.people[role].id, year: '1957', make: 'Bel-Mar', model: ' Air', ...more },
      })
    await enter(past.id, '177', 'member')
    await enter(show.id, '178', 'member')
    await enter(show.id, '179', 'member')
    await enter(draft.id, '170', 'member')
    await enter(past.id, '171', 'parent')
    await enter(past.id, '172', 'member', { model: 'Aire' })
    await enter(past.id, '173', 'member', { year: '' })
    const expected = [
      { eventId: show.id, name: 'Harbor Classics Show', carNumber: '178' },
      { eventId: past.id, name: 'Harbor Classics Last Year', carNumber: '177' },
    ]
    expect((await own())[0]?.shows).toMatchObject(expected)
    expect((await all()).rides?.[0]?.shows).toMatchObject(expected)
    expect(expected.length).toBeLessThan(mostRideShows)
    // a new ride of the same name and another owner
    await create({ year: '1957', make: 'Bel-Mar', model: 'Air' }, 'parent')
    expect((await own('parent'))[0]?.shows).toMatchObject([{ carNumber: '171' }])
    const later = (
      await world.insertRows(
        a,
        'event',
        Array.from({ length: 5 }, (_, at) => ({
          ...{ name: `Tour ${at}`, published: true },
          ...{ start_on: `2040-01-0${at + 1}`, end_on: `2040-01-0${at + 1}` },
        })),
      )
    ).map(({ id }) => id)
    for (const eventId of later) await enter(eventId, '180', 'member')
    const shows = (await own())[0]?.shows.map(({ name }) => name)
    expect(shows).toEqual(['Tour 4', 'Tour 3', 'Tour 2', 'Tour 1', 'Tour 0'])
  })
})
