// Asks once, in Spanish, whoever's browser is in Spanish and who has never chosen a language here.
import { useEffect, useRef } from 'react'
import { lastingStorage } from '../session/deviceStorage.ts'
import { useToast } from '../ui/overlay/toastContext.ts'
import { chooseLanguage } from './catalogues.ts'
import { languageKey, languageNames } from './languages.ts'
import { useLanguage } from './useLanguage.ts'

const offeredKey = 'rcml-lang-offered'

export function LanguageOffer() {
  const toast = useToast()
  const language = useLanguage()
  const takeAway = useRef<() => void>(undefined)
  // by the switch in the header, too
  useEffect(() => {
    if (language === 'es') takeAway.current?.()
  }, [language])
  useEffect(() => {
    if (!/^es\b/i.test(navigator.language)) return
    if (lastingStorage.find(languageKey) !== undefined || lastingStorage.find(offeredKey) !== undefined)
      return
    lastingStorage.save(offeredKey, 'true')
    takeAway.current = toast({
      text: '¿En español?',
      stays: true,
      action: {
        label: languageNames.es,
        onClick: () => void chooseLanguage('es', lastingStorage).catch(stayAsItIs),
      },
    })
  }, [toast])
  return null
}

/** Without a connection the other language may be missing; the switch in the header says so. */
function stayAsItIs(): void {}
