import crypto from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '../../../src/domain/time.ts'
import { judging } from '../../../src/server/areas/judging/actions/index.ts'
import { createJudgeCodeJob } from '../../../src/server/areas/judging/jobs.ts'
import { createCodeMaker } from '../../../src/server/auth/grants.ts'
import type { Tx } from '../../../src/server/db/open.ts'
import {
  callsPerAddress,
  judgeCodesPerDay,
  judgeCodesPerEvent,
  judgeCodesPerQuarterHour,
  judgeCodesTypedPerAddress,
  unknownJudgesPerAddress,
  wrongJudgeCodesWithoutDevice,
} from '../../../src/server/limits/often.ts'
import type { Services } from '../../../src/server/process/services.ts'
import type { JobContext } from '../../../src/server/queue/jobHandler.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { countStatements } from '../../support/database/statements.ts'
import { measureWork } from '../../support/database/work.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'

const dayMs = 24 * hourMs

for (const { size: guesses, tag } of inTwoSizes(300, 10_000))
  describeOnEachEngine(`T2.14 guessing judges and their codes${tag}`, (engine) => {
    const world = setUpClubWorld(engine, { show: { startsIn: 0, days: 30 } })
    const { a } = world.clubs
    const judges = Array.from({ length: 12 }, (_, index) => String(1000 + index * 7))
    beforeAll(async () => {
      await addJudges(judges)
    })
    // a new day for each
    beforeEach(() => world.pass(dayMs - (world.now() % dayMs)))

    const addJudges = (codes: readonly string[]) =>
      world.insertRows(
        a,
        'judge',
        codes.map((code) => ({ event_id: a.show.id, code, phone: `+1603${code}` })),
      )

    /** All that there are, from the first judge's on: an id has four characters. */
    const toGuess = (number: number): string => String((1000 + number) % 10_000).padStart(4, '0')

    const verify = (judgeId: string, peer: string, more: Record<string, unknown> = {}) =>
      world.request(a, 'verify_judge', { eventId: a.show.id, judgeId, ...more }, { peer })

    /** Each answer has a secret of its own, of one length. */
    const withoutSecret = (text: string) => text.replace(/"challenge":"[\w-]{43}"/, '"challenge":"…"')

    const countTexts = async (): Promise<number> => {
      const { rows } = await world.database.withoutClub(async (tx) => ({
        rows: await tx.selectFrom('sandbox_message').select('id').execute(),
      }))
      return rows.length
    }

    /** Messages are sent after the answer. */
    const settle = () => world.engine.runDue()

    const emptyOutbox = async (): Promise<void> => {
      // a message of the test before would come later and be counted here
      await settle()
      await world.deleteRows(null, 'sandbox_message')
    }

    it('through all ids from one address ends after a handful, and the answers show nothing', async () => {
      await emptyOutbox()
      const answered = new Set<string>()
      let stopped = 0
      for (let guess = 0; guess < guesses; guess += 1) {
        const { status, text, answer } = await verify(toGuess(guess), '192.0.2.1')
        if (status === 200) answered.add(withoutSecret(text))
        else {
          expect(answer).toMatchObject({ code: 'too-many-requests' })
          stopped += 1
        }
      }
      expect([...answered]).toHaveLength(1)
      // 1000 and 1007 are judges: two messages, and then ten ids that belong to nobody
      expect(guesses - stopped).toBe(unknownJudgesPerAddress.most + 2)
      await settle()
      expect(await countTexts()).toBe(2)
      // so many calls of any kind meet a limit of their own, which ends sooner
      world.pass(callsPerAddress.windowMs)
      // the block applies to all ids
      const [known, unknown] = [await verify(judges[5] ?? '', '192.0.2.1'), await verify('none', '192.0.2.1')]
      expect(withoutSecret(known.text)).toBe(withoutSecret(unknown.text))
      // other addresses are not stopped, and neither is a judge who already has a code
      expect((await verify(judges[6] ?? '', '192.0.2.2')).status).toBe(200)
      expect((await verify(judges[6] ?? '', '192.0.2.1', { code: '0000000' })).answer.code).toBe('bad-code')
    })

    it('from fifty addresses sends no more messages than the judges may get in a day', async () => {
      await emptyOutbox()
      for (let guess = 0; guess < guesses; guess += 1) {
        if (guess % 100 === 0) world.pass(judgeCodesPerQuarterHour.windowMs / 4)
        await verify(judges[guess % judges.length] ?? '', `198.51.100.${guess % 50}`)
      }
      await settle()
      expect(await countTexts()).toBeLessThanOrEqual(judges.length * judgeCodesPerDay.most)
      expect(await countTexts()).toBeGreaterThan(judges.length)
    })

    it('stops at the budget of the event, and an alarm is raised', async () => {
      await emptyOutbox()
      const crowd = Array.from(
        { length: judgeCodesPerEvent.most + 5 },
        (_, index) => `c${index.toString(36)}`,
      )
      await addJudges(crowd)
      const statuses: number[] = []
      for (const [index, judgeId] of crowd.entries()) {
        statuses.push((await verify(judgeId, `203.0.113.${index % 250}`)).status)
      }
      await settle()
      expect(await countTexts()).toBe(judgeCodesPerEvent.most)
      expect(statuses.filter((status) => status === 429)).toHaveLength(5)
      expect(world.lines().filter((line) => line.includes('"alarm":"codes of an event"'))).toHaveLength(1)
      expect((await verify('none', '203.0.114.1')).status).toBe(429)
    })

    it('tries codes in vain: so many for each that was sent, and then the right one is refused as well', async () => {
      const judgeId = judges[0] ?? ''
      await verify(judgeId, '192.0.2.9')
      const { id } = await findChallenge(judgeId)
      const right = (await createCodeMaker(services()))(id)
      let guess = 0
      for (let tries = 0; tries < guesses; tries += 1) {
        guess += String(guess).padStart(7, '0') === right ? 2 : 1
        const code = String(guess).padStart(7, '0')
        const { answer } = await verify(judgeId, `192.0.2.${tries % 200}`, { code })
        const isStopped = tries >= 200 * judgeCodesTypedPerAddress.most
        expect(answer).toMatchObject({
          success: false,
          code: isStopped ? 'too-many-requests' : 'bad-code',
          isValid: false,
        })
      }
      expect((await findChallenge(judgeId)).wrong_tries).toBe(wrongJudgeCodesWithoutDevice)
      expect((await verify(judgeId, '198.51.100.200', { code: right })).answer.code).toBe('bad-code')
    })

    it('tries codes all at once, and they are five all the same', async () => {
      const judgeId = judges[1] ?? ''
      await verify(judgeId, '192.0.2.9')
      await Promise.all(
        Array.from({ length: 60 }, (_, index) => verify(judgeId, '192.0.2.9', { code: `000${index}` })),
      )
      expect((await findChallenge(judgeId)).wrong_tries).toBe(5)
    })

    const services = (): Services => ({
      config: world.config,
      database: world.database,
      now: world.now,
      newId: crypto.randomUUID,
    })

    const findChallenge = (code: string) =>
      world.inClub(a, (tx) =>
        tx
          .selectFrom('judge_challenge')
          .innerJoin('judge', 'judge.id', 'judge_challenge.judge_id')
          .where('judge.code', '=', code)
          .orderBy('judge_challenge.created_at', 'desc')
          .select(['judge_challenge.id', 'judge_challenge.wrong_tries'])
          .executeTakeFirstOrThrow(),
      )

    describe('costs as much for an id that nobody has as for a judge', () => {
      const measure = (judgeId: string, code?: string) =>
        measureWork<'verify_judge'>(world, a, (context) =>
          judging.verify_judge(context, {
            eventId: a.show.id,
            judgeId,
            ...(code === undefined ? {} : { code }),
          }),
        )

      it('to send', async () => {
        await measure(judges[2] ?? '') // so that what all calls share is read before
        const known = await measure(judges[3] ?? '')
        expect(await measure('none')).toEqual(known)
        expect(await measure(judges[3] ?? '')).toEqual(known)
        expect(known.statements).toBeGreaterThan(3)
        expect(known.hashes).toBeGreaterThan(3)
        expect(known.jobs).toBe(1)
      })

      it('to send it after the answer', async () => {
        const job = createJudgeCodeJob(() => Promise.reject(new Error('nothing is fetched in the sandbox')))
        const run = async (challengeId: string) => {
          let statements = 0
          const count =
            <T>(body: (tx: Tx) => Promise<T>) =>
            async (tx: Tx): Promise<T> => {
              const counting = countStatements(tx)
              const result = await body(counting.tx)
              statements += counting.read()
              return result
            }
          const before = await countTexts()
          const context = {
            services: {
              ...services(),
              database: {
                ...world.database,
                withoutClub: <T>(body: (tx: Tx) => Promise<T>) => world.database.withoutClub(count(body)),
                inTenant: <T>(id: number, body: (tx: Tx) => Promise<T>) =>
                  world.database.inTenant(id, count(body)),
              },
            },
            log: { info: () => undefined },
            tenantId: a.id,
            uuid: crypto.randomUUID(),
            attempt: 1,
            now: world.now(),
          } as unknown as JobContext
          await job.run({ challengeId, language: 'en' }, context)
          return { statements, texts: (await countTexts()) - before }
        }
        await verify(judges[8] ?? '', '192.0.2.9')
        await settle()
        const known = await run((await findChallenge(judges[8] ?? '')).id)
        const unknown = await run(crypto.randomUUID())
        expect(known.texts).toBe(1)
        expect(unknown).toEqual({ statements: known.statements, texts: 0 })
        expect(known.statements).toBeGreaterThan(2)
      })

      it('to try with the secret of a device', async () => {
        const measureOwn = async (judgeId: string) => {
          const { answer } = await verify(judgeId, '192.0.2.9')
          return measureWork<'verify_judge'>(world, a, (context) =>
            judging.verify_judge(context, {
              eventId: a.show.id,
              judgeId,
              code: '1111111',
              challenge: String(answer.challenge),
            }),
          )
        }
        await measureOwn(judges[2] ?? '')
        const known = await measureOwn(judges[10] ?? '')
        expect(known.refused).toBe('bad-code')
        expect(await measureOwn('none')).toEqual(known)
      })

      it('to try', async () => {
        await measure(judges[2] ?? '', '1111111')
        await verify(judges[4] ?? '', '192.0.2.9')
        const known = await measure(judges[4] ?? '', '1111111')
        expect(known.refused).toBe('bad-code')
        expect(await measure('none', '1111111')).toEqual(known)
        // before a code was sent
        expect(await measure(judges[7] ?? '', '1111111')).toEqual(known)
        expect(known.statements).toBeGreaterThan(3)
      })
    })
  })

describeOnEachEngine('T2.18 guessing voters', (engine) => {
  const world = setUpClubWorld(engine)

  it('is slowed after twenty misses of an address, while its neighbours with a ballot vote on', async () => {
    const { a } = world.clubs
    const readVoter = (voterId: string, peer: string) => world.request(a, 'get_voter', { voterId }, { peer })
    for (let misses = 0; misses < 20; misses += 1) {
      expect((await readVoter(crypto.randomUUID(), '192.0.2.1')).answer.code).toBe('voter-not-found')
    }
    for (const action of ['get_voter', 'submit_ballot'] as const) {
      const stopped = await world.request(
        a,
        action,
        { voterId: crypto.randomUUID(), votes: [], key: crypto.randomUUID() },
        { peer: '192.0.2.1' },
      )
      expect(stopped.status).toBe(429)
      expect(stopped.answer).toMatchObject({ code: 'too-many-requests', receipt: null })
      expect(stopped.answer.retryAfter).toBeGreaterThan(0)
    }
    const [voterId] = a.show.voters
    expect((await readVoter(voterId, '192.0.2.1')).answer.success).toBe(true)
    const voted = await world.request(a, 'submit_ballot', { voterId, votes: ['110'] }, { peer: '192.0.2.1' })
    expect(voted.answer).toMatchObject({ status: 'accepted' })
    expect((await readVoter(crypto.randomUUID(), '192.0.2.2')).status).toBe(200)
    // the guesses of a stranger who was stopped leave nothing behind
    expect(await world.listRows(a, 'receipt', {}, ['key'])).toHaveLength(0)
    world.pass(10 * 60_000)
    expect((await readVoter(crypto.randomUUID(), '192.0.2.1')).status).toBe(200)
  })
})
