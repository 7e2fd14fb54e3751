// How the screens show the state of an outbox entry.
import type { OutboxEntry } from '../../offline/outboxRecords.ts'

export type ShownEntryState = 'saved' | 'sending' | 'accepted' | 'attention' | 'sign-in'

const states: Record<OutboxEntry['state'], ShownEntryState> = {
  waiting: 'saved',
  sending: 'sending',
  accepted: 'accepted',
  refused: 'attention',
  'needs-signin': 'sign-in',
}

/** After a rollback a build may meet states that it does not know: such entries wait. */
export function toShownEntryState({ state }: Pick<OutboxEntry, 'state'>): ShownEntryState {
  return states[state] ?? 'saved'
}
