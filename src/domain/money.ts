// Money is integer cents; the wire and the club file speak dollars.

export function toDollars(cents: number): number {
  return cents / 100
}

/** Cents of a dollar amount, rounded half away from zero at the third decimal of its decimal text. */
export function toCents(dollars: number): number {
  return Math.round(Number(`${dollars}e2`))
}

/** spec/public 9: '$', two decimals, commas between the thousands. */
export function toAmountText(cents: number): string {
  const [dollars = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.')
  return `${cents < 0 ? '-' : ''}$${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}
