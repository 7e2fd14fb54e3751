import { expect, test } from 'vitest'
import { foldText, isMatch, toWords } from '../../src/domain/search.ts'

test.each([
  ['soren ost', 'Søren Øst'],
  ['LUKASZ zolc', 'Łukasz Żółć'],
  ['strasse gross', 'Straße GROẞ'],
  ['ipek isik', 'İpek Işık'],
  ['full width', 'ＦＵＬＬ　Ｗｉｄｔｈ'],
  ['aether oeuvre thor', 'Æther Œuvre Þór'],
])('%s finds %s, and the other way round', (typed, text) => {
  expect(isMatch(toWords(typed), foldText(text))).toBe(true)
  expect(isMatch(toWords(text), foldText(typed))).toBe(true)
})

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

test('a number may be typed as on its sign, and a short word of the trade is no beginning', () => {
  expect(toWords('#204')).toEqual(['204'])
  expect(isMatch(toWords('toilets'), foldText('Old Fuse Electrics, looms'))).toBe(false)
  expect(isMatch(toWords('toilets'), foldText('Loo behind Hall 2'))).toBe(true)
  expect(isMatch(toWords('helado'), foldText('Frost Line Ice Cream'))).toBe(true)
})
