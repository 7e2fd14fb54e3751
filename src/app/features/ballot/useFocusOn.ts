// Focus and scroll go to the new heading when one screen takes another's place at the same address.
import { useEffect, useRef } from 'react'

/** Nothing happens for the first screen, nor while `screen` is undefined. */
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
