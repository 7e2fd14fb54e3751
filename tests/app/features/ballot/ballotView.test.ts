import { describe, expect, test } from 'vitest'
import {
  type BallotFacts,
  type BallotOutboxEntry,
  findBallotView,
  findOwnView,
} from '../../../../src/app/features/ballot/ballotView.ts'

const noon = Date.parse('2026-06-13T12:00:00Z')
const event = {
  votingStart: '2026-06-13T09:00:00Z',
  votingEnd: '2026-06-13T15:00:00Z',
  votesPerClass: 1,
}

function ballotEntry(state: BallotOutboxEntry['state'], code?: string): BallotOutboxEntry {
  return {
    key: `key of ${state} ${code}`,
    state,
    sequence: 1,
    attempts: 0,
    input: { voterId: '0d0f4f6e-6f4b-4f7b-9f0e-6c8f8a9d5b11', votes: [] },
    ...(code === undefined ? {} : { fault: { code, message: 'a reason' } }),
  }
}

function view(facts: Partial<BallotFacts>) {
  return findBallotView({ entries: [], event, voter: 'unused', now: noon, ...facts })
}

describe('which screen a voter sees', () => {
  test('the form stands open inside the window, also while nobody could ask the server', () => {
    expect(view({})).toEqual({ kind: 'form', refused: undefined })
    expect(view({ voter: undefined })).toEqual({ kind: 'form', refused: undefined })
  })

  test('before and after the window it says when it begins and when it ended', () => {
    expect(view({ now: Date.parse('2026-06-13T08:59:59Z') })).toEqual({
      kind: 'not-begun',
      startsAt: Date.parse(event.votingStart),
    })
    expect(view({ now: Date.parse(event.votingEnd) })).toMatchObject({
      kind: 'ended',
      endsAt: Date.parse(event.votingEnd),
    })
  })

  test('the window comes before the voter who has voted', () => {
    expect(view({ voter: 'used' }).kind).toBe('used')
    expect(view({ voter: 'used', now: Date.parse(event.votingEnd) }).kind).toBe('ended')
  })

  test('a link that the club does not know opens no form', () => {
    expect(view({ voter: 'unknown' }).kind).toBe('unknown-voter')
  })

  test('an event without a window, or without votes, uses no ballots', () => {
    expect(view({ event: { ...event, votingStart: null } }).kind).toBe('not-used')
    expect(view({ event: { ...event, votesPerClass: 0 } }).kind).toBe('not-used')
  })

  test('what this device handed in shows whatever the window and the server say', () => {
    const late = Date.parse(event.votingEnd) + 1
    expect(view({ entries: [ballotEntry('waiting')], now: late }).kind).toBe('on-its-way')
    expect(view({ entries: [ballotEntry('sending')], voter: 'used' }).kind).toBe('on-its-way')
    expect(view({ entries: [ballotEntry('needs-signin')] }).kind).toBe('on-its-way')
    expect(view({ entries: [ballotEntry('accepted')], voter: 'used', now: late }).kind).toBe('accepted')
  })

  test('an accepted ballot is shown though a second one of another tab was refused', () => {
    const [accepted, lost] = [ballotEntry('accepted'), ballotEntry('refused', 'ballot-used')]
    expect(view({ entries: [accepted, lost] })).toEqual({ kind: 'accepted', entry: accepted, lost })
  })

  test('each tab says what became of the choices that were submitted in it', () => {
    const [accepted, lost] = [ballotEntry('accepted'), ballotEntry('refused', 'ballot-used')]
    const entries = [accepted, lost]
    expect(view({ entries, ownKey: accepted.key })).toEqual({ kind: 'accepted', entry: accepted, lost })
    expect(view({ entries, ownKey: lost.key })).toEqual({ kind: 'lost', entry: lost, isOwnDevice: true })
    const waiting = ballotEntry('waiting')
    expect(view({ entries: [accepted, waiting], ownKey: waiting.key })).toEqual({
      kind: 'on-its-way',
      entry: waiting,
    })
    expect(view({ entries: [waiting, ballotEntry('sending')], ownKey: waiting.key })).toEqual({
      kind: 'on-its-way',
      entry: waiting,
    })
  })

  test('a ballot that lost against another phone says so, not that it was used', () => {
    const lost = ballotEntry('refused', 'ballot-used')
    const expected = { kind: 'lost', entry: lost, isOwnDevice: false }
    expect(view({ entries: [lost], ownKey: lost.key })).toEqual(expected)
    expect(view({ entries: [lost], voter: 'used' })).toEqual(expected)
    expect(findOwnView([lost], undefined)).toEqual(expected)
  })

  test('a refused ballot comes back for correction, and a corrected one is on its way', () => {
    const refused = ballotEntry('refused', 'bad-vote')
    expect(view({ entries: [refused] })).toEqual({ kind: 'form', refused })
    expect(view({ entries: [refused, ballotEntry('waiting')] }).kind).toBe('on-its-way')
  })

  test.each([
    ['ballot-void', 'void'],
    ['voter-not-found', 'unknown-voter'],
    ['voting-not-used', 'not-used'],
  ])('a ballot refused as %s needs no correction, and can be put away', (code, kind) => {
    const refused = ballotEntry('refused', code)
    expect(view({ entries: [refused] })).toEqual({ kind, refused })
    expect(findOwnView([refused], undefined)).toEqual({ kind, refused })
  })

  test('a withdrawn ballot that was put away is not called used', () => {
    expect(view({ voter: 'void' })).toEqual({ kind: 'void', refused: undefined })
    expect(view({ voter: 'void', now: Date.parse(event.votingEnd) }).kind).toBe('ended')
  })

  test('a ballot that came too late says so beneath the end of voting', () => {
    const refused = ballotEntry('refused', 'voting-ended')
    expect(view({ entries: [refused], now: Date.parse(event.votingEnd) })).toMatchObject({
      kind: 'ended',
      refused,
    })
  })
})
