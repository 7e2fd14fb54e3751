// A judge's id is the same in small and in capital letters, and an id of nobody costs as much as a judge's.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { dayMs } from '../../../src/domain/time.ts'
import { judging } from '../../../src/server/areas/judging/actions/index.ts'
import { judgeCodesPerQuarterHour, unknownJudgesPerAddress } from '../../../src/server/limits/often.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { measureWork } from '../../support/database/work.ts'

describeOnEachEngine('the id that a judge types', (engine) => {
  const world = setUpClubWorld(engine, { show: { startsIn: 0, days: 30 } })
  const { a } = world.clubs
  beforeEach(() => world.pass(dayMs))

  const addJudges = (codes: readonly string[]) =>
    world.insertRows(
      a,
      'judge',
      codes.map((code) => ({ event_id: a.show.id, code, phone: '+16035550141' })),
    )

  const verify = (judgeId: string, more: Record<string, unknown> = {}) =>
    world.request(a, 'verify_judge', { eventId: a.show.id, judgeId, ...more }, { peer: '192.0.2.1' })

  async function listTexts(): Promise<string[]> {
    await world.engine.runDue()
    const received = await world.send('/sandbox/sms.json')
    return (JSON.parse(received.text) as { text: string }[]).map(({ text }) => text)
  }

  it('finds the judge in any case, who then scores under any spelling', async () => {
    await addJudges(['B7'])
    await verify('b7')
    const code = /^\d{7}/.exec((await listTexts()).at(-1) ?? '')?.[0]
    const { answer } = await verify('b7', { code })
    expect(answer).toMatchObject({ isValid: true, judgeId: 'B7' })
    const [paint, engineId] = a.show.criterionIds
    for (const judgeId of ['B7', 'b7']) {
      const sheet = await world.request(a, 'submit_judging_form', {
        eventId: a.show.id,
        judgeId,
        grant: answer.grant,
        key: randomUUID(),
        entryId: '110',
        scores: [
          { criteriaId: paint, score: 5 },
          { criteriaId: engineId, score: 5 },
        ],
      })
      expect(sheet.answer).toMatchObject({ accepted: true })
    }
  })

  it('is no miss in small letters, however many judges there type it so', async () => {
    const count = unknownJudgesPerAddress.most + 2
    const codes = Array.from({ length: count }, (_, index) => `C${index + 10}`)
    await addJudges(codes)
    for (const code of codes) expect((await verify(code.toLowerCase())).status).toBe(200)
    expect((await listTexts()).length).toBeGreaterThanOrEqual(count)
    // an id of nobody is one, in any spelling
    for (let tries = 0; tries < unknownJudgesPerAddress.most; tries += 1) {
      expect((await verify(tries % 2 === 0 ? `n${tries}` : `N${tries}`)).status).toBe(200)
    }
    expect((await verify('none')).status).toBe(429)
  })

  it('has one budget for all its spellings', async () => {
    await addJudges(['Dd'])
    const statuses: number[] = []
    for (const spelling of ['dd', 'DD', 'Dd', 'dD']) statuses.push((await verify(spelling)).status)
    expect(statuses).toEqual([...Array.from({ length: judgeCodesPerQuarterHour.most }, () => 200), 429])
  })

  it('means the very spelling where an older database has both', async () => {
    await addJudges(['e1', 'E1'])
    await verify('e1')
    const challenges = await world.inClub(a, (tx) =>
      tx
        .selectFrom('judge_challenge')
        .innerJoin('judge', 'judge.id', 'judge_challenge.judge_id')
        .where(sql<boolean>`lower(judge.code) = 'e1'`)
        .select('judge.code')
        .execute(),
    )
    expect(challenges).toEqual([{ code: 'e1' }])
  })

  it('makes the database write as well when it is nobody', async () => {
    await addJudges(['F1'])
    // the log begins each of its pages with a header, wherever a record happens to cross into the next one
    const [logPage, logPageHeader] = [8192, 24]
    const readPosition = async (): Promise<number> => {
      const { rows } = await world.database.withoutClub((tx) =>
        sql<{ at: number }>`select (pg_current_wal_insert_lsn() - '0/0')::float8 as at`.execute(tx),
      )
      return rows[0]?.at ?? 0
    }
    const measureWritten = async (judgeId: string): Promise<number> => {
      const before = await readPosition()
      const { refused } = await measureWork<'verify_judge'>(world, a, (context) =>
        judging.verify_judge(context, { eventId: a.show.id, judgeId, code: '1111111' }),
      )
      expect(refused).toBe('bad-code')
      const after = await readPosition()
      const pages = Math.floor(after / logPage) - Math.floor(before / logPage)
      return after - before - pages * logPageHeader
    }
    // from the second try on, the row that counts them is there
    for (const judgeId of ['F1', 'none', 'gone']) await measureWritten(judgeId)
    // reading alone writes nothing
    const before = await readPosition()
    expect((await readPosition()) - before).toBe(0)
    // what the database writes besides, such as a page's whole image after a checkpoint, only adds to it
    const measureLeast = async (judgeId: string): Promise<number> => {
      let least = await measureWritten(judgeId)
      for (let times = 1; times < 3; times += 1) least = Math.min(least, await measureWritten(judgeId))
      return least
    }
    const written = [await measureLeast('none'), await measureLeast('F1'), await measureLeast('gone')]
    expect(written[0]).toBe(written[2])
    expect(written[0]).toBeGreaterThan(0)
    expect(written[1]).toBe(written[0])
  })
})
