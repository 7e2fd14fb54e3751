// The search parameters of the roster's address.
import { type RosterSort, rosterSorts } from '../../../domain/members/roster.ts'

export interface RosterSearch {
  /** What is typed into the search; missing for nothing. */
  find?: string
  /** Missing for the usual order, by name. */
  sort?: RosterSort
}

/** Longer than any name. */
export const longestSearch = 100

export function parseRosterSearch(search: Record<string, unknown>): RosterSearch {
  const find = typeof search.find === 'string' ? search.find.slice(0, longestSearch) : ''
  const sort = rosterSorts.find((one) => one === search.sort)
  return {
    ...(find === '' ? {} : { find }),
    ...(sort === undefined || sort === 'name' ? {} : { sort }),
  }
}
