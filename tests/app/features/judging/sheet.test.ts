// A judge's draft sheet: what each key does, and which texts are scores.
import { describe, expect, test } from 'vitest'
import {
  createScoring,
  findScore,
  findSheet,
  findSheetToOpen,
  isMistyped,
  isStarted,
  listKeys,
  listMeanings,
  listScores,
  listSigns,
  listUnset,
  reduceScoring,
  resumeScoring,
  type ScoreSheet,
  type Scoring,
  type ScoringAction,
} from '../../../../src/app/features/judging/sheet.ts'
import type { Criterion, JudgingForm } from '../../../../src/domain/event.ts'

const paint: Criterion = { id: 11, title: 'Paint', minScore: 0, maxScore: 10, weight: 2 }
const form: JudgingForm = {
  id: 3,
  title: 'Concours',
  criteria: [
    paint,
    { id: 12, title: 'Interior', minScore: 1, maxScore: 5, weight: 1 },
    { id: 13, title: 'The whole car', minScore: 0, maxScore: 100, weight: 0.5 },
  ],
}

function play(...acts: ScoringAction[]): Scoring {
  return acts.reduce((scoring, done) => reduceScoring(form, scoring, done), createScoring('key-1'))
}

function digits(text: string): ScoringAction[] {
  return [...text].map((digit) => ({ type: 'digit', digit }))
}

test('a sheet begins at the number, with every criterion at its most and nothing set', () => {
  const begun = createScoring('key-1')
  expect(begun.active).toBe('number')
  expect(listUnset(form, begun.sheet)).toHaveLength(3)
  expect(listScores(form, begun.sheet)).toEqual([
    { criteriaId: 11, score: 10 },
    { criteriaId: 12, score: 5 },
    { criteriaId: 13, score: 100 },
  ])
})

test('a car number takes eight digits and nothing else, from the pad and from a keyboard', () => {
  expect(play(...digits('123456789')).sheet.number).toBe('12345678')
  expect(play({ type: 'number', text: 'a1 2-7x89' }).sheet.number).toBe('12789')
  expect(play(...digits('127'), { type: 'erase' }).sheet.number).toBe('12')
})

test('one tap on a key sets a score and moves on to what is missing', () => {
  const scoring = play(...digits('127'), { type: 'next' }, { type: 'score', score: 7 })
  expect(scoring.sheet.scores).toEqual({ 11: 7 })
  expect(scoring.active).toBe(12)
  expect(reduceScoring(form, scoring, { type: 'score', score: 4 }).active).toBe(13)
})

test('with everything set, a tap that mends one score stays where it is', () => {
  const whole = play(
    { type: 'activate', at: 11 },
    { type: 'score', score: 7 },
    { type: 'score', score: 4 },
    ...digits('85'),
  )
  expect(whole.sheet.scores).toEqual({ 11: 7, 12: 4, 13: 85 })
  const mended = reduceScoring(form, reduceScoring(form, whole, { type: 'activate', at: 11 }), {
    type: 'score',
    score: 8,
  })
  expect(mended.sheet.scores).toEqual({ 11: 8, 12: 4, 13: 85 })
  expect(mended.active).toBe(11)
})

test('a range of up to eleven whole numbers has keys, a longer or broken one digits', () => {
  const range = (minScore: number, maxScore: number) => ({ ...paint, minScore, maxScore })
  expect(listKeys(range(0, 10))).toHaveLength(11)
  expect(listKeys(range(-5, 5))?.[0]).toBe(-5)
  expect(listKeys(range(0, 11))).toBeUndefined()
  expect(listKeys(range(0, 2.5))).toBeUndefined()
  expect(listSigns(range(-20, 2.5))).toEqual(['-', '.'])
})

test('typed digits replace the starting value, and a number that cannot grow moves on', () => {
  const typing = play({ type: 'activate', at: 13 }, ...digits('8'))
  expect(typing.sheet.scores).toEqual({ 13: 8 })
  expect(typing.active).toBe(13)
  expect(reduceScoring(form, typing, { type: 'digit', digit: '5' }).active).toBe(11)
  const ten = play({ type: 'activate', at: 13 }, ...digits('10'))
  expect(ten.active).toBe(13)
  const hundred = reduceScoring(form, ten, { type: 'digit', digit: '0' })
  expect(hundred.sheet.scores).toEqual({ 13: 100 })
  expect(hundred.active).toBe(11)
})

test('what a keyboard types counts only inside the range, and otherwise leaves the score unset', () => {
  const good = play({ type: 'activate', at: 11 }, { type: 'text', text: '7.5' })
  expect(good.sheet.scores).toEqual({ 11: 7.5 })
  const far = reduceScoring(form, good, { type: 'text', text: '75' })
  expect(far.sheet.scores).toEqual({})
  expect(isMistyped(far, paint)).toBe(true)
  expect(reduceScoring(form, far, { type: 'confirm' }).sheet.scores).toEqual({})
})

test('texts that are no plain number are no score', () => {
  for (const text of ['', '-', '1e1', '0x5', 'seven', '11', '-1', 'NaN', 'Infinity']) {
    expect(findScore(text, paint)).toBeUndefined()
  }
  expect(findScore('7,5', paint)).toBe(7.5)
  expect(findScore('07', paint)).toBe(7)
})

test('arrows stay inside the range, and Enter means what is shown', () => {
  const top = play({ type: 'activate', at: 12 }, { type: 'step', by: 1 })
  expect(top.sheet.scores).toEqual({ 12: 5 })
  expect(reduceScoring(form, top, { type: 'step', by: -1 }).sheet.scores).toEqual({ 12: 4 })
  const meant = play({ type: 'activate', at: 11 }, { type: 'confirm' })
  expect(meant.sheet.scores).toEqual({ 11: 10 })
  expect(meant.active).toBe(12)
})

test('going on sets nothing', () => {
  const passed = play({ type: 'activate', at: 11 }, { type: 'next' })
  expect(passed.sheet.scores).toEqual({})
  expect(passed.active).toBe(12)
})

test('the question about starting values goes away with the next change', () => {
  const pending = play(...digits('127'), { type: 'require-confirmation' })
  expect(pending.needsConfirmation).toBe(true)
  expect(reduceScoring(form, pending, { type: 'number', text: '128' }).needsConfirmation).toBe(false)
  expect(reduceScoring(form, pending, { type: 'activate', at: 11 }).needsConfirmation).toBe(false)
})

test('a sheet taken up again goes on at the first thing that is missing', () => {
  const { sheet } = play(...digits('127'), { type: 'next' }, { type: 'score', score: 7 })
  expect(resumeScoring(form, sheet).active).toBe(12)
  expect(resumeScoring(form, { ...sheet, number: '' }).active).toBe('number')
})

test('a sheet is found as version 194b7de saved it', () => {
  const saved = { key: 'key-1', number: '105', scores: { 1: 3, 2: 2 }, notes: 'chrome', replaces: 'key-0' }
  expect(findSheet(saved)).toEqual(saved)
})

test('anything that is not a saved sheet is none', () => {
  const { sheet } = play(...digits('127'))
  expect(findSheet(structuredClone(sheet))).toEqual(sheet)
  for (const value of [undefined, null, 'sheet', { number: '127' }, { ...sheet, scores: null }]) {
    expect(findSheet(value)).toBeUndefined()
  }
})

const begun: ScoreSheet = { key: 'key-2', number: '102', scores: { 11: 9 }, notes: '' }

test('a chosen car opens its own sheet, left half-filled or filed before, or a blank one', () => {
  const here = { ...begun, number: '101' }
  expect(findSheetToOpen(here, { number: '102', key: 'key-3', ownSheet: begun })).toBe(begun)
  expect(findSheetToOpen(here, { number: '103', key: 'key-3', ownSheet: undefined })).toEqual({
    key: 'key-3',
    number: '103',
    scores: {},
    notes: '',
  })
})

test('scores that were set before any number was go to the car that is chosen then', () => {
  const here = { ...begun, number: '' }
  expect(findSheetToOpen(here, { number: '102', key: 'key-3', ownSheet: undefined })).toEqual(begun)
  expect(
    findSheetToOpen(here, { number: '102', key: 'key-3', ownSheet: { ...begun, notes: 'filed' } }),
  ).toEqual(begun)
})

test('the sheet in hand goes on when its own car is chosen, unless it is blank and another one is saved', () => {
  const blank: ScoreSheet = { key: 'key-3', number: '102', scores: {}, notes: '' }
  expect(findSheetToOpen(begun, { number: '102', key: 'key-4', ownSheet: blank })).toBeUndefined()
  expect(findSheetToOpen(blank, { number: '102', key: 'key-4', ownSheet: undefined })).toBeUndefined()
  expect(findSheetToOpen(blank, { number: '102', key: 'key-4', ownSheet: begun })).toBe(begun)
})

test('looking at what was sent starts nothing, and neither does the same score again; a changed one does', () => {
  const sent: Scoring = {
    ...createScoring('again'),
    sheet: { key: 'again', number: '101', scores: { 11: 7 }, notes: 'Rust', isUntouched: true },
    active: 11,
  }
  expect(isStarted(sent.sheet)).toBe(false)
  const same = reduceScoring(form, sent, { type: 'score', score: 7 })
  expect(isStarted(same.sheet)).toBe(false)
  const changed = reduceScoring(form, sent, { type: 'score', score: 6 })
  expect(changed.sheet).toEqual({ key: 'again', number: '101', scores: { 11: 6 }, notes: 'Rust' })
  expect(isStarted(changed.sheet)).toBe(true)
  expect(isStarted(reduceScoring(form, sent, { type: 'notes', text: '' }).sheet)).toBe(true)
})

describe('a number typed on the pad, where the phone knows the cars', () => {
  const numbers = ['101', '1018', '305', '7'].map((number) => ({ number, isFresh: true }))
  const typed = (text: string): ScoringAction[] =>
    [...text].map((digit) => ({ type: 'digit', digit, numbers }))

  test('the form moves on by itself where the number can be no other', () => {
    expect(play(...typed('305'))).toMatchObject({ active: 11, sheet: { number: '305', scores: {} } })
    expect(play(...typed('101')).active).toBe('number')
    // 101, and then a score of 8
    expect(play(...typed('1018'))).toMatchObject({ active: 'number', sheet: { number: '1018', scores: {} } })
  })

  test('a number that begins another is chosen before a score can land', () => {
    expect(listMeanings('10', numbers)).toBeUndefined()
    expect(listMeanings('305', numbers)).toBeUndefined()
    for (const number of ['101', '1018']) expect(listMeanings(number, numbers)).toEqual(['101', '1018'])
    const due = play(...typed('1019'))
    expect(due).toMatchObject({ active: 'number', isChoiceDue: true, sheet: { number: '101', scores: {} } })
    const chosen = reduceScoring(form, due, { type: 'choose', number: '101' })
    expect(chosen).toMatchObject({ active: 11, isChoiceDue: false, sheet: { number: '101', scores: {} } })
    const other = play(...typed('1018'), { type: 'choose', number: '1018' }, { type: 'score', score: 8 })
    expect(other.sheet).toMatchObject({ number: '1018', scores: { 11: 8 } })
    const longer = reduceScoring(form, reduceScoring(form, due, { type: 'lengthen' }), typed('9')[0] as never)
    expect(longer).toMatchObject({ active: 'number', sheet: { number: '1019' } })
  })

  test('a press on "To the scores" after that changes nothing, the next one does', () => {
    const moved = play(...typed('305'), { type: 'next' })
    expect(moved).toMatchObject({ active: 11, sheet: { number: '305' } })
    expect(reduceScoring(form, moved, { type: 'next' }).active).toBe(12)
    expect(play(...typed('305'), { type: 'score', score: 9 }, { type: 'next' }).active).toBe(13)
  })

  test('a digit that can belong to no number is the first score', () => {
    const held = [{ number: '79', isFresh: true }]
    const pressed = [...'799'].map((digit): ScoringAction => ({ type: 'digit', digit, numbers: held }))
    const withSheet = [{ number: '79', isFresh: false }]
    expect(play(...pressed)).toMatchObject({ active: 12, sheet: { number: '79', scores: { 11: 9 } } })
    expect(
      play({ type: 'number', text: '79' }, { type: 'digit', digit: '9', numbers: withSheet }).sheet,
    ).toMatchObject({
      number: '799',
      scores: {},
    })
  })

  test('the first key replaces a number that the judge went back to, and then any number can be typed', () => {
    const back = play(...typed('305'), { type: 'activate', at: 'number' }, ...typed('3056'))
    expect(back).toMatchObject({ active: 'number', sheet: { number: '3056', scores: {} } })
    expect(play(...typed('4')).sheet.number).toBe('4')
    expect(play(...typed('4012')).sheet.number).toBe('4012')
  })

  test('a number that was erased and typed anew moves on by itself again', () => {
    const erase: ScoringAction[] = Array.from({ length: 3 }, () => ({ type: 'erase' }))
    const anew = play(
      ...typed('1018'),
      { type: 'activate', at: 'number' },
      ...erase,
      { type: 'erase' },
      ...typed('305'),
    )
    expect(anew).toMatchObject({ active: 11, sheet: { number: '305' } })
    expect(reduceScoring(form, anew, { type: 'score', score: 9 }).sheet.scores).toEqual({ 11: 9 })
  })

  test('a car that has a sheet already still continues a number, so its last digit is no score', () => {
    const typedBeside = (text: string, isFresh: Record<string, boolean>): ScoringAction[] => {
      const known = Object.entries(isFresh).map(([number, fresh]) => ({ number, isFresh: fresh }))
      return [...text].map((digit) => ({ type: 'digit', digit, numbers: known }))
    }
    const beside = { 101: true, 1018: false }
    expect(play(...typedBeside('101', beside))).toMatchObject({ active: 'number', sheet: { number: '101' } })
    expect(play(...typedBeside('1018', beside))).toMatchObject({
      active: 'number',
      sheet: { number: '1018', scores: {} },
    })
    expect(play(...typedBeside('1019', beside))).toMatchObject({ isChoiceDue: true, sheet: { scores: {} } })
    // 101 itself has a sheet: nothing is scored before the judge has chosen it
    expect(play(...typedBeside('1017', { 101: false })).sheet).toMatchObject({ number: '1017', scores: {} })
  })
})
