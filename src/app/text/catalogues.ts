// The texts of each language, loaded when the language is used.
import { i18n } from '@lingui/core'
import type { DeviceStorage } from '../session/deviceStorage.ts'
import { defaultLanguage, type Language, languageKey, languages } from './languages.ts'

const catalogues = {
  en: () => import('../../locales/en.po'),
  es: () => import('../../locales/es.po'),
} satisfies Record<Language, unknown>

/** Shows the app in a language. Rejects if its catalogue cannot be loaded; then nothing changes. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogues[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

/** Also saves the choice. */
export async function chooseLanguage(language: Language, storage: DeviceStorage): Promise<void> {
  await activateLanguage(language)
  storage.save(languageKey, language)
}

/** The language shown now. */
export function findActiveLanguage(): Language {
  return languages.find((language) => language === i18n.locale) ?? defaultLanguage
}
