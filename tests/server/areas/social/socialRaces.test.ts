// What members post, make and report at once, and how much of it in a day. The order of the calls is the engine's.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { ActionName, Input } from '../../../../src/contract/index.ts'
import { mostRides } from '../../../../src/domain/shapes/ride.ts'
import { hourMs } from '../../../../src/domain/time.ts'
import {
  listingsPerMember,
  postsPerMember,
  reportsPerMember,
  topicsPerMember,
} from '../../../../src/server/limits/often.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeRaces } from '../../../support/database/database.ts'

type Who = 'member' | 'parent' | 'moderator' | 'child'

describeRaces('at once', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let tokens: Record<Who, string>
  // all windows of the limits have passed
  beforeEach(async () => {
    world.pass(25 * hourMs)
    tokens = await world.signInAll(a, ['member', 'parent', 'moderator', 'child'])
  })

  const call = async <N extends ActionName>(
    as: Who,
    action: N,
    input: Input<N> | Record<string, unknown> = {},
  ) => world.ask(a, action, input, { token: tokens[as] })
  const post = async (as: Who, message: string) => {
    const answer = await call(as, 'create_post', { message })
    expect(answer).toMatchObject({ success: true })
    return Number(answer.id)
  }
  const react = (as: Who, postId: number, reaction: number, more: object = {}) =>
    call(as, 'create_post_reaction', { postId, reaction, ...more })
  const list = (as: Who, postId: number) => call(as, 'get_post_reactions', { postId })
  const report = (as: Who, postId: number, more: object = {}) =>
    call(as, 'report_post', { postId, reason: 'rude', ...more })
  const toCodes = (answers: readonly Record<string, unknown>[]) =>
    answers.reduce<Record<string, number>>((counts, { code = 'done' }) => {
      counts[String(code)] = (counts[String(code)] ?? 0) + 1
      return counts
    }, {})

  it('posts are sixty in an hour, however many come at once, and removed ones count', async () => {
    const first = await post('member', 'The first.')
    await call('member', 'delete_post', { postId: first })
    world.pass(hourMs / 2)
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => call('member', 'create_post', { message: 'Again.' })),
    )
    expect(toCodes(answers)).toEqual({ done: postsPerMember.most - 1, 'too-many-requests': 11 })
    expect(answers.find(({ success }) => !success)?.retryAfter).toBe(hourMs / 2 / 1000)
    await post('parent', 'Others may.')
    // the first one is an hour old, the others are not
    world.pass(hourMs / 2)
    await post('member', 'There is room for one.')
    expect((await call('member', 'create_post', { message: 'And no more.' })).code).toBe('too-many-requests')
  })
  it('topics are one when fifty make it at once, and five when fifty make different ones', async () => {
    const makeAll = (as: readonly Who[], toTopic: (at: number) => string) =>
      Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          call(as[at % as.length] ?? 'member', 'create_post_topic', { topic: toTopic(at) }),
        ),
      )
    const answers = await makeAll(['member', 'parent', 'child'], (at) => (at % 2 === 0 ? 'Same' : ' sAME'))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const different = await makeAll(['moderator'], (at) => `Different ${at}`)
    expect(toCodes(different)).toEqual({ done: topicsPerMember.most, 'too-many-requests': 45 })
  })

  it('reactions are never more than one, when fifty come at once', async () => {
    const id = await post('member', 'Hello.')
    const key = randomUUID()
    const keyed = await Promise.all(Array.from({ length: 50 }, () => react('parent', id, 3, { key })))
    expect(toCodes(keyed)).toEqual({ done: 50 })
    expect(await list('parent', id)).toMatchObject({ reactions: [{ reaction: 3 }], ownReaction: 3 })
    const unkeyed = await Promise.all(Array.from({ length: 50 }, (_, at) => react('child', id, at % 2)))
    expect(toCodes(unkeyed)).toEqual({ done: 50 })
    const { reactions = [], ownReaction } = await list('child', id)
    expect(reactions.length).toBe(ownReaction === null ? 1 : 2)
  })

  it('reports are twenty in a day, however many come at once', async () => {
    const ids: number[] = []
    for (let at = 0; at < reportsPerMember.most + 4; at++) ids.push(await post('member', `Post ${at}.`))
    const answers = await Promise.all(ids.map((id) => report('parent', id)))
    expect(toCodes(answers)).toEqual({ done: reportsPerMember.most, 'too-many-requests': 4 })
    const known = ids.find((_, at) => answers[at]?.success)
    expect((await report('parent', known ?? 0, { note: 'More of it.' })).success).toBe(true)
    expect((await report('child', ids[0] ?? 0)).success).toBe(true)
  })

  it('listings are twenty in a day and rides twenty at all, however many come at once', async () => {
    const listing = { label: 'Fender', price: 40, description: '' }
    const listings = await Promise.all(
      Array.from({ length: listingsPerMember.most + 5 }, () => call('child', 'create_classified', listing)),
    )
    expect(toCodes(listings)).toEqual({ done: listingsPerMember.most, 'too-many-requests': 5 })
    const { rides: before = [] } = await call('child', 'get_member_rides')
    const ride = { make: 'Lark', model: 'VI' }
    const rides = await Promise.all(
      Array.from({ length: mostRides - before.length + 5 }, () => call('child', 'create_member_ride', ride)),
    )
    expect(toCodes(rides)).toEqual({ done: mostRides - before.length, 'too-many-rides': 5 })
  })
})
