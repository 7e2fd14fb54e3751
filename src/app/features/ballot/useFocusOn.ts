// Moves focus and scroll to the new heading when one screen replaces another at the same address.
import { useEffect, useRef } from 'react'

/** Does nothing for the first screen, or while `screen` is undefined. */
export function useFocusOn(screen: string | undefined): void {
  const shown = useRef(screen)
  useEffect(() => {
    const before = shown.current
    shown.current = screen
    if (before === undefined || screen === undefined || before === screen) return
    window.scrollTo(0, 0)
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [screen])
}
