// Single calls that come at once: they share transactions, and none of them notices.
import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { type SeededJudge, seedJudges } from '../../support/clubs/judges.ts'
import { describeRaces } from '../../support/database/database.ts'

const atOnce = 120

describeRaces('single calls at once', (engine) => {
  const world = setUpClubWorld(engine, { show: { startsIn: 0, days: 30 } })
  const { a } = world.clubs
  let judges: SeededJudge[]
  beforeAll(async () => {
    const until = world.now() + 48 * 60 * minuteMs
    judges = await world.inClub(a, (tx) => seedJudges(tx, { eventId: a.show.id, count: atOnce, until }))
  })
  beforeEach(() => world.pass(minuteMs))

  const sheet = (index: number, more: object = {}) => ({
    action: 'submit_judging_form',
    tenantId: a.id,
    key: randomUUID(),
    eventId: a.show.id,
    judgeId: judges[index]?.code,
    grant: judges[index]?.grant,
    formId: a.show.formIds[0],
    entryId: '110',
    scores: a.show.criterionIds.slice(0, 2).map((criteriaId) => ({ criteriaId, score: 1 + (index % 9) })),
    sequence: 1,
    ...more,
  })
  type Sheet = ReturnType<typeof sheet>

  async function send(sheets: readonly Sheet[]) {
    const received = await Promise.all(sheets.map((one) => world.post(one)))
    return received.map((one) => ({
      text: one.text,
      ...(one.json() as { code?: string; receipt?: unknown }),
    }))
  }

  const listStored = (sheets: readonly Sheet[]) =>
    world.listRows(a, 'sheet', { key: sheets.map(({ key }) => key) }, ['key', 'judge_id', 'scores'])

  it('get each its own answer, and a bad one spoils no other', async () => {
    const sheets = Array.from({ length: atOnce }, (_, index) => {
      if (index % 40 === 7) return sheet(index, { entryId: '999' })
      if (index % 40 === 8) return sheet(index, { grant: randomBytes(32).toString('base64url') })
      return sheet(index)
    })
    const answers = await send(sheets)
    for (const [index, { code, receipt }] of answers.entries()) {
      const expected = index % 40 === 7 ? 'car-not-found' : index % 40 === 8 ? 'needs-grant' : undefined
      expect(code).toBe(expected)
      if (expected === undefined)
        expect(receipt).toMatchObject({ key: sheets[index]?.key, outcome: 'accepted' })
    }
    const stored = new Map((await listStored(sheets)).map((row) => [row.key, row]))
    expect(stored.size).toBe(atOnce - 6)
    for (const { key, scores } of sheets) if (stored.has(key)) expect(stored.get(key)?.scores).toEqual(scores)
  })

  it('are counted once, whichever sets their copies are in', async () => {
    const sheets = Array.from({ length: atOnce / 3 }, (_, index) => sheet(index, { sequence: 2 }))
    const copies = [...sheets, ...sheets.toReversed(), ...sheets]
    const answers = await send(copies)
    const texts = Map.groupBy(answers, (_, index) => copies[index]?.key).values()
    expect([...texts].map((all) => new Set(all.map(({ text }) => text)).size)).toEqual(sheets.map(() => 1))
    expect(await listStored(sheets)).toHaveLength(sheets.length)
    expect(await world.countRows(a, 'receipt', { key: sheets.map(({ key }) => key) })).toBe(sheets.length)
  })
})
