// A judge's cars by how they stand: the counts of a screen, its filters and its search.
import { foldText, toWords } from '../../../domain/search.ts'
import type { CarRow, CarState } from './myCars.ts'

export type CarGroup = 'todo' | 'phone' | 'attention' | 'sent' | 'accepted'
export type CarFilter = 'all' | CarGroup

/** Each car is in exactly one group, so that all counts of a screen make one sum. */
const groups: Record<CarState, CarGroup> = {
  todo: 'todo',
  started: 'todo',
  saved: 'phone',
  sending: 'phone',
  'sign-in': 'phone',
  attention: 'attention',
  accepted: 'accepted',
  // it is not known whether it counts
  sent: 'sent',
  withdrawn: 'todo',
  void: 'todo',
}

/** Where a later sheet of this judge counts, from another phone, the club has accepted the car. */
const toGroup = ({ state, isCounted }: CarRow): CarGroup =>
  state === 'sent' && isCounted ? 'accepted' : groups[state]

export type CarCounts = Record<CarFilter, number>

export function countCars(rows: readonly CarRow[]): CarCounts {
  const counts: CarCounts = { all: rows.length, todo: 0, phone: 0, attention: 0, sent: 0, accepted: 0 }
  for (const row of rows) counts[toGroup(row)] += 1
  return counts
}

/**
 * Cars with a sheet of this judge, wherever it is. One that goes to another car, or is being withdrawn, is none here,
 * unless a later one from another phone counts.
 */
export function countScored(rows: readonly CarRow[]): number {
  return rows.filter((row) => {
    const group = toGroup(row)
    return group === 'accepted' || (group !== 'todo' && row.entry?.takesBack === undefined)
  }).length
}

export function isOfFilter(row: CarRow, filter: CarFilter): boolean {
  return filter === 'all' || toGroup(row) === filter
}

/** By number, year, make, model and class. Digits match the beginning of a number or a year. */
export function isFound(row: CarRow, query: string): boolean {
  const { car } = row
  const text = foldText(
    [row.number, car?.year, car?.make, car?.model, row.classDescription].filter(Boolean).join(' '),
  )
  const parts = text.split(' ')
  return toWords(query).every((word) =>
    /^\d+$/.test(word) ? parts.some((part) => part.startsWith(word)) : text.includes(word),
  )
}
