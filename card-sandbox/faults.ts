// Errors of the card sandbox: the provider's own error objects and statuses.
import type { Stripe } from 'stripe'

/** Faults of the sandbox itself are logged here. */
export interface Log {
  error(details: object, message: string): void
}

export interface FaultBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  readonly message: string
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly charge?: string
  readonly payment_intent?: Stripe.PaymentIntent
  readonly payment_method?: Stripe.PaymentMethod
  readonly setup_intent?: Stripe.SetupIntent
}

/** Thrown before anything was written, or returned together with what was written. */
export class ApiFault extends Error {
  readonly status: number
  readonly body: FaultBody

  constructor(status: number, body: FaultBody) {
    super(body.message)
    this.name = 'ApiFault'
    this.status = status
    this.body = body
  }
}

export function invalid(message: string, more: { code?: string; param?: string } = {}): ApiFault {
  return new ApiFault(400, { type: 'invalid_request_error', message, ...more })
}

export function missing(kind: string, id: string, param = 'id'): ApiFault {
  return new ApiFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}
