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
  /** In these, `refused` is a ballot of this device that no correction can repair. */
  | { kind: 'void'; refused: BallotOutboxEntry | undefined }
  | { kind: 'unknown-voter'; refused: BallotOutboxEntry | undefined }
  | { kind: 'not-used'; refused: BallotOutboxEntry | undefined }
  | { kind: 'used' }
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
  /** What the server says of the voter, or said of their ballot; undefined while it has not answered. */
  voter: 'unused' | 'used' | 'void' | 'unknown' | undefined
  /** Epoch milliseconds by the server's clock; undefined while it is not known for sure. */
  now: number | undefined
}

/** Refusals that no correction can repair. */
const finalKinds: Record<string, 'void' | 'unknown-voter' | 'not-used'> = {
  'ballot-void': 'void',
  'voter-not-found': 'unknown-voter',
  'voting-not-used': 'not-used',
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
  const refused = entries.at(-1)
  const kind = finalKinds[refused?.fault?.code ?? '']
  return kind && { kind, refused }
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
  if (window === undefined || event.votesPerClass < 1) return { kind: 'not-used', refused }
  const state = findWindowState(window, now)
  if (state === 'not-begun') return { kind: 'not-begun', startsAt: window.startsAt }
  if (state === 'ended') return { kind: 'ended', endsAt: window.endsAt, refused }
  if (voter === 'used') return { kind: 'used' }
  if (voter === 'void') return { kind: 'void', refused }
  if (voter === 'unknown') return { kind: 'unknown-voter', refused }
  return { kind: 'form', refused }
}
