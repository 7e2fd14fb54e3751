// Writes the waiting entries to a file that an officer can read when they cannot be sent.
import type { OutboxEntry } from '../../offline/outboxRecords.ts'
import { saveFile } from '../saveFile.ts'

export const outboxFileFormat = 'showfield-outbox'

/**
 * What a file may hold: sheets, and the ballot whose link is open. Choices and voter id of other ballots on this
 * phone are a secret of their voters.
 */
export function listExportable(
  entries: readonly OutboxEntry[],
  openVoterId: string | undefined,
): OutboxEntry[] {
  return entries.filter(({ principal }) => principal.kind === 'judge' || principal.ref === openVoterId)
}

/** All that the entries contain, as words and instants. An entry never contains a grant. */
export function toOutboxFile(entries: readonly OutboxEntry[], now: number): string {
  return JSON.stringify(
    {
      format: outboxFileFormat,
      version: 1,
      savedAt: new Date(now).toISOString(),
      entries: entries.map((entry) => ({
        what: entry.about,
        state: entry.state,
        reason: entry.fault,
        madeAt: toIso(entry.madeAt + entry.clockOffset),
        club: entry.club,
        tenantId: entry.tenantId,
        eventId: entry.eventId,
        principal: entry.principal,
        action: entry.action,
        key: entry.key,
        sequence: entry.sequence,
        input: entry.input,
        inputHash: entry.inputHash,
        attempts: entry.attempts,
      })),
    },
    undefined,
    2,
  )
}

/** A device's clock may be anywhere. A number that is no date is left out. */
function toIso(instant: number): string | undefined {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

export function saveOutboxFile(entries: readonly OutboxEntry[], now: number): void {
  const name = `outbox-${new Date(now).toISOString().slice(0, 16).replaceAll(':', '')}.json`
  saveFile(name, 'application/json', toOutboxFile(entries, now))
}
