import { expect, test } from 'vitest'
import { foldText, isMatch, toWords } from '../../src/domain/search.ts'

test('people find things without accents and in any case', () => {
  expect(isMatch(toWords('PEÑA  motor'), foldText('Motor y peña de Córdoba'))).toBe(true)
  expect(isMatch(toWords('cordoba'), foldText('Motor y peña de Córdoba'))).toBe(true)
})

test('every word has to stand somewhere', () => {
  expect(isMatch(toWords('wheel brass'), foldText('Wire wheels, hubs'))).toBe(false)
})

test('an empty query finds everything', () => {
  expect(isMatch(toWords('   '), 'anything')).toBe(true)
})

test('a plural, the other spelling and the other word for a part are found too', () => {
  expect(isMatch(toWords('tires'), foldText('Stony Ford Tyres'))).toBe(true)
  expect(isMatch(toWords('tyre'), foldText('Whitewall tires'))).toBe(true)
  expect(isMatch(toWords('axel'), foldText('Axle & Oak'))).toBe(true)
  expect(isMatch(toWords('llantas'), foldText('Whitewall tires'))).toBe(true)
  expect(isMatch(toWords('fenders'), foldText('Hand-made wings'))).toBe(true)
  expect(isMatch(toWords('brushes'), foldText('A wire brush'))).toBe(true)
  expect(isMatch(toWords('glass'), foldText('Gla'))).toBe(false)
})
