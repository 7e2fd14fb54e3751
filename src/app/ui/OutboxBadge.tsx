// How many things wait on this phone, with the way to see them; nothing waits, nothing shows.

import { Trans } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import styles from './OutboxBadge.module.css'

export function OutboxBadge({ count, onClick }: { count: number; onClick: () => void }) {
  if (count === 0) return null
  return (
    <button type="button" className={styles.badge} aria-haspopup="dialog" onClick={onClick}>
      <Smartphone aria-hidden="true" />
      <span className={styles.count}>{count}</span>{' '}
      <span>
        <Trans>on this phone</Trans>
      </span>
    </button>
  )
}
