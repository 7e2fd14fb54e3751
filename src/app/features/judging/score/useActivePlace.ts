// Keeps the active field in sight, and in focus if a keyboard is used.
import { useEffect, useRef } from 'react'
import { toPlaceId } from './places.ts'
import type { SheetDraft } from './useScoring.ts'

export interface ActivePlace {
  /** The next field that becomes active takes the focus. */
  wantFocus(): void
  goToNumber(): void
}

export function useActivePlace(draft: SheetDraft): ActivePlace {
  const { active } = draft.scoring
  const isFocusWanted = useRef(false)

  useEffect(() => {
    const place = document.getElementById(toPlaceId(active))
    place?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' })
    const isTyping = document.activeElement?.hasAttribute('data-place') === true
    if (isFocusWanted.current || isTyping) place?.focus()
    isFocusWanted.current = false
  }, [active])

  const wantFocus = () => {
    isFocusWanted.current = true
  }
  return {
    wantFocus,
    goToNumber() {
      wantFocus()
      draft.act({ type: 'activate', at: 'number' })
      document.getElementById(toPlaceId('number'))?.focus()
    },
  }
}
