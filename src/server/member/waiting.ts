// What may wait for an officer, as the desk's first screen counts it.
import type { waitingKinds } from '../../contract/desk.ts'
import type { Right } from '../../domain/rights.ts'
import type { Tx } from '../db/open.ts'

export interface OfficersWaiting {
  readonly kind: (typeof waitingKinds)[number]
  /** Only who has it is told. */
  readonly right: Right
  /** `memberId` is the officer, null at the command line: nobody decides about themselves. */
  count(tx: Tx, memberId: number | null): Promise<number>
}
