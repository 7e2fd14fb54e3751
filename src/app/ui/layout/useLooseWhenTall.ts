// A bar that stays in sight takes room from what it belongs to. With large letters on a small screen it would take
// most of it: then the bar scrolls with the page.
import { type RefObject, useLayoutEffect } from 'react'

/** Of the screen's height. */
const mostShare = 0.36

/**
 * Sets `data-tall` on the bar. `beside`: what else stays in sight there. Call it before `useCoveredHeight`, which reads
 * how the bar stands then.
 */
export function useLooseWhenTall(
  element: RefObject<HTMLElement | null>,
  beside?: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const bar = element.current
    if (bar === null) return
    const other = beside?.current
    const judge = () => {
      const height = bar.offsetHeight + (other?.offsetHeight ?? 0)
      bar.toggleAttribute('data-tall', height > window.innerHeight * mostShare)
    }
    const observer = new ResizeObserver(judge)
    for (const one of [bar, other]) if (one != null) observer.observe(one)
    window.addEventListener('resize', judge)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', judge)
    }
  }, [element, beside])
}
