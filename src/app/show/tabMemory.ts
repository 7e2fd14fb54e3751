// Where somebody was in each tab: scroll, focus, and what was typed, kept as long as the page lives.
import { useEffect, useLayoutEffect, useState } from 'react'

interface Place {
  scroll: number
  focusId: string
}

const places = new Map<string, Place>()
const values = new Map<string, unknown>()
/** The document may have shown the first tab before the app did: somebody may have begun to read. */
let isFirst = true

/**
 * Brings a tab back to where it was left, and remembers where that was. The focus returns only where leaving
 * took it away; whoever came by the bar keeps it there.
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

/** Like useState, and the next visit of the tab finds the value again. */
export function useKept<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (values.has(name) ? (values.get(name) as T) : initial))
  useEffect(() => {
    values.set(name, value)
  }, [name, value])
  return [value, setValue]
}
