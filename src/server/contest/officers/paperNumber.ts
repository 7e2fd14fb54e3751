// The number on a paper ballot, by which a paper that is entered twice is recognised.
import { createHash } from 'node:crypto'
import { kindOf, UsageFault } from '../../officers/options.ts'
import type { StoredPaper } from '../db/paperBallot.ts'

export function isPaperNumber(typed: string): boolean {
  return /^[A-Za-z0-9-]{1,32}$/.test(typed)
}

export const paperNumber = kindOf((typed) => {
  if (isPaperNumber(typed)) return typed
  throw new UsageFault('A paper ballot has its number as written on it: letters, digits and hyphens.')
})

/** 17 and 017 are one paper, and so are A17 and a17. */
export function foldPaperNumber(number: string): string {
  return number.toLowerCase().replace(/(?<!\d)0+(?=\d)/g, '')
}

/** The same paper gives the same key: a UUID made from club, event and the paper's number. */
export function toPaperKey(tenantUuid: string, eventId: number, number: string): string {
  const hex = createHash('sha256').update(`paper ${tenantUuid} ${eventId} ${number}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * By the folded numbers. Papers that were entered before numbers were stored are found by the key that an
 * earlier version made of the number as it was typed.
 */
export function groupPapers(papers: readonly StoredPaper[]): ReadonlyMap<string, StoredPaper[]> {
  const folded = new Map(
    papers.flatMap(({ key, number }) => (number === null ? [] : [[key, foldPaperNumber(number)]])),
  )
  return Map.groupBy(papers, ({ key }) => folded.get(key) ?? key)
}

/** The oldest first. An earlier version may have counted a paper more than once. */
export function findPapers(
  groups: ReadonlyMap<string, StoredPaper[]>,
  number: string,
  toKey: (number: string) => string,
): StoredPaper[] {
  const folded = foldPaperNumber(number)
  const names = new Set([folded, toKey(folded), toKey(number)])
  return [...names].flatMap((name) => groups.get(name) ?? []).sort((a, b) => a.voterId - b.voterId)
}
