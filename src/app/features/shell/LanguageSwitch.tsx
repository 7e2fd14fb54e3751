// Switches the interface to the other language, named in that language.
import { Languages } from 'lucide-react'
import { lastingStorage } from '../../session/deviceStorage.ts'
import { chooseLanguage } from '../../text/catalogues.ts'
import { languageNames, languages } from '../../text/languages.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './LanguageSwitch.module.css'

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
