import { expect, it } from 'vitest'
import { type AmountText, showAmount, typeAmount } from '../../../../src/app/wizard/fields/amountText.ts'
import { readAmount } from '../../../../src/domain/money.ts'

const empty: AmountText = { text: '', hasComma: false }
/** One character after the other, at the end of what is shown. */
const type = (typed: string, from = empty): AmountText =>
  [...typed].reduce((at, character) => typeAmount(at, showAmount(at.text) + character), from)
const paste = (text: string): AmountText => typeAmount(empty, text)

it('a clear amount is read, however it is grouped', () => {
  for (const [written, dollars] of [
    ['25', 25],
    ['25.5', 25.5],
    ['$1,000.00', 1000],
    ['$ 1,234,567.89', 1_234_567.89],
    ['007', 7],
    ['.50', 0.5],
    ['12.', 12],
  ] as const) {
    expect(readAmount(written), written).toMatchObject({ is: 'clear', dollars })
  }
})

it('an amount that could mean two is not guessed', () => {
  for (const written of [
    '1.000,50',
    '25,50',
    '1e9',
    '-5',
    '(5)',
    '1.000',
    '1,00,000',
    '5 €',
    '.',
    '12,34.5',
  ]) {
    expect(readAmount(written), written).toEqual({ is: 'doubtful' })
  }
  for (const written of ['1000000000', '10,000,000']) expect(readAmount(written)).toEqual({ is: 'too-large' })
  expect(readAmount('  ')).toEqual({ is: 'empty' })
})

it('what is typed is grouped, and a comma starts the cents unless a third digit follows', () => {
  for (const [typed, shown] of [
    ['1234567', '$1,234,567'],
    ['0012.50', '$12.50'],
    ['25,50', '$25.50'],
    ['1234,50', '$1,234.50'],
    ['1,000', '$1,000'],
    ['1,234,567.50', '$1,234,567.50'],
    ['$5', '$5'],
  ] as const) {
    expect(showAmount(type(typed).text), typed).toBe(shown)
  }
  expect(showAmount(typeAmount(type('1234'), '$1,23').text)).toBe('$123')
  expect(showAmount(typeAmount(type('1234'), '$91,234').text)).toBe('$91,234')
})

it('what is doubtful stays on the screen as it was written, until it is clear', () => {
  for (const written of ['1.000,50', '1e9', '-5', '1000000000']) {
    expect(showAmount(type(written).text), `typed ${written}`).toBe(written)
  }
  for (const written of ['1.000,50', '25,50', '1e9', '-5', '1000000000']) {
    expect(showAmount(paste(written).text), `pasted ${written}`).toBe(written)
  }
  expect(showAmount(typeAmount(paste('25,50'), '25.50').text)).toBe('$25.50')
  expect(showAmount(typeAmount(type('1.000'), '1.00').text)).toBe('$1.00')
  expect(showAmount(paste('$1,000.00').text)).toBe('$1,000.00')
})
