// Marks the whole page while something is on it, for style sheets of what stands around it. Browsers that the
// app still supports cannot look inside with `:has()`.
import { useLayoutEffect } from 'react'

/**
 * `fill`: the screen fills the window and scrolls inside. `wizard`: somebody fills in a form to pay. `away`: the screen
 * itself says that there is no connection.
 */
export function usePageMark(mark: 'fill' | 'wizard' | 'away', isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return
    const name = `data-page-${mark}`
    document.documentElement.setAttribute(name, '')
    return () => document.documentElement.removeAttribute(name)
  }, [mark, isOn])
}
