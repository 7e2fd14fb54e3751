// A voter's ballot: which votes it may hold, and what a car that is not in the list may be called.
import { mostCarNumberLength } from './carNumber.ts'
import type { ClassEntries } from './event.ts'

/** First name, last name and e-mail address. */
export const mostBallotText = 64

/** It begins with the class number and has digits only. */
export function isManualNumber(text: string, carClass: number): boolean {
  return text.length <= mostCarNumberLength && /^\d+$/.test(text) && text.startsWith(String(carClass))
}

/**
 * rules/security 2.3: a listed number counts for its car's class. Any other number counts for the class whose
 * number is its longest prefix.
 */
export function findVoteClass(classes: readonly ClassEntries[], vote: string): number | undefined {
  const listed = classes.find(({ carNumbers }) => carNumbers.includes(vote))
  if (listed !== undefined) return listed.carClass
  return classes
    .filter(({ carClass }) => isManualNumber(vote, carClass))
    .sort((a, b) => String(b.carClass).length - String(a.carClass).length)[0]?.carClass
}

export type BallotFault =
  | { kind: 'bad-vote'; vote: string }
  | { kind: 'too-many-votes'; carClass: number; votesPerClass: number }

/**
 * Drops choices of 0. A number that appears twice is one vote: rules/security 2.3 counts distinct ones. The
 * order of the choices does not matter.
 */
export function toVotes(choices: readonly string[]): string[] {
  return [...new Set(choices.map((choice) => choice.trim()))]
    .filter((choice) => choice !== '' && choice !== '0')
    .sort()
}

export function findBallotFault(
  classes: readonly ClassEntries[],
  votesPerClass: number,
  votes: readonly string[],
): BallotFault | undefined {
  const counts = new Map<number, number>()
  for (const vote of votes) {
    const carClass = findVoteClass(classes, vote)
    if (carClass === undefined) return { kind: 'bad-vote', vote }
    const count = (counts.get(carClass) ?? 0) + 1
    if (count > votesPerClass) return { kind: 'too-many-votes', carClass, votesPerClass }
    counts.set(carClass, count)
  }
  return undefined
}
