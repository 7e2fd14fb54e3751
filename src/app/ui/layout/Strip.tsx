// A line across the page for a state, such as "No connection". Never red; announced when it changes.

import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Strip.module.css'

export interface StripProps {
  /** `solid` for what nobody may miss, such as test mode. */
  tone?: 'plain' | 'warn' | 'solid'
  icon?: ReactNode
  action?: ReactNode
  children: ReactNode
}

export function Strip({ tone = 'plain', icon, action, children }: StripProps) {
  return (
    <div
      className={classNames(styles.strip, tone !== 'plain' && styles[tone])}
      role="status"
      data-not-prerendered=""
    >
      <div className={classNames('page', styles.line)}>
        {icon}
        <div className={styles.words}>{children}</div>
        {action}
      </div>
    </div>
  )
}
