// Money is integer cents; the wire and the club file speak dollars.

export function toDollars(cents: number): number {
  return cents / 100
}

/** Cents of a dollar amount, rounded half away from zero at the third decimal of its decimal text. */
export function toCents(dollars: number): number {
  return Math.round(Number(`${dollars}e2`))
}
