// What the tests of all actions need of each, so that they need no change for a new one.
import type { MeritFailureCode } from '../../../src/contract/failures.ts'
import type { ActionName, Input } from '../../../src/contract/index.ts'
import type { SeededClub } from './clubs.ts'

/** Those of `tests/e2e/hostile`. */
export type HostileJourney = 'shared' | 'sales' | 'contest'

export interface ActionCase<N extends ActionName> {
  /** One valid input. */
  sample(club: SeededClub): Input<N>
  /** With that input it is refused on merit, in the right club too. */
  readonly refused?: MeritFailureCode | 'invalid-input'
  /** Why somebody whose membership has ended may call it all the same (rules/security 1.5). */
  readonly whenExpired?: string
  /** Fields that are called like a member's id and are none. */
  readonly noMembersIds?: readonly ('id' | 'parentId')[]
  /** The journey that fills the texts of its input with what could harm a screen (T2.34). */
  readonly texts?: HostileJourney
  /** Texts that another journey fills, or why none does: by path, like `entries[].make`. */
  readonly textsApart?: Readonly<Record<string, HostileJourney | { readonly why: string }>>
}

/** The cases of an area: an action without one does not compile. */
export type CasesOf<Area> = { readonly [N in keyof Area & ActionName]: ActionCase<N> }
