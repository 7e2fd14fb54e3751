// What officers do at an event: voters, judges, results, paper ballots, receipts.

import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { toReceiptCode } from '../../../../src/domain/receiptCode.ts'
import { dayMs } from '../../../../src/domain/time.ts'
import type { SubmissionLine } from '../../../../src/server/areas/results/officers/receipts.ts'
import { toWholePaths } from '../../../../src/server/assembly/parse.ts'
import { expectDone, setUpOffice } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('an officer', (engine) => {
  const { world, club, run, folder } = setUpOffice(engine)

  beforeAll(() => {
    // the show begins tomorrow
    world.pass(dayMs)
  })

  async function makeVoters(count: number): Promise<string[]> {
    const text = await expectDone(run('voters', club.show.id, '--create', count))
    return [...text.matchAll(/voterballot\/([0-9a-f-]{36})\//g)].map(([, uuid]) => uuid ?? '')
  }

  function vote(voterId: string, votes: string[], key = randomUUID()) {
    return world.callerOf(club).request('submit_ballot', { voterId, votes, key })
  }

  async function makeLink(code: string, ...more: string[]) {
    const { text } = await run(
      'judges',
      club.show.id,
      '--links',
      ...more,
      ...(more.length === 0 ? ['--judge', code] : []),
    )
    const secret = /#([\w-]+)/.exec(text)?.[1] ?? ''
    return world
      .callerOf(club)
      .call('verify_judge', { eventId: club.show.id, linkSecret: secret, verify: true, key: randomUUID() })
  }

  /** Adds a judge, gives them a link and verifies with it. */
  async function makeJudge(code: string): Promise<string> {
    return (await makeLink(code, '--add', code)).grant ?? ''
  }

  async function score(judgeId: string, grant: string, entryId: string, scores: number[], more: object = {}) {
    const { forms } = await world.callerOf(club).call('get_judging_forms', { eventId: club.show.id })
    const criteria = forms[0]?.criteria ?? []
    return world.callerOf(club).request('submit_judging_form', {
      eventId: club.show.id,
      judgeId,
      grant,
      entryId,
      scores: criteria.map(({ id }, place) => ({ criteriaId: id, score: scores[place] ?? 0 })),
      key: randomUUID(),
      ...more,
    })
  }

  async function readResults() {
    const path = join(folder, `results-${randomUUID()}.json`)
    const { code, text } = await run('results', club.show.id, '--json', path)
    return { code, text, results: JSON.parse(readFileSync(path, 'utf8')) }
  }

  async function listCars(): Promise<string[]> {
    const { cars } = await world.callerOf(club).call('get_entries', { eventId: club.show.id })
    return cars.map(({ number }) => number)
  }

  it('makes ballots whose links vote, and prints them with a QR code each', async () => {
    const voters = await makeVoters(3)
    expect(new Set(voters).size).toBe(3)
    const { voter } = await world.callerOf(club).call('get_voter', { voterId: voters[0] ?? '' })
    expect(voter).toEqual({ uuid: voters[0], voted: false })

    const path = join(folder, 'cards.html')
    const { code, text } = await run('voters', club.show.id, '--page', path)
    expect(code, text).toBe(0)
    const page = readFileSync(path, 'utf8')
    for (const uuid of voters) expect(page).toContain(`/portal/voterballot/${uuid}/${club.show.id}`)
    expect(page).toMatch(/<h2><span lang="en">Ballot<\/span>\/<span lang="es">Boleta<\/span> \d+<\/h2>/)
    expect(page.match(/<svg/g)?.length).toBe(page.match(/<article>/g)?.length)
  })

  it('voids a ballot: its link is refused, its votes count no longer, and a new one takes its place', async () => {
    const [voter = ''] = await makeVoters(1)
    const [car = ''] = await listCars()
    expect(await vote(voter, [car])).toMatchObject({ success: true, status: 'accepted' })
    const before = (await readResults()).results.ballots.counted

    const { code, text } = await run('voters', club.show.id, '--reissue', voter)
    expect(code, text).toBe(0)
    expect(text).toContain('its votes are not counted any more')
    const [, next = ''] = /voterballot\/([0-9a-f-]{36})\//.exec(text) ?? []
    expect((await readResults()).results.ballots.counted).toBe(before - 1)
    expect(await vote(voter, [])).toMatchObject({ success: false, status: 'rejected' })
    expect(await vote(next, [car])).toMatchObject({ success: true })
    const again = await run('voters', club.show.id, '--reissue', voter)
    expect(again.code).toBe(1)
    expect(again.text).not.toContain('voterballot')
  })

  it('adds a judge whose link verifies once, and revokes them', async () => {
    const { text } = await run('judges', club.show.id, '--add', 'J1', '--name', 'Ana Ruiz', '--links')
    const secret = /#([\w-]+)/.exec(text)?.[1] ?? ''
    const verify = () =>
      world.callerOf(club).request('verify_judge', {
        eventId: club.show.id,
        linkSecret: secret,
        verify: true,
        key: randomUUID(),
      })
    const first = await verify()
    expect(first).toMatchObject({ success: true, isValid: true, judgeId: 'J1', judgeName: 'Ana Ruiz' })
    expect(await verify()).toMatchObject({ success: false, code: 'bad-link' })
    expect((await run('judges', club.show.id, '--add', 'J1')).code).toBe(1)
    expect((await run('judges', club.show.id, '--add', 'j1')).code).toBe(1)
    expect(first.success && first.sent).toEqual([])

    const [car = ''] = await listCars()
    const grant = first.success ? (first.grant ?? '') : ''
    expect(await score('J1', grant, car, [5, 5])).toMatchObject({ success: true, accepted: true })
    expect((await makeLink('J1')).sent).toEqual([{ formId: club.show.formIds[0], entryId: car, sequence: 1 }])
    expect((await run('judges', club.show.id, '--revoke', 'j1')).code).toBe(0)
    expect(await score('J1', grant, car, [6, 6])).toMatchObject({ success: false, code: 'needs-grant' })
    expect((await run('judges', club.show.id)).text).not.toContain('J1')

    expect((await run('judges', club.show.id, '--add', 'J1', '--name', 'Ana Ruiz')).code).toBe(0)
    const again = await makeLink('J1')
    expect(await score('J1', again.grant ?? '', car, [5, 5], { sequence: 2 })).toMatchObject({
      accepted: true,
    })
  })

  it('reads results in which revisions, ties, late and missing sheets are right, and which agree with the receipts', async () => {
    const grants = { K1: await makeJudge('K1'), K2: await makeJudge('K2') }
    const [one = '', two = ''] = await listCars()
    await score('K1', grants.K1, one, [10, 20], { sequence: 2 })
    await score('K1', grants.K1, one, [0, 1], { sequence: 1 })
    await score('K2', grants.K2, one, [2, 4])
    await score('K1', grants.K1, two, [4, 8])
    const { code, text, results } = await readResults()
    expect(text).toContain('both counts agree')
    expect(code).toBe(0)
    const cars: { number: string; total: number; missing: string[] }[] = results.judging.forms[0].cars
    const find = (number: string) => cars.find((car) => car.number === number)
    // weights 1.5 and 1; J1's sheet of the first car still counts, though J1 was revoked since
    expect(find(one)).toMatchObject({ total: 35 + 7 + 12.5, rank: 1, missing: [] })
    expect(find(two)).toMatchObject({ total: 14, missing: expect.arrayContaining(['K2']) })
    expect(results.judging.revisions).toBe(results.judging.sheets + 2)

    const table = join(folder, 'results.csv')
    await run('results', club.show.id, '--csv', table)
    expect(readFileSync(table, 'utf8')).toMatch(new RegExp(`judging,Stock cars,\\d+,${one},1,1,`))
    expect((await run('results', club.show.id)).text).toContain('missing: judge')
  })

  it('is told when the stored results and the receipts disagree', async () => {
    const [voter = ''] = await makeVoters(1)
    const [car = ''] = await listCars()
    const key = randomUUID()
    await vote(voter, [car], key)
    const forget = (outcome: 'accepted' | 'refused') =>
      world.changeRows(club, 'receipt', { key }, { outcome })
    await forget('refused')
    const { code, text } = await readResults()
    expect(code).toBe(1)
    expect(text).toContain('DISAGREE')
    expect(text).toContain(key)
    await forget('accepted')
    expect((await readResults()).code).toBe(0)
  })

  it('enters paper ballots once each, all of a table or none', async () => {
    const [one = '', two = ''] = await listCars()
    const before = (await readResults()).results.ballots.counted
    expect((await run('ballots', club.show.id, '--paper', '--number', 'P1', '--votes', one)).text).toContain(
      '1 paper',
    )
    expect((await run('ballots', club.show.id, '--paper', '--number', 'P1', '--votes', one)).text).toContain(
      'is not counted again',
    )
    expect((await run('ballots', club.show.id, '--paper', '--number', 'P1', '--votes', two)).code).toBe(1)

    const table = join(folder, 'papers.csv')
    writeFileSync(table, `number,votes,voter\r\nP2,"${two}",\r\nP3,nonsense,\r\n`)
    const refused = await run('ballots', club.show.id, '--paper', '--from', table)
    expect(refused.code).toBe(1)
    expect(refused.text).toContain('Paper P3')
    const [voter = ''] = await makeVoters(1)
    writeFileSync(table, `number,votes,voter\r\nP2,${two},\r\nP3,empty,${voter}\r\n`)
    expect((await run('ballots', club.show.id, '--paper', '--from', table)).text).toContain('2 paper')
    expect(await vote(voter, [one])).toMatchObject({ success: false, code: 'ballot-used' })
    const { code, results } = await readResults()
    expect(code).toBe(0)
    expect(results.ballots.counted).toBe(before + 3)
  })

  it("finds the submission that a voter's receipt code names, and gives auditors every one", async () => {
    const [voter = ''] = await makeVoters(1)
    const key = randomUUID()
    const [car = ''] = await listCars()
    await vote(voter, [car], key)
    const lines = (await run('receipts', club.show.id)).text.trim().split('\n')
    const all = lines.map((line): SubmissionLine => JSON.parse(line))
    const mine = {
      key,
      action: 'submit_ballot',
      judgeId: null,
      voterId: voter,
      formId: null,
      entryId: null,
      votes: [car],
      scores: null,
      sequence: null,
      current: true,
      why: null,
      reason: '',
      movedTo: null,
      late: false,
      at: new Date(world.now()).toISOString(),
    }
    expect(all.filter((one) => one.key === key)).toEqual([mine])
    expect(all.some(({ action, current }) => action === 'submit_judging_form' && !current)).toBe(true)
    const code = toReceiptCode(key).toLowerCase()
    expect((await run('receipts', club.show.id, '--code', code)).text).toMatch(/^Ballot, received /)
    const path = join(folder, 'receipt.jsonl')
    expect((await run('receipts', club.show.id, '--code', code, '--json', path)).text).toBe(
      `1 submission in ${path}.\n`,
    )
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(mine)
    expect((await run('receipts', club.show.id, '--code', '0000-0000')).code).toBe(1)
  })

  it.each([
    [['voters', 'x'], 'has no event x'],
    [['voters', '$', '--create', '0'], '--create must be a number'],
    [['voters', '$', '--void', 'x'], 'UUID'],
    [['voters', '$', '--links'], 'no option --links'],
    [['voters', '$', '--create', '2', '--void', '1'], '--create does not go with --void.'],
    [['voters', '$', '--void', '1', '--reissue', '2'], '--void does not go with --reissue.'],
    [['voters', '$', '--void', '1', '--page', 'p.html'], '--void does not go with --page.'],
    [['judges', '$', '--add', 'toolong'], 'up to 4'],
    [['judges', '$', '--add', 'Z1', '--form', 'None'], 'no judging form'],
    [['judges', '$', '--add', 'Z1', '--phone', '123'], '--phone'],
    [['ballots', '$'], '--paper'],
    [['ballots', '$', '--paper', '--votes', '1'], '--number'],
    [['receipts', '$', '--code', 'x'], 'receipt code'],
    [['results'], 'Its events are'],
  ])('is told what is wrong with %j', async (args, reason) => {
    const { code, text } = await run(...args.map((arg) => (arg === '$' ? club.show.id : arg)))
    expect(code).toBe(2)
    expect(text).toContain(reason)
  })
})

describe('the paths of a command', () => {
  it('are made whole where a word names a file, and nowhere else', () => {
    const resolve = (path: string) => `/here/${path}`
    const made = (line: string) => toWholePaths(line.split(' '), resolve).join(' ')
    expect(made('import club.json --tenant a')).toBe('import /here/club.json --tenant a')
    expect(made('--tenant voters import b')).toBe('--tenant voters import /here/b')
    expect(made('voters 7 --page cards.html')).toBe('voters 7 --page /here/cards.html')
    expect(made('results 7 --csv=out.csv --json o')).toBe('results 7 --csv=/here/out.csv --json /here/o')
    expect(made('ballots 7 --paper --from p.csv --votes 1')).toBe(
      'ballots 7 --paper --from /here/p.csv --votes 1',
    )
  })
})
