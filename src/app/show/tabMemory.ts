// The person's place in each tab of a show: scroll, focus and typed text, remembered while the page lives.
// Each name begins with the show's key, because one page may open several shows.
import { useEffect, useLayoutEffect, useState } from 'react'

interface Place {
  scroll: number
  focusId: string
}

const places = new Map<string, Place>()
const values = new Map<string, unknown>()
/** The document may have shown the first tab before the app did, so the person may already have scrolled. */
let isFirst = true

/**
 * Restores a tab's scroll and focus, and remembers them. The focus returns only if leaving the tab removed
 * it. A person who came by the bar keeps the focus there.
 */
export function useTabPlace(tab: string): void {
  useLayoutEffect(() => {
    const place = places.get(tab)
    if (!isFirst || place !== undefined) {
      window.scrollTo({ top: place?.scroll ?? 0, behavior: 'instant' })
    }
    isFirst = false
    if (place !== undefined && place.focusId !== '' && document.activeElement === document.body) {
      document.getElementById(place.focusId)?.focus({ preventScroll: true })
    }
    const here = { scroll: window.scrollY, focusId: place?.focusId ?? '' }
    const noteScroll = () => {
      here.scroll = window.scrollY
    }
    const noteFocus = (event: FocusEvent) => {
      const { target } = event
      if (target instanceof HTMLElement && target.closest('main') !== null && target.id !== '') {
        here.focusId = target.id
      }
    }
    window.addEventListener('scroll', noteScroll, { passive: true })
    document.addEventListener('focusin', noteFocus)
    return () => {
      window.removeEventListener('scroll', noteScroll)
      document.removeEventListener('focusin', noteFocus)
      places.set(tab, here)
    }
  }, [tab])
}

/** Like useState, but the next visit of the tab finds the value again. */
export function useTabState<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (values.has(name) ? (values.get(name) as T) : initial))
  useEffect(() => {
    values.set(name, value)
  }, [name, value])
  return [value, setValue]
}
