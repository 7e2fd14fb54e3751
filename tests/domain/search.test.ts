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
