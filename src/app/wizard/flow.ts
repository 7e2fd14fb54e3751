// A flow as data for the engine: its steps, how it ends, and where it leads.
import type { ReactNode } from 'react'
import type { Failure } from '../../contract/failures.ts'
import type { PersonalInfo } from '../../domain/membership.ts'
import type { Quote, QuoteLine } from '../../domain/order.ts'
import type { SessionMember } from '../session/sessionState.ts'
import type { PartKind } from './thanks/parts.ts'

/** The fields that the engine's own steps have in a flow's form. */
export interface WizardValues {
  /** The agreement's check box, where there is an agreement. */
  agreed?: boolean
}

/** A fault that keeps a step from being complete, in words. */
export interface StepFault {
  /** The field's path in the form, such as `personal.fname`. */
  field: string
  message: string
}

export interface Step<V extends WizardValues> {
  /** Names the step in the address. The engine draws `pay` and `complete` itself. */
  id: string
  label: string
  /** The step's screen. It reads and writes the form by React Hook Form's context. */
  screen?: ReactNode
  /** Empty for a complete step. In the order of the fields. */
  findFaults?(values: V): StepFault[]
  /** Nothing can be entered here that makes the step complete: only the way back is shown. */
  isDeadEnd?(values: V): boolean
  /** False if this draft can skip the step: it then counts as complete. */
  isNeeded?(values: V, quote: Quote | undefined): boolean
}

/** An order that the server can price. */
export interface FlowOrder {
  kind: 'membership' | 'renewal' | 'donation' | 'event' | 'products'
  payload: Record<string, unknown>
}

/** Who pays: a member by the token, or a person who filled in who they are. */
export interface Payer {
  receiptEmail: string
  memberId?: number
  nonMember?: Omit<PersonalInfo, 'partner' | 'allowEmailMarketing'>
}

/** The flow ends with an order: the server prices it, and Pay and Complete follow. */
export interface OrderEnding<V extends WizardValues> {
  is: 'order'
  /** The lines that the summary always has: at $0 while nothing of their kind is chosen. */
  emptyLines: QuoteLine[]
  /** The summary always has the discount of members too. Who forgot to sign in sees that they have none. */
  hasDiscount?: boolean
  /** The event's own word for its tickets, where the summary has it. */
  ticketLabel?: string | undefined
  /** The part of the order that decides its price; undefined while nothing is chosen. */
  toPriced(values: V): FlowOrder | undefined
  /** Why the server is not asked for a price now; undefined if it is. */
  unpriced?: Failure | undefined
  toOrder(values: V): FlowOrder
  toPayer(values: V): Payer
  /** Category and description of the payment. */
  category: 0 | 1 | 4 | 5
  description: string
  /** The create call, after the payment, or in its place if the order is free. `key` is the order's own. */
  create?(values: V, paid: { receiptId: number | undefined; key: string }): Promise<void>
  /** What is said of the goods above the card form. */
  beforePay?: ReactNode
  /** A link to where the refused thing can be had; undefined if trying again may help. */
  toElsewhere?(error: unknown): ReactNode
}

/** The flow costs nothing and ends with one call, which Complete sends. */
export interface SendEnding<V extends WizardValues> {
  is: 'send'
  /** In place of the prices. */
  summary: ReactNode
  /** The summary in a few words, for the bar of a phone. */
  summaryLine(values: V): ReactNode
  /** Says beside the last Next what it does. */
  note: string
  /** What is sent. The same content keeps its key, so that it counts once. */
  toContent(values: V): unknown
  /** Resolves with what `thanks` shows. It is saved on the device, so that a reload shows it again. */
  send(values: V, key: string): Promise<unknown>
  /** What is being sent, in the words of `thanks/`. */
  part: PartKind
  thanks(answer: unknown): ReactNode
}

export interface Flow<V extends WizardValues> {
  /** Names its draft, such as `join/3`. */
  id: string
  title: string
  /** Whether the person is warned about the browser's back button. */
  warnsOfBack?: boolean
  summaryTitle: string
  /** The form's values before anything is typed. */
  defaults: V
  /** Fills fields that are still empty from the member's record. */
  prefill(values: V, member: SessionMember): V
  steps: readonly Step<V>[]
  ending: OrderEnding<V> | SendEnding<V>
  /** The form's new values after a failure that makes an earlier step incomplete; undefined otherwise. */
  repair?(values: V, error: unknown): V | undefined
  /** Where Cancel and Finished lead. */
  cancelTo: string
  finishTo: string
}
