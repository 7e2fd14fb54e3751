// The interface's languages, and which one is chosen on this device.
import type { DeviceStorage } from '../session/deviceStorage.ts'

// all languages; the first is the default
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'
/** The language in which clubs write their own texts. */
export const clubLanguage: Language = defaultLanguage
/** The key under which the choice is saved. */
export const languageKey = 'rcml-lang'

/** The name of a language in that language. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

/** The locale for dates and numbers. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

export function findLanguage(storage: DeviceStorage): Language {
  const saved = storage.find(languageKey)
  return languages.find((language) => language === saved) ?? defaultLanguage
}
