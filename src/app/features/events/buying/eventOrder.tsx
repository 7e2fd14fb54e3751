// What the wizards of an event's sales have in common: what is priced and ordered, the create call, and the way on
// where trying again does not help.
import type { EventPayload } from '../../../../contract/eventOrders.ts'
import { Failure, type FailureCode } from '../../../../contract/failures.ts'
import type { ClubEvent } from '../../../../domain/event.ts'
import type { Session } from '../../../session/session.ts'
import type { OrderEnding, WizardValues } from '../../../wizard/flow.ts'
import { SaleOver } from './SaleOver.tsx'

/** Trying again does not help. */
const over: readonly FailureCode[] = [
  'registration-not-open',
  'registration-ended',
  'vendor-sales-ended',
  'ticket-sales-ended',
  'event-not-found',
]

export interface EventOrder<V extends WizardValues> {
  event: ClubEvent
  session: Session
  /** What decides the price; undefined while nothing is chosen. */
  toPriced(values: V): Record<string, unknown> | undefined
  toOrder(values: V): EventPayload
}

export function toEventOrder<V extends WizardValues>({ event, session, toPriced, toOrder }: EventOrder<V>) {
  return {
    toPriced(values) {
      const payload = toPriced(values)
      return payload && { kind: 'event', payload }
    },
    toOrder: (values) => ({ kind: 'event', payload: { ...toOrder(values) } }),
    async create(values, { receiptId, key }) {
      const named = receiptId === undefined ? {} : { receiptId }
      await session.caller.call('create_event_customer', { ...toOrder(values), key, ...named })
    },
    toElsewhere: (error) =>
      error instanceof Failure && over.includes(error.code) ? (
        <SaleOver eventId={event.id} error={error} />
      ) : undefined,
  } satisfies Partial<OrderEnding<V>>
}
