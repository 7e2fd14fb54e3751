// The heading of a screen whose own heading is not there yet, for screen readers. They begin at it after a change of
// screen, so it hands the focus on to the heading that takes its place.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from '../VisuallyHidden.module.css'
import { focusScreen } from './focusScreen.ts'

interface PlaceholderHeadingProps {
  /** Also for those who see. */
  isSeen?: boolean
  children: ReactNode
}

export function PlaceholderHeading({ isSeen = false, children }: PlaceholderHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const { current } = heading
    return () => {
      if (current !== null && document.activeElement === current) queueMicrotask(focusScreen)
    }
  }, [])
  return (
    <h1 ref={heading} className={isSeen ? undefined : styles.hidden} data-loading="">
      {children}
    </h1>
  )
}
