// T2.38: a whole show behind one address of its mobile network, and an attacker who guesses from that same
// address.
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  judgeCodesTypedPerAddress,
  missesPerAddress,
  unknownJudgesPerAddress,
} from '../../../src/server/limits/often.ts'
import { setUpWorld } from '../../support/database/setUp.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { type LightAnswer, type LightClient, openLightClient } from '../../support/processes/lightClient.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'

/** In the same ten minutes. */
const tenth = { phones: 200, ballots: 300, guessEvery: 5 }
const whole = { phones: 2000, ballots: 3000, guessEvery: 1 }
const seconds = 600
const address = '203.0.113.77'
const connections = 12

for (const { size, isLong, tag } of inTwoSizes(tenth, whole))
  describe(`a crowd behind one address${tag}`, () => {
    const { phones, ballots } = size
    /** Seconds between two rounds of guesses. */
    const { guessEvery } = size
    const world = setUpWorld('embedded', {
      distDir: makeTestFolder({
        'index.html': '<!doctype html><script src="/assets/app-1a2b.js"></script>',
        'assets/app-1a2b.js': 'export const chrome = true\n',
      }),
      // the test's proxy tells the address of each call
      env: { TRUSTED_PROXY: '127.0.0.1' },
    })
    const { a } = world.clubs
    let clients: LightClient[]

    beforeAll(() => {
      clients = Array.from({ length: connections }, () => openLightClient(world.port))
    })
    afterAll(() => {
      for (const client of clients) client.close()
    })

    type Request = (client: LightClient) => Promise<LightAnswer>

    /** All of them at once, as far as there are connections. */
    async function sendAll(requests: readonly Request[]): Promise<LightAnswer[]> {
      const answers: LightAnswer[] = []
      let next = 0
      await Promise.all(
        clients.map(async (client) => {
          for (;;) {
            const index = next++
            const request = requests[index]
            if (request === undefined) return
            answers[index] = await request(client)
          }
        }),
      )
      return answers
    }

    const call =
      (body: object): Request =>
      (client) =>
        client.call({ tenantId: a.id, ...body }, { from: address })
    const get =
      (path: string): Request =>
      (client) =>
        client.get(`${path}?subdomain=${a.slug}`, [`X-Forwarded-For: ${address}`])

    async function addVoters(): Promise<string[]> {
      const rows = await world.insertRows(
        a,
        'voter',
        Array.from({ length: ballots }, () => ({ event_id: a.show.id })),
      )
      return rows.map(({ uuid }) => uuid)
    }

    /** The part of `count` that is due in this second. */
    function listDue(count: number, second: number): number[] {
      const from = Math.floor((count * second) / seconds)
      const to = Math.floor((count * (second + 1)) / seconds)
      return Array.from({ length: to - from }, (_, index) => from + index)
    }

    const openViewer = (voterId: string | undefined): Request[] => [
      get(`/portal/viewer/${a.show.id}`),
      get('/assets/app-1a2b.js'),
      get(`/dart/pack/${a.show.id}`),
      call({ action: 'get_tenant' }),
      call({ action: 'get_voter', voterId }),
    ]
    const handIn = (voterId: string | undefined, number: number): Request => {
      const entry = { action: 'submit_ballot', key: randomUUID(), voterId, votes: ['110', '201'] }
      return call(number % 2 === 0 ? entry : { action: 'submit_batch', entries: [entry] })
    }
    const guessVoter: Request[] = [
      call({ action: 'get_voter', voterId: randomUUID() }),
      (client) => call({ action: 'submit_ballot', voterId: randomUUID(), votes: ['110'] })(client),
      (client) => {
        const entry = { action: 'submit_ballot', key: randomUUID(), voterId: randomUUID(), votes: ['110'] }
        return call({ action: 'submit_batch', entries: [entry] })(client)
      },
    ]
    const guessJudge: Request = (client) =>
      call({ action: 'verify_judge', eventId: a.show.id, judgeId: `x${randomInt(100, 1000)}` })(client)
    const guessCode: Request = (client) =>
      call({
        action: 'verify_judge',
        eventId: a.show.id,
        judgeId: '41',
        code: String(randomInt(1_000_000, 9_999_999)),
      })(client)

    const codeOf = ({ text }: LightAnswer): string | undefined => {
      const answer = JSON.parse(text) as { code?: string; results?: { code?: string }[] }
      return answer.results?.[0]?.code ?? answer.code
    }

    it('opens the viewer and votes without meeting a limit, while guessing from there is stopped', {
      timeout: isLong ? 600_000 : 180_000,
    }, async () => {
      const voters = await addVoters()
      await sendAll([call({ action: 'verify_judge', eventId: a.show.id, judgeId: '41' })])
      const startedAt = performance.now()
      const statuses = new Map<number, number>()
      const voterGuesses: (string | undefined)[] = []
      const judgeGuesses: (string | undefined)[] = []
      const codeGuesses: (string | undefined)[] = []
      let accepted = 0
      for (let second = 0; second < seconds; second++) {
        const honest = [
          ...listDue(phones, second).flatMap((phone) => openViewer(voters[phone])),
          ...listDue(ballots, second).map((number) => handIn(voters[number], number)),
        ]
        const guesses = second % guessEvery === 0 ? [...guessVoter, guessJudge, guessCode] : []
        const answers = await sendAll([...honest, ...guesses])
        for (const { status, text } of answers.slice(0, honest.length)) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (text.includes('"status":"accepted"')) accepted += 1
        }
        const codes = answers.slice(honest.length).map(codeOf)
        voterGuesses.push(...codes.slice(0, guessVoter.length))
        judgeGuesses.push(...codes.slice(guessVoter.length, guessVoter.length + 1))
        codeGuesses.push(...codes.slice(guessVoter.length + 1))
        world.pass(1000)
      }
      console.info(
        `phones ${phones} ballots ${accepted} of ${ballots} answers ${[...statuses].join(' ')} in ` +
          `${((performance.now() - startedAt) / 1000).toFixed(1)} s; guesses let through: voters ` +
          `${voterGuesses.filter((code) => code !== 'too-many-requests').length} of ${voterGuesses.length}, judges ` +
          `${judgeGuesses.filter((code) => code !== 'too-many-requests').length} of ${judgeGuesses.length}`,
      )
      expect([...statuses.keys()]).toEqual([200])
      expect(accepted).toBe(ballots)
      expect(await world.listRows(a, 'ballot', {}, ['voter_id'])).toHaveLength(ballots)

      expect(new Set(voterGuesses)).toEqual(new Set(['voter-not-found', 'too-many-requests']))
      const { most = 0 } = missesPerAddress['voter-not-found'] ?? {}
      expect(voterGuesses.filter((code) => code === 'voter-not-found')).toHaveLength(most)
      expect(judgeGuesses.filter((code) => code === undefined)).toHaveLength(unknownJudgesPerAddress.most)
      expect(new Set(judgeGuesses.slice(unknownJudgesPerAddress.most))).toEqual(
        new Set(['too-many-requests']),
      )
      expect(new Set(codeGuesses)).toEqual(new Set(['bad-code', 'too-many-requests']))
      expect(codeGuesses.filter((code) => code === 'bad-code')).toHaveLength(judgeCodesTypedPerAddress.most)
    })

    it('cannot be used to try out codes: after five wrong ones the right one is none', async () => {
      const other = '198.51.100.4'
      const verify = async (code?: string): Promise<LightAnswer> => {
        const [client] = clients as [LightClient]
        return client.call(
          { action: 'verify_judge', tenantId: a.id, eventId: a.show.id, judgeId: '41', code },
          { from: other },
        )
      }
      expect(JSON.parse((await verify()).text)).toMatchObject({ success: true, codeSent: true })
      await world.engine.runDue()
      const sent = await world.database.withoutClub((tx) =>
        tx.selectFrom('sandbox_message').select('text').orderBy('id', 'desc').executeTakeFirstOrThrow(),
      )
      const right = /\d{7}/.exec(sent.text)?.[0] ?? ''
      const wrong = right === '1234567' ? '7654321' : '1234567'
      for (let tries = 0; tries < 5; tries++) expect(codeOf(await verify(wrong))).toBe('bad-code')
      expect(codeOf(await verify(right))).toBe('too-many-requests')
    })
  })
