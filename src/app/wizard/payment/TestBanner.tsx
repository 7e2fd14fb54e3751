// Says that no real money moves, if no live card keys are set (rules/payments 1.3).
import { Trans } from '@lingui/react/macro'
import { FlaskConical } from 'lucide-react'
import { useClub } from '../../session/SessionContext.tsx'
import styles from './TestBanner.module.css'

export function TestBanner() {
  const mode = useClub()?.stripe.mode
  if (mode === undefined || mode === 'live') return null
  return (
    <p className={styles.banner}>
      <FlaskConical aria-hidden="true" />
      <span>
        <Trans>TEST MODE: no card is charged</Trans>
      </span>
    </p>
  )
}
