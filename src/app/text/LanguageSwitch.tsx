// Switches the interface to the other language, named in that language.
import { Languages } from 'lucide-react'
import { lastingStorage } from '../session/deviceStorage.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { chooseLanguage } from './catalogues.ts'
import styles from './LanguageSwitch.module.css'
import { languageNames, languages } from './languages.ts'
import { useLanguage } from './useLanguage.ts'

export function LanguageSwitch() {
  const active = useLanguage()
  return languages
    .filter((language) => language !== active)
    .map((language) => (
      <button
        key={language}
        type="button"
        className={styles.switch}
        lang={language}
        title={languageNames[language]}
        onClick={() => void chooseLanguage(language, lastingStorage)}
      >
        <Languages size={18} aria-hidden="true" />
        <span>
          {language.toUpperCase()} <VisuallyHidden>{languageNames[language]}</VisuallyHidden>
        </span>
      </button>
    ))
}
