// Compares what screens said with what the server has: a screen must never say other than the database.
import type { DeviceEntry } from './auditor.ts'
import type { BallotReading, Intention, Ledger, Reading, SheetReading } from './ledger.ts'
import {
  groupBy,
  hasContent,
  type StoredSubmission,
  toPlaceOfStored,
  toScoresText,
  toSheetPlace,
  toVotesText,
} from './stored.ts'

/** A screen hears of what another tab has sent, and that takes a moment. */
const lagMs = 1000

export interface ScreensAndServer {
  ledger: Pick<Ledger, 'intentions' | 'readings'>
  stored: readonly StoredSubmission[]
  onDevices: readonly DeviceEntry[]
}

/** One sentence for each. During the storm only what cannot change any more is held against a screen. */
export function findContradictions({ ledger, stored, onDevices }: ScreensAndServer): string[] {
  const byPlace = groupBy(stored, toPlaceOfStored)
  const byId = new Map(ledger.intentions.map((intention) => [intention.id, intention]))

  function contradict(reading: Reading): string | undefined {
    if (reading.kind === 'sheet') {
      const filed = reading.filed.flatMap((id) => byId.get(id) ?? [])
      return contradictSheet(reading, byPlace.get(toSheetPlace(reading)) ?? [], filed)
    }
    if (reading.kind === 'ballot') {
      return contradictBallot(reading, byPlace.get(`ballot ${reading.voterId}`) ?? [])
    }
    if (reading.kind === 'badge') {
      const held = onDevices.filter(({ device, state }) => device === reading.device && state !== 'accepted')
      return reading.count === held.length ? undefined : `and ${held.length} wait there`
    }
    const { judgeId, formId, accepted, scored } = reading
    const places = new Set(
      stored.filter((row) => row.judgeId === judgeId && row.formId === formId).map(({ entryId }) => entryId),
    )
    return accepted === places.size && scored === places.size
      ? undefined
      : `and the server has ${places.size}`
  }

  return ledger.readings.flatMap((reading) => {
    const why = contradict(reading)
    return why === undefined ? [] : [`${tellReading(reading)}, ${why}`]
  })
}

function contradictSheet(
  { at, isCalm, state, scores, filed: names }: SheetReading,
  rows: readonly StoredSubmission[],
  filed: readonly Intention[],
): string | undefined {
  const there = rows.filter((row) => Date.parse(row.at) <= at)
  const isOfFiled = (row: StoredSubmission): boolean => filed.some((intention) => hasContent(row, intention))
  const isThere = names.length === 0 ? there.length > 0 : there.some(isOfFiled)
  const counting = rows.find(({ current }) => current)
  const isCounting = counting !== undefined && (names.length === 0 || isOfFiled(counting))
  if (state === 'none') {
    const known = there.filter((row) => isCalm || (isOfFiled(row) && Date.parse(row.at) < at - lagMs))
    return known.length > 0 ? 'and the server has it' : undefined
  }
  if (state === 'waits') return isCalm && isThere ? 'and the server has it' : undefined
  if (state === 'refused')
    return names.length === 1 && rows.some(isOfFiled) ? 'and the server has it' : undefined
  if (!isThere) return 'and the server does not have it'
  if (!isCalm || counting === undefined) return undefined
  if (state === 'sent') return isCounting && names.length === 1 ? 'and it counts' : undefined
  if (!isCounting) return `and ${counting.key} counts`
  const isSame = scores === undefined || toScoresText(scores) === toScoresText(counting.scores ?? [])
  return isSame ? undefined : `and ${toScoresText(counting.scores ?? [])} count`
}

function contradictBallot(
  { at, isCalm, state, votes }: BallotReading,
  [row]: readonly StoredSubmission[],
): string | undefined {
  const isThere = row !== undefined && Date.parse(row.at) <= at
  if (state === 'none') {
    const isKnown = isThere && (isCalm || Date.parse(row.at) < at - lagMs)
    return isKnown ? 'and the server has the ballot' : undefined
  }
  if (state === 'waits' || state === 'sent') return isCalm && isThere ? 'and the server has one' : undefined
  if (!isThere) return 'and the server has none'
  // the refused ballot of another tab may hold the same votes
  if (votes === undefined || state === 'refused') return undefined
  return toVotesText(votes) === toVotesText(row.votes ?? [])
    ? undefined
    : `and ${toVotesText(row.votes ?? [])} count`
}

function tellReading(reading: Reading): string {
  const { device, isCalm } = reading
  const when = isCalm ? 'in the calm' : 'in the storm'
  if (reading.kind === 'badge') return `${device} said ${when} that ${reading.count} wait`
  if (reading.kind === 'total') {
    const { judgeId, scored, accepted } = reading
    return `${device} said ${when} that judge ${judgeId} has scored ${scored}, of which ${accepted} accepted`
  }
  const { state } = reading
  if (reading.kind === 'ballot') {
    return `${device} said ${when} of ballot ${reading.voterId}: ${state} ${(reading.votes ?? []).join()}`
  }
  const shown = reading.scores === undefined ? '' : ` ${toScoresText(reading.scores)}`
  return `${device} said ${when} of ${toSheetPlace(reading)}: ${state}${shown} (${reading.filed.join(' or ')})`
}
