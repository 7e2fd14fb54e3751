// The texts of each language, loaded when the language is used, each part when code wants it.
import { i18n } from '@lingui/core'
import type { TextPart } from '../../domain/documents/textParts.ts'
import type { DeviceStorage } from '../session/deviceStorage.ts'
import { defaultLanguage, type Language, languageKey, languages } from './languages.ts'
import { findWantedTexts, setTextLoader } from './wantedTexts.ts'

const catalogues = {
  en: {
    first: () => import('../../locales/en.po?texts=first?lingui'),
    field: () => import('../../locales/en.po?texts=field?lingui'),
    show: () => import('../../locales/en.po?texts=show?lingui'),
    rest: () => import('../../locales/en.po?texts=rest?lingui'),
  },
  es: {
    first: () => import('../../locales/es.po?texts=first?lingui'),
    field: () => import('../../locales/es.po?texts=field?lingui'),
    show: () => import('../../locales/es.po?texts=show?lingui'),
    rest: () => import('../../locales/es.po?texts=rest?lingui'),
  },
} satisfies Record<Language, Record<TextPart, unknown>>

const loaded = new Set<string>()

setTextLoader(async (part) => {
  // another language may have been chosen meanwhile
  for (
    let language = findShown();
    language !== undefined && !isLoaded(language, part);
    language = findShown()
  ) {
    await loadPart(language, part)
  }
})

/** Shows the app in a language. Rejects if its texts cannot be loaded; then nothing changes. */
export async function activateLanguage(language: Language): Promise<void> {
  const findMissing = () => findWantedTexts().filter((part) => !isLoaded(language, part))
  // more may be wanted while these are loading
  for (let missing = findMissing(); missing.length > 0; missing = findMissing()) {
    await Promise.all(missing.map((part) => loadPart(language, part)))
  }
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Also saves the choice. */
export async function chooseLanguage(language: Language, storage: DeviceStorage): Promise<void> {
  await activateLanguage(language)
  storage.save(languageKey, language)
}

/** The language shown now. */
export function findActiveLanguage(): Language {
  return findShown() ?? defaultLanguage
}

function findShown(): Language | undefined {
  return languages.find((language) => language === i18n.locale)
}

async function loadPart(language: Language, part: TextPart): Promise<void> {
  const { messages } = await catalogues[language][part]()
  i18n.load(language, messages)
  loaded.add(toName(language, part))
}

function isLoaded(language: Language, part: TextPart): boolean {
  return loaded.has(toName(language, part))
}

function toName(language: Language, part: TextPart): string {
  return `${language} ${part}`
}
