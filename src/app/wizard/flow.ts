// What a purchase's flow is: data that the engine runs, with steps, prices and where it leads.
import type { ReactNode } from 'react'
import type { Failure } from '../../contract/failures.ts'
import type { PersonalInfo } from '../../domain/membership.ts'
import type { Quote, QuoteLine } from '../../domain/order.ts'
import type { SessionMember } from '../session/sessionState.ts'

/** What every flow's form holds beside its own fields. */
export interface WizardValues {
  /** The agreement's box. */
  agreed: boolean
}

/** Something in a step's fields that keeps it from being complete, in words. */
export interface FieldFault {
  /** The field's path in the form, such as `personal.fname`. */
  field: string
  message: string
}

export interface Step<V extends WizardValues> {
  /** Names the step in the address; `pay` and `complete` are drawn by the engine. */
  id: string
  label: string
  /** What is shown; it reads and writes the form by React Hook Form's context. */
  screen?: ReactNode
  /** Empty for a complete step; in the order of the fields. */
  findFaults?(values: V): FieldFault[]
  /** False for a step that this draft may pass over: it counts as complete. */
  isNeeded?(values: V, quote: Quote | undefined): boolean
}

/** An order as the server prices it. */
export interface FlowOrder {
  kind: 'membership' | 'renewal' | 'donation'
  payload: Record<string, unknown>
}

/** Who pays: a member by the token, or somebody who wrote down who they are. */
export interface Payer {
  receiptEmail: string
  memberId?: number
  nonMember?: Omit<PersonalInfo, 'partner' | 'allowEmailMarketing'>
}

export interface Flow<V extends WizardValues> {
  /** Names its draft, such as `join/3`. */
  id: string
  title: string
  /** Whether the browser's back button is warned of. */
  warnsOfBack?: boolean
  summaryTitle: string
  /** What the summary shows before anything is chosen, at nothing. */
  emptyLines: QuoteLine[]
  /** The form before anything was typed. */
  defaults: V
  /** Puts what is known of a member into fields that are still empty. */
  prefill(values: V, member: SessionMember): V
  steps: readonly Step<V>[]
  /** As far as the price depends on it; undefined while nothing is chosen. */
  toPriced(values: V): FlowOrder | undefined
  /** Why the server is not asked for a price now; undefined where it is. */
  unpriced?: Failure | undefined
  toOrder(values: V): FlowOrder
  toPayer(values: V): Payer
  /** Category and description of the payment. */
  category: 0 | 1 | 4 | 5
  description: string
  /**
   * The create call, once the order is paid, or in place of paying when it is free. `key` is
   * the order's own.
   */
  create?(values: V, paid: { receiptId: number | undefined; key: string }): Promise<void>
  /** The form with which to go on after a failure that makes an earlier step incomplete; undefined otherwise. */
  repair?(values: V, error: unknown): V | undefined
  /** A link to where what was refused can be had; undefined where trying again may help. */
  toElsewhere?(error: unknown): ReactNode
  /** Where Cancel and Finished lead. */
  cancelTo: string
  finishTo: string
}
