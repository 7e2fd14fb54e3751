// A surface for content that belongs together.

import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Panel.module.css'

export interface PanelProps {
  title?: ReactNode
  /** A line under the title. */
  note?: ReactNode
  /** The heading level of the title. */
  level?: 2 | 3
  /** `bad` for a panel with a fault in it, `dashed` for a draft. */
  tone?: 'plain' | 'bad' | 'dashed' | undefined
  /** False for lists and pictures that reach the panel's edge. */
  padded?: boolean
  /** Shown at the bottom, in the ground's colour and under a line. */
  foot?: ReactNode
  id?: string | undefined
  children?: ReactNode
}

export function Panel({
  title,
  note,
  level = 2,
  tone = 'plain',
  padded = true,
  foot,
  id,
  children,
}: PanelProps) {
  const Heading = `h${level}` as const
  const hasTitle = title !== undefined && title !== null
  const head = hasTitle && (
    <div className={styles.heading}>
      <Heading>{title}</Heading>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  )
  return (
    <section
      id={id}
      className={classNames(styles.panel, tone === 'bad' && styles.bad, tone === 'dashed' && styles.dashed)}
    >
      {padded ? (
        <div className={styles.inside}>
          {head}
          {children}
        </div>
      ) : (
        <>
          {head && <div className={styles.inside}>{head}</div>}
          {children}
        </>
      )}
      {foot && <div className={styles.foot}>{foot}</div>}
    </section>
  )
}
