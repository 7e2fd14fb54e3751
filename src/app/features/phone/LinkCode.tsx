// One code: as a QR code, as text, how long it lives, and what has become of it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import type { Accepted } from '../../../contract/caller.ts'
import { isAppleMobile } from '../../install/installPrompt.ts'
import { useRead } from '../../reading/useRead.ts'
import { useWhileLookedAt } from '../../reading/useWhileLookedAt.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { useServerNow } from '../../session/useServerNow.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import styles from './LinkCode.module.css'

/** Often enough that the person looks up from the phone and reads it. */
const pollEveryMs = 4000

export interface LinkCodeProps {
  made: Accepted<'create_link_code'>
  busy: boolean
  onNew: () => void
}

export function LinkCode({ made, busy, onNew }: LinkCodeProps) {
  const { t } = useLingui()
  const session = useSession()
  const now = useServerNow(1000)
  const leftMs = Math.max(0, Date.parse(made.expiresAt) - now)
  const state = useLinkCodeState(made.id, leftMs > 0)
  const another = (
    <Button full busy={busy} onClick={onNew}>
      <Trans>New code</Trans>
    </Button>
  )
  if (state === 'used') {
    return (
      <>
        <Notice tone="ok" live="status" title={<Trans>Your phone is signed in</Trans>}>
          <p>
            <Trans>This code has been used. For another phone, make a new one.</Trans>
          </p>
          <p>
            <Trans>Was it not you? Change your password: that signs out every device.</Trans>
          </p>
        </Notice>
        {another}
      </>
    )
  }
  if (state === 'ended' || leftMs === 0) {
    return (
      <>
        <Notice tone="info" live="status" title={<Trans>This code has ended</Trans>}>
          <p>
            {leftMs === 0 ? (
              <Trans>Its ten minutes are over. Nobody has signed in with it.</Trans>
            ) : (
              <Trans>A newer one has taken its place. Nobody has signed in with this one.</Trans>
            )}
          </p>
        </Notice>
        {another}
      </>
    )
  }
  const address = `${window.location.origin}${session.toAddress(`/portal/link/${made.code.replace('-', '')}`)}`
  const scan = (
    <Panel key="scan" title={<Trans>Scan it with the phone's camera</Trans>}>
      <div className={styles.picture}>
        <QrCode text={address} label={t`QR code that signs in your phone`} large />
      </div>
      <p>
        <Trans>On an iPhone it opens the browser. For the app on the Home Screen, type the code.</Trans>
      </p>
    </Panel>
  )
  const type = (
    <Panel key="type" title={<Trans>Type it in the app</Trans>}>
      <p className={styles.code}>{made.code}</p>
      <p className="muted">
        <Trans>Open the app on the phone, choose "Sign in", then "Sign in with a code".</Trans>
      </p>
    </Panel>
  )
  const seconds = Math.ceil(leftMs / 1000)
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <>
      {/* An iPhone opens links in its browser and never in the installed app. Elsewhere nobody knows which phone it
          will be: both are here, and the picture says so. */}
      {isAppleMobile() ? [type, scan] : [scan, type]}
      <p className={styles.left}>
        <Clock size={18} aria-hidden="true" />
        <Trans>Works once, for {left} more</Trans>
      </p>
      {another}
    </>
  )
}

/** Undefined until the server has said it. Only a page that is seen asks. */
function useLinkCodeState(id: string, isAlive: boolean) {
  const { data, refetch } = useRead('get_link_code', { id }, { enabled: isAlive, saved: false, quiet: true })
  const state = data?.state
  const isOpen = isAlive && state !== 'used' && state !== 'ended'
  useWhileLookedAt(refetch, { isWanted: isOpen, everyMs: pollEveryMs })
  return state
}
