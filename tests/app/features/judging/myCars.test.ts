// A judge's list of cars: which sheet counts, the order of the cars, and the next sequence.
import { describe, expect, test } from 'vitest'
import {
  countCars,
  countScored,
  isFound,
  isOfFilter,
} from '../../../../src/app/features/judging/carGroups.ts'
import {
  type AtClub,
  type CarRow,
  findNextSequence,
  isVerificationOver,
  type JudgingEntry,
  listCarRows,
  listNumbers,
  listRecent,
  listSheets,
  type SheetOutboxEntry,
  suggestCars,
  toFiled,
  toSheetAgain,
  toSheets,
} from '../../../../src/app/features/judging/myCars.ts'
import type { EventCar, JudgingForm } from '../../../../src/domain/event.ts'
import type { ClubSheet } from '../../../../src/offline/outboxRecords.ts'
import { makeSheet as sheet } from './madeSheets.ts'

const place = { club: 'harrow', eventId: 5, judgeId: '41' }
const forms: JudgingForm[] = [
  { id: 3, title: 'Concours', criteria: [{ id: 11, title: 'Paint', minScore: 0, maxScore: 10, weight: 1 }] },
  { id: 4, title: 'Patina', criteria: [{ id: 21, title: 'Wear', minScore: 0, maxScore: 10, weight: 1 }] },
]

function car(number: string, make: string): EventCar {
  return { number, carClass: Number(number.slice(0, 1)), year: '1967', make, model: '1800S', picture: '' }
}
const cars = [car('101', 'Volvo'), car('102', 'Citroën'), car('103', 'Jaguar'), car('201', 'Volvo')]
const classes = [
  { carClass: 1, classDescription: 'Sports to 1970', carNumbers: ['101', '102', '103'] },
  { carClass: 2, classDescription: 'Saloons', carNumbers: ['201'] },
]

/** What a club of an earlier build says, or this one with the sheet itself. */
function had(number: string, sequence: number, sheet?: ClubSheet): ReadonlyMap<string, AtClub> {
  return new Map([[number, { sequence, sheet }]])
}
function clubs(number: string, part: Partial<ClubSheet> = {}): ClubSheet {
  return {
    ...{ key: 'elsewhere', formId: 3, entryId: number, sequence: 2, notes: 'Rust' },
    ...{ scores: [{ criteriaId: 11, score: 4 }], at: '2026-06-12T16:00:00.000Z' },
    ...{ counts: part.why === undefined || part.why === null, why: null, movedTo: null, reason: '' },
    ...part,
  }
}

test('only the sheets of this judge, event, club and form are theirs', () => {
  const mine = sheet('101')
  const others = [
    sheet('102', { principal: { kind: 'judge', ref: '42' } }),
    sheet('102', { eventId: 6 }),
    sheet('102', { club: 'other' }),
    sheet('102', { input: { ...mine.input, formId: 4 } }),
  ]
  expect(listSheets([mine, ...others], place, forms, 3)).toEqual([mine])
})

test('a sheet that names no form belongs to the form of its criteria', () => {
  const { formId: _, ...input } = sheet('101').input
  const unnamed = sheet('101', { input })
  expect(listSheets([unnamed], place, forms, 3)).toEqual([unnamed])
  expect(listSheets([unnamed], place, forms, 4)).toEqual([])
})

test('the highest sequence counts, and the next one is one more', () => {
  const sheets = [
    sheet('101', { sequence: 2, state: 'accepted' }),
    sheet('101', { sequence: 1, state: 'refused' }),
  ]
  expect(listCarRows(cars, classes, sheets, [])[0]).toMatchObject({ number: '101', state: 'accepted' })
  expect(findNextSequence(sheets, '101')).toBe(3)
  expect(findNextSequence(sheets, '102')).toBe(1)
})

test('what needs the judge comes first, then what waits, then what is done, then what is not', () => {
  const sheets = [
    sheet('103', { state: 'accepted' }),
    sheet('201', { state: 'refused' }),
    sheet('102', { state: 'waiting' }),
  ]
  const rows = listCarRows(cars, classes, sheets, [])
  expect(rows.map(({ number }) => number)).toEqual(['201', '102', '103', '101'])
})

test('each car is in one group, so that the groups make the whole', () => {
  const begun = { key: 'k', number: '201', scores: { 11: 7 }, notes: '' }
  const sheets = [
    sheet('101', { state: 'accepted' }),
    sheet('102', { state: 'needs-signin' }),
    sheet('999', { state: 'refused' }),
  ]
  const rows = listCarRows(cars, classes, sheets, [begun])
  const counts = countCars(rows)
  expect(counts).toEqual({ all: 5, accepted: 1, sent: 0, phone: 1, attention: 1, todo: 2 })
  expect(countScored(rows)).toBe(3)
  for (const group of ['accepted', 'sent', 'phone', 'attention', 'todo'] as const) {
    expect(rows.filter((row) => isOfFilter(row, group))).toHaveLength(counts[group])
  }
})

test('a begun correction leaves an accepted sheet accepted, and says that it is begun', () => {
  const begun = { key: 'k', number: '101', scores: { 11: 7 }, notes: '' }
  const find = (...[sheets, sent]: [SheetOutboxEntry[], ReadonlyMap<string, AtClub>?]) =>
    listCarRows(cars, classes, sheets, [begun], sent).find(({ number }) => number === '101')
  expect(find([sheet('101', { state: 'accepted' })])).toMatchObject({ state: 'accepted', isCorrecting: true })
  expect(find([], had('101', 1))).toMatchObject({ state: 'sent', isCorrecting: true })
  expect(find([])).toMatchObject({ state: 'started', isCorrecting: false })
})

test('a begun correction does not hide a refusal, and an unknown number is not lost', () => {
  const begun = { key: 'k', number: '201', scores: {}, notes: '' }
  const rows = listCarRows(cars, classes, [sheet('201', { state: 'refused' }), sheet('999')], [begun])
  expect(rows[0]).toMatchObject({ number: '201', state: 'attention' })
  expect(rows.find(({ number }) => number === '999')).toMatchObject({ car: undefined, state: 'saved' })
})

test('search finds by number, make without accents, and class', () => {
  const rows = listCarRows(cars, classes, [], [])
  const find = (query: string) => rows.filter((row) => isFound(row, query)).map(({ number }) => number)
  expect(find('10')).toEqual(['101', '102', '103'])
  expect(find('citroen')).toEqual(['102'])
  expect(find('volvo saloons')).toEqual(['201'])
  expect(find('')).toHaveLength(4)
})

test('suggestions begin with the very number, and before anything is typed with the next car in the row', () => {
  const rows = listCarRows(cars, classes, [sheet('101', { state: 'accepted' })], [])
  expect(suggestCars(rows, '101', '', 3)[0]?.number).toBe('101')
  expect(suggestCars(rows, '', '102', 3).map(({ number }) => number)).toEqual(['103', '201', '102'])
})

test('of the last sheets the refused ones lead', () => {
  const sheets = [sheet('101', { state: 'refused' }), sheet('102'), sheet('103'), sheet('201')]
  const recent = listRecent(listCarRows(cars, classes, sheets, []), 2)
  expect(recent.map(({ number }) => number)).toEqual(['101', '201', '103'])
})

test('the last sheets have the state that My cars shows', () => {
  const accepted = sheet('101', { state: 'accepted', sequence: 2 })
  const corrected = [sheet('102', { state: 'accepted' }), sheet('102', { state: 'refused', sequence: 2 })]
  const rows = listCarRows(cars, classes, [accepted, ...corrected], [], had('101', 3))
  expect(listRecent(rows, 2)).toMatchObject([
    { number: '102', state: 'attention', isCounted: true },
    { number: '101', state: 'sent' },
  ])
})

test('a sheet opened again brings its scores and notes, under a new key', () => {
  const entry = sheet('101')
  const again = toSheetAgain(toFiled({ ...entry, input: { ...entry.input, notes: 'Rust' } }), 'new')
  expect(again).toEqual({
    ...{
      key: 'new',
      number: '101',
      scores: { 11: 7 },
      notes: 'Rust',
      isUntouched: true,
      corrects: entry.key,
    },
  })
  const refused = toSheetAgain(toFiled({ ...entry, state: 'refused' }), 'new')
  expect(refused).toEqual({ key: 'new', number: '101', scores: { 11: 7 }, notes: '', replaces: entry.key })
})

test('a sheet beside which a later one of another phone counts is not called accepted', () => {
  const find = (entry: SheetOutboxEntry, sent?: ReadonlyMap<string, AtClub>) =>
    listCarRows(cars, classes, [entry], [], sent).find(({ number }) => number === '101')?.state
  const standing = { current: false, highest: 3 }
  const outdated = sheet('101', { state: 'accepted', sequence: 2, standing })
  expect(find(outdated)).toBe('sent')
  expect(find(sheet('101', { state: 'accepted', sequence: 2 }), had('101', 3))).toBe('sent')
  expect(find(sheet('101', { state: 'accepted', sequence: 3 }), had('101', 3))).toBe('accepted')
  expect(find(sheet('101', { state: 'waiting', sequence: 2 }), had('101', 3))).toBe('saved')
  expect(findNextSequence([outdated], '101')).toBe(4)
})

test('a car of which a later sheet counts is one that the club has accepted', () => {
  const outdated = sheet('101', { state: 'accepted', sequence: 2 })
  const count = (sent: ReadonlyMap<string, AtClub>) =>
    countCars(listCarRows(cars, classes, [outdated], [], sent))
  expect(count(had('101', 3))).toMatchObject({ accepted: 0, sent: 1 })
  expect(count(had('101', 3, clubs('101')))).toMatchObject({ accepted: 1, sent: 0 })
})

test('a car that was withdrawn here and is scored from another phone since is a scored car', () => {
  const row = { state: 'sent', isCounted: true, entry: { takesBack: { movedTo: undefined } } }
  expect(countScored([row as unknown as CarRow])).toBe(1)
  expect(countScored([{ ...row, isCounted: false } as unknown as CarRow])).toBe(0)
})

test("only a judge's own sheets say that their verification is over", () => {
  expect(isVerificationOver([sheet('101', { state: 'needs-signin' })], place)).toBe(true)
  const other = sheet('101', { state: 'needs-signin', principal: { kind: 'judge', ref: '42' } })
  expect(isVerificationOver([other], place)).toBe(false)
})

test('a sheet of another phone is sent, and accepted only once the club has said that it counts', () => {
  const sent = had('101', 4)
  const find = (of: ReadonlyMap<string, AtClub>) =>
    listCarRows(cars, classes, [], [], of).filter(({ number }) => number === '101')
  const unseen = find(sent)
  expect(unseen).toMatchObject([{ state: 'sent', isUnseen: true, isCounted: false, filed: undefined }])
  expect(isOfFilter(unseen[0] as CarRow, 'accepted')).toBe(false)
  expect(find(had('101', 4, clubs('101')))).toMatchObject([{ state: 'accepted', isUnseen: false }])
  expect(findNextSequence([], '101', sent)).toBe(5)
  expect(findNextSequence([], '102', sent)).toBe(1)
})

test('a car whose correction was refused says whether an earlier sheet still counts', () => {
  const isCounted = (...sheets: SheetOutboxEntry[]) =>
    listCarRows(cars, classes, sheets, []).find(({ number }) => number === '101')?.isCounted
  const refused = sheet('101', { state: 'refused', sequence: 2 })
  expect(isCounted(sheet('101', { state: 'accepted' }), refused)).toBe(true)
  expect(isCounted(sheet('101', { state: 'refused' }), refused)).toBe(false)
  const beside = (atClub: ReadonlyMap<string, AtClub>) =>
    listCarRows(cars, classes, [refused], [], atClub).find(({ number }) => number === '101')
  expect(beside(had('101', 1, clubs('101')))).toMatchObject({ state: 'attention', isCounted: true })
  // there is one, and whether it counts has not been heard
  expect(beside(had('101', 1))).toMatchObject({ isCounted: false })
})

test('the keys know every number, also of cars that are sent, begun or only known from a sheet', () => {
  const begun = [{ key: 'draft', number: '102', scores: { 11: 3 }, notes: '' }]
  const sheets = [sheet('103', { state: 'accepted' }), sheet('1018')]
  const numbers = listNumbers(listCarRows(cars, classes, sheets, begun, had('104', 1)))
  expect(numbers.map(({ number }) => number).sort()).toEqual(['101', '1018', '102', '103', '104', '201'])
  expect(numbers.filter(({ isFresh }) => isFresh).map(({ number }) => number)).toEqual(['101', '201'])
})

describe('beside what the club has', () => {
  const find = (sheets: SheetOutboxEntry[], atClub: ReadonlyMap<string, AtClub>) =>
    listCarRows(cars, classes, sheets, [], atClub).find(({ number }) => number === '101')
  const accepted = sheet('101', { key: 'here', state: 'accepted', sequence: 1 })

  test('the sheet of another phone is the one that a form shows', () => {
    const row = find([], had('101', 2, clubs('101')))
    expect(row).toMatchObject({
      state: 'accepted',
      isCounted: true,
      filed: { key: 'elsewhere', notes: 'Rust' },
    })
    expect(find([accepted], had('101', 2, clubs('101')))).toMatchObject({
      ...{ state: 'sent', filed: { key: 'elsewhere', entry: undefined } },
    })
  })

  test('a sheet that was withdrawn or voided, here or there, is accepted no more and is not shown', () => {
    for (const why of ['withdrawn', 'void'] as const) {
      const gone = had('101', 2, clubs('101', { why }))
      for (const sheets of [[], [accepted]]) {
        expect(find(sheets, gone)).toMatchObject({ state: why, isCounted: false, filed: undefined })
      }
    }
    const void1 = had('101', 1, clubs('101', { key: 'here', sequence: 1, why: 'void' }))
    expect(find([accepted], void1)).toMatchObject({ state: 'void', filed: undefined })
  })

  test('what waits on this phone goes before what the club has', () => {
    const waiting = sheet('101', { sequence: 3 })
    expect(find([waiting], had('101', 2, clubs('101')))).toMatchObject({
      ...{ state: 'saved', filed: { key: waiting.key } },
    })
  })

  test('an older answer of the club does not overtake what it has taken since', () => {
    const later = sheet('101', { state: 'accepted', sequence: 3, standing: { current: true, highest: 3 } })
    expect(find([later], had('101', 2, clubs('101')))).toMatchObject({ state: 'accepted' })
  })
})

test('a sheet that is moved is taken back at one car and filed at the other', () => {
  const first = sheet('101', { state: 'accepted' })
  const move: JudgingEntry = {
    ...sheet('103'),
    action: 'move_judging_form',
    input: {
      ...{
        eventId: 5,
        judgeId: '41',
        formId: 3,
        entryId: '101',
        sequence: 2,
        toEntryId: '103',
        toSequence: 1,
      },
      scores: [{ criteriaId: 11, score: 7 }],
    },
    sequence: 2,
  }
  const rowsOf = (entry: JudgingEntry) => {
    const rows = listCarRows(cars, classes, [first, ...toSheets(entry)], [])
    return ['101', '103'].map((number) => rows.find((row) => row.number === number))
  }
  expect(rowsOf(move)).toMatchObject([
    { state: 'saved', filed: undefined, entry: { takesBack: { movedTo: '103' } } },
    { state: 'saved', filed: { scores: [{ score: 7 }] } },
  ])
  // one sheet is one scored car, wherever it is on its way to
  expect(countScored(listCarRows(cars, classes, [first, ...toSheets(move)], []))).toBe(1)
  expect(rowsOf({ ...move, state: 'accepted' })).toMatchObject([
    { state: 'withdrawn' },
    { state: 'accepted' },
  ])
  // what the club did not move is where it was
  expect(rowsOf({ ...move, state: 'refused' })).toMatchObject([
    { state: 'accepted', filed: { key: first.key } },
    { state: 'attention', countsAt: '101' },
  ])
})
