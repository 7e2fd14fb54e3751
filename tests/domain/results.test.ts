// The results of ballots and sheets.
import { describe, expect, it } from 'vitest'
import {
  countVotes,
  findCurrentSheets,
  rank,
  type StoredSubmission,
  toClassCounts,
  toFormResults,
  toSheetTotals,
} from '../../src/domain/results.ts'

const at = '2026-06-12T16:00:00.000Z'
const blank = {
  ...{ judgeId: null, voterId: null, formId: null, carNumber: null, votes: null, scores: null },
  ...{ why: null, reason: '', movedTo: null },
}

function ballot(voterId: string, votes: string[], more: Partial<StoredSubmission> = {}): StoredSubmission {
  const key = `ballot-${voterId}`
  return {
    ...blank,
    key,
    action: 'submit_ballot',
    voterId,
    votes,
    sequence: null,
    current: true,
    late: false,
    at,
    madeAt: at,
    ...more,
  }
}

function sheet(
  judgeId: string,
  carNumber: string,
  score: number,
  more: Partial<StoredSubmission> = {},
): StoredSubmission {
  return {
    ...blank,
    key: `${judgeId}-${carNumber}-${score}`,
    action: 'submit_judging_form',
    judgeId,
    formId: 1,
    carNumber,
    scores: [{ criteriaId: 1, score }],
    sequence: 1,
    current: true,
    late: false,
    at,
    madeAt: at,
    ...more,
  }
}

const classes = [
  { carClass: 1, classDescription: 'Prewar', carNumbers: ['101', '102'] },
  { carClass: 2, classDescription: 'Postwar', carNumbers: ['201'] },
]
const form = {
  id: 1,
  title: 'Concours',
  criteria: [{ id: 1, title: 'All', minScore: 0, maxScore: 10, weight: 1.5 }],
}
const cars = ['101', '102', '201'].map((number) => ({
  number,
  carClass: Number(number[0]),
  year: '',
  make: '',
  model: '',
  picture: '',
}))

describe('ranks', () => {
  it('are shared by equals, and go on as much further', () => {
    const ranked = rank(
      [3, 5, 5, 1].map((points) => ({ points })),
      ({ points }) => points,
    )
    expect(ranked.map(({ points, rank: place, tied }) => [points, place, tied])).toEqual([
      [5, 1, true],
      [5, 1, true],
      [3, 3, false],
      [1, 4, false],
    ])
  })

  it('hold sums for equal that differ in their last bits', () => {
    const ranked = rank([{ points: 0.1 + 0.2 }, { points: 0.3 }], ({ points }) => points)
    expect(ranked.every(({ tied }) => tied)).toBe(true)
  })
})

describe('votes', () => {
  it('are counted by class and car, without the ballots that are void', () => {
    const counts = countVotes(classes, [
      ballot('a', ['101', '201']),
      ballot('b', ['102']),
      ballot('c', ['102'], { current: false }),
      ballot('d', ['199', '102']),
    ])
    expect(toClassCounts(classes, counts)).toEqual([
      {
        carClass: 1,
        classDescription: 'Prewar',
        cars: [
          { number: '102', votes: 2, rank: 1, tied: false },
          { number: '101', votes: 1, rank: 2, tied: true },
          { number: '199', votes: 1, rank: 2, tied: true },
        ],
      },
      {
        carClass: 2,
        classDescription: 'Postwar',
        cars: [{ number: '201', votes: 1, rank: 1, tied: false }],
      },
    ])
  })
})

describe('sheets', () => {
  it('count in their highest sequence, in whatever order they came', () => {
    const newest = sheet('41', '101', 9, { sequence: 3 })
    const sheets = [sheet('41', '101', 2, { sequence: 2 }), newest, sheet('41', '101', 1)]
    expect(findCurrentSheets(sheets)).toEqual([newest])
    expect(findCurrentSheets(sheets.toReversed())).toEqual([newest])
  })

  it('of one sequence count in the one made last, then by key', () => {
    const early = sheet('41', '101', 1)
    const late = sheet('41', '101', 2, { madeAt: '2026-06-12T16:00:01.000Z' })
    expect(findCurrentSheets([late, early])).toEqual([late])
    const twin = { ...late, key: `${late.key}z` }
    expect(findCurrentSheets([twin, late])).toEqual([twin])
  })

  it('add up by weight, with missing judges, late ones and ranks in class and form', () => {
    const sheets = [
      sheet('41', '101', 8),
      sheet('42', '101', 6, { late: true }),
      sheet('41', '102', 10),
      sheet('42', '201', 4),
    ]
    const judges = [
      { judgeId: '41', formId: null },
      { judgeId: '43', formId: 1 },
      { judgeId: '44', formId: null },
    ]
    const [result] = toFormResults([form], cars, judges, toSheetTotals([form], sheets))
    expect(result?.cars.map((car) => [car.number, car.total, car.rank, car.classRank])).toEqual([
      ['101', 21, 1, 1],
      ['102', 15, 2, 2],
      ['201', 6, 3, 1],
    ])
    expect(result?.cars.map(({ missing }) => missing)).toEqual([['43'], ['42', '43'], ['41', '43']])
    expect(result?.cars[0]?.late).toBe(1)
    expect(result?.unscored).toEqual([])
  })
})
