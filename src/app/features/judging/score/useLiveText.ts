// The text of a live region.
import { useCallback, useState } from 'react'

export interface LiveText {
  /** Changes each time, so that the same words are announced again. */
  count: number
  text: string
}

export function useLiveText(): [LiveText, (text: string) => void] {
  const [liveText, setLiveText] = useState<LiveText>({ count: 0, text: '' })
  const announce = useCallback((text: string) => setLiveText(({ count }) => ({ count: count + 1, text })), [])
  return [liveText, announce]
}
