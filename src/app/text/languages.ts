// The interface's languages: which one is chosen, and its catalogue, loaded when it is needed.
import { i18n } from '@lingui/core'
import type { DeviceStorage } from '../session/deviceStorage.ts'

// spec/public 9: languages and the default
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'
/** spec/member 1: the key under which the choice is kept. */
export const languageKey = 'rcml-lang'

/** What a language calls itself. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

/** The locale by which dates and numbers are written. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

export function findLanguage(storage: DeviceStorage): Language {
  const kept = storage.find(languageKey)
  return languages.find((language) => language === kept) ?? defaultLanguage
}

const catalogues = {
  en: () => import('../../locales/en.po'),
  es: () => import('../../locales/es.po'),
} satisfies Record<Language, unknown>

/** Shows the app in a language; rejects when its catalogue cannot be loaded, and then nothing changes. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogues[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

/** Also keeps the choice. */
export async function chooseLanguage(language: Language, storage: DeviceStorage): Promise<void> {
  await activateLanguage(language)
  storage.keep(languageKey, language)
}

/** The language shown now. */
export function findActiveLanguage(): Language {
  return languages.find((language) => language === i18n.locale) ?? defaultLanguage
}
