// A sheet that was filed wrong: the judge moves it or takes it back, an officer voids it, and the count follows.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { toReceiptCode } from '../../../../src/domain/receiptCode.ts'
import { dayMs } from '../../../../src/domain/time.ts'
import { expectDone, setUpOffice } from '../../../support/clubs/officer.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a sheet that was filed wrong', (engine) => {
  const { world, club, run } = setUpOffice(engine)
  let eventId = 0
  let formId = 0
  let judgeId = ''
  let grant = ''
  let made = 0

  // the show begins tomorrow
  beforeAll(() => {
    world.pass(dayMs)
    const { id, formIds } = club.show
    eventId = id
    formId = formIds[0] ?? 0
  })
  beforeEach(async () => {
    made += 1
    judgeId = `S${made}`
    const text = await expectDone(run('judges', eventId, '--add', judgeId, '--links', '--name', 'S. Sato'))
    const linkSecret = /#([\w-]+)/.exec(text)?.[1] ?? ''
    const answer = await world.callerOf(club).call('verify_judge', { eventId, linkSecret, key: randomUUID() })
    grant = answer.grant ?? ''
  })

  const toScores = (paint = 9, engineScore = 17) => {
    const [first, second] = club.show.criterionIds
    return [
      { criteriaId: first, score: paint },
      { criteriaId: second, score: engineScore },
    ]
  }
  const place = (entryId: string, sequence: number, key = randomUUID()) => ({
    ...{ eventId, judgeId, grant, formId, entryId, sequence, key },
  })
  const score = (entryId: string, sequence: number, key = randomUUID()) =>
    world.ask(club, 'submit_judging_form', { ...place(entryId, sequence, key), scores: toScores() })
  const withdraw = (entryId: string, sequence: number, key = randomUUID()) =>
    world.ask(club, 'withdraw_judging_form', { ...place(entryId, sequence, key), reason: 'The wrong car' })
  const move = (entryId: string, toEntryId: string, more: Record<string, unknown> = {}) =>
    world.ask(club, 'move_judging_form', {
      ...place(entryId, 2),
      ...{ toEntryId, toSequence: 1, scores: toScores(), notes: 'a dent' },
      ...more,
    })
  const readSheets = async (known?: string) => {
    const question = { eventId, judgeId, grant, ...(known === undefined ? {} : { known }) }
    const answer = await world.ask(club, 'get_judge_sheets', question)
    if (!answer.success) throw new Error(answer.errorMessage)
    return answer
  }
  /** The cars that this judge's sheets count for, by the results. */
  const listCounted = async () => {
    const { code, text } = await run('sheets', eventId, '--judge', judgeId)
    expect(code, text).toBe(0)
    const results = await run('results', eventId)
    expect(results.text).toContain('both counts agree')
    expect(results.code).toBe(0)
    return [...text.matchAll(/^\S+ +(\d+) .*\bcounted\b(?<!not counted)/gm)].map(([, number]) => number)
  }

  it('is moved by one entry: it counts for the other car and no more for the first', async () => {
    await score('110', 1)
    const key = randomUUID()
    expect(await move('110', '201', { key })).toMatchObject({
      ...{ success: true, accepted: true, current: true, highest: 2, toCurrent: true, toHighest: 1 },
      receipt: { key, outcome: 'accepted' },
    })
    expect(await listCounted()).toEqual(['201'])
    expect((await readSheets()).sheets).toMatchObject([
      { entryId: '110', sequence: 1, counts: false, why: 'overtaken' },
      { entryId: '110', key, sequence: 2, scores: [], counts: false, why: 'withdrawn', movedTo: '201' },
      { entryId: '201', key, sequence: 1, scores: toScores(), notes: 'a dent', counts: true, why: null },
    ])
    // once more, from the queue of a phone that lost the answer
    expect(await move('110', '201', { key })).toMatchObject({ success: true, highest: 2, toHighest: 1 })
    expect((await readSheets()).sheets).toHaveLength(3)
  })

  it('is moved as a whole or not at all', async () => {
    await score('110', 1)
    expect(await move('110', '999')).toMatchObject({ code: 'car-not-found', receipt: { outcome: 'refused' } })
    expect(await move('110', '110')).toMatchObject({ code: 'car-not-found' })
    expect(await move('110', '201', { scores: toScores(99) })).toMatchObject({ code: 'bad-scores' })
    expect(await move('110', '201', { formId: 999_999 })).toMatchObject({ code: 'form-not-found' })
    expect(await listCounted()).toEqual(['110'])
    expect((await readSheets()).sheets).toHaveLength(1)
  })

  it('that was moved is voided where it is now, and its taken back half stays as it was', async () => {
    await score('110', 1)
    const key = randomUUID()
    await move('110', '201', { key })
    await expectDone(run('sheets', eventId, '--void', toReceiptCode(key), '--reason', 'Not judged'))
    expect(await listCounted()).toEqual([])
    expect((await readSheets()).sheets?.map(({ why }) => why)).toEqual(['overtaken', 'withdrawn', 'void'])
    const { text } = await run('sheets', eventId, '--judge', judgeId)
    expect(text.match(/"Not judged"/g)).toHaveLength(1)
    await expectDone(run('sheets', eventId, '--restore', toReceiptCode(key), '--reason', 'It was'))
    expect(await listCounted()).toEqual(['201'])
  })

  it('is taken back with a reason, and nothing that it replaced comes back; another one counts again', async () => {
    await score('110', 1)
    await score('110', 2)
    const key = randomUUID()
    expect(await withdraw('110', 3, key)).toMatchObject({ accepted: true, current: true, highest: 3 })
    expect(await listCounted()).toEqual([])
    // what takes back has nothing that an officer could void
    expect(await run('sheets', eventId, '--void', toReceiptCode(key), '--reason', 'x')).toMatchObject({
      code: 1,
    })
    const { text } = await run('sheets', eventId, '--judge', judgeId)
    expect(text).toContain('taken back by the judge, not counted, "The wrong car"')
    expect((await readSheets()).sheets?.map(({ why }) => why)).toEqual([
      'overtaken',
      'overtaken',
      'withdrawn',
    ])
    await score('110', 4)
    expect(await listCounted()).toEqual(['110'])
  })

  it('that a later one of another phone has overtaken is not taken back by an older entry', async () => {
    await score('110', 5)
    expect(await withdraw('110', 2)).toMatchObject({ accepted: true, current: false, highest: 5 })
    expect(await listCounted()).toEqual(['110'])
  })

  it('is taken back only with a reason, by its own judge', async () => {
    await score('110', 1)
    const without = { ...place('110', 2), reason: ' ' }
    expect(await world.ask(club, 'withdraw_judging_form', without)).toMatchObject({ code: 'invalid-input' })
    const foreign = { ...place('110', 2), grant: 'A'.repeat(43), reason: 'x' }
    expect(await world.ask(club, 'withdraw_judging_form', foreign)).toMatchObject({ code: 'needs-grant' })
    expect(await listCounted()).toEqual(['110'])
  })

  it('is told to a phone only when something has changed', async () => {
    await score('110', 1)
    const { version, sheets } = await readSheets()
    expect(sheets).toHaveLength(1)
    expect(await readSheets(version)).toMatchObject({ version, sheets: null, sent: [{ sequence: 1 }] })
    await score('110', 2)
    expect((await readSheets(version)).sheets).toHaveLength(2)
  })

  it('is voided by an officer with a reason, and restored; a new one of the judge counts beside it', async () => {
    const key = randomUUID()
    await score('110', 1, key)
    const code = toReceiptCode(key)
    expect((await run('sheets', eventId, '--void', code)).code).toBe(2)
    expect(await run('sheets', eventId, '--void', '0000-0000', '--reason', 'x')).toMatchObject({ code: 1 })
    const voided = await expectDone(
      run('sheets', eventId, '--void', code, '--reason', 'Not the judge of this class'),
    )
    expect(voided).toContain(`The sheet of judge ${judgeId} for car 110 is void`)
    expect(await listCounted()).toEqual([])
    expect((await readSheets()).sheets).toMatchObject([
      { counts: false, why: 'void', scores: toScores(), reason: 'Not the judge of this class' },
    ])
    expect((await run('receipts', eventId, '--code', code)).text).toContain(
      'void, not counted, "Not the judge of this class"',
    )
    expect(await run('sheets', eventId, '--void', code, '--reason', 'again')).toMatchObject({ code: 1 })
    await expectDone(run('sheets', eventId, '--restore', code, '--reason', 'They were'))
    expect(await listCounted()).toEqual(['110'])
    expect(await run('sheets', eventId, '--restore', code, '--reason', 'again')).toMatchObject({ code: 1 })
    await expectDone(run('sheets', eventId, '--void', code, '--reason', 'No'))
    await score('110', 2)
    expect(await listCounted()).toEqual(['110'])
  })
})
