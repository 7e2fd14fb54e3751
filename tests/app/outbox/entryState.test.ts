// Whether a refused entry can be corrected, and whether an earlier sheet still counts.
import { expect, test } from 'vitest'
import { hasCountedSheet, isCorrectable, toStateAtClub } from '../../../src/app/outbox/entryState.ts'
import { type OutboxEntry, toPrincipalId } from '../../../src/offline/outboxRecords.ts'

function sheet(part: Partial<OutboxEntry<'submit_judging_form'>>, entryId = '101', formId = 3): OutboxEntry {
  return {
    key: 'key',
    action: 'submit_judging_form',
    schema: 1,
    club: 'harrow',
    tenantId: 'uuid',
    eventId: 5,
    principal: { kind: 'judge', ref: '41' },
    input: { eventId: 5, judgeId: '41', entryId, formId, scores: [] },
    inputHash: '',
    sequence: 1,
    madeAt: 1,
    clockOffset: 0,
    state: 'accepted',
    attempts: 1,
    nextAt: 0,
    savedAt: 1,
    order: 1,
    ...part,
  }
}

test.each([
  'ballot-used',
  'ballot-void',
  'voter-not-found',
  'voting-ended',
  'voting-not-used',
  'judging-ended',
  'judging-not-used',
])('nothing can be corrected in what was refused as %s', (code) => {
  expect(isCorrectable({ ...sheet({}), fault: { code, message: '' } })).toBe(false)
})

test.each(['bad-vote', 'too-many-votes', 'car-not-found', 'bad-scores', 'voting-not-begun'])(
  'what was refused as %s can be corrected',
  (code) => {
    expect(isCorrectable({ ...sheet({}), fault: { code, message: '' } })).toBe(true)
  },
)

test('beside a refused correction the earlier sheet of the same judge, form and car still counts', () => {
  const refused = sheet({ state: 'refused', sequence: 2 })
  expect(hasCountedSheet(refused, [sheet({}), refused], [])).toBe(true)
  expect(hasCountedSheet(refused, [sheet({ state: 'refused' }), refused], [])).toBe(false)
  expect(hasCountedSheet(refused, [sheet({}, '102'), sheet({}, '101', 4)], [])).toBe(false)
  expect(hasCountedSheet(refused, [sheet({ principal: { kind: 'judge', ref: '42' } })], [])).toBe(false)
})

test('what the club says it has goes before what this phone has sent', () => {
  const refused = sheet({ state: 'refused', sequence: 2 })
  const accepted = sheet({ state: 'accepted' })
  const id = toPrincipalId(refused)
  const withdrawn = {
    key: 'k',
    formId: 3,
    entryId: '101',
    sequence: 2,
    scores: [],
    notes: '',
    at: '',
    reason: '',
  }
  const told = { ...withdrawn, counts: false, why: 'withdrawn' as const, movedTo: null }
  expect(hasCountedSheet(refused, [accepted], [{ id }])).toBe(true)
  expect(hasCountedSheet(refused, [accepted], [{ id, sheets: [told] }])).toBe(false)
  // an earlier sheet of another phone counts as well
  const counted = { ...told, counts: true, why: null }
  expect(hasCountedSheet(refused, [], [{ id, sheets: [counted] }])).toBe(true)
  expect(hasCountedSheet(refused, [], [{ id: 'harrow/5/judge/42', sheets: [counted] }])).toBe(false)
  const elsewhere = sheet({ state: 'refused' }, '102')
  expect(hasCountedSheet(elsewhere, [], [{ id, sheets: [counted] }])).toBe(false)
  const overtaken = sheet({ standing: { current: false, highest: 2 } })
  expect(hasCountedSheet(refused, [overtaken], [])).toBe(false)
})

test('an accepted sheet that counts no more at the club is accepted no more', () => {
  const accepted = sheet({ key: 'mine' })
  const told = { ...{ formId: 3, entryId: '101', sequence: 1, scores: [], notes: '', at: '' }, reason: '' }
  const listed = (key: string, why: 'overtaken' | 'withdrawn' | 'void' | null) => [
    { id: toPrincipalId(accepted), sheets: [{ ...told, key, why, counts: why === null, movedTo: null }] },
  ]
  expect(toStateAtClub(accepted, [])).toBe('accepted')
  // the club has not been asked since
  expect(toStateAtClub(accepted, listed('earlier', 'overtaken'))).toBe('accepted')
  expect(toStateAtClub(accepted, listed('mine', null))).toBe('accepted')
  expect(toStateAtClub(accepted, listed('mine', 'overtaken'))).toBe('sent')
  expect(toStateAtClub(accepted, listed('mine', 'withdrawn'))).toBe('withdrawn')
  expect(toStateAtClub(accepted, listed('mine', 'void'))).toBe('void')
  expect(toStateAtClub(sheet({ key: 'mine', state: 'waiting' }), listed('mine', 'void'))).toBe('saved')
})
