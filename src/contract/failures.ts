// Every way in which an action can fail: its code, its HTTP status, and what the outbox does then.

import type { Quote } from '../domain/order.ts'

/** What an outbox entry does after this answer (rules/offline 1.5). */
export type DeliveryOutcome = 'retry' | 'refused' | 'needs-signin'

interface FailureKind {
  status: number
  deliveryOutcome: DeliveryOutcome
}

function merit(): FailureKind {
  return { status: 200, deliveryOutcome: 'refused' }
}
function envelope(status: number, deliveryOutcome: DeliveryOutcome = 'refused'): FailureKind {
  return { status, deliveryOutcome }
}

/** Codes that dispatch itself gives, for any action. */
export const dispatchFailures = {
  'not-found': envelope(404),
  'method-not-allowed': envelope(405),
  'unsupported-media-type': envelope(415),
  'body-too-large': envelope(413),
  'body-too-slow': envelope(408, 'retry'),
  'bad-json': envelope(400, 'retry'),
  'unknown-action': envelope(400, 'retry'),
  'cross-site': envelope(403),
  'unknown-tenant': envelope(404),
  'tenant-mismatch': envelope(403),
  'needs-signin': envelope(401, 'needs-signin'),
  'needs-grant': envelope(401, 'needs-signin'),
  'invalid-input': envelope(400),
  'key-reused': merit(),
  'too-many-requests': envelope(429, 'retry'),
  internal: envelope(500, 'retry'),
  /** Signed in with a temporary password: nothing else works before a new one is chosen. */
  'password-change-needed': envelope(403, 'needs-signin'),
  unavailable: envelope(503, 'retry'),
  /** No role of the officer gives the right. */
  'no-right': envelope(403),
  /** The officer's sign-in is too old for this: after a new one the same call goes through. */
  'signin-too-old-for-this': envelope(403, 'needs-signin'),
} as const satisfies Record<string, FailureKind>

/** Codes that an action must declare before it may give them. */
export const meritFailures = {
  'event-not-found': merit(),
  'make-not-found': merit(),
  'account-not-found': merit(),
  'wrong-password': merit(),
  'weak-password': merit(),
  'common-password': merit(),
  'signin-too-old': merit(),
  'signin-too-old-for-email': merit(),
  'membership-expired': merit(),
  'child-membership': merit(),
  'life-member': merit(),
  'already-member': merit(),
  'renewal-too-early': merit(),
  'lookup-expired': merit(),
  'bad-endpoint': merit(),
  'voter-not-found': merit(),
  'ballot-void': merit(),
  'ballot-used': merit(),
  'voting-not-used': merit(),
  'voting-not-begun': merit(),
  'voting-ended': merit(),
  'bad-vote': merit(),
  'too-many-votes': merit(),
  'judging-not-used': merit(),
  'judging-not-begun': merit(),
  'judging-ended': merit(),
  'invalid-judge': merit(),
  'bad-code': merit(),
  'bad-link': merit(),
  'link-code-wrong': merit(),
  'link-code-used': merit(),
  'link-code-ended': merit(),
  'membership-card-not-found': merit(),
  'car-not-found': merit(),
  'form-not-found': merit(),
  'form-not-allowed': merit(),
  'bad-scores': merit(),
  'price-changed': merit(),
  'nothing-to-pay': merit(),
  'amount-too-small': merit(),
  'amount-too-large': merit(),
  'sold-out': merit(),
  'too-many-held': merit(),
  'order-not-found': merit(),
  'order-expired': merit(),
  /** A payment that names no goods, of an amount that no goods cost: it could never be redeemed. */
  'nothing-costs-that': merit(),
  'not-paid': merit(),
  'already-paid': merit(),
  'type-not-found': merit(),
  'bad-years': merit(),
  'renewal-not-found': merit(),
  'no-saved-card': merit(),
  'card-not-found': merit(),
  'renewal-changed': merit(),
  'renewal-declined': merit(),
  'renewal-needs-holder': merit(),
  'volunteering-closed': merit(),
  'shift-full': merit(),
  'shift-over': merit(),
  'shift-given-back': merit(),
  'shift-unconfirmed': merit(),
  'registration-not-open': merit(),
  'registration-ended': merit(),
  'vendor-sales-ended': merit(),
  'ticket-sales-ended': merit(),
  'member-not-found': merit(),
  'email-taken': merit(),
  'too-many-logins': merit(),
  'no-logins': merit(),
  'bad-mail-code': merit(),
  /** Neither who made it nor a moderator. */
  'not-allowed': merit(),
  'member-muted': merit(),
  'post-not-found': merit(),
  'topic-not-found': merit(),
  'ride-not-found': merit(),
  'too-many-rides': merit(),
  'listing-not-found': merit(),
  'calendar-not-found': merit(),
  'file-not-found': merit(),
  'own-data-not-found': merit(),
  'signin-too-old-to-close': merit(),
  'last-owner': merit(),
  'has-additional-logins': merit(),
  'too-many-additional-emails': merit(),
  'not-a-picture': merit(),
  'picture-too-large': merit(),
  'picture-broken': merit(),
  'pictures-busy': envelope(503, 'retry'),
  'payments-unavailable': envelope(503, 'retry'),
} as const satisfies Record<string, FailureKind>

/** The same, of actions that only the officers' desk calls. Their texts are in the desk's own part of the app. */
export const deskFailures = {
  'owner-link-ended': merit(),
  'has-role': merit(),
  'no-such-role': merit(),
  'role-needs-event': merit(),
  'role-of-club': merit(),
} as const satisfies Record<string, FailureKind>

export const failures = { ...dispatchFailures, ...meritFailures, ...deskFailures }

export type DispatchFailureCode = keyof typeof dispatchFailures
export type DeskFailureCode = keyof typeof deskFailures
export type MeritFailureCode = keyof typeof meritFailures | DeskFailureCode
export type FailureCode = keyof typeof failures

export function isFailureCode(code: unknown): code is FailureCode {
  return typeof code === 'string' && Object.hasOwn(failures, code)
}

/** A wrong place in the input, so that a form can show the fault beside its field. */
export interface InputFault {
  path: string
  message: string
}

/** An answer names no more: a small request can be wrong in a million places. */
export const mostFaults = 20

export interface FailureDetails {
  faults?: InputFault[]
  /** Seconds after which the caller may try again. */
  retryAfter?: number
  /** Identifies the log line of an internal failure. */
  reference?: string
  /** The order's present price. */
  quote?: Quote
  /** The price that was agreed before; only if the order had another price. */
  wasCents?: number
  /** With `too-many-held`: so much of a thing may wait for payments of this member or network at a time. */
  mostHeld?: number
  /** With `ballot-used`: when the ballot that counts was received, or entered from paper. An ISO instant. */
  usedAt?: string
  /** With `ballot-used`: the ballot that counts is on paper. */
  onPaper?: boolean
}

/** An expected failure, on both sides of the wire. Its `message` is a plain English sentence. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: FailureDetails

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.details = details
  }

  get status(): number {
    return failures[this.code].status
  }
}
