// Car numbers: what a keyboard may give, and the number that a new entry gets by itself.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findVoteClass } from '../../src/domain/ballot.ts'
import {
  findCarNumber,
  isNumberOfClass,
  mostCarNumberLength,
  toCarNumber,
} from '../../src/domain/carNumber.ts'

/** Gives numbers until it has so many or none is left. */
function giveNumbers(classNumber: number, classNumbers: readonly number[], count: number): string[] {
  const taken = new Set<string>()
  while (taken.size < count) {
    const number = findCarNumber(classNumber, classNumbers, taken)
    if (number === undefined) break
    taken.add(number)
  }
  return [...taken]
}

/** All that may be given with so many digits, the lowest first. */
function listNumbers(own: number, length: number, classNumbers: readonly number[]): string[] {
  const tail = length - String(own).length
  const numbers = Array.from(
    { length: Math.max(0, 10 ** tail - 1) },
    (_, at) => `${own}${String(at + 1).padStart(tail, '0')}`,
  )
  return numbers.filter((number) => toClass(number, classNumbers) === own)
}

/** The class for which a vote for this number counts, as long as no car has it. */
function toClass(number: string, classNumbers: readonly number[]): number | undefined {
  return findVoteClass(
    classNumbers.map((carClass) => ({ carClass, classDescription: '', carNumbers: [] })),
    number,
  )
}

/** An event's classes, many of which begin alike, and one of them. */
const classesArb = fc
  .uniqueArray(
    fc.oneof(
      fc.constantFrom(1, 2, 9, 10, 11, 12, 19, 119, 120, 1200, 1201, 9999),
      fc.integer({ min: 1, max: 9999 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .chain((classNumbers) =>
    fc.record({ classNumbers: fc.constant(classNumbers), own: fc.constantFrom(...classNumbers) }),
  )

describe('the number of a new entry', () => {
  it('is the lowest free one of its class, as short as can be, and counts for no other class', () => {
    fc.assert(
      fc.property(
        classesArb,
        fc.integer({ min: 3, max: 5 }),
        fc.array(fc.nat(9999), { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 99_999_999 }).map(String), { maxLength: 20 }),
        ({ own, classNumbers }, filledLength, gaps, others) => {
          // every number up to some length is taken, apart from a few gaps
          const filled = [4, 5].flatMap((length) =>
            length <= filledLength ? listNumbers(own, length, classNumbers) : [],
          )
          const open = new Set(gaps.map((gap) => filled[gap]))
          const taken = new Set([...filled.filter((number) => !open.has(number)), ...others])
          const expected = [4, 5, 6, 7]
            .values()
            .flatMap((length) => listNumbers(own, length, classNumbers))
            .find((number) => !taken.has(number))
          expect(findCarNumber(own, classNumbers, taken)).toBe(expected)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is never given twice, has at most eight digits, and begins with its class before all others', () => {
    fc.assert(
      fc.property(classesArb, fc.integer({ min: 1, max: 60 }), ({ classNumbers }, count) => {
        const taken = new Set<string>()
        for (const own of Array.from({ length: count }, () => classNumbers).flat()) {
          const number = findCarNumber(own, classNumbers, taken)
          if (number === undefined) continue
          expect(taken).not.toContain(number)
          expect(number).toMatch(new RegExp(`^${own}\\d+$`))
          expect(number.length).toBeLessThanOrEqual(mostCarNumberLength)
          expect(toClass(number, classNumbers)).toBe(own)
          taken.add(number)
        }
      }),
    )
  })

  it.each([
    [1, '1001'],
    [12, '1201'],
    [120, '1201'],
    [999, '9991'],
    [9999, '99991'],
  ])('is in class %i first %s', (classNumber, first) => {
    expect(findCarNumber(classNumber, [classNumber], new Set())).toBe(first)
  })

  it('grows by a digit when a class of two digits has more than 99 cars', () => {
    const numbers = giveNumbers(12, [12], 99 + 999 + 1)
    expect(numbers.slice(97, 101)).toEqual(['1298', '1299', '12001', '12002'])
    expect(numbers.slice(-2)).toEqual(['12999', '120001'])
  })

  it('passes over what begins with the longer number of another class', () => {
    const ofClass1 = giveNumbers(1, [1, 12, 3], 1000)
    expect(ofClass1.slice(198, 200)).toEqual(['1199', '1300'])
    expect(ofClass1.filter((number) => number.startsWith('12'))).toEqual([])
    const ofClass12 = giveNumbers(12, [1, 12, 120], 1000)
    expect(ofClass12.slice(0, 3)).toEqual(['1210', '1211', '1212'])
    expect(ofClass12[90]).toBe('12100')
  })

  it('is none when all numbers of up to eight digits are taken', () => {
    const all = [5, 6, 7, 8].flatMap((length) => listNumbers(9999, length, [9999]))
    expect(all).toHaveLength(9 + 99 + 999 + 9999)
    expect(findCarNumber(9999, [9999], new Set(all))).toBeUndefined()
    expect(findCarNumber(9999, [9999], new Set(all.slice(0, -1)))).toBe('99999999')
  })

  it('is none where longer classes leave nothing of the class', () => {
    const tens = Array.from({ length: 10 }, (_, at) => 10 + at)
    expect(findCarNumber(1, [1, ...tens], new Set())).toBeUndefined()
  })
})

describe('a car number that somebody types', () => {
  it('has its first eight digits and nothing else', () => {
    expect(toCarNumber('a1 2-7x')).toBe('127')
    expect(toCarNumber('12000 00123')).toBe('12000001')
    expect(toCarNumber('')).toBe('')
  })
})

it('a number that an officer types is of its class exactly when one like it could have been given', () => {
  expect(isNumberOfClass('12', 1, [1, 2])).toBe(true)
  for (const wrong of ['1', '100', '21', '', '1a', ' 12', '123456789']) {
    expect(isNumberOfClass(wrong, 1, [1, 2])).toBe(false)
  }
  // it would count for class 11
  expect([isNumberOfClass('1105', 1, [1, 11]), isNumberOfClass('1105', 11, [1, 11])]).toEqual([false, true])
  fc.assert(
    fc.property(classesArb, ({ own, classNumbers }) => {
      const given = giveNumbers(own, classNumbers, 3)
      expect(given.every((number) => isNumberOfClass(number, own, classNumbers))).toBe(true)
      for (const other of classNumbers.filter((one) => one !== own)) {
        expect(given.some((number) => isNumberOfClass(number, other, classNumbers))).toBe(false)
      }
    }),
  )
})
