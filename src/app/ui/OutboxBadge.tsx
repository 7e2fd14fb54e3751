// The number of entries that wait on this phone, as a button that shows them. Hidden if there are none.

import { Trans } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import { classNames } from './classNames.ts'
import styles from './OutboxBadge.module.css'

export interface OutboxBadgeProps {
  count: number
  /** For a full header: phones hide the words. */
  compact?: boolean
  onClick: () => void
}

export function OutboxBadge({ count, compact = false, onClick }: OutboxBadgeProps) {
  if (count === 0) return null
  return (
    <button
      type="button"
      className={classNames(styles.badge, compact && styles.compact)}
      aria-haspopup="dialog"
      // the worker may have delivered them before the next visit
      data-not-prerendered=""
      onClick={onClick}
    >
      <Smartphone aria-hidden="true" />
      <span className={styles.count}>{count}</span>{' '}
      <span className={styles.words}>
        <Trans>on this phone</Trans>
      </span>
    </button>
  )
}
