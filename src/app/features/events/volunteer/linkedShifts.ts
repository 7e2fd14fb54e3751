// What the link in a volunteer's mail shows.
import type { Accepted } from '../../../../contract/caller.ts'

export type LinkedShifts = Accepted<'get_linked_shifts'>
export type LinkedShift = LinkedShifts['shifts'][number]
