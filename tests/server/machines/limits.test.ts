// Guesses that are split over two processes are refused at the same number as at one (rules/security 3.8, 8.1, 8.2), and
// every limit that each process counts by itself is named in decisions/shared-state-in-the-database.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../../src/domain/time.ts'
import { alertBatchLeaseMs, alertTurnMs, jobLimits } from '../../../src/server/limits/jobs.ts'
import { longestMailMs, longestPushMs, longestTextMessageMs } from '../../../src/server/limits/machine.ts'
import type { WindowLimit } from '../../../src/server/limits/often.ts'
import * as often from '../../../src/server/limits/often.ts'
import { largestClockGapMs } from '../../../src/server/limits/times.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { type SeededJudge, seedJudges } from '../../support/clubs/judges.ts'
import { helper } from '../../support/clubs/sampleInputs.ts'
import { describeOnPostgres } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { sendRequest } from '../../support/database/world.ts'
import { type ServerProcess, startServerProcess } from '../../support/processes/serverProcess.ts'

const {
  ballotsPerVoter,
  judgeCodesPerQuarterHour,
  judgeCodesTypedPerAddress,
  loginFailuresPerAddress,
  loginsPerAccount,
  missesPerAddress,
  sheetsPerGrant,
  signInLookupsPerEmail,
  signUpsPerEmail,
  temporaryPasswordsPerAccount,
  triesAtOncePerTarget,
  wrongLinkCodesPerAddress,
} = often

describeOnPostgres('two processes', () => {
  const world = setUpClubWorld('postgres', { show: { startsIn: 0, days: 30 } })
  const { a } = world.clubs
  let other: ServerProcess
  let judges: SeededJudge[]
  const startOther = () => {
    const { databaseUrl } = world.database.options
    return startServerProcess({ databaseUrl, dataDir: makeTestFolder(), now: world.now() })
  }
  beforeAll(async () => {
    other = await startOther()
    const until = world.now() + 30 * dayMs
    judges = await world.inClub(a, (tx) => seedJudges(tx, { eventId: a.show.id, count: 3, until }))
  })
  afterAll(() => other.stop())
  // each test has windows of its own
  beforeEach(() => {
    world.pass(dayMs)
    other.setNow(world.now())
  })

  type Guess = (place: number) => { readonly peer?: string; readonly [field: string]: unknown }

  /** The code of the answer; '' for a success. */
  async function send(
    at: 'here' | 'there',
    { peer = anyPeer(), ...input }: ReturnType<Guess>,
  ): Promise<string> {
    const { text } = await sendRequest(at === 'here' ? world.port : other.port, '/dart/core', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': peer },
      body: JSON.stringify({ tenantId: a.id, key: randomUUID(), ...input }),
    })
    return (JSON.parse(text) as { code?: string }).code ?? ''
  }
  let peers = 0
  function anyPeer(): string {
    peers += 1
    return `10.7.${Math.floor(peers / 250)}.${1 + (peers % 250)}`
  }

  const ballot = (voterId: string) => ({ action: 'submit_ballot', voterId, votes: ['12'] })
  const nobody = (place: number) => `nobody${place}@harbor.example`
  const wrong = { action: 'member_login', password: 'Wrong-1234!', ttl: 24 }
  const most = (code: keyof typeof missesPerAddress) => missesPerAddress[code]?.most ?? 0
  const one = '203.0.113.9'

  it.each<[what: string, most: number, guess: Guess]>([
    [
      'passwords of whomever, from an address',
      loginFailuresPerAddress.most,
      (place) => ({ ...wrong, username: nobody(place), peer: one }),
    ],
    ['a password', loginsPerAccount.most, () => ({ ...wrong, username: a.people.member.email })],
    [
      "a phone's code",
      wrongLinkCodesPerAddress.most,
      () => ({ action: 'find_link_code', code: 'ABCD-2345', peer: one }),
    ],
    [
      "a judge's code",
      judgeCodesTypedPerAddress.most,
      () => ({ action: 'verify_judge', eventId: a.show.id, judgeId: 'J1', code: '1234567', peer: one }),
    ],
    [
      "a judge's link",
      most('bad-link'),
      () => ({ action: 'verify_judge', eventId: a.show.id, linkSecret: 'x'.repeat(43), peer: one }),
    ],
    [
      'a link of a mail',
      most('bad-mail-code'),
      () => ({ action: 'get_linked_shifts', code: `1.${'A'.repeat(43)}`, peer: one }),
    ],
    ['voters', most('voter-not-found'), () => ({ action: 'get_voter', voterId: randomUUID(), peer: one })],
    ['orders', most('order-not-found'), () => ({ action: 'get_order', orderKey: randomUUID(), peer: one })],
    [
      'membership cards',
      most('membership-card-not-found'),
      () => ({
        action: 'check_membership_card',
        code: randomUUID().replaceAll('-', '').padEnd(40, '0'),
        peer: one,
      }),
    ],
    [
      'whether there is a password',
      signInLookupsPerEmail.most,
      () => ({ action: 'lookup_member', purpose: 'signin', username: a.people.member.email, peer: one }),
    ],
    [
      'temporary passwords by mail',
      temporaryPasswordsPerAccount.most,
      () => ({ action: 'member_forgot_password', username: a.people.moderator.email, peer: one }),
    ],
    [
      'codes by text message',
      judgeCodesPerQuarterHour.most,
      () => ({ action: 'verify_judge', eventId: a.show.id, judgeId: judges[2]?.code }),
    ],
    [
      'shifts that are asked for',
      signUpsPerEmail.most,
      (place) => ({
        action: 'worker_signup',
        eventId: a.show.id,
        contactInfo: { ...helper, fname: `Pia ${place}` },
        shifts: [a.show.shiftIds[0]],
        peer: one,
      }),
    ],
    ['ballots of a voter', ballotsPerVoter[0]?.most ?? 0, () => ballot(a.show.voters[0] ?? '')],
  ])('count %s together: %i, whichever they come to', async (_what, limit, guess) => {
    const codes: string[] = []
    for (let place = 0; place < limit; place += 1)
      codes.push(await send(place % 2 === 0 ? 'here' : 'there', guess(place)))
    expect(codes).not.toContain('too-many-requests')
    expect(codes).not.toContain('invalid-input')
    expect([await send('here', guess(limit)), await send('there', guess(limit + 1))]).toEqual([
      'too-many-requests',
      'too-many-requests',
    ])
  })

  it('forget nothing of it when one is killed and started again', async () => {
    const limit = most('voter-not-found')
    const guess = () => send('there', { action: 'get_voter', voterId: randomUUID(), peer: one })
    for (let place = 0; place < limit; place += 1) {
      expect(await guess()).toBe('voter-not-found')
      if (place !== limit / 2) continue
      await other.kill()
      other = await startOther()
    }
    expect(await guess()).toBe('too-many-requests')
  })

  it('let as many through when all come at the same moment', async () => {
    const limit = most('voter-not-found')
    const codes = await Promise.all(
      Array.from({ length: 3 * limit }, (_, place) =>
        send(place % 2 === 0 ? 'here' : 'there', { action: 'get_voter', voterId: randomUUID(), peer: one }),
      ),
    )
    expect(codes.filter((code) => code === 'voter-not-found')).toHaveLength(limit)
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(2 * limit)
  })

  it('count the ballots of a voter together where a window ends, with clocks that differ', async () => {
    const [voter = ''] = a.show.voters
    const [{ most, windowMs }] = ballotsPerVoter as [WindowLimit]
    const toEdge = windowMs - (world.now() % windowMs)
    world.pass(toEdge + largestClockGapMs / 2)
    other.setNow(world.now() - largestClockGapMs)
    const sendSome = async (count: number) => {
      const codes: string[] = []
      for (let place = 0; place < count; place += 1)
        codes.push(await send(place % 2 === 0 ? 'there' : 'here', ballot(voter)))
      return codes.filter((code) => code !== 'too-many-requests').length
    }
    // one more window's worth at most, as with one clock
    expect(await sendSome(3 * most)).toBeLessThanOrEqual(most + 1)
    world.pass(windowMs + largestClockGapMs)
    other.setNow(world.now() - largestClockGapMs)
    expect(await sendSome(4)).toBe(4)
    // what a wrong clock has written shuts nobody out
    world.pass(-30 * dayMs)
    other.setNow(world.now())
    expect(await sendSome(4)).toBe(4)
    world.pass(30 * dayMs)
  })

  it('count the sheets of a grant together, as many as are sent at once', async () => {
    const [judge] = judges
    const [window] = sheetsPerGrant
    // no car has this number: a refusal counts as well, and needs no car
    const sheets = (count: number) =>
      Array.from({ length: count }, () => ({
        action: 'submit_judging_form',
        key: randomUUID(),
        eventId: a.show.id,
        judgeId: judge?.code,
        grant: judge?.grant,
        formId: a.show.formIds[0],
        entryId: '7777',
        scores: a.show.criterionIds.slice(0, 2).map((criteriaId) => ({ criteriaId, score: 5 })),
      }))
    const deliver = async (at: 'here' | 'there', count: number): Promise<string[]> => {
      const { text } = await sendRequest(at === 'here' ? world.port : other.port, '/dart/core', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': anyPeer() },
        body: JSON.stringify({ tenantId: a.id, action: 'submit_batch', entries: sheets(count) }),
      })
      return (JSON.parse(text) as { results: { code: string }[] }).results.map(({ code }) => code)
    }
    const batches = (window?.most ?? 0) / 50
    for (let batch = 1; batch < batches; batch += 1) {
      expect(new Set(await deliver(batch % 2 === 0 ? 'here' : 'there', 50))).toEqual(
        new Set(['car-not-found']),
      )
    }
    const last = await Promise.all([deliver('here', 40), deliver('there', 40)])
    expect(last.flat().filter((code) => code === 'too-many-requests')).toHaveLength(30)
    expect(await deliver('here', 1)).toEqual(['too-many-requests'])
    expect(await deliver('there', 1)).toEqual(['too-many-requests'])
  })
})

describe('a limit that each process counts by itself', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../../docs/decisions/shared-state-in-the-database.md'),
    'utf8',
  )
  /** Windows and paces that no table counts by name. */
  const listUnnamed = (): string[] =>
    Object.entries(often)
      .filter(([, limit]) => {
        const isWindow = typeof limit === 'object' && ('windowMs' in limit || 'perSecond' in limit)
        return isWindow && !('name' in limit) && !('table' in limit)
      })
      .map(([name]) => name)

  it('is named in the decision, or counted by rows that are there anyway', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'))
    const inMemory = new Set(
      rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
    )
    // how many cards were declined and how many pieces were held, the tables of payments and holds say
    const byRows = ['declinesPerEmail', 'unpaidPiecesPerHolder']
    expect(listUnnamed().filter((name) => !inMemory.has(name) && !byRows.includes(name))).toEqual([])
    expect([...inMemory].filter((name) => !(name in often))).toEqual([])
  })

  it('keeps no hall out that signs in at once, over ten processes', () => {
    for (const { most } of [loginFailuresPerAddress, loginsPerAccount, wrongLinkCodesPerAddress]) {
      expect(10 * triesAtOncePerTarget).toBeLessThanOrEqual(most)
    }
  })
})

describe('two machines whose clocks differ', () => {
  it('leave each other what they have taken to do', () => {
    const apart = 2 * largestClockGapMs
    const work: readonly (readonly [leaseMs: number, longestMs: number])[] = [
      [jobLimits.mail.leaseMs, longestMailMs],
      [jobLimits['judge-code'].leaseMs, longestTextMessageMs],
      [jobLimits.alert.leaseMs, alertTurnMs + longestMailMs],
      [alertBatchLeaseMs.push, longestPushMs],
      [alertBatchLeaseMs.mail, longestMailMs],
    ]
    for (const [leaseMs, longestMs] of work) expect(leaseMs - longestMs).toBeGreaterThan(apart)
    expect(apart).toBeLessThan(minuteMs / 2 - secondMs)
  })
})
