// How the screens show the state of an outbox entry.
import type { OutboxEntry } from '../../offline/outboxRecords.ts'

export type ShownEntryState = 'sent' | 'saved' | 'sending' | 'accepted' | 'attention' | 'sign-in'

const states: Record<OutboxEntry['state'], ShownEntryState> = {
  waiting: 'saved',
  sending: 'sending',
  accepted: 'accepted',
  refused: 'attention',
  'needs-signin': 'sign-in',
}

/**
 * Accepted means that it counts. A sheet beside which a later one of another phone counts is sent, and no more.
 * After a rollback a build may meet states that it does not know: such entries wait.
 */
export function toShownEntryState({
  state,
  standing,
}: Pick<OutboxEntry, 'state' | 'standing'>): ShownEntryState {
  if (state === 'accepted' && standing?.current === false) return 'sent'
  return states[state] ?? 'saved'
}
