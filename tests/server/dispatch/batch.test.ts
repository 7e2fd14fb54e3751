import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { mostBatchEntries } from '../../../src/contract/batch.ts'
import { bodyLimits } from '../../../src/contract/define.ts'
import { hourMs } from '../../../src/domain/time.ts'
import type { SeededClub } from '../../support/clubs/clubs.ts'
import { type SeededJudge, seedJudges, toGrantRow } from '../../support/clubs/judges.ts'
import { describeRaces } from '../../support/database/database.ts'
import { setUpWorld } from '../../support/database/setUp.ts'
import { type Received, sendRequest } from '../../support/database/world.ts'
import { startServerProcess } from '../../support/processes/serverProcess.ts'

const cars = ['110', '12', '201'] as const

type BatchEntry = Record<string, unknown>
interface Result extends Record<string, unknown> {
  key: string | null
  success: boolean
  code?: string
  receipt: { key: string; outcome: string; at: string } | null
}

describeRaces('a batch', (engine) => {
  const world = setUpWorld(engine)
  const { a } = world.clubs
  let judges: SeededJudge[]
  let criteria: { id: number }[]

  beforeAll(async () => {
    // into the show's first day, when judging and voting are both open
    world.pass(22 * hourMs)
    judges = await addJudges(a, 12)
    const { forms } = await world.callerOf(a).call('get_judging_forms', { eventId: a.show.id })
    criteria = forms[0]?.criteria ?? []
  })
  beforeEach(() => world.pass(1000))

  function addJudges(club: SeededClub, count: number): Promise<SeededJudge[]> {
    const until = world.now() + 48 * hourMs
    return world.database.inTenant(club.id, (tx) => seedJudges(tx, { eventId: club.show.id, count, until }))
  }

  async function addVoters(count: number): Promise<string[]> {
    const rows = await world.insertRows(
      a,
      'voter',
      Array.from({ length: count }, () => ({ event_id: a.show.id })),
    )
    return rows.map(({ uuid }) => uuid)
  }

  let lastSequence = 0
  function sheet(change: BatchEntry = {}, judge = judges[0]): BatchEntry & { key: string } {
    lastSequence += 1
    return {
      action: 'submit_judging_form',
      key: randomUUID(),
      eventId: a.show.id,
      judgeId: judge?.code,
      grant: judge?.grant,
      formId: a.show.formIds[0],
      entryId: cars[lastSequence % cars.length],
      scores: criteria.map(({ id }) => ({ criteriaId: id, score: 1 + (lastSequence % 9) })),
      madeAt: new Date(world.now() - 60_000).toISOString(),
      sequence: lastSequence,
      ...change,
    }
  }

  function ballot(
    voterId: string | undefined,
    votes: readonly string[] = ['110', '201'],
  ): BatchEntry & { key: string } {
    return { action: 'submit_ballot', key: randomUUID(), voterId, votes }
  }

  function post(entries: readonly unknown[], club = a): Promise<Received> {
    return world.post({ action: 'submit_batch', tenantId: club.id, entries })
  }

  async function send(entries: readonly unknown[], club = a): Promise<Result[]> {
    return readResults(await post(entries, club))
  }

  function readResults(received: Received): Result[] {
    const answer = received.json()
    expect({ status: received.status, ...answer }).toMatchObject({
      status: 200,
      success: true,
      receipt: null,
    })
    return answer.results as Result[]
  }

  function tell(results: readonly Result[]): (string | undefined)[] {
    return results.map(({ success, code }) => (success ? 'accepted' : code))
  }

  function listSheets(keys: readonly string[]): Promise<{ key: string; sequence: number }[]> {
    return world.listRows(a, 'sheet', { key: keys }, ['key', 'sequence'], 'sequence')
  }

  const countReceipts = (keys: readonly string[]): Promise<number> =>
    world.countRows(a, 'receipt', { key: keys })

  it('answers each entry for itself and in its place, whatever its action', async () => {
    const [first, second] = await addVoters(2)
    const entries = [
      sheet(),
      ballot(first),
      sheet({ entryId: '999' }),
      sheet({}, judges[1]),
      ballot(first, ['12']),
      ballot(second, ['xyz']),
      sheet({ grant: randomBytes(32).toString('base64url') }),
      sheet(),
    ]
    const results = await send(entries)
    expect(results.map(({ key }) => key)).toEqual(entries.map(({ key }) => key))
    expect(tell(results)).toEqual([
      'accepted',
      'accepted',
      'car-not-found',
      'accepted',
      'ballot-used',
      'bad-vote',
      'needs-grant',
      'accepted',
    ])
    expect(results.map(({ receipt }) => receipt?.outcome)).toEqual([
      'accepted',
      'accepted',
      'refused',
      'accepted',
      'refused',
      'refused',
      undefined,
      'accepted',
    ])
    expect(results[0]).toMatchObject({ accepted: true, late: false })
    expect(results[1]).toMatchObject({ status: 'accepted', late: false })
    expect(results[2]).toMatchObject({ accepted: false, reason: expect.any(String) })
    expect(results[4]).toMatchObject({
      status: 'rejected',
      statusMessage: 'Ballots can only be used one time.',
    })
    expect(await countReceipts(entries.map(({ key }) => key))).toBe(7)
  })

  it('refuses alone what is no entry: not queued, without a key, or nothing at all', async () => {
    const good = sheet()
    const { key: _none, ...keyless } = sheet()
    const bad: [unknown, string | null][] = [
      [7, null],
      [null, null],
      ['submit_judging_form', null],
      [[good], null],
      [{}, null],
      [{ ...good, action: 'toString' }, good.key],
      [{ ...good, action: 'submit_batch', entries: [good] }, good.key],
      [{ ...good, action: 'get_entries' }, good.key],
      [{ ...good, action: 'member_logout' }, good.key],
      [keyless, null],
      [{ ...good, key: 'x' }, 'x'],
      [{ ...good, key: 7 }, null],
      [{ ...good, key: null }, null],
      [{ ...good, scores: 'all of them' }, good.key],
      [{ ...good, entryId: ['110'] }, good.key],
    ]
    const results = await send([...bad.map(([entry]) => entry), good])
    expect(results.pop()).toMatchObject({ success: true, receipt: { key: good.key } })
    for (const [index, result] of results.entries()) {
      expect(result).toMatchObject({
        key: bad[index]?.[1],
        success: false,
        code: 'invalid-input',
        receipt: null,
      })
      expect(result.faults).not.toEqual([])
    }
  })

  it('takes fifty entries and not one more', async () => {
    const entries = Array.from({ length: mostBatchEntries }, () => sheet())
    const tooMany = await post([...entries, sheet()])
    expect({ status: tooMany.status, ...tooMany.json() }).toMatchObject({
      status: 400,
      code: 'invalid-input',
    })
    expect(await countReceipts(entries.map(({ key }) => key))).toBe(0)
    expect(new Set(tell(await send(entries)))).toEqual(new Set(['accepted']))
    expect((await post([])).json()).toMatchObject({ code: 'invalid-input' })
  })

  it('may be half a megabyte, each entry no larger than a call by itself', async () => {
    const pad = (bytes: number) => sheet({ padding: 'x'.repeat(bytes) })
    const full = Array.from({ length: mostBatchEntries }, () => pad(9 * 1024))
    expect(new Set(tell(await send(full)))).toEqual(new Set(['accepted']))
    const [large, small] = [pad(bodyLimits.plain), sheet()]
    expect(tell(await send([large, small]))).toEqual(['body-too-large', 'accepted'])
    const tooLarge = await post(Array.from({ length: mostBatchEntries }, () => pad(11 * 1024)))
    expect({ status: tooLarge.status, ...tooLarge.json() }).toMatchObject({
      status: 413,
      code: 'body-too-large',
    })
  })

  it('gives the very bytes that a single call gives, whichever comes first', async () => {
    const [voter] = await addVoters(1)
    for (const entry of [sheet(), sheet({ entryId: '999' }), ballot(voter), ballot(voter, ['12'])]) {
      const single = await world.post({ ...entry, tenantId: a.id })
      const { text } = await post([entry])
      expect(text).toBe(
        `{"success":true,"results":[{"key":"${entry.key}",${single.text.slice(1)}],"receipt":null}`,
      )
    }
    for (const entry of [sheet(), sheet({ entryId: '999' }), sheet({ scores: [] })]) {
      const { text } = await post([entry])
      const single = await world.post({ ...entry, tenantId: a.id })
      expect(text).toBe(
        `{"success":true,"results":[{"key":"${entry.key}",${single.text.slice(1)}],"receipt":null}`,
      )
    }
    const unproven = sheet({ grant: randomBytes(32).toString('base64url') })
    const single = await world.post({ ...unproven, tenantId: a.id })
    expect(single.status).toBe(401)
    expect((await post([unproven])).text).toContain(single.text.slice(1))
  })

  it('repeats its answers when it is sent again, shuffled, in parts and in parallel', async () => {
    const [voter] = await addVoters(1)
    const entries = [...Array.from({ length: 20 }, () => sheet()), ballot(voter), sheet({ entryId: '999' })]
    const sendings = [
      entries,
      entries.toReversed(),
      entries.slice(5),
      entries.slice(0, 12).toReversed(),
      entries,
    ]
    const received = await Promise.all(sendings.map((part) => send(part)))
    const answers = new Map<string | null, Set<string>>()
    for (const result of [...received.flat(), ...(await send(entries))]) {
      answers.set(result.key, (answers.get(result.key) ?? new Set()).add(JSON.stringify(result)))
    }
    expect([...answers.values()].map(({ size }) => size)).toEqual(entries.map(() => 1))
    const keys = entries.map(({ key }) => key)
    expect(await countReceipts(keys)).toBe(entries.length)
    expect(await listSheets(keys)).toHaveLength(20)
  })

  it('tells who uses a key for something else, in the same batch and in a later one', async () => {
    const [voter] = await addVoters(1)
    const first = sheet()
    const entries = [first, { ...first, notes: 'another' }, first, { ...ballot(voter), key: first.key }]
    expect(tell(await send(entries))).toEqual(['accepted', 'key-reused', 'accepted', 'key-reused'])
    expect(await listSheets([first.key])).toHaveLength(1)
    const later = await send([
      { ...first, scores: [] },
      { ...first, grant: judges[1]?.grant, judgeId: judges[1]?.code },
      first,
    ])
    expect(tell(later)).toEqual(['key-reused', 'key-reused', 'accepted'])
    expect(later.map(({ receipt }) => receipt?.key)).toEqual([undefined, undefined, first.key])
    // this did not use up the ballot
    expect(tell(await send([ballot(voter)]))).toEqual(['accepted'])
  })

  it('asks for a grant where one has ended, and takes the same entries with a new one', async () => {
    const [other] = judges
    const ended = randomBytes(32).toString('base64url')
    const renewed = randomBytes(32).toString('base64url')
    const insert = (grant: string, until: number): Promise<unknown> =>
      world.insertRow(a, 'judge_grant', toGrantRow(a.show.id, other?.id ?? 0, grant, until))
    await insert(ended, world.now() - 1)
    const waiting = [sheet({ grant: ended }), sheet({ grant: ended })]
    const entries = [waiting[0], sheet(), waiting[1], sheet({ grant: undefined })]
    expect(tell(await send(entries))).toEqual(['needs-grant', 'accepted', 'needs-grant', 'needs-grant'])
    const keys = waiting.map(({ key }) => key)
    expect(await countReceipts(keys)).toBe(0)
    await insert(renewed, world.now() + hourMs)
    const again = waiting.map((entry) => ({ ...entry, grant: renewed }))
    expect(tell(await send(again))).toEqual(['accepted', 'accepted'])
    // with another grant it is still the same judge
    expect(tell(await send(waiting.map((entry) => ({ ...entry, grant: other?.grant }))))).toEqual([
      'accepted',
      'accepted',
    ])
    expect(await listSheets(keys)).toHaveLength(2)
  })

  it('belongs to one club', async () => {
    const { b } = world.clubs
    const [guest] = await addJudges(b, 1)
    const ofB = (change: BatchEntry = {}): BatchEntry =>
      sheet({ eventId: b.show.id, formId: b.show.formIds[0], ...change }, guest)
    expect(
      tell(
        await send([
          ofB(),
          ofB({ eventId: a.show.id, formId: a.show.formIds[0] }),
          sheet({ tenantId: b.id }),
          sheet({ subdomain: b.slug }),
          sheet({ tenantUUID: a.uuid }),
          sheet({ tenantId: 'nobody' }),
        ]),
      ),
    ).toEqual([
      'needs-grant',
      'needs-grant',
      'tenant-mismatch',
      'tenant-mismatch',
      'accepted',
      'unknown-tenant',
    ])
    const { forms } = await world.callerOf(b).call('get_judging_forms', { eventId: b.show.id })
    const scores = forms[0]?.criteria.map(({ id }) => ({ criteriaId: id, score: 2 }))
    expect(tell(await send([ofB({ scores }), sheet()], b))).toEqual(['accepted', 'needs-grant'])
  })

  it('keeps every revision of a car that it holds, and the highest is the current one', async () => {
    const revisions = [3, 1, 2].map((sequence) =>
      sheet({ entryId: '12', sequence: 900 + sequence }, judges[2]),
    )
    expect(new Set(tell(await send(revisions)))).toEqual(new Set(['accepted']))
    expect((await listSheets(revisions.map(({ key }) => key))).map(({ sequence }) => sequence)).toEqual([
      901, 902, 903,
    ])
  })

  it('loses no entry to another that strikes a fault of ours', async () => {
    await world.database.withoutClub(async (tx) => {
      await sql`create function fall() returns trigger language plpgsql as
        $$ begin if new.notes = 'fall' then raise exception 'fallen'; end if; return new; end $$`.execute(tx)
      await sql`create trigger fall before insert on sheet for each row execute function fall()`.execute(tx)
    })
    const entries = [sheet(), sheet({ notes: 'fall' }), sheet()]
    const results = await send(entries)
    expect(tell(results)).toEqual(['accepted', 'internal', 'accepted'])
    expect(results[1]).toMatchObject({ receipt: null, reference: expect.any(String) })
    await world.database.withoutClub((tx) => sql`drop trigger fall on sheet`.execute(tx))
    expect(tell(await send(entries))).toEqual(['accepted', 'accepted', 'accepted'])
  })

  if (engine === 'postgres')
    it('arrives once through two processes that get it at the same time', async () => {
      const { databaseUrl = '', dataDir } = world.database.options
      const second = await startServerProcess({ databaseUrl, dataDir, now: world.now() })
      // overlapping: some entries are in two of the batches
      const pool = Array.from({ length: 360 }, () => sheet({}, judges[lastSequence % 12]))
      const batches = Array.from({ length: 8 }, (_, index) =>
        pool.slice(index * 44, index * 44 + mostBatchEntries),
      )
      const shuffled = (entries: readonly BatchEntry[]) => entries.toSorted(() => Math.random() - 0.5)
      const sendings = [...batches, ...batches].map((entries, index) => ({
        port: index < batches.length ? world.port : second.port,
        entries: shuffled(entries),
      }))
      const received = await Promise.all(
        sendings.map(({ port, entries }) =>
          sendRequest(port, '/dart/core', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ action: 'submit_batch', tenantId: a.id, entries }),
          }),
        ),
      )
      await second.stop()
      const answers = new Map<string | null, Set<string>>()
      for (const result of received.flatMap(readResults)) {
        expect(result).toMatchObject({ success: true, receipt: { key: result.key } })
        answers.set(result.key, (answers.get(result.key) ?? new Set()).add(JSON.stringify(result)))
      }
      const keys = [...new Set(batches.flat().map(({ key }) => key))]
      expect([...answers.values()].every(({ size }) => size === 1)).toBe(true)
      expect(answers.size).toBe(keys.length)
      expect(await listSheets(keys)).toHaveLength(keys.length)
      expect(await countReceipts(keys)).toBe(keys.length)
    })
})
