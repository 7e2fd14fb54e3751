// The countries of addresses. A club has one by its two letters; on a form people write theirs in their own words.

/** Of a club that does not say its own. */
export const defaultCountry = 'US'

/** Accepts different spellings. */
export function isUnitedStates(country: string): boolean {
  const folded = country.toLowerCase().replace(/[\s.]/g, '')
  return ['us', 'usa', 'unitedstates', 'unitedstatesofamerica', 'estadosunidos', 'eeuu'].includes(folded)
}
