// The texts for submissions that the club refused.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Failure, isFailureCode } from '../../contract/failures.ts'
import type { OutboxEntry } from '../../offline/outboxRecords.ts'
import { toFailureText } from '../text/failureText.ts'

/** The car's number, if the entry is about a car. */
export function findEntryCarNumber(entry: Pick<OutboxEntry, 'input' | 'about'>): string | undefined {
  return entry.about?.number ?? ('entryId' in entry.input ? String(entry.input.entryId) : undefined)
}

/** The sentences for refused scores and ballots, with the reason in the person's language. */
export function toRefusalText(i18n: I18n, entry: Pick<OutboxEntry, 'input' | 'about' | 'fault'>): string {
  const reason = toReason(i18n, entry.fault)
  const { input } = entry
  if ('toEntryId' in input) {
    const [from, to] = [String(input.entryId), String(input.toEntryId)]
    return toMoveRefusalText(i18n, { from, to, fault: entry.fault })
  }
  if ('reason' in input) {
    const withdrawn = String(input.entryId)
    return i18n._(msg`Your sheet for ${withdrawn} was not withdrawn. Reason: ${reason}`)
  }
  const number = findEntryCarNumber(entry)
  return number === undefined
    ? i18n._(msg`Your ballot was rejected for the following reason: ${reason}`)
    : i18n._(msg`Your scores for ${number} were not accepted. Reason: ${reason}`)
}

export function toMoveRefusalText(
  i18n: I18n,
  { from, to, fault }: { from: string; to: string; fault: OutboxEntry['fault'] },
): string {
  const reason = toReason(i18n, fault)
  return i18n._(msg`Your sheet for ${from} was not moved to ${to}. Reason: ${reason}`)
}

/** A code of a newer server has no text here. Then the server's own sentence is shown. */
function toReason(i18n: I18n, fault: OutboxEntry['fault']): string {
  if (fault !== undefined && !isFailureCode(fault.code) && fault.message !== '') return fault.message
  const code = isFailureCode(fault?.code) ? fault.code : 'internal'
  return toFailureText(i18n, new Failure(code, fault?.message ?? ''))
}
