// Tells the style sheets how much an element at the bottom edge covers, however tall its text makes it.
import { type RefObject, useLayoutEffect } from 'react'

export type CoveredHeight = '--bottom-clear' | '--toast-clear'

/** Sets the property on the root. An element that is not at the bottom edge covers nothing there. */
export function useCoveredHeight(name: CoveredHeight, element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const covering = element.current
    if (covering === null) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      const { top, height } = covering.getBoundingClientRect()
      const isAtBottom = getComputedStyle(covering).position !== 'static' && top > window.innerHeight / 2
      root.style.setProperty(name, isAtBottom ? `${Math.ceil(height)}px` : '0px')
    })
    observer.observe(covering)
    return () => {
      observer.disconnect()
      root.style.removeProperty(name)
    }
  }, [name, element])
}
