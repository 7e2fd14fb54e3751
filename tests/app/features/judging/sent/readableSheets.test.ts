// What a judge can read of a car's scores when judging is over.
import { expect, test } from 'vitest'
import {
  type AtClub,
  listCarRows,
  type SheetOutboxEntry,
} from '../../../../../src/app/features/judging/myCars.ts'
import { isReadable, listReadable } from '../../../../../src/app/features/judging/sent/readableSheets.ts'
import type { ScoreSheet } from '../../../../../src/app/features/judging/sheet.ts'
import type { EventCar, JudgingForm } from '../../../../../src/domain/event.ts'
import { makeSheet } from '../madeSheets.ts'

const paint = { id: 11, title: 'Paint', minScore: 0, maxScore: 10, weight: 1 }
const interior = { id: 12, title: 'Interior', minScore: 0, maxScore: 10, weight: 1 }
const form: JudgingForm = { id: 3, title: 'Concours', criteria: [paint, interior] }
const car: EventCar = { number: '101', carClass: 1, year: '1912', make: 'Ford', model: 'T', picture: '' }

function sheet(sequence: number, part: Partial<SheetOutboxEntry> = {}): SheetOutboxEntry {
  return makeSheet(car.number, {
    key: `key-${sequence}`,
    input: {
      eventId: 5,
      judgeId: '41',
      entryId: car.number,
      formId: form.id,
      scores: [
        { criteriaId: 12, score: sequence },
        { criteriaId: 11, score: 7 },
      ],
      notes: `notes ${sequence}`,
    },
    sequence,
    state: 'accepted',
    ...part,
  })
}

function read(
  sheets: SheetOutboxEntry[],
  started: ScoreSheet[] = [],
  sent: ReadonlyMap<string, AtClub> = new Map(),
) {
  const [row] = listCarRows([car], [], sheets, started, sent)
  if (row === undefined) throw new Error('the car has no row')
  return { isReadable: isReadable(row), sheets: listReadable(form, row, sheets, started, sent) }
}

test('a sheet is read in the order of the form, with its notes', () => {
  expect(read([sheet(1)])).toMatchObject({
    isReadable: true,
    sheets: [
      {
        state: 'accepted',
        scores: [
          { id: '11', criterion: paint, score: 7 },
          { id: '12', criterion: interior, score: 1 },
        ],
        notes: 'notes 1',
      },
    ],
  })
})

test('of several sheets the newest is read, and beside a refused one the one that counts', () => {
  expect(read([sheet(1), sheet(2)]).sheets.map(({ key }) => key)).toEqual(['key-2'])
  expect(read([sheet(1), sheet(2), sheet(3, { state: 'refused' })]).sheets).toMatchObject([
    { key: 'key-3', state: 'attention' },
    { key: 'key-2', state: 'accepted' },
  ])
})

test('a sheet beside which a later one of another phone counts is read as sent', () => {
  expect(read([sheet(1)], [], new Map([['101', { sequence: 2, sheet: undefined }]])).sheets).toMatchObject([
    { state: 'sent' },
  ])
})

test('what was begun is read after what was sent, with the scores that are set', () => {
  const draft = { key: 'draft', number: '101', scores: { 11: 3 }, notes: '' }
  expect(read([sheet(1)], [draft]).sheets).toMatchObject([
    { key: 'key-1' },
    { key: 'draft', state: 'started', entry: undefined, scores: [{ score: 3 }, { score: undefined }] },
  ])
  expect(read([], [draft]).sheets).toHaveLength(1)
})

test('a score whose criterion the form has lost is still read', () => {
  const [row] = listCarRows([car], [], [sheet(1)], [])
  const shorter = { ...form, criteria: [paint] }
  if (row === undefined) throw new Error('the car has no row')
  expect(listReadable(shorter, row, [sheet(1)], [], new Map())[0]?.scores).toEqual([
    { id: '11', criterion: paint, score: 7 },
    { id: '12', criterion: undefined, score: 1 },
  ])
})

test('there is nothing to read of a car without a sheet, or with one from another phone whose scores are not here', () => {
  expect(read([])).toEqual({ isReadable: false, sheets: [] })
  expect(read([], [], new Map([['101', { sequence: 1, sheet: undefined }]]))).toEqual({
    isReadable: false,
    sheets: [],
  })
})
