// What a live region says.
import { useCallback, useState } from 'react'

export interface Words {
  /** Differs each time, so that the same words twice are said twice. */
  count: number
  text: string
}

export function useWords(): [Words, (text: string) => void] {
  const [words, setWords] = useState<Words>({ count: 0, text: '' })
  const say = useCallback((text: string) => setWords(({ count }) => ({ count: count + 1, text })), [])
  return [words, say]
}
