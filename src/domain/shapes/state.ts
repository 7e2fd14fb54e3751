// The state of an address: two letters in the United States, where nobody leaves it out, and any text elsewhere.
import { isUnitedStates } from './country.ts'
import { storedLengths } from './personLengths.ts'
import { toPlainLine } from './plainText.ts'

export type StateFault = 'missing' | 'not-two-letters' | 'too-long'

/** Where an address is. A form that asks for no country is of the club's, and of whoever comes from elsewhere. */
export interface StatePlace {
  readonly country: string
  readonly isAsked: boolean
}

/** The place of an address whose form may ask for a country. */
export function toStatePlace(asked: string | undefined, ofClub: string): StatePlace {
  return { country: asked ?? ofClub, isAsked: asked !== undefined }
}

export function findStateFault(state: string, { country, isAsked }: StatePlace): StateFault | undefined {
  const text = toPlainLine(state)
  const isAmerican = isUnitedStates(country)
  if (text === '') return isAmerican ? 'missing' : undefined
  if (isAmerican && isAsked) return /^[a-z]{2}$/i.test(text) ? undefined : 'not-two-letters'
  return text.length > storedLengths.state ? 'too-long' : undefined
}
