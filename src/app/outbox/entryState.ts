// How the screens show the state of an outbox entry.
import { type OutboxEntry, type StoredGrant, toPrincipalId } from '../../offline/outboxRecords.ts'

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

const endsAtClub = { overtaken: 'sent', withdrawn: 'withdrawn', void: 'void' } as const

/** With what the club was last heard to have of its judge: a sheet that counts no more is accepted no more. */
export function toStateAtClub(
  entry: OutboxEntry,
  grants: readonly Pick<StoredGrant, 'id' | 'sheets'>[],
): ShownEntryState | 'withdrawn' | 'void' {
  const shown = toShownEntryState(entry)
  if (shown !== 'accepted') return shown
  const id = toPrincipalId(entry)
  const why = grants.find((grant) => grant.id === id)?.sheets?.find(({ key }) => key === entry.key)?.why
  return why == null ? shown : endsAtClub[why]
}

/** Refusals that no correction can repair: used, withdrawn, unknown, or too late. */
const finalFaults: ReadonlySet<string> = new Set([
  'ballot-used',
  'ballot-void',
  'voter-not-found',
  'voting-ended',
  'voting-not-used',
  'judging-ended',
  'judging-not-used',
])

/** Whether the person could send a refused entry again after a change. */
export function isCorrectable({ fault, input }: Pick<OutboxEntry, 'fault' | 'input'>): boolean {
  // what was to be withdrawn is as it was
  return !('reason' in input) && !finalFaults.has(fault?.code ?? '')
}

/** The club has said that an earlier sheet of the same judge, form and car counts, from this phone or another. */
export function hasCountedSheet(
  entry: OutboxEntry,
  entries: readonly OutboxEntry[],
  grants: readonly Pick<StoredGrant, 'id' | 'sheets'>[],
): boolean {
  const id = toPrincipalId(entry)
  const sheet = findSheetPlace(entry)
  if (sheet === undefined) return false
  const isSame = (other: { formId: unknown; entryId: unknown } | undefined) =>
    String(other?.formId) === String(sheet.formId) && String(other?.entryId) === String(sheet.entryId)
  const own = grants.filter((grant) => grant.id === id)
  // what the club has said it has counts before what this phone has sent
  const told = own.find(({ sheets }) => sheets !== undefined)?.sheets
  if (told !== undefined) return told.some((one) => one.counts && isSame(one))
  return entries.some(
    (other) =>
      other.action === 'submit_judging_form' &&
      toShownEntryState(other) === 'accepted' &&
      toPrincipalId(other) === id &&
      isSame(findSheetPlace(other)),
  )
}

function findSheetPlace({ input }: OutboxEntry): { formId: unknown; entryId: unknown } | undefined {
  return 'entryId' in input && input.formId !== undefined
    ? { formId: input.formId, entryId: input.entryId }
    : undefined
}
