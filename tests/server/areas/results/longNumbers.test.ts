// Cars whose number has eight digits, from the list of cars to the results.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../../../src/domain/time.ts'
import { expectDone, setUpOffice } from '../../../support/clubs/officer.ts'

const long = '10000001'
const unlisted = '20000009'

describe('a car number of eight digits', () => {
  const { world, club, run, folder } = setUpOffice('embedded')

  beforeAll(async () => {
    world.pass(dayMs)
    const car = { car_number: long, class_number: 1, make: 'Ford', model: 'Model T' }
    await world.insertRow(club, 'entry', { event_id: club.show.id, ...car })
  })

  const must = (...args: (string | number)[]) => expectDone(run(...args))

  async function score(entryId: string | number) {
    const caller = world.callerOf(club)
    const text = await must('judges', club.show.id, '--add', `L${randomUUID().slice(0, 3)}`, '--links')
    const judgeId = /L[0-9a-f]{3}/.exec(text)?.[0] ?? ''
    const linkSecret = /#([\w-]+)/.exec(text)?.[1] ?? ''
    const eventId = club.show.id
    const { grant } = await caller.call('verify_judge', {
      eventId,
      linkSecret,
      verify: true,
      key: randomUUID(),
    })
    const { forms } = await caller.call('get_judging_forms', { eventId })
    const scores = (forms[0]?.criteria ?? []).map(({ id, maxScore }) => ({ criteriaId: id, score: maxScore }))
    const sheet = { eventId, judgeId, grant: grant ?? '', entryId, scores, key: randomUUID() }
    return caller.request('submit_judging_form', sheet as never)
  }

  it('is listed after the shorter ones of its class', async () => {
    const { entries } = await world.callerOf(club).call('get_entries', { eventId: club.show.id })
    expect(entries[0]?.carNumbers).toEqual(['12', '110', long])
  })

  it('is judged, as a text or as a number, and one of nine digits is no car number', async () => {
    expect(await score(long)).toMatchObject({ accepted: true })
    expect(await score(Number(long))).toMatchObject({ accepted: true })
    expect(await score(`${long}0`)).toMatchObject({ success: false, code: 'invalid-input' })
    expect(await score(unlisted)).toMatchObject({ accepted: false, code: 'car-not-found' })
  })

  it('is voted for on a phone and on paper, in the list or not', async () => {
    const link = await must('voters', club.show.id, '--create', '1')
    const voterId = /voterballot\/([0-9a-f-]{36})\//.exec(link)?.[1] ?? ''
    const ballot = { voterId, votes: [long, unlisted], key: randomUUID() }
    expect(await world.callerOf(club).request('submit_ballot', ballot)).toMatchObject({ status: 'accepted' })
    await must('ballots', club.show.id, '--paper', '--number', '1', '--votes', long)
    await must('ballots', club.show.id, '--paper', '--number', '2', '--votes', unlisted, '--yes')
  })

  it('is in the results, with its name, on the screen and in the files', async () => {
    const text = await must('results', club.show.id)
    expect(text).toMatch(new RegExp(`${long}, Ford Model T.* 2 votes$`, 'm'))
    expect(text).toMatch(new RegExp(`${long}, Ford Model T.* 2 sheets$`, 'm'))
    expect(text).toMatch(new RegExp(`${unlisted}, not in the list of cars.* 2 votes$`, 'm'))
    await must('results', club.show.id, '--csv', join(folder, 'results.csv'))
    expect(readFileSync(join(folder, 'results.csv'), 'utf8')).toContain(long)
  })
})
