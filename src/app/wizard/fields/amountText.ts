// What a money field holds while somebody types: plain dollars as text, or their own text where it could mean
// two amounts. Then it is kept, and they are asked.
import { isPlainDollars, readAmount } from '../../../domain/money.ts'

export interface AmountText {
  readonly text: string
  /** The mark before the cents was typed as a comma: with a third digit after it, it separated thousands. */
  readonly hasComma: boolean
}

/** "$1,234.5" for plain dollars, which may be half typed. Any other text as it is. */
export function showAmount(text: string): string {
  if (text === '' || !isPlainDollars(text)) return text
  const [whole = '', cents] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `$${grouped}${cents === undefined ? '' : `.${cents}`}`
}

/** The new text after the field's shown text has become `raw`. */
export function typeAmount(before: AmountText, raw: string): AmountText {
  const shown = showAmount(before.text)
  const change = findChange(shown, raw)
  if (change === undefined || !isPlainDollars(before.text)) return takeWhole(raw)
  const { typed, at } = change
  if (typed === '$' || typed === ' ') return before
  if (typed === '.' || typed === ',') {
    const text = `${toBare(raw.slice(0, at))}.${toBare(raw.slice(at + 1))}`
    return { text, hasComma: typed === ',' }
  }
  if (typed !== '' && !/^\d$/.test(typed)) return { text: raw.replace('$', ''), hasComma: false }
  const bare = toBare(raw)
  const isThird = before.hasComma && typed !== '' && at === raw.length - 1 && /\.\d\d$/.test(before.text)
  return isThird
    ? { text: bare.replace('.', ''), hasComma: false }
    : { text: bare, hasComma: before.hasComma && bare.includes('.') }
}

/** Pasted or filled in, or more of a text that is kept. */
function takeWhole(raw: string): AmountText {
  const amount = readAmount(raw)
  return { text: amount.is === 'clear' ? amount.plain : raw, hasComma: false }
}

/** Without the marks that the field itself puts in, and without zeros before the first digit. */
function toBare(text: string): string {
  return text.replace(/[$,]/g, '').replace(/^0+(?=\d)/, '')
}

interface Change {
  /** '' when something was deleted. */
  readonly typed: string
  readonly at: number
}

/** One character more, or some fewer; undefined for any other change. */
function findChange(before: string, after: string): Change | undefined {
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  const added = after.length - before.length
  if (added === 1 && after.slice(at + 1) === before.slice(at)) return { typed: after[at] ?? '', at }
  return added < 0 && before.endsWith(after.slice(at)) ? { typed: '', at } : undefined
}
