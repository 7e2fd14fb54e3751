// What officers write for spreadsheets runs nothing there, and is read again as it was.
import { expect, it } from 'vitest'
import { readText } from '../../../src/server/areas/members/officers/incoming/memberValues.ts'
import { toCsv } from '../../../src/server/officers/csv.ts'

it.each([
  ['=1', "'=1"],
  ['＝1', "'＝1"],
  ['Ana;=1', "Ana;'=1"],
  ['Ana; @x', "Ana; '@x"],
  ['Ana;Ben-Lee', 'Ana;Ben-Lee'],
])('in a table, %s runs no formula and is read as it was', (typed, cell) => {
  expect(toCsv([[typed]])).toBe(`\uFEFF${cell}\r\n`)
  expect(readText(cell)).toBe(typed)
})

it.each([
  ['Ana;"=1', `"Ana;""'=1"`],
  ['Ana;" =1', `"Ana;"" '=1"`],
])('runs no formula behind a quote that a semicolon has opened: %s', (typed, cell) => {
  expect(toCsv([[typed]])).toBe(`\uFEFF${cell}\r\n`)
})
