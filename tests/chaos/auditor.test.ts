// The auditor finds lost, doubled and invented submissions. Each is planted once.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuditParts, audit, isClean, toAuditLine } from './auditor.ts'
import {
  type BallotIntention,
  type BallotReading,
  type Ledger,
  openLedger,
  type Reading,
  type SheetIntention,
  type SheetReading,
} from './ledger.ts'
import type { StoredSubmission } from './stored.ts'

const sheet: SheetIntention = {
  id: 's1',
  kind: 'sheet',
  device: 'phone 1',
  key: 'key-s1',
  judgeId: '41',
  formId: 3,
  entryId: '101',
  scores: [
    { criteriaId: 1, score: 7 },
    { criteriaId: 2, score: 9 },
  ],
  sequence: 1,
}
const ballot: BallotIntention = {
  id: 'b1',
  kind: 'ballot',
  device: 'phone 2',
  key: 'key-b1',
  voterId: 'voter-1',
  votes: ['101', '201'],
}

function store(
  of: SheetIntention | BallotIntention,
  change: Partial<StoredSubmission> = {},
): StoredSubmission {
  const isSheet = of.kind === 'sheet'
  return {
    key: of.key ?? '',
    action: isSheet ? 'submit_judging_form' : 'submit_ballot',
    judgeId: isSheet ? of.judgeId : null,
    voterId: isSheet ? null : of.voterId,
    formId: isSheet ? of.formId : null,
    entryId: isSheet ? of.entryId : null,
    votes: isSheet ? null : of.votes,
    scores: isSheet ? of.scores.toReversed() : null,
    sequence: isSheet ? (of.sequence ?? null) : null,
    current: true,
    withdrawn: isSheet && of.withdrawn === true,
    late: false,
    at: '2026-06-12T16:00:00Z',
    ...change,
  }
}

describe('the auditor', () => {
  let folder: string
  let ledger: Ledger

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'showfield-ledger-'))
    ledger = openLedger(join(folder, 'ledger.jsonl'), () => 0)
    for (const intention of [sheet, ballot]) {
      ledger.intend(intention)
      ledger.say({ id: intention.id, word: 'saved' })
    }
  })
  afterEach(() => {
    ledger.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (parts: Partial<AuditParts>) =>
    audit({ ledger, onDevices: [], stored: [store(sheet), store(ballot)], faults: 5, seed: '7', ...parts })

  it('passes a run in which everything arrived once', () => {
    const result = run({})
    expect(result.findings).toEqual([])
    expect(isClean(result)).toBe(true)
    expect(toAuditLine(result)).toBe(
      'attempted 2 saved 2 delivered 2 refused 0 lost 0 doubled 0 invented 0 contradicted 0 overdue 0 faults 5 seed 7',
    )
  })

  it('calls a run void in which no fault struck', () => {
    const result = run({ faults: 0 })
    expect(isClean(result)).toBe(false)
    expect(toAuditLine(result)).toMatch(/faults 0 seed 7 void: no fault struck$/)
  })

  it('finds what was saved and is not on the server', () => {
    expect(run({ stored: [store(ballot)] })).toMatchObject({ lost: 1, doubled: 0, invented: 0 })
  })

  it('finds a sheet that arrived with other scores, which is lost and invented', () => {
    const changed = store(sheet, { scores: [{ criteriaId: 1, score: 7 }] })
    expect(run({ stored: [changed, store(ballot)] })).toMatchObject({ lost: 1, doubled: 0, invented: 1 })
  })

  it('finds two current sheets of a judge for a car', () => {
    const again = store(sheet, { key: 'another' })
    expect(run({ stored: [store(sheet), again, store(ballot)] }).doubled).toBeGreaterThan(0)
  })

  it('finds a submission that is stored again under another key, though only one counts', () => {
    const again = store(sheet, { key: 'another', current: false })
    expect(run({ stored: [store(sheet), again, store(ballot)] })).toMatchObject({ lost: 0, doubled: 1 })
  })

  it('finds a voter who counts twice, and a key with two effects', () => {
    const second = { ...ballot, id: 'b2', key: 'key-b2', votes: ['102'] }
    ledger.intend(second)
    expect(run({ stored: [store(sheet), store(ballot), store(second)] })).toMatchObject({ doubled: 1 })
    expect(
      run({ stored: [store(sheet), store(sheet, { current: false }), store(ballot)] }).doubled,
    ).toBeGreaterThan(0)
  })

  it('takes a sheet that was moved for one with two effects, and finds a half that is missing', () => {
    const from: SheetIntention = { ...sheet, id: 'm1', key: 'move', sequence: 2, scores: [], withdrawn: true }
    const to: SheetIntention = { ...sheet, id: 'm2', key: 'move', entryId: '102' }
    for (const half of [from, to]) ledger.intend(half)
    const taken = store(from, { current: false })
    const stored = [store(sheet, { current: false }), store(ballot), taken, store(to)]
    expect(run({ stored }).findings).toEqual([])
    expect(run({ stored: stored.slice(0, 3) })).toMatchObject({ lost: 1 })
    expect(run({ stored: [...stored, store(to, { current: false })] }).doubled).toBeGreaterThan(0)
    // what was taken back counts no more
    expect(run({ stored: [store(sheet), store(ballot), taken, store(to)] })).toMatchObject({ lost: 1 })
  })

  it('finds what nobody meant', () => {
    const foreign = store({ ...sheet, entryId: '999', key: 'foreign' })
    expect(run({ stored: [store(sheet), store(ballot), foreign] })).toMatchObject({ invented: 1 })
    expect(run({ onDevices: [{ device: 'phone 1', key: 'foreign', state: 'waiting' }] })).toMatchObject({
      invented: 1,
    })
  })

  it('finds a screen that said accepted without its being so', () => {
    ledger.say({ id: sheet.id, word: 'accepted' })
    expect(run({ stored: [store(ballot)] })).toMatchObject({ lost: 1, invented: 1 })
  })

  it('takes a refusal only where one is right', () => {
    const second = { ...ballot, id: 'b2', device: 'phone 3', key: 'key-b2', votes: ['102'] }
    ledger.intend(second)
    ledger.say({ id: 'b2', word: 'saved' })
    ledger.say({ id: 'b2', word: 'refused', code: 'ballot-used' })
    const mayRefuse: AuditParts['mayRefuse'] = (_intention, code) => code === 'ballot-used'
    expect(run({ mayRefuse })).toMatchObject({ refused: 1, lost: 0, delivered: 2 })
    expect(run({})).toMatchObject({ refused: 1, lost: 1 })
  })

  it('takes the same ballot from two phones for one, of which the second is refused', () => {
    const second = { ...ballot, id: 'b2', device: 'phone 3', key: 'key-b2' }
    ledger.intend(second)
    ledger.say({ id: 'b2', word: 'refused', code: 'ballot-used' })
    const mayRefuse: AuditParts['mayRefuse'] = (_intention, code) => code === 'ballot-used'
    expect(run({ mayRefuse })).toMatchObject({ lost: 0, doubled: 0, invented: 0, refused: 1 })
  })

  it('finds a car that counts by an older sheet', () => {
    const correction = {
      ...sheet,
      id: 's2',
      key: 'key-s2',
      sequence: 2,
      scores: [{ criteriaId: 1, score: 1 }],
    }
    ledger.intend(correction)
    ledger.say({ id: 's2', word: 'saved' })
    const right = [store(sheet, { current: false }), store(correction), store(ballot)]
    expect(run({ stored: right }).findings).toEqual([])
    const wrong = [store(sheet), store(correction, { current: false }), store(ballot)]
    expect(run({ stored: wrong })).toMatchObject({ lost: 1 })
  })

  describe('of what screens said', () => {
    const sheetsRow: SheetReading = {
      kind: 'sheet',
      device: 'phone 1',
      at: Date.parse('2026-06-12T16:00:02Z'),
      isCalm: false,
      judgeId: sheet.judgeId,
      formId: sheet.formId,
      entryId: sheet.entryId,
      state: 'accepted',
      filed: [sheet.id],
    }
    const ballotScreen: BallotReading = {
      kind: 'ballot',
      device: 'phone 2',
      at: sheetsRow.at,
      isCalm: false,
      voterId: ballot.voterId,
      state: 'accepted',
      votes: ['201', '101'],
    }
    const justAfter = Date.parse('2026-06-12T16:00:00.900Z')
    const before = Date.parse('2026-06-12T15:59:59Z')
    const correction: SheetIntention = {
      ...sheet,
      id: 's2',
      key: 'key-s2',
      sequence: 2,
      scores: [{ criteriaId: 1, score: 1 }],
    }
    const corrected = [store(sheet, { current: false }), store(correction), store(ballot)]

    it.each<[name: string, reading: Reading, stored?: StoredSubmission[]]>([
      ['a sheet called accepted before the server had it', { ...sheetsRow, at: before }],
      [
        'a correction called accepted when the server had the first sheet alone',
        { ...sheetsRow, filed: ['s2'] },
      ],
      ['a car called not scored that is', { ...sheetsRow, state: 'none' }],
      ['a sheet called refused that is there', { ...sheetsRow, state: 'refused' }],
      ['a sheet called sent that is not there', { ...sheetsRow, state: 'sent', at: before }],
      ['a delivered sheet that still waits in the calm', { ...sheetsRow, state: 'waits', isCalm: true }],
      ['a sheet called accepted beside which a later one counts', { ...sheetsRow, isCalm: true }, corrected],
      [
        'a sheet called outdone that counts',
        { ...sheetsRow, state: 'sent', filed: ['s2'], isCalm: true },
        corrected,
      ],
      [
        'other scores than those that count',
        { ...sheetsRow, filed: ['s2'], isCalm: true, scores: sheet.scores },
        corrected,
      ],
      ['a ballot called accepted before the server had it', { ...ballotScreen, at: before }],
      ['other votes than those that count', { ...ballotScreen, votes: ['101'] }],
      ['a ballot called used that is not', { ...ballotScreen, state: 'refused', at: before }],
      ['a ballot that is open again', { ...ballotScreen, state: 'none' }],
      ['a counted ballot that still waits in the calm', { ...ballotScreen, state: 'waits', isCalm: true }],
      ['a total that is too high', { ...sheetsRow, kind: 'total', accepted: 2, scored: 1, isCalm: true }],
      ['a badge over nothing', { device: 'phone 1', at: before, kind: 'badge', count: 1, isCalm: true }],
    ])('finds %s', (_name, reading, stored = [store(sheet), store(ballot)]) => {
      ledger.intend(correction)
      ledger.read(reading)
      expect(run({ stored }).contradicted).toBe(1)
    })

    it.each<[name: string, reading: Reading, stored?: StoredSubmission[]]>([
      ['a sheet that the server has', sheetsRow],
      ['a sheet that waits, though the answer was lost', { ...sheetsRow, state: 'waits' }],
      ['a car that was not scored yet', { ...sheetsRow, state: 'none', at: before }],
      ['a screen that another tab has just overtaken', { ...ballotScreen, state: 'none', at: justAfter }],
      ['a form that another tab has just overtaken', { ...sheetsRow, state: 'none', at: justAfter }],
      ['either of two sheets that were filed at once', { ...sheetsRow, filed: ['s1', 's2'], isCalm: true }],
      [
        'the scores that count',
        { ...sheetsRow, filed: ['s2'], isCalm: true, scores: correction.scores },
        corrected,
      ],
      ['a sheet beside which a later one counts', { ...sheetsRow, state: 'sent', isCalm: true }, corrected],
      ['the votes that count', { ...ballotScreen, isCalm: true }],
      ['other votes that do not', { ...ballotScreen, state: 'refused', votes: ['102'] }],
      [
        "a judge's progress",
        { ...sheetsRow, kind: 'total', accepted: 1, scored: 1, isCalm: true },
        corrected,
      ],
    ])('holds nothing against %s', (_name, reading, stored = [store(sheet), store(ballot)]) => {
      ledger.intend(correction)
      ledger.read(reading)
      const found = run({ stored }).findings.filter(({ kind }) => kind === 'contradicted')
      expect(found).toEqual([])
    })
  })

  it('finds what waited longer than it may, and tells the longest wait', () => {
    const wait = { device: 'phone 1', key: 'key-s1', ms: 17_000 }
    expect(run({ waits: [wait], allowedWaitMs: 17_000 })).toMatchObject({ overdue: 0, longestWaitMs: 17_000 })
    const late = run({ waits: [wait], allowedWaitMs: 16_999 })
    expect(late).toMatchObject({ overdue: 1 })
    expect(isClean(late)).toBe(false)
  })

  it('reads what was meant from the file alone', () => {
    const lines = readFileSync(ledger.path, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).line)).toEqual(['intention', 'saying', 'intention', 'saying'])
  })
})
