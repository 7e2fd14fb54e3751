// Allowing notifications on this device: allowed, denied, or a button, and what then comes.
import { Trans, useLingui } from '@lingui/react/macro'
import { Bell, BellRing } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SubscriptionTopic } from '../../offline/subscription.ts'
import { Button } from '../ui/Button.tsx'
import styles from './AllowNotifications.module.css'
import { useIsReached, usePushState } from './usePushState.ts'

interface AllowNotificationsProps {
  /** Undefined until the club's key is known. */
  topic: SubscriptionTopic | undefined
  /** Resolves when the club knows this device. */
  subscribe(topic: SubscriptionTopic): Promise<void>
  /** What comes on this device, also when it is locked. */
  whatComes: ReactNode
  /** What happens without it. */
  otherwise: ReactNode
}

export function AllowNotifications({ topic, subscribe, whatComes, otherwise }: AllowNotificationsProps) {
  const { t } = useLingui()
  const [state, setState] = usePushState()
  const isReached = useIsReached(topic)
  const [isRequesting, setIsRequesting] = useState(false)
  const [isUnanswered, setIsUnanswered] = useState(false)

  const allow = async () => {
    setIsRequesting(true)
    setIsUnanswered(false)
    try {
      const permission = await Notification.requestPermission()
      setState(permission)
      if (permission === 'granted' && topic !== undefined) await subscribe(topic)
    } catch {
      setIsUnanswered(true) // the panel says so; the next start of the app tries again
    } finally {
      setIsRequesting(false)
    }
  }

  return (
    <>
      {state === 'granted' && (
        <>
          {isReached ? (
            <>
              <p className={styles.enabled} role="status">
                <BellRing aria-hidden="true" />
                <Trans>Enabled</Trans>
              </p>
              <p className="muted">{whatComes}</p>
            </>
          ) : (
            <>
              <p role="status">
                <Trans>Allowed on this device</Trans>
              </p>
              <p className="muted">
                <Trans>
                  The club does not know this device yet, so nothing comes while it is locked. The app tells
                  it as soon as there is a connection.
                </Trans>
              </p>
              <p className="muted">{otherwise}</p>
              {topic !== undefined && (
                <Button
                  size="row"
                  busy={isRequesting}
                  busyLabel={t`Asking…`}
                  onClick={() => {
                    void allow()
                  }}
                >
                  <Trans>Try again</Trans>
                </Button>
              )}
            </>
          )}
        </>
      )}
      {state === 'denied' && (
        <>
          <p role="status">
            {/* kept-wording */}
            <Trans>Notificaitons are dsisabled, use your browser site settings to enable them.</Trans>
          </p>
          <p className="muted">{otherwise}</p>
        </>
      )}
      {state === 'default' && (
        <>
          <p className="muted">{whatComes}</p>
          <Button
            variant="secondary"
            full
            icon={<Bell size={22} aria-hidden="true" />}
            busy={isRequesting}
            busyLabel={t`Asking…`}
            disabledReason={topic === undefined ? t`This needs a connection.` : undefined}
            onClick={() => {
              void allow()
            }}
          >
            <Trans>Allow</Trans>
          </Button>
        </>
      )}
      {state === 'later' && (
        <p className="muted">
          <Trans>On an iPhone, notifications work once the app is on the Home Screen.</Trans>
        </p>
      )}
      {state === 'unsupported' && (
        <>
          <p className="muted">
            <Trans>This browser cannot show notifications.</Trans>
          </p>
          <p className="muted">{otherwise}</p>
        </>
      )}
      {isUnanswered && (
        <p className="small muted" role="status">
          <Trans>The browser did not finish it. The app tries again when you open it next.</Trans>
        </p>
      )}
    </>
  )
}
