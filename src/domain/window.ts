// When something may be submitted: a window, and the grace for what was made in time but arrives late.
import { addDays, toInstant } from './day.ts'

/** Epoch milliseconds by the server's clock. The end itself is outside. */
export interface TimeWindow {
  startsAt: number
  endsAt: number
}

export type WindowState = 'not-begun' | 'open' | 'ended'

/** `late`: made inside the window, arrived after its end and within the grace. */
export type Arrival = 'in-time' | 'late' | 'not-begun' | 'ended'

/** A device that is not sure of the server's clock (undefined) treats it as open: the server decides. */
export function findWindowState(window: TimeWindow, now: number | undefined): WindowState {
  if (now === undefined) return 'open'
  if (now < window.startsAt) return 'not-begun'
  return now < window.endsAt ? 'open' : 'ended'
}

/**
 * rules/offline 1.15: `madeAt` by the corrected clock; if it is after the arrival, the arrival counts. Before
 * the start it was made by a clock that is wrong: what comes before the end is taken then, so this is too.
 */
export function findArrival(window: TimeWindow, madeAt: number, now: number, graceMs: number): Arrival {
  const state = findWindowState(window, now)
  if (state === 'open') return 'in-time'
  if (state === 'not-begun') return 'not-begun'
  const wasInTime = Math.min(madeAt, now) < window.endsAt
  return wasInTime && now < window.endsAt + graceMs ? 'late' : 'ended'
}

/** What a count of submissions still waits for. */
export interface Openness {
  readonly state: 'not-begun' | 'open' | 'late'
  /** Epoch milliseconds: the window's end, and the end of the time in which what was made before is taken. */
  readonly openUntil: number
  readonly takenUntil: number
}

/** Undefined when nothing can come any more. */
export function findOpenness(window: TimeWindow, now: number, graceMs: number): Openness | undefined {
  const state = findWindowState(window, now)
  const takenUntil = window.endsAt + graceMs
  if (now >= takenUntil) return undefined
  return { state: state === 'ended' ? 'late' : state, openUntil: window.endsAt, takenUntil }
}

interface EventDays {
  startDate: string
  endDate: string
  timeZone: string
}

/** From `startDate` 00:00 to the end of `endDate` in the event's zone. */
export function findJudgingWindow(event: EventDays): TimeWindow {
  return {
    startsAt: toInstant(event.startDate, '00:00', event.timeZone),
    endsAt: toInstant(addDays(event.endDate, 1), '00:00', event.timeZone),
  }
}

/** From `votingStart` to `votingEnd`, whatever `voting` says; undefined if they are not set. */
export function findBallotWindow(event: {
  votingStart: string | null
  votingEnd: string | null
}): TimeWindow | undefined {
  if (event.votingStart === null || event.votingEnd === null) return undefined
  return { startsAt: Date.parse(event.votingStart), endsAt: Date.parse(event.votingEnd) }
}
