// The records in the outbox's database: entries to send, drafts, and judges' grants.
import type { Accepted } from '../contract/caller.ts'
import type { Receipt } from '../contract/define.ts'
import type { Input, QueuedActionName } from '../contract/index.ts'

export type PrincipalKind = 'judge' | 'voter'

/** The judge or voter of an entry: a judge by their short id, a voter by the ballot's uuid. */
export interface OutboxPrincipal {
  kind: PrincipalKind
  ref: string
}

/**
 * rules/offline 1: `waiting → sending → accepted | refused | needs-signin`. After a rollback a build may meet
 * states of a newer one: an entry that is not settled waits.
 */
export type OutboxEntryState = 'waiting' | 'sending' | 'accepted' | 'refused' | 'needs-signin'

/**
 * Whether the server too needs to know which entry for an item is the newest. The type checks it against the
 * contract's inputs.
 */
export const carriesSequence: {
  readonly [N in QueuedActionName]: 'sequence' extends keyof Input<N> ? true : false
} = {
  submit_ballot: false,
  submit_judging_form: true,
  move_judging_form: true,
  withdraw_judging_form: true,
}

/** How a delivered sheet stands beside those of other phones. Servers of earlier builds do not say. */
export interface SheetStanding {
  /** It is the newest. */
  current: boolean
  /** The highest sequence that the club has for the same item. */
  highest: number
  /** Of a sheet that was moved: how it stands at the other car. */
  to?: SheetStanding
}

export interface OutboxEntryFault {
  /** A code of `contract/failures.ts`, or `unreachable`, `no-receipt` or `no-result`, used only here. */
  code: string
  /** The server's own sentence, in English; '' if there was none. */
  message: string
  /** Of `ballot-used`: when the ballot that counts was received, an ISO instant. Earlier servers do not say. */
  usedAt?: string
  /** Of `ballot-used`: the ballot that counts is on paper. */
  onPaper?: boolean
}

/** What the outbox shows of an entry: the car and its number, or "Ballot", and the show's zone. */
export interface OutboxEntryAbout {
  title: string
  number?: string
  timeZone?: string
}

/** An intent, not a finished request: the grant and the club's name are added when it is sent. */
export interface OutboxEntry<N extends QueuedActionName = QueuedActionName> {
  key: string
  action: N
  schema: 1
  /** As in `ShowId.club`: '' if the host names it. */
  club: string
  /** The club's uuid. */
  tenantId: string
  eventId: number
  principal: OutboxPrincipal
  /** Without key, grant and club. An accepted entry has no names and e-mail addresses any more. */
  input: Input<N>
  /** SHA-256 of the input as it was saved. The server stores the same hash in its idempotency record. */
  inputHash: string
  sequence: number
  /** Epoch milliseconds by the device's clock, with the clock's known error. */
  madeAt: number
  clockOffset: number
  state: OutboxEntryState
  /** How often it was sent. */
  attempts: number
  /** Not sent automatically before this time on the device's clock. */
  nextAt: number
  /** When it was last sent, by the device's clock. */
  sentAt?: number
  /** It was only sent while the device had no network at all, so no request with it can have left. */
  neverLeft?: true
  /** How often it was in a request that failed at the server. */
  suspicion?: number
  savedAt: number
  /** A counter of this device, which does not depend on its clock: the order in which entries were made. */
  order: number
  fault?: OutboxEntryFault
  receipt?: Receipt
  standing?: SheetStanding
  /** By the device's clock. The server's own time is `receipt.at`. */
  settledAt?: number
  /** When the person dismissed the refusal. */
  dismissedAt?: number
  about?: OutboxEntryAbout
}

/** Delivered, or refused for a stated reason. The sender has no more work with it. */
export function isSettled(entry: Pick<OutboxEntry, 'state'>): boolean {
  return entry.state === 'accepted' || entry.state === 'refused'
}

/** Whether the person still has to wait for it or to act on it. */
export function isPending(entry: Pick<OutboxEntry, 'state' | 'dismissedAt'>): boolean {
  return entry.state !== 'accepted' && entry.dismissedAt === undefined
}

/** Every change of an entry alters one of these. */
const changing = [
  'state',
  'attempts',
  'sentAt',
  'nextAt',
  'suspicion',
  'settledAt',
  'dismissedAt',
  'savedAt',
  'inputHash',
] as const satisfies readonly (keyof OutboxEntry)[]

/** Whether an entry that was read again is as it was. */
export function isUnchanged(was: OutboxEntry, entry: OutboxEntry): boolean {
  return changing.every((name) => was[name] === entry[name]) && was.fault?.code === entry.fault?.code
}

/** One judge or one voter at one event. All their entries there share this id. */
export function toPrincipalId(entry: Pick<OutboxEntry, 'club' | 'eventId' | 'principal'>): string {
  return `${entry.principal.kind}/${entry.club}/${entry.eventId}/${entry.principal.ref}`
}

/**
 * rules/offline 1.6: the entries of one judge and one car, or of one voter, keep their order. A sheet that is moved is
 * in the lanes of both cars.
 */
export function toLanes(entry: Pick<OutboxEntry, 'club' | 'eventId' | 'principal' | 'input'>): string[] {
  const { input } = entry
  const items =
    'entryId' in input ? [input.entryId, ...('toEntryId' in input ? [input.toEntryId] : [])] : ['']
  return items.map((item) => `${toPrincipalId(entry)} ${item}`)
}

/**
 * `ballot/{club}/{eventId}/{voter}`, `sheet/{club}/{eventId}/{judge}/{formId}/…`, `purchase/{club}/{memberId}/{flow}`
 * `post/{club}/{memberId}/…`, `ride/{club}/{memberId}/…` or `listing/{club}/{memberId}/…`.
 */
export type DraftId = string

export interface DraftRecord {
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
  /** ISO instant. It only warns; the server decides. */
  until: string
  /** The club's uuid. */
  tenantId: string
  /** What this judge had sent before verifying here, from any phone: form, car number, highest sequence. */
  sent?: { formId: number; entryId: string; sequence: number }[]
  /** All sheets of this judge that the club had when it was last asked. Missing before that. */
  sheets?: ClubSheet[]
  /** What the club calls this state of `sheets`. Never without them. */
  version?: string
}

export type ClubSheet = NonNullable<Accepted<'get_judge_sheets'>['sheets']>[number]

export interface StoredGrant extends JudgeGrant {
  id: string
  /** This judge's screens are shown at the event. At most one grant of an event is current. */
  isCurrent: boolean
  /** The judge has left this device. The grant stays only until their entries are delivered. */
  hasLeft: boolean
}
