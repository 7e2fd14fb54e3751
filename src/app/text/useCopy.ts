// Puts a text into the clipboard, and says what came of it.
import { useState } from 'react'

export interface Copying {
  /** Undefined before anybody has asked for it. */
  copied: 'copied' | 'failed' | undefined
  copy(): Promise<void>
}

export function useCopy(text: string): Copying {
  const [last, setLast] = useState<{ text: string; became: Copying['copied'] }>()
  return {
    // another text is not copied yet
    copied: last?.text === text ? last.became : undefined,
    async copy() {
      try {
        await navigator.clipboard.writeText(text)
        setLast({ text, became: 'copied' })
      } catch {
        setLast({ text, became: 'failed' }) // no permission: the text can still be selected by hand
      }
    },
  }
}
