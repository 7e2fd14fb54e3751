// When a score sheet is complete, and its total.
import { describe, expect, it } from 'vitest'
import { findFormOfScores, findSheetFault, toSheetTotal } from '../../src/domain/scoring.ts'

const criterion = (id: number, weight: number) => ({ id, title: `c${id}`, minScore: 0, maxScore: 10, weight })
const form = { id: 1, title: 'Concours', criteria: [criterion(1, 2), criterion(2, 0.5)] }
const other = { id: 2, title: 'Trucks', criteria: [criterion(3, 1)] }
const empty = { id: 3, title: 'Empty', criteria: [] }
const whole = [
  { criteriaId: 1, score: 9 },
  { criteriaId: 2, score: 4 },
]

describe('a sheet', () => {
  it('is right with every criterion once, within its limits', () => {
    expect(findSheetFault(form, whole)).toBeUndefined()
    expect(
      findSheetFault(form, [
        { criteriaId: 2, score: 0 },
        { criteriaId: 1, score: 10 },
      ]),
    ).toBeUndefined()
  })

  it.each([
    ['nothing', [], { kind: 'missing', criteriaId: 1 }],
    ['one too few', whole.slice(0, 1), { kind: 'missing', criteriaId: 2 }],
    ['one of another form', [...whole, { criteriaId: 3, score: 1 }], { kind: 'unknown', criteriaId: 3 }],
    ['one twice', [...whole, { criteriaId: 1, score: 1 }], { kind: 'twice', criteriaId: 1 }],
  ])('is wrong with %s', (_, scores, fault) => {
    expect(findSheetFault(form, scores)).toEqual(fault)
  })

  it.each([-1, 10.5, Number.NaN, Number.POSITIVE_INFINITY])('is wrong with a score of %s', (score) => {
    expect(findSheetFault(form, [{ criteriaId: 1, score }, ...whole.slice(1)])).toEqual({
      kind: 'out-of-range',
      criteriaId: 1,
      minScore: 0,
      maxScore: 10,
    })
  })

  it('belongs to the form whose criteria it names', () => {
    expect(findFormOfScores([empty, other, form], whole)).toBe(form)
    expect(findFormOfScores([empty, other, form], whole.slice(0, 1))).toBeUndefined()
    expect(findFormOfScores([empty], [])).toBeUndefined()
  })

  it('adds up by weight', () => {
    expect(toSheetTotal(form, whole)).toBe(20)
  })
})
