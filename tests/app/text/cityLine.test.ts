// The line of an address with city, state and zip code.
import { expect, test } from 'vitest'
import { toCityLine } from '../../../src/app/text/cityLine.ts'

test.each([
  ['Millbrook', 'OH', '43016', 'Millbrook, OH 43016'],
  ['Millbrook', '', '43016', 'Millbrook, 43016'],
  ['', 'OH', '43016', 'OH 43016'],
  ['Millbrook', '', '', 'Millbrook'],
  ['', '', '', ''],
])('of "%s", "%s" and "%s" is "%s"', (city, state, zip, line) => {
  expect(toCityLine({ city, state, zip })).toBe(line)
})
