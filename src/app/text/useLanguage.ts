// The present language of the screens.
import { useLingui } from '@lingui/react'
import { defaultLanguage, type Language, languages } from './languages.ts'

export function useLanguage(): Language {
  const { i18n } = useLingui()
  return languages.find((language) => language === i18n.locale) ?? defaultLanguage
}
