// What one judge, one voter or one stranger can store, however often they call.

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { judgeCodesTypedPerAddress } from '../../../src/server/limits/often.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { type SeededJudge, seedJudges } from '../../support/clubs/judges.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

const dayMs = 24 * 60 * minuteMs
const inRequest = 50

interface Result {
  success: boolean
  code?: string
  retryAfter?: number
  receipt: { outcome: string } | null
}

describeOnEachEngine('deliveries', (engine) => {
  const world = setUpClubWorld(engine, { show: { startsIn: 0, days: 30 } })
  const { a } = world.clubs
  let judge: SeededJudge
  let other: SeededJudge
  let judges: SeededJudge[]
  beforeAll(async () => {
    const until = world.now() + 30 * dayMs
    judges = await world.inClub(a, (tx) => seedJudges(tx, { eventId: a.show.id, count: 10, until }))
  })
  beforeEach(() => {
    world.pass(minuteMs)
  })

  const sheet = (more: Record<string, unknown> = {}, of = judge) => ({
    action: 'submit_judging_form',
    key: randomUUID(),
    eventId: a.show.id,
    judgeId: of.code,
    grant: of.grant,
    formId: a.show.formIds[0],
    entryId: '110',
    scores: a.show.criterionIds.slice(0, 2).map((criteriaId) => ({ criteriaId, score: 5 })),
    ...more,
  })

  async function send(entries: readonly object[]): Promise<Result[]> {
    const results: Result[] = []
    for (let sent = 0; sent < entries.length; sent += inRequest) {
      const { status, answer } = await world.request(a, 'submit_batch', {
        entries: entries.slice(sent, sent + inRequest),
      })
      expect(status).toBe(200)
      results.push(...(answer.results as unknown as Result[]))
    }
    return results
  }

  const tell = (results: readonly Result[]) => [
    ...new Set(results.map(({ success, code }) => (success ? 'accepted' : code))),
  ]

  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index))

  const addCars = (count: number): Promise<string[]> =>
    world.inClub(a, async (tx) => {
      const numbers = many(count, (index) => `9${String(index).padStart(3, '0')}`)
      await tx
        .insertInto('entry')
        .values(
          numbers.map((number) => ({
            event_id: a.show.id,
            class_number: 9,
            car_number: number,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx
        .updateTable('event')
        .set((row) => ({ revision: row('revision', '+', 1) }))
        .where('id', '=', a.show.id)
        .execute()
      return numbers
    })

  const countRecords = async (principal: string) => world.countRows(a, 'receipt', { principal })

  const countCounts = async () => world.countRows(null, 'attempt_count')

  const listSequences = () =>
    world.inClub(a, async (tx) => {
      const rows = await tx
        .selectFrom('sheet')
        .where('judge_id', '=', judge.id)
        .orderBy('sequence', 'desc')
        .select('sequence')
        .execute()
      return rows.map(({ sequence }) => sequence)
    })

  describe('of a judge', () => {
    beforeEach(() => {
      ;[judge, other] = judges.splice(0, 2) as [SeededJudge, SeededJudge]
    })

    it('cannot freeze a score: after a sequence far ahead the next correction counts', async () => {
      await send([sheet({ sequence: 1 }), sheet({ sequence: 1_000_000 })])
      const [highest = 0] = await listSequences()
      expect(tell(await send([sheet({ sequence: highest + 1 })]))).toEqual(['accepted'])
      expect((await listSequences())[0]).toBe(highest + 1)
      expect(highest).toBeLessThan(10_000)
    })

    it('keep the order of corrections that two phones made without a signal', async () => {
      const one = [1, 2, 3, 4, 5].map((sequence) => sheet({ sequence }))
      const two = [2, 3, 40].map((sequence) => sheet({ sequence }))
      expect(tell(await send([...two, ...one]))).toEqual(['accepted'])
      expect(await listSequences()).toEqual([40, 5, 4, 3, 3, 2, 2, 1])
    })

    it('take a hundred revisions of one sheet at once, and one every ten minutes after that', async () => {
      expect(tell(await send(many(100, () => sheet())))).toEqual(['accepted'])
      const [refused] = await send([sheet()])
      expect(refused).toMatchObject({ code: 'too-many-requests', retryAfter: 600, receipt: null })
      // other cars and other judges go on
      expect(tell(await send([sheet({ entryId: '12' }), sheet({}, other)]))).toEqual(['accepted'])
      world.pass(10 * minuteMs)
      expect(tell(await send([sheet(), sheet()]))).toEqual(['accepted', 'too-many-requests'])
    })

    it('are five hundred at once, and then so many more that no person makes them', async () => {
      const cars = await addCars(500)
      const toSheets = (count: number) => many(count, (index) => sheet({ entryId: cars[index] }))
      const queued = toSheets(500)
      expect(tell(await send(queued))).toEqual(['accepted'])
      // what came twice, because an answer was lost, counts once
      expect(tell(await send(queued))).toEqual(['accepted'])
      expect(tell(await send(toSheets(100)))).toEqual(['accepted'])
      const refused = await send(toSheets(50))
      expect(tell(refused)).toEqual(['too-many-requests'])
      for (const { retryAfter, receipt } of refused) {
        expect(receipt).toBeNull()
        expect(retryAfter).toBeGreaterThan(0)
        expect(retryAfter).toBeLessThanOrEqual(600)
      }
      expect(tell(await send([sheet({}, other)]))).toEqual(['accepted'])
      world.pass(10 * minuteMs)
      expect(tell(await send(toSheets(50)))).toEqual(['accepted'])
    })

    it('leave few records of refusals, and each is answered all the same', async () => {
      const refused = await send(many(200, () => sheet({ entryId: '7777' })))
      expect(tell(refused)).toEqual(['car-not-found'])
      for (const { receipt } of refused) expect(receipt?.outcome).toBe('refused')
      expect(await countRecords(`judge:${judge.id}`)).toBe(100)
      expect(tell(await send([sheet()]))).toEqual(['accepted'])
      expect(await countRecords(`judge:${judge.id}`)).toBe(101)
    })
  })

  describe('of a voter', () => {
    const addVoter = async (): Promise<string> => {
      const { uuid } = await world.insertRow(a, 'voter', { event_id: a.show.id })
      return uuid
    }
    const ballot = (voterId: string, votes = ['110']) => ({
      action: 'submit_ballot',
      key: randomUUID(),
      voterId,
      votes,
    })

    it('store nothing for ever, be they refused or the same again', async () => {
      const voter = await addVoter()
      expect(tell(await send([ballot(voter)]))).toEqual(['accepted'])
      for (const votes of [['12'], ['110']]) {
        for (let window = 0; window < 6; window += 1) {
          world.pass(10 * minuteMs)
          await send(many(100, () => ballot(voter, votes)))
        }
      }
      expect(await countRecords(`voter:${voter}`)).toBeLessThanOrEqual(300)
      const [stopped] = await send([ballot(voter, ['12'])])
      expect(stopped).toMatchObject({ code: 'too-many-requests', receipt: null })
      expect(tell(await send([ballot(await addVoter())]))).toEqual(['accepted'])
    })

    it('do not look strangers up for ever in one request', async () => {
      const voter = await addVoter()
      const results = await send([...many(40, () => ballot(randomUUID())), ballot(voter)])
      expect(results.filter(({ code }) => code === 'voter-not-found').length).toBeLessThanOrEqual(10)
      expect(results.filter(({ code }) => code === 'too-many-requests').length).toBeGreaterThan(0)
      expect(tell(await send([ballot(voter)]))).toEqual(['accepted'])
    })
  })

  describe('of a stranger', () => {
    const verify = (input: Record<string, unknown>, peer: string) =>
      world.request(a, 'verify_judge', { eventId: a.show.id, key: randomUUID(), ...input }, { peer })

    it.each([
      ['bad-code', judgeCodesTypedPerAddress.most, { judgeId: 'none', code: '1234567' }],
      ['bad-link', 100, { linkSecret: 'x'.repeat(43) }],
    ])('store nothing (%s), and an address that sends more than %i is stopped', async (code, most, input) => {
      world.pass(10 * minuteMs)
      const before = await countRecords('visitor')
      const codes = new Map<unknown, number>()
      for (let sent = 0; sent < 110; sent += 1) {
        const { answer } = await verify(input, '198.51.100.7')
        codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1)
      }
      expect([...codes]).toEqual([
        [code, most],
        ['too-many-requests', 110 - most],
      ])
      expect((await verify(input, '198.51.100.8')).answer.code).toBe(code)
      expect(await countRecords('visitor')).toBe(before)
    })

    it('leave no counts of events that nobody has', async () => {
      const before = await countCounts()
      for (let sent = 0; sent < 20; sent += 1) {
        const { answer } = await verify({ eventId: 900_000 + sent, judgeId: `y${sent}` }, '198.51.100.10')
        expect(answer.code).toBe('event-not-found')
      }
      expect(await countCounts()).toBe(before)
    })

    it('leave no more counts after the limit than before it', async () => {
      const signIn = (name: string) =>
        world.request(
          a,
          'member_login',
          { username: `${name}@harbor.example`, password: 'Wrong-1234!', ttl: 24 },
          { peer: '198.51.100.11' },
        )
      for (let tries = 0; tries < 25; tries += 1) await signIn(`nobody${tries}`)
      const before = await countCounts()
      for (let tries = 25; tries < 35; tries += 1) expect((await signIn(`nobody${tries}`)).status).toBe(429)
      expect(await countCounts()).toBe(before)
    })

    it('store no refusal that the next call meets again', async () => {
      for (let sent = 0; sent < 5; sent += 1) {
        const { answer } = await verify({ eventId: 999_999, judgeId: `x${sent}` }, '198.51.100.9')
        expect(answer).toMatchObject({ code: 'event-not-found', receipt: { outcome: 'refused' } })
      }
      expect(await countRecords('visitor')).toBe(0)
    })
  })
})
