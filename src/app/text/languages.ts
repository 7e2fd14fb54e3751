// The interface's languages, and which one is chosen on this device.
import { defaultLanguage, type Language, languages } from '../../domain/shapes/language.ts'
import type { DeviceStorage } from '../session/deviceStorage.ts'

export { defaultLanguage, type Language, languages }

/** The key under which the choice is saved. */
export const languageKey = 'rcml-lang'

/** The name of a language in that language. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

/** The locale for dates and numbers. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

/** The one that was chosen here, else the club's. */
export function findLanguage(storage: DeviceStorage, ofClub: unknown = defaultLanguage): Language {
  return findChosenLanguage(storage) ?? languages.find((language) => language === ofClub) ?? defaultLanguage
}

export function findChosenLanguage(storage: DeviceStorage): Language | undefined {
  const saved = storage.find(languageKey)
  return languages.find((language) => language === saved)
}
