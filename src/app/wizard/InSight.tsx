// Something that came up while somebody looked elsewhere on the page: brought into sight.
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './InSight.module.css'

export interface InSightProps {
  /** Brings it there again when this changes. */
  of?: unknown
  children: ReactNode
}

export function InSight({ of, children }: InSightProps) {
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
