// The interface's languages, and which one is chosen on this device.
import type { DeviceStorage } from '../session/deviceStorage.ts'

// languages and the default
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'
/** The key under which the choice is kept. */
export const languageKey = 'rcml-lang'

/** What a language calls itself. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

/** The locale by which dates and numbers are written. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

export function findLanguage(storage: DeviceStorage): Language {
  const kept = storage.find(languageKey)
  return languages.find((language) => language === kept) ?? defaultLanguage
}
