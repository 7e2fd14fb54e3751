// The records in the outbox's database: what waits to be sent, what is half filled in, and who judges here.
import type { Receipt } from '../contract/define.ts'
import type { Input, QueuedActionName } from '../contract/index.ts'

export type PrincipalKind = 'judge' | 'voter'

/** Whose entry it is: a judge by their short id, a voter by the ballot's uuid. */
export interface OutboxPrincipal {
  kind: PrincipalKind
  ref: string
}

/**
 * rules/offline 1: `waiting → sending → accepted | refused | needs-signin`. A build may meet the states of a newer
 * one after a rollback: whatever is not settled waits.
 */
export type EntryState = 'waiting' | 'sending' | 'accepted' | 'refused' | 'needs-signin'

export interface EntryFault {
  /** Of `contract/failures.ts`, or `unreachable`, `no-receipt` and `no-result`, which only the device knows. */
  code: string
  /** The server's own sentence, in English; '' where it said none. */
  message: string
}

/** An intent, never a stored request: the grant and the club's name are joined when it is sent. */
export interface OutboxEntry<N extends QueuedActionName = QueuedActionName> {
  key: string
  action: N
  schema: 1
  /** As in `ShowId.club`: '' when the host names it. */
  club: string
  /** The club's uuid. */
  tenantId: string
  eventId: number
  principal: OutboxPrincipal
  /** Without key, grant and club; of an accepted entry names and e-mail addresses are gone. */
  input: Input<N>
  /** SHA-256 of the input as it was saved, the same that the server keeps beside its receipt. */
  inputHash: string
  sequence: number
  /** Epoch milliseconds by the device's clock, with what was known of its error. */
  madeAt: number
  clockOffset: number
  state: EntryState
  /** How often it was sent off. */
  attempts: number
  /** Not sent by itself before this instant of the device's clock. */
  nextAt: number
  /** When it was last sent off, by the device's clock. */
  sentAt?: number
  /** How often it was in a request that the server could not take whole. */
  suspicion?: number
  savedAt: number
  /** Counts up on this device, whatever its clock does: the order in which things were made. */
  order: number
  fault?: EntryFault
  receipt?: Receipt
  /** By the device's clock; the server's own instant is `receipt.at`. */
  settledAt?: number
  /** The person has seen the refusal and put it away. */
  dismissedAt?: number
  /** What the outbox shows: the car and its number, or "Ballot". */
  about?: { title: string; number?: string }
}

/** `ballot/{club}/{eventId}/{voter}`, `sheet/{club}/{eventId}/{judge}/{formId}/…` or `purchase/{club}/{memberId}/{flow}`. */
export type DraftId = string

export interface StoredDraft {
  id: DraftId
  value: unknown
  /** Epoch milliseconds by the device's clock. */
  keptAt: number
}

export interface JudgeGrant {
  /** As in `ShowId.club`. */
  club: string
  eventId: number
  /** The judge's short id. */
  judgeId: string
  judgeName: string
  /** The only form that the judge may use; 0 for all. */
  formId: number
  grant: string
  /** ISO instant; the server decides, this only warns. */
  until: string
  /** The club's uuid. */
  tenantId: string
  /** What the judge had sent before verifying here, from whichever phone: form, car number, highest sequence. */
  sent?: { formId: number; entryId: string; sequence: number }[]
}

export interface StoredGrant extends JudgeGrant {
  id: string
  /** The judge whose screens this device shows at the event; at most one. */
  isCurrent: boolean
  /** The judge has left this device; the grant stays only until what they made is delivered. */
  hasLeft: boolean
}
