// Decides which ballot screen a voter sees: by this device's data, then the window, then the server's answer.
import type { PackEvent } from '../../../domain/event.ts'
import { findBallotWindow, findWindowState } from '../../../domain/window.ts'
import type { OutboxEntry } from '../../../offline/outboxRecords.ts'

export type BallotOutboxEntry = Pick<
  OutboxEntry<'submit_ballot'>,
  'key' | 'state' | 'fault' | 'input' | 'about' | 'sequence' | 'attempts' | 'neverLeft'
>

export type BallotView =
  /** The server's receipt is on this device. `lost` is a ballot of this device that came second. */
  | { kind: 'accepted'; entry: BallotOutboxEntry; lost: BallotOutboxEntry | undefined }
  /** The ballot that was submitted here came second: another tab of this device, or another one, came first. */
  | { kind: 'lost'; entry: BallotOutboxEntry; isOwnDevice: boolean }
  /** Saved here and not settled by the server. */
  | { kind: 'on-its-way'; entry: BallotOutboxEntry }
  | { kind: 'void' }
  | { kind: 'unknown-voter' }
  | { kind: 'used' }
  | { kind: 'not-used' }
  | { kind: 'not-begun'; startsAt: number }
  /** `refused` is a ballot of this device that came too late. */
  | { kind: 'ended'; endsAt: number; refused: BallotOutboxEntry | undefined }
  /** `refused` is the ballot to correct. */
  | { kind: 'form'; refused: BallotOutboxEntry | undefined }

export interface BallotFacts {
  /** This voter's entries on this device, oldest first. */
  entries: readonly BallotOutboxEntry[]
  /** The ballot that was submitted in this tab. */
  ownKey?: string | undefined
  event: Pick<PackEvent, 'votingStart' | 'votingEnd' | 'votesPerClass'>
  /** What the server says of the voter; undefined while it has not answered. */
  voter: 'unused' | 'used' | 'unknown' | undefined
  /** Epoch milliseconds by the server's clock; undefined while it is not known for sure. */
  now: number | undefined
}

/** Refusals that no correction can repair. */
const finalViews: Record<string, BallotView> = {
  'ballot-void': { kind: 'void' },
  'voter-not-found': { kind: 'unknown-voter' },
  'voting-not-used': { kind: 'not-used' },
}

/**
 * The view that this device can tell by itself; undefined if it needs the event. `ownKey` is the ballot that was
 * submitted in this tab: what became of those choices comes first.
 */
export function findOwnView(
  entries: readonly BallotOutboxEntry[],
  ownKey: string | undefined,
): BallotView | undefined {
  const accepted = entries.findLast(({ state }) => state === 'accepted')
  const lost = entries.findLast(isLost)
  const own = entries.find(({ key }) => key === ownKey)
  if (own !== undefined && isLost(own)) {
    return { kind: 'lost', entry: own, isOwnDevice: accepted !== undefined }
  }
  if (own !== undefined && isWaiting(own)) return { kind: 'on-its-way', entry: own }
  if (accepted !== undefined) return { kind: 'accepted', entry: accepted, lost }
  const onItsWay = entries.findLast(isWaiting)
  if (onItsWay !== undefined) return { kind: 'on-its-way', entry: onItsWay }
  if (lost !== undefined) return { kind: 'lost', entry: lost, isOwnDevice: false }
  return finalViews[entries.at(-1)?.fault?.code ?? '']
}

/** The server has not answered yet. */
function isWaiting({ state }: BallotOutboxEntry): boolean {
  return state !== 'refused' && state !== 'accepted'
}

/** Refused because another ballot of the same voter had been counted. */
function isLost({ state, fault }: BallotOutboxEntry): boolean {
  return state === 'refused' && fault?.code === 'ballot-used'
}

/** Checks the window first, then the voter; else it is the form. */
export function findBallotView({ entries, ownKey, event, voter, now }: BallotFacts): BallotView {
  const own = findOwnView(entries, ownKey)
  if (own !== undefined) return own
  const refused = entries.at(-1)
  const window = findBallotWindow(event)
  if (window === undefined || event.votesPerClass < 1) return { kind: 'not-used' }
  const state = findWindowState(window, now)
  if (state === 'not-begun') return { kind: 'not-begun', startsAt: window.startsAt }
  if (state === 'ended') return { kind: 'ended', endsAt: window.endsAt, refused }
  if (voter === 'used') return { kind: 'used' }
  if (voter === 'unknown') return { kind: 'unknown-voter' }
  return { kind: 'form', refused }
}
