// When something closes that had the focus, and what had opened it is gone too, the focus goes where the keyboard
// would go on.
import { useEffect, useRef } from 'react'

/** `find` is asked when `isOpen` ends and the focus is nowhere. */
export function useFocusBack(isOpen: boolean, find: () => HTMLElement | null | undefined): void {
  const wasOpen = useRef(false)
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    const { activeElement } = document
    if (hasClosed && (activeElement === null || activeElement === document.body)) {
      latest.current()?.focus({ preventScroll: true })
    }
  }, [isOpen])
}
