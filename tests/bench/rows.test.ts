// What a row says of its goal.
import { expect, test } from 'vitest'
import { type BenchRow, isMet, toSpread } from './rows.ts'

const row = (figures: readonly number[], goal: NonNullable<BenchRow['goal']>, fault?: string): BenchRow => ({
  what: '',
  beside: '',
  figures,
  unit: 'ms',
  goal,
  fault,
})

test('a goal that lies within the spread of the rounds is met, and one beyond it is missed', () => {
  const figures = [52, 61, 49, 70, 55]
  expect(isMet(row(figures, { atMost: 50 }))).toBe(true)
  expect(isMet(row(figures, { atMost: 48 }))).toBe(false)
  expect(isMet(row(figures, { atLeast: 70 }))).toBe(true)
  expect(isMet(row(figures, { atLeast: 71 }))).toBe(false)
})

test('a fault misses the goal, however fast it was', () => {
  expect(isMet(row([1], { atMost: 50 }, 'not each sheet once'))).toBe(false)
})

test('a figure is the median of its rounds, beside the lowest and the highest', () => {
  expect(toSpread([52, 61, 149, 7.123, 55], 'ms')).toBe('55.0 (7.12 to 149) ms')
})
