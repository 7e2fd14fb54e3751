// Navigation between the parts of a club: links that scroll sideways. The current link stays in sight.

import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Tabs.module.css'

export interface TabsProps {
  label: string
  /** Links. The current one has `aria-current`, which the router's links set themselves. */
  children: ReactNode
}

export function Tabs({ label, children }: TabsProps) {
  const line = useRef<HTMLDivElement>(null)
  const shown = useRef<Element | null>(null)

  // after every render, because only the links know which of them is current
  useEffect(() => {
    const current = line.current?.querySelector('[aria-current]:not([aria-current="false"])') ?? null
    if (current !== null && current !== shown.current) {
      current.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    shown.current = current
  })

  return (
    <nav className={styles.tabs} aria-label={label}>
      <div ref={line} className={styles.line}>
        {children}
      </div>
    </nav>
  )
}
