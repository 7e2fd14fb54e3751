// Switches the interface to the other language. The button is in that language.
import { useLingui } from '@lingui/react/macro'
import { Languages } from 'lucide-react'
import { lastingStorage } from '../session/deviceStorage.ts'
import { useToast } from '../ui/overlay/toastContext.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { chooseLanguage } from './catalogues.ts'
import styles from './LanguageSwitch.module.css'
import { type Language, languageNames, languages } from './languages.ts'
import { useLanguage } from './useLanguage.ts'

export function LanguageSwitch() {
  const { t } = useLingui()
  const toast = useToast()
  const active = useLanguage()
  const choose = async (language: Language) => {
    try {
      await chooseLanguage(language, lastingStorage)
    } catch {
      const name = languageNames[language]
      toast({ text: t`${name} needs a connection once.` })
    }
  }
  return languages
    .filter((language) => language !== active)
    .map((language) => (
      <button
        key={language}
        type="button"
        className={styles.switch}
        lang={language}
        title={languageNames[language]}
        onClick={() => void choose(language)}
      >
        <Languages size={18} aria-hidden="true" />
        <span>
          {language.toUpperCase()} <VisuallyHidden>{languageNames[language]}</VisuallyHidden>
        </span>
      </button>
    ))
}
