// Which signs are in which of the font's files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFaces } from '../../build/fonts.ts'

const source = join(import.meta.dirname, '..', '..', 'src')
const [first, more] = listFaces(readFileSync(join(source, 'app/styles/font.css'), 'utf8'))

test("each sign of the app's texts is in the file that the first visit loads", () => {
  const texts = ['en', 'es'].map((language) => readFileSync(join(source, `locales/${language}.po`), 'utf8'))
  const signs = new Set(texts.join('').replaceAll('\n', ''))
  expect([...signs].filter((sign) => !first?.signs.includes(sign))).toEqual([])
})

test('a sign is in one file, and each of Latin-1 in one of them', () => {
  const both = [...(first?.signs ?? '')].filter((sign) => more?.signs.includes(sign))
  expect(both).toEqual([])
  const letters = Array.from({ length: 0xff - 0xa0 + 1 }, (_, at) => String.fromCodePoint(0xa0 + at))
  expect(letters.filter((sign) => !first?.signs.includes(sign) && !more?.signs.includes(sign))).toEqual([])
})

test('the files have the weights and widths that the styles name', () => {
  const limits = { wght: { min: 400, max: 750 }, wdth: { min: 62, max: 122 } }
  expect([first?.variationAxes, more?.variationAxes]).toEqual([limits, limits])
})
