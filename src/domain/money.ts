// Money is integer cents. The wire and the club file use dollars.

export function toDollars(cents: number): number {
  return cents / 100
}

/** Cents of a dollar amount. Rounds half away from zero at the third decimal of its decimal text. */
export function toCents(dollars: number): number {
  return Math.round(Number(`${dollars}e2`))
}

/** How many digits an amount may have before the point. */
const mostDigits = 7

/** Dollars as a form holds them, perhaps half typed: `1234.5`. */
export function isPlainDollars(text: string): boolean {
  return new RegExp(`^\\d{0,${mostDigits}}(?:\\.\\d{0,2})?$`).test(text)
}

export type ReadAmount =
  | { readonly is: 'empty' | 'doubtful' | 'too-large' }
  | { readonly is: 'clear'; readonly plain: string; readonly dollars: number }

/** An amount that somebody wrote. Where it could mean two amounts, or none, it is doubtful: nothing is guessed. */
export function readAmount(written: string): ReadAmount {
  const text = written.trim().replace(/^\$\s*/, '')
  if (text === '') return { is: 'empty' }
  // a comma only between groups of three digits, a point only before one or two digits
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+|(?=\.\d))(?:\.\d{0,2})?$/.test(text)) return { is: 'doubtful' }
  const plain = text.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  if (!isPlainDollars(plain)) return { is: 'too-large' }
  return { is: 'clear', plain, dollars: Number(plain) }
}
