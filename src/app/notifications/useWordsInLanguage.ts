// Reads messages again when another language is chosen, because their words come from the server.
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLanguage } from '../text/useLanguage.ts'

export function useWordsInLanguage({ refetch }: { refetch(): void }): void {
  const language = useLanguage()
  const readIn = useRef(language)
  const readAgain = useEffectEvent(refetch)
  useEffect(() => {
    if (readIn.current === language) return
    readIn.current = language
    readAgain()
  }, [language])
}
