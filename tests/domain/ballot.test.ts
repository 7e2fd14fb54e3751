// What a ballot may hold.
import { describe, expect, it } from 'vitest'
import { findBallotFault, findVoteClass, isManualNumber, toVotes } from '../../src/domain/ballot.ts'

const classes = [
  { carClass: 1, classDescription: 'Prewar', carNumbers: ['101', '102'] },
  { carClass: 12, classDescription: 'Trucks', carNumbers: ['1201'] },
  { carClass: 3, classDescription: 'Sports', carNumbers: ['301', '150'] },
]

describe('a number that a voter types', () => {
  it.each([
    ['301', 3, true],
    ['3', 3, true],
    ['401', 3, false],
    ['3a', 3, false],
    [' 301', 3, false],
    ['', 3, false],
    ['312345678', 3, false],
    ['31234567', 3, true],
    ['３01', 3, false],
  ])('"%s" in class %i: %s', (text, carClass, expected) => {
    expect(isManualNumber(text, carClass)).toBe(expected)
  })
})

describe('the class of a vote', () => {
  it('is the one of the listed car, whatever its number begins with', () => {
    expect(findVoteClass(classes, '150')).toBe(3)
  })
  it('is the one with the longest matching number for a car that is not listed', () => {
    expect(findVoteClass(classes, '1299')).toBe(12)
    expect(findVoteClass(classes, '1399')).toBe(1)
  })
  it('is none for anything else', () => {
    expect(findVoteClass(classes, '999')).toBeUndefined()
    expect(findVoteClass(classes, '1x')).toBeUndefined()
    expect(findVoteClass(classes, '-1')).toBeUndefined()
  })
})

describe('the votes of a ballot', () => {
  it('are distinct, in one order, without the choices that were left open', () => {
    expect(toVotes(['301', '0', ' 101 ', '', '301'])).toEqual(['101', '301'])
  })
  it('may be none at all', () => {
    expect(findBallotFault(classes, 1, [])).toBeUndefined()
  })
  it('may be as many in a class as the event allows, listed or typed', () => {
    expect(findBallotFault(classes, 2, ['101', '199', '301'])).toBeUndefined()
    expect(findBallotFault(classes, 1, ['101', '199'])).toEqual({
      kind: 'too-many-votes',
      carClass: 1,
      votesPerClass: 1,
    })
  })
  it('are of this event', () => {
    expect(findBallotFault(classes, 1, ['901'])).toEqual({ kind: 'bad-vote', vote: '901' })
  })
})
