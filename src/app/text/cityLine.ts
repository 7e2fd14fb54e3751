// The line of an address with city, state and zip code, of which some may be missing.

export interface CityParts {
  readonly city: string
  readonly state: string
  readonly zip: string
}

/** "Millbrook, OH 43016" */
export function toCityLine({ city, state, zip }: CityParts): string {
  const region = [state, zip].filter((part) => part !== '').join(' ')
  return [city, region].filter((part) => part !== '').join(', ')
}
