import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SeededEvent } from '../../support/clubs/clubs.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeRaces } from '../../support/database/database.ts'
import { startSecondServer } from '../../support/processes/secondServer.ts'

describeRaces('score sheets', (engine) => {
  const world = setUpClubWorld(engine, { show: { startsIn: 0, days: 3 } })
  const { a, b } = world.clubs

  const scoresOf = (
    { criterionIds: [paint, motor] }: SeededEvent,
    first: unknown = 9,
    second: unknown = 17,
  ) => [
    { criteriaId: paint, score: first },
    { criteriaId: motor, score: second },
  ]

  const toSheet = (more: Record<string, unknown> = {}) => ({
    eventId: a.show.id,
    judgeId: a.show.judge.code,
    grant: a.show.judge.grant,
    entryId: '110',
    scores: scoresOf(a.show),
    key: randomUUID(),
    ...more,
  })

  const score = async (more: Record<string, unknown> = {}, club = a) =>
    world.ask(club, 'submit_judging_form', toSheet(more))

  const countSheets = async (club = a) => await world.countRows(club, 'sheet')

  describe('T2.15 are whole, of one form and within its bounds', () => {
    it('so that nothing else is stored', async () => {
      const before = await countSheets()
      const [paint, motor] = a.show.criterionIds
      const matrix: [name: string, scores: unknown, code: string][] = [
        ['below the least', scoresOf(a.show, -1), 'bad-scores'],
        ['below the least that is not 0', scoresOf(a.show, 0, 0), 'bad-scores'],
        ['above the most', scoresOf(a.show, 11), 'bad-scores'],
        ['just above', scoresOf(a.show, 10.000001), 'bad-scores'],
        ['text', scoresOf(a.show, '5'), 'invalid-input'],
        ['nothing', scoresOf(a.show, null), 'invalid-input'],
        ['a list', scoresOf(a.show, [5]), 'invalid-input'],
        ['missing', scoresOf(a.show).slice(1), 'bad-scores'],
        ['none', [], 'bad-scores'],
        ['twice', [...scoresOf(a.show), { criteriaId: motor, score: 3 }], 'bad-scores'],
        [
          'twice instead of the other',
          [
            { criteriaId: paint, score: 1 },
            { criteriaId: paint, score: 2 },
          ],
          'bad-scores',
        ],
        ['unknown beside', [...scoresOf(a.show), { criteriaId: 2_000_000_000, score: 3 }], 'bad-scores'],
        ['of another event', scoresOf(a.past), 'bad-scores'],
        ['of another event beside', [...scoresOf(a.show), ...scoresOf(a.past)], 'bad-scores'],
        ['of another club', scoresOf(b.show), 'bad-scores'],
        ['a criterion as text', [{ criteriaId: `${paint} or 1=1`, score: 1 }], 'invalid-input'],
        ['no criterion', [{ score: 1 }], 'invalid-input'],
      ]
      for (const [name, scores, code] of matrix) {
        expect({ name, ...(await score({ scores })) }).toMatchObject({ name, accepted: false, code })
        const named = await score({ scores, formId: a.show.formIds[0] })
        expect({ name, ...named }).toMatchObject({ name, accepted: false, code })
      }
      expect(await countSheets()).toBe(before)
    })

    it('and endless numbers are no numbers', async () => {
      for (const endless of ['1e309', '-1e309']) {
        const body = JSON.stringify({ ...toSheet(), action: 'submit_judging_form', tenantId: a.id })
        const received = await world.post(body.replace('"score":9', `"score":${endless}`))
        expect(received.json()).toMatchObject({ accepted: false, code: 'invalid-input', receipt: null })
      }
      for (const name of ['NaN', 'Infinity']) {
        const body = JSON.stringify({ ...toSheet(), action: 'submit_judging_form', tenantId: a.id })
        const received = await world.post(body.replace('"score":9', `"score":${name}`))
        expect(received.json()).toMatchObject({ code: 'bad-json' })
      }
    })

    it('and take the bounds themselves, and what lies between whole numbers', async () => {
      for (const [first, second] of [
        [0, 1],
        [10, 20],
        [9.5, 1.25],
      ]) {
        expect(await score({ scores: scoresOf(a.show, first, second) })).toMatchObject({ accepted: true })
      }
    })

    it('for a car of this very event', async () => {
      await world.insertRow(a, 'entry', { event_id: a.past.id, car_number: '177', class_number: 1 })
      for (const entryId of ['177', '0', '00110', '9999', 1100]) {
        expect({ entryId, ...(await score({ entryId })) }).toMatchObject({ entryId, code: 'car-not-found' })
      }
      for (const entryId of ['', '-1', '1e2', '11O', '000000110', null, ['110']]) {
        expect({ entryId, ...(await score({ entryId })) }).toMatchObject({ entryId, code: 'invalid-input' })
      }
    })

    it('on a form of this very event', async () => {
      for (const formId of [a.past.formIds[0], b.show.formIds[0], 2_000_000_000]) {
        expect(await score({ formId })).toMatchObject({ code: 'form-not-found', accepted: false })
      }
    })
  })

  describe('T2.16 need the grant of this very judge', () => {
    const refused = { accepted: false, code: 'needs-grant', receipt: null }

    it('and without verifying there is none', async () => {
      const before = await countSheets()
      expect(await score({ grant: undefined })).toMatchObject(refused)
      for (const grant of ['x'.repeat(43), a.show.judge.linkSecret, `${a.show.judge.grant} `]) {
        expect(await score({ grant })).toMatchObject(refused)
      }
      expect(await countSheets()).toBe(before)
    })

    it("and another judge's, another event's or another club's is none", async () => {
      await world.insertRow(a, 'judge', { event_id: a.show.id, code: '42' })
      expect(await score({ judgeId: '42' })).toMatchObject(refused)
      // somebody who judges with the same id at both shows
      const { judge } = a.past
      await world.changeRows(a, 'judge', { id: judge.id }, { code: a.show.judge.code })
      const until = new Date(world.now() + 1)
      await world.changeRows(a, 'judge_grant', { judge_id: judge.id }, { until })
      expect(await score({ grant: judge.grant })).toMatchObject(refused)
      expect(await score({ grant: b.show.judge.grant })).toMatchObject(refused)
      const before = await countSheets(b)
      expect(await score({}, b)).toMatchObject(refused)
      expect(await score({ eventId: b.show.id, scores: scoresOf(b.show) }, b)).toMatchObject(refused)
      expect(await countSheets(b)).toBe(before)
    })

    it('and it is dead when it was revoked, when its judge was, and when it has run out', async () => {
      const change = (values: { revoked_at?: Date | null; until?: Date }) =>
        world.changeRows(a, 'judge_grant', { judge_id: a.show.judge.id }, values)
      const changeJudge = (revokedAt: Date | null) =>
        world.changeRows(a, 'judge', { id: a.show.judge.id }, { revoked_at: revokedAt })
      const key = randomUUID()
      await change({ revoked_at: new Date(world.now()) })
      expect(await score({ key })).toMatchObject(refused)
      await change({ revoked_at: null })
      await changeJudge(new Date(world.now()))
      expect(await score({ key })).toMatchObject(refused)
      await changeJudge(null)
      // an entry that needed a sign-in can be accepted later
      expect(await score({ key })).toMatchObject({ accepted: true })
      await change({ until: new Date(world.now()) })
      expect(await score()).toMatchObject(refused)
      await change({ until: new Date(world.now() + 1) })
      expect(await score()).toMatchObject({ accepted: true })
    })
  })

  it('keep all of a hundred revisions that arrive in any order at two servers, and the highest counts', async () => {
    const second = await startSecondServer(world)
    const order = Array.from({ length: 100 }, (_, index) => ((index * 77) % 100) + 1)
    const answers = await Promise.all(
      order.map((sequence, index) => {
        const sheet = {
          ...toSheet({ entryId: '201', sequence, scores: scoresOf(a.show, sequence % 11) }),
          action: 'submit_judging_form',
          tenantId: a.id,
        }
        return index % 2 === 0 ? world.post(sheet) : second.post(sheet)
      }),
    )
    expect(answers.filter((answer) => answer.json().accepted === true)).toHaveLength(100)
    const rows = await world.inClub(a, (tx) =>
      tx
        .selectFrom('sheet')
        .innerJoin('entry', 'entry.id', 'sheet.entry_id')
        .where('entry.car_number', '=', '201')
        .orderBy('sequence', 'desc')
        .orderBy('made_at', 'desc')
        .orderBy('key', 'desc')
        .select(['sequence', 'scores'])
        .execute(),
    )
    expect(rows).toHaveLength(100)
    expect(rows[0]).toMatchObject({ sequence: 100, scores: scoresOf(a.show, 100 % 11) })
    await second.stop()
  })

  it('are one under one key, however often and wherever it arrives at once', async () => {
    const second = await startSecondServer(world)
    const sheet = { ...toSheet({ entryId: '12' }), action: 'submit_judging_form', tenantId: a.id }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? world.post(sheet) : second.post(sheet))),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ accepted: true })
    expect(await world.listRows(a, 'sheet', { key: sheet.key }, ['key'])).toHaveLength(1)
    await second.stop()
  })
})
