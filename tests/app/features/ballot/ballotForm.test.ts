import { describe, expect, test } from 'vitest'
import {
  type BallotPaper,
  type BallotValues,
  countChosen,
  emptyValues,
  findFaults,
  findNote,
  fitChoices,
  getChoice,
  isBadEmail,
  isEmpty,
  isSound,
  listUnlisted,
  notListed,
  toBallotVotes,
  toReview,
  toValues,
  withChoice,
} from '../../../../src/app/features/ballot/ballotForm.ts'
import { toCarName } from '../../../../src/app/show/carName.ts'

const paper: BallotPaper = {
  votesPerClass: 2,
  classes: [
    { carClass: 1, classDescription: 'Before the war', carNumbers: ['101', '102'] },
    { carClass: 3, classDescription: 'Saloons', carNumbers: ['318', '319'] },
    { carClass: 12, classDescription: 'Pickups', carNumbers: ['1201'] },
  ],
}

function fill(...picks: [carClass: number, place: number, pick: string, typed?: string][]): BallotValues {
  return picks.reduce(
    (values, [carClass, place, pick, typed = '']) => withChoice(values, carClass, place, { pick, typed }),
    emptyValues,
  )
}

describe('the ballot as it is filled in', () => {
  test('a second choice without a first one keeps its place', () => {
    const values = fill([3, 1, '319'])
    expect(getChoice(values, 3, 0).pick).toBe('0')
    expect(getChoice(values, 3, 1).pick).toBe('319')
  })

  test('it is empty until something is chosen or written', () => {
    expect(isEmpty(emptyValues)).toBe(true)
    expect(isEmpty(fill([1, 0, '0']))).toBe(true)
    expect(isEmpty(fill([1, 0, '101']))).toBe(false)
    expect(isEmpty({ ...emptyValues, email: 'a@example.org' })).toBe(false)
  })

  test('its votes are each number once, in order, without what was not chosen', () => {
    const values = fill([3, 0, '318'], [3, 1, '318'], [1, 0, '0'], [12, 0, notListed, ' 1207 '])
    expect(toBallotVotes(paper, values)).toEqual(['1207', '318'])
  })

  test('what was typed does not count while another pick hides its field', () => {
    expect(toBallotVotes(paper, fill([3, 0, '0', '333']))).toEqual([])
  })

  test('it counts the classes with a choice, not the choices', () => {
    expect(countChosen(paper, fill([3, 0, '318'], [3, 1, '319'], [1, 0, notListed, '']))).toBe(1)
  })
})

describe('what is wrong with a ballot', () => {
  test.each(['', '  ', '27', '3a', '3 1', '312345678'])(
    'a car typed as "%s" for class 3 is a fault',
    (typed) => {
      expect(findFaults(paper, fill([3, 0, notListed, typed]))).toEqual([
        { kind: 'bad-number', carClass: 3, place: 0, fullClass: 3 },
      ])
    },
  )

  test('a typed number that begins with its class and holds digits only is none', () => {
    expect(findFaults(paper, fill([3, 0, notListed, '399']))).toEqual([])
  })

  test('typed numbers that fill another class beyond its votes are faults, the listed ones beside them are not', () => {
    const values = fill([1, 0, notListed, '1208'], [12, 0, '1201'], [12, 1, notListed, '1209'])
    expect(findFaults(paper, values)).toEqual([
      { kind: 'too-many-votes', carClass: 1, place: 0, fullClass: 12 },
      { kind: 'too-many-votes', carClass: 12, place: 1, fullClass: 12 },
    ])
  })
})

describe('what a voter should know before the server says it', () => {
  test('the same car twice in a class is noted at the second place', () => {
    const values = fill([3, 0, '318'], [3, 1, notListed, '318'])
    expect(findNote(paper, values, 3, 0)).toBeUndefined()
    expect(findNote(paper, values, 3, 1)).toEqual({ kind: 'twice', number: '318' })
  })

  test('a number typed for one class that counts for another says so', () => {
    expect(findNote(paper, fill([1, 0, notListed, '1208']), 1, 0)).toEqual({
      kind: 'other-class',
      number: '1208',
      countedClass: 12,
    })
    expect(findNote(paper, fill([1, 0, notListed, '104']), 1, 0)).toBeUndefined()
  })

  test('the review shows each vote once, in the class where it counts', () => {
    const values = fill([1, 0, notListed, '1208'], [3, 0, '318'], [3, 1, '318'])
    expect(toReview(paper, values).map(({ carClass, numbers }) => [carClass, numbers])).toEqual([
      [1, []],
      [3, ['318']],
      [12, ['1208']],
    ])
  })
})

describe('values that meet another paper', () => {
  test('a car that left the list becomes a typed one, a class that is gone is dropped', () => {
    const fitted = { choices: fitChoices(paper, fill([3, 0, '320'], [9, 0, '901'], [1, 0, '101'])) }
    expect(getChoice(fitted, 3, 0)).toEqual({ pick: notListed, typed: '320' })
    expect(getChoice(fitted, 1, 0).pick).toBe('101')
    expect(fitted.choices).not.toHaveProperty('9')
  })

  test('choices beyond the votes per class are dropped', () => {
    const choices = fitChoices({ ...paper, votesPerClass: 1 }, fill([3, 0, '318'], [3, 1, '319']))
    expect(toBallotVotes(paper, { ...emptyValues, choices })).toEqual(['318'])
  })

  test('a refused ballot comes back as it was filled in', () => {
    const values = toValues(paper, {
      fname: 'Ada',
      email: 'a@example.org',
      votes: ['101', '318', '399', 1207],
    })
    expect(values).toMatchObject({ fname: 'Ada', lname: '', email: 'a@example.org' })
    expect(getChoice(values, 3, 1)).toEqual({ pick: notListed, typed: '399' })
    expect(toBallotVotes(paper, values)).toEqual(['101', '1207', '318', '399'])
  })

  test('a car is named by what is known of it', () => {
    const car = { number: '318', carClass: 3, year: '1956', make: 'Chevrolet', model: '', picture: '' }
    expect(toCarName(car)).toBe('1956 Chevrolet')
    expect(toCarName(undefined)).toBe('')
  })
})

describe('before a ballot is used up', () => {
  const review = toReview(paper, fill([1, 0, '101'], [1, 1, notListed, '1999']))

  test('a number that no car of the show has is asked about', () => {
    expect(listUnlisted(review, new Set(['101', '102']))).toEqual(['1999'])
  })

  test('a show without a list of cars asks about no number', () => {
    expect(listUnlisted(review, new Set())).toEqual([])
  })

  test('an e-mail address is not needed, but "ann@" is none', () => {
    expect(isBadEmail({ email: ' ' })).toBe(false)
    expect(isBadEmail({ email: 'ann@example.org ' })).toBe(false)
    expect(isBadEmail({ email: 'ann@' })).toBe(true)
    expect(isSound(paper, { ...fill([1, 0, '101']), email: 'ann@' })).toBe(false)
  })
})
