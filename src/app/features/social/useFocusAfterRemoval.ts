// When an item of a list is removed its buttons are gone, and the keyboard goes on from the list.
import { type RefObject, useEffect, useRef } from 'react'

/** Returns what to call before an item is removed. The list takes the focus when the item has gone with it. */
export function useFocusAfterRemoval(list: RefObject<HTMLElement | null>): () => void {
  const isAwaited = useRef(false)
  // after every drawing: the dialog that asked gives the focus back first, and the item goes later
  useEffect(() => {
    const { activeElement } = document
    if (!isAwaited.current || (activeElement !== null && activeElement !== document.body)) return
    isAwaited.current = false
    list.current?.focus({ preventScroll: true })
  })
  return () => {
    isAwaited.current = true
  }
}
