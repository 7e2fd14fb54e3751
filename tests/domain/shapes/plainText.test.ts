import { describe, expect, it } from 'vitest'
import { isPlainLine, isPlainText, toPlainLine, toPlainText } from '../../../src/domain/shapes/plainText.ts'

describe('text that people type', () => {
  it.each([
    ['  Jo\tNew ', 'Jo New'],
    ['\u202a+1 555\u202c', '+1 555'],
    ['a\u001b[2Kb\r\nc\u2028d', 'a [2Kb c d'],
    ['Jo \ud83d', 'Jo'],
    ['👩‍👩‍👧 Zoë', '👩‍👩‍👧 Zoë'],
    ['محمد \u200fעלי', 'محمد עלי'],
  ])('%j as a plain line is %j', (typed, line) => {
    expect(toPlainLine(typed)).toBe(line)
    expect(isPlainLine(line)).toBe(true)
  })

  it.each([
    [' one\r\n\ttwo\rthree\u0007\u2029 ', 'one\n\ttwo\nthree'],
    ['cut \udc00in half', 'cut in half'],
  ])('%j as plain text is %j', (typed, text) => {
    expect(toPlainText(typed)).toBe(text)
    expect(isPlainText(text)).toBe(true)
  })

  it('is told apart by what it may not hold', () => {
    expect(['a\nb', 'a\tb', 'a\rb', 'a\u202eb'].map(isPlainLine)).toEqual([false, false, false, false])
    expect(['a\nb', 'a\tb', 'a\rb', 'a\u202eb'].map(isPlainText)).toEqual([true, true, false, false])
  })
})
