// A double tap on Next goes on by only one step, in every browser.
import { expect, test } from 'vitest'
import { isSecondHalf } from '../../../src/app/wizard/doublePress.ts'

const shownAt = 10_000

test.each([
  ['a counted second click', { detail: 2, pointerType: 'mouse', timeStamp: 10_100 }, true],
  ['a counted second tap, however late', { detail: 2, pointerType: 'touch', timeStamp: 10_450 }, true],
  ['a tap that nobody counts, right after', { detail: 1, pointerType: 'touch', timeStamp: 10_180 }, true],
  ['a click of unknown origin, right after', { detail: 1, timeStamp: 10_180 }, true],
  ['a tap that began before the step was shown', { detail: 1, pointerType: 'touch', timeStamp: 9_990 }, true],
  ['a tap of its own', { detail: 1, pointerType: 'touch', timeStamp: 10_450 }, false],
  ['a quick click of its own', { detail: 1, pointerType: 'mouse', timeStamp: 10_050 }, false],
  ['Enter, at once', { detail: 0, pointerType: '', timeStamp: 10_001 }, false],
])('%s', (_, press, isSecond) => {
  expect(isSecondHalf(press, shownAt)).toBe(isSecond)
})
