// The values of a ballot form, their faults, and the votes that they make.
import { findVoteClass, isManualNumber, toVotes } from '../../../domain/ballot.ts'
import type { ClassEntries } from '../../../domain/event.ts'
import { removeInvisible } from '../../../domain/invisible.ts'
import { isEmail } from '../../../domain/shapes/personLengths.ts'
import { toPlainLine } from '../../../domain/shapes/plainText.ts'

/** "- no selection -". */
export const noSelection = '0'
/** "- other, not listed -" */
export const notListed = 'other'

export interface Choice {
  /** A car number of the list, `noSelection` or `notListed`. */
  pick: string
  /** The text in the field that `notListed` opens. It stays while another pick hides the field. */
  typed: string
}

export interface BallotValues {
  fname: string
  lname: string
  email: string
  /** By class number, in the order of the selects. A missing one means no selection. */
  choices: Record<string, Choice[]>
}

/** The classes, and how many votes each of them takes. */
export interface BallotPaper {
  classes: readonly ClassEntries[]
  votesPerClass: number
}

/** The part of the values that is about cars. */
export type Choices = Pick<BallotValues, 'choices'>

export const emptyValues: BallotValues = { fname: '', lname: '', email: '', choices: {} }
const emptyChoice: Choice = { pick: noSelection, typed: '' }

export function isEmpty(values: BallotValues): boolean {
  const texts = [values.fname, values.lname, values.email]
  const choices = Object.values(values.choices).flat()
  return texts.every((text) => text.trim() === '') && choices.every(({ pick }) => pick === noSelection)
}

export function getChoice(values: Choices, carClass: number, place: number): Choice {
  return values.choices[carClass]?.[place] ?? emptyChoice
}

export function withChoice(
  values: BallotValues,
  carClass: number,
  place: number,
  choice: Choice,
): BallotValues {
  const before = values.choices[carClass] ?? []
  const length = Math.max(before.length, place + 1)
  const after = Array.from({ length }, (_, index) =>
    index === place ? choice : (before[index] ?? emptyChoice),
  )
  return { ...values, choices: { ...values.choices, [carClass]: after } }
}

/** The number that a choice names: '' for none, the typed text for a car that is not listed. */
export function toChosenNumber({ pick, typed }: Choice): string {
  if (pick === noSelection) return ''
  return pick === notListed ? typed.trim() : pick
}

/**
 * Fits earlier choices to the present paper. A number that has left the list becomes a typed one. Choices
 * above the limit are dropped.
 */
export function fitChoices(paper: BallotPaper, values: Choices): BallotValues['choices'] {
  const fitted = paper.classes.map(({ carClass, carNumbers }) => {
    const choices = (values.choices[carClass] ?? []).slice(0, paper.votesPerClass)
    const listed = choices.map((choice): Choice => {
      const { pick } = choice
      if (pick === noSelection || pick === notListed || carNumbers.includes(pick)) return choice
      return { pick: notListed, typed: pick }
    })
    return [String(carClass), listed] as const
  })
  return Object.fromEntries(fitted)
}

interface PlacedChoice {
  carClass: number
  place: number
  choice: Choice
}

function listChoices({ classes, votesPerClass }: BallotPaper, values: Choices): PlacedChoice[] {
  return classes.flatMap(({ carClass }) =>
    Array.from({ length: votesPerClass }, (_, place) => ({
      carClass,
      place,
      choice: getChoice(values, carClass, place),
    })),
  )
}

export function toBallotVotes(paper: BallotPaper, values: BallotValues): string[] {
  return toVotes(listChoices(paper, values).map(({ choice }) => toChosenNumber(choice)))
}

/** Why the ballot cannot be sent. */
export interface ChoiceFault {
  kind: 'bad-number' | 'too-many-votes'
  carClass: number
  place: number
  /** The class that has too many votes. */
  fullClass: number
}

/**
 * The server decides for which class a typed number counts: one typed in class 1 may fill class 12. If that
 * class then has too many votes, the typed numbers are marked as the fault.
 */
export function findFaults(paper: BallotPaper, values: Choices): ChoiceFault[] {
  const counted = new Map<number, Set<string>>()
  const placed = listChoices(paper, values).filter(({ choice }) => choice.pick !== noSelection)
  for (const { choice } of placed) {
    const countedClass = findVoteClass(paper.classes, toChosenNumber(choice))
    if (countedClass === undefined) continue
    counted.set(countedClass, (counted.get(countedClass) ?? new Set()).add(toChosenNumber(choice)))
  }
  return placed.flatMap(({ carClass, place, choice }): ChoiceFault[] => {
    if (choice.pick !== notListed) return []
    const number = toChosenNumber(choice)
    if (!isManualNumber(number, carClass))
      return [{ kind: 'bad-number', carClass, place, fullClass: carClass }]
    const countedClass = findVoteClass(paper.classes, number) ?? carClass
    const isFull = (counted.get(countedClass)?.size ?? 0) > paper.votesPerClass
    return isFull ? [{ kind: 'too-many-votes', carClass, place, fullClass: countedClass }] : []
  })
}

/** None is needed; one that is typed must be one. */
export function isBadEmail({ email }: Pick<BallotValues, 'email'>): boolean {
  const text = toPlainLine(email)
  return text !== '' && !isEmail(removeInvisible(text))
}

/** Nothing is wrong with it. */
export function isSound(paper: BallotPaper, values: BallotValues): boolean {
  return findFaults(paper, values).length === 0 && !isBadEmail(values)
}

/** A note on one choice that does not stop the ballot. */
export type ChoiceNote =
  | { kind: 'twice'; number: string }
  | { kind: 'other-class'; number: string; countedClass: number }

export function findNote(
  paper: BallotPaper,
  values: Choices,
  carClass: number,
  place: number,
): ChoiceNote | undefined {
  const choice = getChoice(values, carClass, place)
  const number = toChosenNumber(choice)
  if (number === '') return undefined
  const before = Array.from({ length: place }, (_, index) =>
    toChosenNumber(getChoice(values, carClass, index)),
  )
  if (before.includes(number)) return { kind: 'twice', number }
  if (choice.pick !== notListed || !isManualNumber(number, carClass)) return undefined
  const countedClass = findVoteClass(paper.classes, number)
  if (countedClass === undefined || countedClass === carClass) return undefined
  return { kind: 'other-class', number, countedClass }
}

/** How many classes have a choice, for the count beside the button. */
export function countChosen(paper: BallotPaper, values: BallotValues): number {
  const chosen = listChoices(paper, values).filter(({ choice }) => toChosenNumber(choice) !== '')
  return new Set(chosen.map(({ carClass }) => carClass)).size
}

export interface ReviewedClass {
  carClass: number
  classDescription: string
  /** As the server will count them: each number once, in its own class. */
  numbers: string[]
}

export function toReview(paper: BallotPaper, values: BallotValues): ReviewedClass[] {
  const votes = toBallotVotes(paper, values)
  return paper.classes.map(({ carClass, classDescription }) => ({
    carClass,
    classDescription,
    numbers: votes.filter((vote) => findVoteClass(paper.classes, vote) === carClass),
  }))
}

/**
 * The votes that name no car of the show, for a question before they are used up. A show without a list of cars has
 * nothing to compare a number with.
 */
export function listUnlisted(
  review: readonly ReviewedClass[],
  cars: { readonly size: number; has(number: string): boolean },
): string[] {
  if (cars.size === 0) return []
  return review.flatMap(({ numbers }) => numbers).filter((number) => !cars.has(number))
}

/** The votes of a sent ballot by class. Those of a class that the event does not have any more come last. */
export function toVotedClasses(
  { classes }: Pick<BallotPaper, 'classes'>,
  votes: readonly (string | number)[],
): ReviewedClass[] {
  const known = new Map(classes.map((one) => [one.carClass, one]))
  const byClass = Map.groupBy(votes.map(String), (vote) => findVoteClass(classes, vote) ?? Infinity)
  return [...byClass]
    .sort(([a], [b]) => a - b)
    .map(([carClass, numbers]) => ({
      carClass,
      classDescription: known.get(carClass)?.classDescription ?? '',
      numbers,
    }))
}

/** The form values of a sent ballot, so that a refused one can be corrected. */
export function toValues(
  paper: BallotPaper,
  ballot: {
    fname?: string | undefined
    lname?: string | undefined
    email?: string | undefined
    votes: readonly (string | number)[]
  },
): BallotValues {
  const named = { fname: ballot.fname ?? '', lname: ballot.lname ?? '', email: ballot.email ?? '' }
  return ballot.votes.map(String).reduce<BallotValues>(
    (values, vote) => {
      const carClass = findVoteClass(paper.classes, vote)
      const place = values.choices[carClass ?? '']?.length ?? 0
      if (carClass === undefined || place >= paper.votesPerClass) return values
      const isListed = paper.classes.some(({ carNumbers }) => carNumbers.includes(vote))
      const choice = isListed ? { pick: vote, typed: '' } : { pick: notListed, typed: vote }
      return withChoice(values, carClass, place, choice)
    },
    { ...named, choices: {} },
  )
}

/** Sorted by class number. */
export function sortClasses(classes: readonly ClassEntries[]): ClassEntries[] {
  return [...classes].sort((a, b) => a.carClass - b.carClass)
}
