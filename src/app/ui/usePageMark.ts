// Marks the whole page while something is on it, for style sheets of what stands around it. Browsers that the
// app still supports cannot look inside with `:has()`.
import { useLayoutEffect } from 'react'

/** `fill`: the screen fills the window and scrolls inside. `wizard`: somebody fills in a form to pay. */
export function usePageMark(mark: 'fill' | 'wizard'): void {
  useLayoutEffect(() => {
    const name = `data-page-${mark}`
    document.documentElement.setAttribute(name, '')
    return () => document.documentElement.removeAttribute(name)
  }, [mark])
}
