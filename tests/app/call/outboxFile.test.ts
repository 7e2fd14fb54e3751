// The file of waiting entries contains everything an officer needs, and no secret.
import { expect, test } from 'vitest'
import { listExportable, toOutboxFile } from '../../../src/app/call/outboxFile.ts'
import type { OutboxEntry } from '../../../src/offline/outboxRecords.ts'

const entry: OutboxEntry = {
  key: '11111111-1111-4111-8111-111111111111',
  action: 'submit_judging_form',
  schema: 1,
  club: 'harrow',
  tenantId: 'harrow-uuid',
  eventId: 7,
  principal: { kind: 'judge', ref: '41' },
  input: { eventId: 7, judgeId: '41', entryId: '118', formId: 2, scores: [{ criteriaId: 1, score: 9 }] },
  inputHash: 'abc',
  sequence: 2,
  madeAt: Date.parse('2026-06-13T14:00:00Z'),
  clockOffset: -3_600_000,
  state: 'waiting',
  attempts: 3,
  nextAt: 0,
  savedAt: 0,
  order: 1,
  about: { title: '1972 Datsun 240Z', number: '118' },
}

test('it names judge, car and scores, and the instant by the corrected clock', () => {
  expect(JSON.parse(toOutboxFile([entry], Date.parse('2026-06-13T15:00:00Z')))).toEqual({
    format: 'showfield-outbox',
    version: 1,
    savedAt: '2026-06-13T15:00:00.000Z',
    entries: [
      {
        what: { title: '1972 Datsun 240Z', number: '118' },
        state: 'waiting',
        madeAt: '2026-06-13T13:00:00.000Z',
        club: 'harrow',
        tenantId: 'harrow-uuid',
        eventId: 7,
        principal: { kind: 'judge', ref: '41' },
        action: 'submit_judging_form',
        key: entry.key,
        sequence: 2,
        input: entry.input,
        inputHash: 'abc',
        attempts: 3,
      },
    ],
  })
})

test('a clock that stands nowhere keeps nobody from saving the file', () => {
  const file = JSON.parse(toOutboxFile([{ ...entry, madeAt: Number.MAX_VALUE }], 0))
  expect(file.entries[0].input.entryId).toBe('118')
})

test('a ballot goes into a file only where its own link is open', () => {
  const toBallot = (ref: string): OutboxEntry => ({ ...entry, key: ref, principal: { kind: 'voter', ref } })
  const all = [entry, toBallot('ada'), toBallot('ben')]
  expect(listExportable(all, undefined)).toEqual([entry])
  expect(listExportable(all, 'ben')).toEqual([entry, toBallot('ben')])
})
