// Scrolls to something that appeared while the person looked elsewhere on the page.
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './ScrollIntoView.module.css'

export interface ScrollIntoViewProps {
  /** When this changes, it is scrolled into view again. */
  of?: unknown
  children: ReactNode
}

export function ScrollIntoView({ of, children }: ScrollIntoViewProps) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each that comes
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [of])
  return (
    <div ref={place} className={styles.place}>
      {children}
    </div>
  )
}
