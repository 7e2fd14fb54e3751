// Countries by their names: the two letters of ISO 3166 are stored, as the forms do it.
import { foldText } from '../../../../../domain/search.ts'
import { countryCodes } from '../../../../../domain/shapes/countryCodes.ts'

const fold = (text: string) => foldText(text).replace(/[^a-z]/g, '')

/** What people write beside the names in English and Spanish. */
const others = {
  US: ['usa', 'unitedstatesofamerica', 'eeuu'],
  CA: ['can'],
  GB: ['uk', 'greatbritain', 'england', 'scotland', 'wales'],
}

const listNames = (language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return countryCodes.map((code) => [fold(names.of(code) ?? code), code] as const)
}
const known = new Map([
  ...listNames('en'),
  ...Object.entries(others).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
])
const spanish = new Map(listNames('es'))
const codes: ReadonlySet<string> = new Set(countryCodes)

/** "Canada", "United States", "uk". In a column of states two letters may be a state, so no codes. */
export function findCountry(name: string): string | undefined {
  return known.get(fold(name))
}

/** The code of a name or of a code; another text stays as it is. */
export function readCountry(text: string): string {
  const code = text.replace(/[.\s]/g, '').toUpperCase()
  return codes.has(code) ? code : (findCountry(text) ?? spanish.get(fold(text)) ?? text)
}
