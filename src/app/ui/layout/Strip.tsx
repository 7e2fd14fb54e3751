// A line across the page that says how things stand, such as "No connection"; never red, read out when it changes.

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
      data-unpainted=""
    >
      <div className={classNames('page', styles.line)}>
        {icon}
        <div className={styles.words}>{children}</div>
        {action}
      </div>
    </div>
  )
}
