// The parts of an order: each once, with its own wait; what is new to the app is an order all the same.
import { expect, test } from 'vitest'
import { groupByPart, listParts, patienceMs } from '../../../../src/app/wizard/thanks/parts.ts'

const lines = [
  { kind: 'ticket', label: 'Day pass' },
  { kind: 'registration', label: '1936 Ford Pickup' },
  { kind: 'ticket', label: 'Dinner' },
  { kind: 'balloon', label: 'A ride' },
]

test('each part is named once, in the order of the lines', () => {
  expect(listParts(lines)).toEqual(['ticket', 'registration', 'order'])
  expect(listParts([{ kind: 'event' }])).toEqual(['order'])
})

test('the lines of a part stay together', () => {
  expect(groupByPart(lines).map(([part, own]) => [part, own.map(({ label }) => label)])).toEqual([
    ['ticket', ['Day pass', 'Dinner']],
    ['registration', ['1936 Ford Pickup']],
    ['order', ['A ride']],
  ])
})

test('tickets and spaces are promised in 20 seconds, everything else in a minute', () => {
  const { ticket, space, ...rest } = patienceMs
  expect([ticket, space]).toEqual([20_000, 20_000])
  expect(new Set(Object.values(rest))).toEqual(new Set([60_000]))
})
