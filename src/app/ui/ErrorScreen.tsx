// The page for an unexpected error.

import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './ErrorScreen.module.css'

export interface ErrorScreenProps {
  /** Replaces "Oops!". */
  title?: ReactNode
  /** Replaces "Sorry, an unexpected error has occurred." */
  children?: ReactNode
  /** The error's status text or message. */
  status?: string | undefined
  onRetry?: (() => void) | undefined
  /** Another action, such as a link with `buttonClass({ full: true })`. */
  action?: ReactNode
}

export function ErrorScreen({ title, children, status, onRetry, action }: ErrorScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <svg className={styles.sign} viewBox="0 0 78 72" fill="none" aria-hidden="true">
          <path d="M39 6 74 66H4Z" className={styles.plate} strokeWidth="7" strokeLinejoin="round" />
          <path d="M39 27v18" className={styles.mark} strokeWidth="6" strokeLinecap="round" />
          <circle cx="39" cy="55" r="3.6" className={styles.dot} />
        </svg>
        <h1 ref={heading} tabIndex={-1}>
          {title ?? <Trans>Oops!</Trans>}
        </h1>
      </div>
      <div className={styles.muted}>
        {children ?? <Trans>Sorry, an unexpected error has occurred.</Trans>}
      </div>
      {status && (
        <p className={styles.status}>
          <span className={styles.muted}>
            <Trans>Status:</Trans>
          </span>{' '}
          {status}
        </p>
      )}
      {(onRetry || action) && (
        <div className={styles.actions}>
          {onRetry && (
            <Button variant="primary" full onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
