// The results as an officer reads them out: cars by name with their owners, by class, and in plain counts.
import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, toInstant } from '../../../../src/domain/day.ts'
import { toReceiptCode } from '../../../../src/domain/receiptCode.ts'
import { dayMs, hourMs, minuteMs } from '../../../../src/domain/time.ts'
import { createCellTimeFormat, createTimeFormat } from '../../../../src/server/officers/timeFormat.ts'
import { setUpOffice } from '../../../support/clubs/officer.ts'

describe('the results that an officer reads', () => {
  const { world, club, run, folder } = setUpOffice('embedded')
  let text: string
  /** Of the judge R1. */
  let grant: string

  beforeAll(async () => {
    world.pass(dayMs)
    const owners = { 12: ['Ruth', 'Amsel'], 110: ['Joe\u001b[2J', 'Pike\u202e'], 201: ['', ''] }
    await world.database.inTenant(club.id, async (tx) => {
      for (const [number, [fname, lname]] of Object.entries(owners)) {
        await tx
          .updateTable('entry')
          .set({ fname, lname, year: '1912', make: 'Ford', model: `Model ${number}` })
          .where('event_id', '=', club.show.id)
          .where('car_number', '=', number)
          .execute()
      }
    })
    const { text: link } = await run('judges', club.show.id, '--add', 'R1', '--name', 'Ana Ruiz', '--links')
    const verified = await world.callerOf(club).call('verify_judge', {
      eventId: club.show.id,
      linkSecret: /#([\w-]+)/.exec(link)?.[1] ?? '',
      verify: true,
      key: randomUUID(),
    })
    grant = verified.grant ?? ''
    const { forms } = await world.callerOf(club).call('get_judging_forms', { eventId: club.show.id })
    for (const [entryId, score] of [
      ['12', 3],
      ['110', 3],
      ['201', 9],
    ] as const) {
      const sent = await world.callerOf(club).request('submit_judging_form', {
        eventId: club.show.id,
        judgeId: 'R1',
        grant,
        entryId,
        scores: (forms[0]?.criteria ?? []).map(({ id }) => ({ criteriaId: id, score })),
        key: randomUUID(),
      })
      expect(sent).toMatchObject({ accepted: true })
    }
    await run('ballots', club.show.id, '--paper', '--number', '1', '--votes', '12')
    await run('ballots', club.show.id, '--paper', '--number', '2', '--votes', '12')
    await run('ballots', club.show.id, '--paper', '--number', '3', '--votes', '99')
    ;({ text } = await run('results', club.show.id))
  })

  it('name each car and its owner', () => {
    expect(text).toMatch(/^ +1\. {2}12, 1912 Ford Model 12, Ruth Amsel {2,}2 votes$/m)
    expect(text).toMatch(/^ +1\. {2}201, 1912 Ford Model 201 {2,}22\.5 {2}1 sheet$/m)
  })

  it('are by class for judging too, with ranks and ties within the class', () => {
    const judging = text.slice(text.indexOf('Judging:'))
    expect(judging).toMatch(
      /Class 1, Sedans\n +1\. {2}12, .*Ruth Amsel +7\.5 {2}1 sheet {2}tied\n +1\. {2}110, .* {2}tied\n {2}Class 2, Trucks\n +1\. {2}201, /,
    )
  })

  it('write one of a thing as one', () => {
    expect(text).toContain('Judging: 3 sheets from 3 submissions')
    expect(text).not.toMatch(/\b1 (?:sheets|votes|ballots|submissions|cars)\b/)
  })

  it('hold nothing that controls a terminal, and no line of a stranger', () => {
    expect(text).toContain('Joe [2J Pike')
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  })

  it('have names in the files too, which only the officer can read', async () => {
    const [csv, json] = [join(folder, 'r.csv'), join(folder, 'r.json')]
    await run('results', club.show.id, '--csv', csv, '--json', json)
    expect(readFileSync(csv, 'utf8')).toMatch(
      /^judging,Stock cars,1,12,2,1,yes,7\.5,1,.*,1912 Ford Model 12,Ruth Amsel,\d{4}-\d\d-\d\d \d\d:\d\d\r$/m,
    )
    const { ballots, judging } = JSON.parse(readFileSync(json, 'utf8'))
    expect(ballots.classes[0].cars[0]).toMatchObject({
      number: '12',
      name: '1912 Ford Model 12',
      owner: 'Ruth Amsel',
    })
    expect(judging.forms[0].cars[0]).toMatchObject({ number: '201', name: '1912 Ford Model 201', owner: '' })
    expect([statSync(csv).mode & 0o777, statSync(json).mode & 0o777]).toEqual([0o600, 0o600])
  })

  it('name what a receipt code stands for: a ballot with its cars, and each revision of a sheet', async () => {
    const caller = world.callerOf(club)
    const [ballot, sheet, correction] = [randomUUID(), randomUUID(), randomUUID()]
    const { text: made } = await run('voters', club.show.id, '--create', '1')
    const voterId = /voterballot\/([0-9a-f-]{36})\//.exec(made)?.[1] ?? ''
    expect(
      await caller.request('submit_ballot', { voterId, votes: ['12', '299'], key: ballot }),
    ).toMatchObject({
      success: true,
    })
    const { forms } = await caller.call('get_judging_forms', { eventId: club.show.id })
    for (const [key, sequence, score] of [
      [sheet, 2, 4],
      [correction, 3, 5],
    ] as const) {
      const sent = await caller.request('submit_judging_form', {
        eventId: club.show.id,
        judgeId: 'R1',
        grant,
        entryId: '110',
        sequence,
        scores: (forms[0]?.criteria ?? []).map(({ id }) => ({ criteriaId: id, score })),
        key,
      })
      expect(sent).toMatchObject({ accepted: true })
    }
    const read = async (key: string) =>
      (await run('receipts', club.show.id, '--code', toReceiptCode(key))).text
    const at = 'received Jun 13, 2026, 12:00 PM'
    const zone = 'Times are in America/New_York.\n'
    expect(await read(ballot)).toBe(
      `Ballot, ${at}, counted:\n  12, 1912 Ford Model 12, Ruth Amsel\n  299, not in the list of cars\n${zone}`,
    )
    const car = '  Judge +R1, Ana Ruiz\n  Car +110, 1912 Ford Model 110, Joe \\[2J Pike\n  Form +Stock cars\n'
    expect(await read(sheet)).toMatch(
      new RegExp(`^Score sheet, ${at}, replaced by a newer sheet, not counted:\n${car}(  .+ 4\n)+  Weighted`),
    )
    expect(await read(correction)).toMatch(new RegExp(`^Score sheet, ${at}, counted:\n${car}(  .+ 5\n)+  W`))
    await run('voters', club.show.id, '--void', voterId)
    expect(await read(ballot)).toMatch(/^Ballot, received .*, void, not counted:\n/)
  })

  it('count, of two sheets with one number from two phones, the one that was made later', async () => {
    const caller = world.callerOf(club)
    const { forms } = await caller.call('get_judging_forms', { eventId: club.show.id })
    /** `clockAheadMs`: of the phone, which does not know of it. */
    const send = async (first: string, score: number, madeAt: number, clockAheadMs = 0) => {
      const entry = {
        action: 'submit_judging_form',
        eventId: club.show.id,
        judgeId: 'R1',
        grant,
        entryId: '201',
        sequence: 7,
        scores: (forms[0]?.criteria ?? []).map(({ id }) => ({ criteriaId: id, score })),
        madeAt: new Date(madeAt + clockAheadMs).toISOString(),
        // neither the key nor the arrival decides
        key: randomUUID().replace(/^./, first),
      }
      const agesMs = [world.now() - madeAt]
      const sent = await caller.request('submit_batch', { entries: [entry], agesMs })
      expect(sent).toMatchObject({ results: [{ accepted: true }] })
    }
    const readJudging = async (name: string): Promise<unknown> => {
      const path = join(folder, name)
      expect(await run('results', club.show.id, '--json', path)).toMatchObject({ code: 0 })
      return JSON.parse(readFileSync(path, 'utf8')).judging.forms[0].cars
    }
    await send('0', 8, world.now() - minuteMs)
    const later = await readJudging('later.json')
    await send('f', 2, world.now() - 2 * minuteMs)
    expect(await readJudging('both.json')).toEqual(later)
    await send('f', 3, world.now() - 3 * minuteMs, 26 * hourMs)
    expect(await readJudging('ahead.json')).toEqual(later)
  })

  it('say so when a paper counts twice', async () => {
    const paper = await world.getRow(club, 'ballot', { paper_number: '1' })
    const { id } = await world.insertRow(club, 'voter', { event_id: club.show.id, voted_at: paper.at })
    // as an earlier version stored a paper that was entered once with its link and once without
    await world.insertRow(club, 'ballot', { ...paper, voter_id: id })
    expect(await run('results', club.show.id)).toEqual({
      code: 1,
      text: expect.stringContaining('Paper 1 is counted 2 times.'),
    })
    const correct = ['ballots', club.show.id, '--paper', '--correct', '1', '--votes', '110', '--reason', 'x']
    expect((await run(...correct)).text).toContain('--void 1 ends one')
    await run('ballots', club.show.id, '--paper', '--void', '1', '--reason', 'Twice')
    expect((await run('results', club.show.id)).code).toBe(0)
  })

  it('say while voting and judging are open that they are not the results yet, and until when', async () => {
    const read = async () => {
      const [csv, json] = [join(folder, 'open.csv'), join(folder, 'open.json')]
      const shown = await run('results', club.show.id)
      const saved = await run('results', club.show.id, '--csv', csv, '--json', json, '--overwrite')
      const { ballots, judging } = JSON.parse(readFileSync(json, 'utf8'))
      const rows = readFileSync(csv, 'utf8').trim().split('\r\n')
      const untils = new Set(rows.map((row) => row.split(',').at(-1)))
      return { shown: shown.text, saved: saved.text, open: [ballots.open, judging.open], untils }
    }
    const [voting, judging] = await endWindows()
    const during = await read()
    const lines = `Voting is open until ${voting.text}: these are not the results yet.\nJudging is open until ${judging.text}: these are not the results yet.\n`
    expect(during.shown).toContain(`\n${lines}\nBallots: `)
    expect(during.saved).toContain(lines)
    expect(during.open).toEqual([
      { state: 'open', until: voting.end.toISOString(), takenUntil: voting.later.toISOString() },
      { state: 'open', until: judging.end.toISOString(), takenUntil: judging.later.toISOString() },
    ])
    expect(during.untils).toEqual(new Set(['may change until', voting.cell, judging.cell]))
    world.pass(judging.end.getTime() - world.now())
    const late = await read()
    expect(late.shown).not.toContain('Voting')
    expect(late.shown).toContain(
      `Judging ended at ${judging.text}. Score sheets that were made in time are taken until `,
    )
    expect([late.open[0], late.open[1].state]).toEqual([null, 'late'])
    world.pass(judging.later.getTime() - world.now())
    const after = await read()
    expect(after.shown).not.toContain('not the results yet')
    expect(after.open).toEqual([null, null])
    expect(after.untils).toEqual(new Set(['may change until', '']))

    /** Voting ends two hours from now, and judging with the show's last day. */
    async function endWindows() {
      const end = new Date(world.now() + 2 * hourMs)
      await world.changeRows(club, 'event', { id: club.show.id }, { voting_ends_at: end })
      const { end_on: last } = await world.getRow(club, 'event', { id: club.show.id }, ['end_on'])
      const midnight = new Date(toInstant(addDays(last, 1), '00:00', club.timeZone))
      const toWindow = (at: Date, graceMs: number) => {
        const later = new Date(at.getTime() + graceMs)
        const [text, cell] = [createTimeFormat(club.timeZone)(at), createCellTimeFormat(club.timeZone)(later)]
        return { end: at, later, text, cell }
      }
      return [toWindow(end, 30 * minuteMs), toWindow(midnight, 48 * hourMs)] as const
    }
  })
})
