// Says that no real money moves, if no live card keys are set (rules/payments 1.3).
import { Trans } from '@lingui/react/macro'
import { FlaskConical } from 'lucide-react'
import { useClub } from '../../session/SessionContext.tsx'
import styles from './TestBanner.module.css'

/** `isSandboxOrder`: what is shown was paid in a sandbox, whatever the keys are now. */
export function TestBanner({ isSandboxOrder = false }: { isSandboxOrder?: boolean }) {
  const mode = useClub()?.stripe.mode
  const isLive = mode === undefined || mode === 'live'
  if (isLive && !isSandboxOrder) return null
  return (
    <p className={styles.banner}>
      <FlaskConical aria-hidden="true" />
      <span>
        {isLive ? <Trans>Test: no money was moved</Trans> : <Trans>TEST MODE: no card is charged</Trans>}
      </span>
    </p>
  )
}
