// The bar at the bottom edge with a screen's main action.

import { type ReactNode, useRef } from 'react'
import { classNames } from '../classNames.ts'
import styles from './ActionBar.module.css'
import { useLooseWhenTall } from './useLooseWhenTall.ts'

export interface ActionBarProps {
  /** Shown above the buttons, such as a count and a deadline. */
  note?: ReactNode
  /** Buttons, the main one last. */
  children: ReactNode
  /** The main button. It takes all the width that the others leave. */
  main?: ReactNode
}

export function ActionBar({ note, children, main }: ActionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useLooseWhenTall(bar)
  return (
    <div ref={bar} className={styles.bar} data-action-bar="">
      <div className={classNames('page', styles.line)}>
        {note && <div className={styles.note}>{note}</div>}
        <div className={styles.buttons}>
          {children}
          {main && <div className={styles.main}>{main}</div>}
        </div>
      </div>
    </div>
  )
}
