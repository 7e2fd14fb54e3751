// Paper ballots: entered once, listed, voided, restored and corrected, with all that happened to them.
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { dayMs } from '../../../../src/domain/time.ts'
import { createOfficer, setUpOffice } from '../../../support/clubs/officer.ts'
import { describeRaces, openTestDatabase } from '../../../support/database/database.ts'

describeRaces('paper ballots', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)
  let one: string
  let two: string

  beforeAll(async () => {
    world.pass(dayMs)
    const { cars } = await world.callerOf(club).call('get_entries', { eventId: club.show.id })
    one = cars[0]?.number ?? ''
    two = cars.find(({ carClass }) => carClass !== cars[0]?.carClass)?.number ?? ''
  })

  const paper = (...args: string[]) => run('ballots', club.show.id, '--paper', ...args)

  it('is taken of no event that is not published', async () => {
    const { draft } = club
    const table = join(folder, 'early.csv')
    writeFileSync(table, 'number,votes\n1,empty\n')
    for (const given of [
      ['--number', '1', '--empty'],
      ['--from', table],
    ]) {
      expect(await run('ballots', draft.id, '--paper', ...given)).toEqual({
        code: 1,
        text: expect.stringContaining('is not published, so nothing of it is sold, counted or sent.'),
      })
    }
    expect((await run('ballots', draft.id, '--paper', '--list')).text).toContain(': 0 counted, 0 void.')
  })

  async function makeVoter(): Promise<string> {
    const { text } = await run('voters', club.show.id, '--create', '1')
    return /voterballot\/([0-9a-f-]{36})\//.exec(text)?.[1] ?? ''
  }

  const vote = (voterId: string, votes: string[]) =>
    world.callerOf(club).request('submit_ballot', { voterId, votes, key: randomUUID() })

  interface Counted {
    ballots: { counted: number; void: number; classes: { cars: { number: string; votes: number }[] }[] }
  }

  /** The result, which must agree with the receipts. */
  async function count(): Promise<{ counted: number; void: number; of(number: string): number }> {
    const path = join(folder, `${randomUUID()}.json`)
    const { code, text } = await run('results', club.show.id, '--json', path)
    expect(code, text).toBe(0)
    const { ballots } = JSON.parse(readFileSync(path, 'utf8')) as Counted
    const cars = ballots.classes.flatMap(({ cars }) => cars)
    return {
      counted: ballots.counted,
      void: ballots.void,
      of: (number) => cars.find((car) => car.number === number)?.votes ?? 0,
    }
  }

  interface Listed {
    number: string | null
    state: string
    votes: string[]
    history: { what: string; votes: string[]; reason: string }[]
  }

  async function list(): Promise<Listed[]> {
    const path = join(folder, `${randomUUID()}.json`)
    const { code, text } = await paper('--list', '--json', path)
    expect(code, text).toBe(0)
    return JSON.parse(readFileSync(path, 'utf8')) as Listed[]
  }
  const find = async (number: string) => (await list()).find((each) => each.number === number)

  it('are corrected with a reason: the new votes count, and the old ones stay in the history', async () => {
    expect((await paper('--number', '1', '--votes', one)).text).toMatch(
      /^Paper 1: .+\n1 paper ballot is counted\.\n$/,
    )
    const before = await count()
    const again = await paper('--number', '1', '--votes', two)
    expect(again.code).toBe(1)
    expect(again.text).toContain(`Paper 1 was counted before, with ${one}.`)
    expect(again.text).toContain(`--correct 1`)

    expect((await paper('--correct', '1', '--votes', two)).code).toBe(2)
    expect(await paper('--correct', '1', '--votes', two, '--reason', 'Read wrongly')).toEqual({
      code: 0,
      text: expect.stringContaining(`\nPaper 1 is corrected: ${one} became ${two}.\n`),
    })
    const after = await count()
    expect([after.counted, after.of(one), after.of(two)]).toEqual([
      before.counted,
      before.of(one) - 1,
      before.of(two) + 1,
    ])
    expect((await paper('--number', '1', '--votes', two)).text).toContain(
      '1 was counted before and is not counted again.',
    )
    expect(await paper('--correct', '1', '--votes', two, '--reason', 'Twice')).toEqual({
      code: 1,
      text: 'Paper 1 has these votes already. Nothing was changed.\n',
    })
    expect(await find('1')).toMatchObject({
      state: 'counted',
      votes: [two],
      history: [
        { what: 'entered', votes: [one], reason: '' },
        { what: 'corrected', votes: [two], reason: 'Read wrongly' },
      ],
    })
    const shown = await paper('--list')
    expect(shown.text).toMatch(/^Number +Votes +State +Ballot +Entered$/m)
    expect(shown.text).toMatch(new RegExp(`^1 +${two} +counted +.*Jun 13, 2026, 12:00 PM$`, 'm'))
    expect(shown.text).toContain(`corrected Jun 13, 2026, 12:00 PM, now ${two}: Read wrongly`)
    expect(shown.text.match(/America\/New_York/g)).toHaveLength(1)
  })

  it('are voided and restored with a reason, and a void one counts in no way until then', async () => {
    await paper('--number', '2', '--votes', one)
    const before = await count()
    expect((await paper('--void', '2')).code).toBe(2)
    expect(await paper('--void', '2', '--reason', 'Not from this show')).toEqual({
      code: 0,
      text: 'Paper 2 is void; its votes are not counted any more.\n',
    })
    const without = await count()
    expect([without.counted, without.void, without.of(one)]).toEqual([
      before.counted - 1,
      before.void + 1,
      before.of(one) - 1,
    ])
    for (const args of [
      ['--void', '2', '--reason', 'x'],
      ['--correct', '2', '--votes', two, '--reason', 'x'],
      ['--number', '2', '--votes', one],
    ]) {
      expect(await paper(...args)).toEqual({ code: 1, text: expect.stringContaining('Paper 2 is void') })
    }
    const restored = await paper('--restore', '2', '--reason', 'It is from this show')
    expect([restored.code, restored.text]).toEqual([0, `Paper 2 counts again, with ${one}.\n`])
    expect((await count()).of(one)).toBe(before.of(one))
    expect((await paper('--restore', '2', '--reason', 'x')).text).toBe(
      'Paper 2 is not void. Nothing was changed.\n',
    )
    expect((await find('2'))?.history.map(({ what, reason }) => [what, reason])).toEqual([
      ['entered', ''],
      ['voided', 'Not from this show'],
      ['restored', 'It is from this show'],
    ])
    for (const option of ['--void', '--restore']) {
      expect(await paper(option, '99', '--reason', 'x')).toEqual({
        code: 1,
        text: 'This event has no paper ballot 99.\n',
      })
    }
  })

  it('are counted once, with or without a link, and never for a voter who has voted', async () => {
    const [voter, other] = [await makeVoter(), await makeVoter()]
    const before = await count()
    await paper('--number', '3', '--votes', one, '--voter', voter)
    expect((await paper('--number', '3', '--votes', one)).text).toContain('is not counted again')
    expect(await paper('--number', '3', '--votes', one, '--voter', other)).toEqual({
      code: 1,
      text: expect.stringContaining('another ballot'),
    })
    expect(await paper('--number', '4', '--votes', one, '--voter', voter)).toEqual({
      code: 1,
      text: expect.stringContaining('is on paper 3 already'),
    })
    expect(await vote(other, [two])).toMatchObject({ success: true })
    expect(await paper('--number', '5', '--votes', one, '--voter', other)).toEqual({
      code: 1,
      text: expect.stringContaining('voted on a phone'),
    })
    const enteredAt = new Date(world.now()).toISOString()
    expect(await vote(voter, [two])).toMatchObject({ code: 'ballot-used', usedAt: enteredAt, onPaper: true })
    expect((await count()).counted).toBe(before.counted + 2)

    // void with its paper; restored only if the paper was voided, because its voter may have a new ballot
    await paper('--void', '3', '--reason', 'Torn')
    expect(await vote(voter, [two])).toMatchObject({ code: 'ballot-void' })
    expect((await run('voters', club.show.id, '--void', voter)).code).toBe(1)
    await paper('--restore', '3', '--reason', 'Glued')
    expect((await run('voters', club.show.id, '--reissue', voter)).code).toBe(0)
    expect(await paper('--restore', '3', '--reason', 'x')).toEqual({
      code: 1,
      text: expect.stringContaining('voters --void'),
    })
  })

  it('are empty only where the officer says so', async () => {
    const before = (await count()).counted
    for (const votes of [['--votes', ''], ['--votes', ' , '], []]) {
      expect(await paper('--number', '6', ...votes)).toEqual({
        code: 2,
        text: expect.stringContaining('--empty'),
      })
    }
    expect((await paper('--number', '6', '--votes', one, '--empty')).code).toBe(2)
    const table = join(folder, 'empty.csv')
    writeFileSync(table, `number,votes\r\n7,${one}\r\n8,\r\n`)
    expect(await paper('--from', table)).toEqual({
      code: 1,
      text: expect.stringContaining('Paper 8 has no votes'),
    })
    expect((await count()).counted).toBe(before)
    writeFileSync(table, `number,votes\r\n7,${one}\r\n8,empty\r\n`)
    expect((await paper('--from', table)).text).toContain('\n2 paper ballots are counted.\n')
    expect((await paper('--number', '6', '--empty')).code).toBe(0)
    expect((await paper('--correct', '7', '--empty', '--reason', 'Crossed out')).text).toBe(
      `Paper 7: empty\nPaper 7 is corrected: ${one} became empty.\n`,
    )
    expect((await count()).counted).toBe(before + 3)
    expect((await paper('--list')).text).toMatch(/^8 +empty +counted/m)
  })

  it('are right under two officers at once', async () => {
    const voter = await makeVoter()
    const before = await count()
    const entered = await Promise.all([
      paper('--number', '20', '--votes', one),
      paper('--number', '20', '--votes', one, '--voter', voter),
      paper('--number', '20', '--votes', two),
    ])
    expect(entered.filter(({ text }) => text.includes('1 paper ballot is counted.'))).toHaveLength(1)
    const [held = ''] = (await find('20'))?.votes ?? []
    const first = await count()
    expect([first.counted, first.of(held)]).toEqual([before.counted + 1, before.of(held) + 1])

    const other = held === one ? two : one
    const changed = await Promise.all([
      paper('--correct', '20', '--votes', other, '--reason', 'First'),
      paper('--correct', '20', '--empty', '--reason', 'Second'),
      paper('--correct', '20', '--votes', other, '--reason', 'Third'),
    ])
    expect(changed.some(({ code }) => code === 0)).toBe(true)
    const found = await find('20')
    expect((await count()).counted).toBe(before.counted + 1)
    expect((await count()).of(other)).toBe(before.of(other) + (found?.votes.length ?? 0))
    expect(found?.history.at(-1)?.votes).toEqual(found?.votes)

    const ended = await Promise.all([
      paper('--void', '20', '--reason', 'First'),
      paper('--void', '20', '--reason', 'Second'),
      paper('--correct', '20', '--votes', one, '--reason', 'Third'),
    ])
    expect(ended.slice(0, 2).filter(({ code }) => code === 0)).toHaveLength(1)
    expect((await count()).counted).toBe(before.counted)
    const restored = await Promise.all([
      paper('--restore', '20', '--reason', 'First'),
      paper('--restore', '20', '--reason', 'Second'),
    ])
    expect(restored.filter(({ code }) => code === 0)).toHaveLength(1)
    expect((await count()).counted).toBe(before.counted + 1)
    expect((await find('20'))?.history.filter(({ what }) => what === 'voided')).toHaveLength(1)
  })

  it('count once for a voter who votes on a phone at the same moment', async () => {
    for (const number of ['40', '41', '42']) {
      const voter = await makeVoter()
      const before = await count()
      const [online, entered] = await Promise.all([
        vote(voter, [one]),
        paper('--number', number, '--votes', two, '--voter', voter),
      ])
      expect([online.success, entered.code === 0].filter(Boolean)).toHaveLength(1)
      const after = await count()
      expect([after.counted, after.of(one) + after.of(two)]).toEqual([
        before.counted + 1,
        before.of(one) + before.of(two) + 1,
      ])
      expect(await find(number)).toEqual(entered.code === 0 ? expect.anything() : undefined)
    }
  })

  it('that were entered before numbers were stored are found by their number, and keep their first votes', async () => {
    await paper('--number', '30', '--votes', one)
    await world.database.inTenant(club.id, async (tx) => {
      const { voter_id: voterId } = await tx
        .updateTable('ballot')
        .set({ paper_number: null })
        .where('paper_number', '=', '30')
        .returning('voter_id')
        .executeTakeFirstOrThrow()
      await tx.deleteFrom('paper_change').where('voter_id', '=', voterId).execute()
    })
    expect((await paper('--list')).text).toContain('not known')
    await paper('--correct', '30', '--votes', two, '--reason', 'Late look')
    expect((await find('30'))?.history).toMatchObject([
      { what: 'entered', votes: [one] },
      { what: 'corrected', votes: [two] },
    ])
  })

  it('come back from a backup with their history', async () => {
    const path = join(folder, 'all.backup')
    expect((await run('backup', path, '--without-missing')).code).toBe(0)
    const [before, counted] = [await list(), (await count()).counted]
    const other = await openTestDatabase(engine)
    const empty = createOfficer({ ...world, database: other }, club)
    let text = ''
    try {
      await other.empty()
      const { runClubCommand } = await import('../../../../src/server/assembly/commands.ts')
      const services = { database: other, config: world.config, now: world.now, newId: randomUUID }
      await runClubCommand(services, ['restore', path], (printed) => {
        text += printed
      })
      expect(text).toContain('restored')
      const listed = join(folder, 'restored.json')
      await empty('ballots', club.show.id, '--paper', '--list', '--json', listed)
      expect(JSON.parse(readFileSync(listed, 'utf8'))).toEqual(before)
      const results = join(folder, 'restored-results.json')
      expect((await empty('results', club.show.id, '--json', results)).code).toBe(0)
      expect(JSON.parse(readFileSync(results, 'utf8'))).toMatchObject({ ballots: { counted } })
      const next = await empty('ballots', club.show.id, '--paper', '--void', '1', '--reason', 'After')
      expect(next.code, next.text).toBe(0)
    } finally {
      await other.dispose()
    }
  })

  it.each([
    [['--list', '--votes', '1'], '--list'],
    [['--void', '1', '--number', '2', '--reason', 'x'], '--void'],
    [['--correct', '1', '--voter', randomUUID(), '--votes', '1', '--reason', 'x'], '--voter'],
    [['--correct', '1', '--void', '1', '--reason', 'x'], '--void does not go with --correct'],
    [['--number', '1', '--votes', '1', '--reason', 'x'], '--reason'],
    [['--void', 'no/number', '--reason', 'x'], 'letters, digits and hyphens'],
  ])('are not touched by %j', async (args, part) => {
    const { code, text } = await paper(...args)
    expect([code, text]).toEqual([2, expect.stringContaining(part)])
  })
})
