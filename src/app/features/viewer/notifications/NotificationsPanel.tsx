// Notifications of the event: allowed, denied, or a button to allow them.
import { Trans, useLingui } from '@lingui/react/macro'
import { Bell, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { findDeviceToken } from '../../../notifications/deviceToken.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import styles from './NotificationsPanel.module.css'
import { findPushState, type PushState, subscribe } from './pushSubscription.ts'
import { useTopic } from './useTopic.ts'

export function NotificationsPanel() {
  const { t } = useLingui()
  const topic = useTopic()
  const session = useSession()
  const [state, setState] = usePushState()
  const [isRequesting, setIsRequesting] = useState(false)
  const [isUnanswered, setIsUnanswered] = useState(false)

  const allow = async () => {
    setIsRequesting(true)
    setIsUnanswered(false)
    try {
      const permission = await Notification.requestPermission()
      setState(permission)
      if (permission === 'granted' && topic !== undefined) {
        await subscribe(topic, () => findDeviceToken(session))
      }
    } catch {
      setIsUnanswered(true) // the panel says so; the next start of the app tries again
    } finally {
      setIsRequesting(false)
    }
  }

  const whatComes = (
    <p className="muted">
      <Trans>
        What you have starred is announced ten minutes before, also over other windows, as long as the app is
        open. The club sends no messages yet.
      </Trans>
    </p>
  )

  return (
    <Panel title={<Trans>Notifications</Trans>}>
      {state === 'granted' && (
        <>
          <p className={styles.enabled} role="status">
            <BellRing aria-hidden="true" />
            <Trans>Enabled</Trans>
          </p>
          {whatComes}
        </>
      )}
      {state === 'denied' && (
        <p role="status">
          {/* kept-wording */}
          <Trans>Notificaitons are dsisabled, use your browser site settings to enable them.</Trans>
        </p>
      )}
      {state === 'default' && (
        <>
          {whatComes}
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
        <p className="muted">
          <Trans>This browser cannot show notifications.</Trans>
        </p>
      )}
      {isUnanswered && (
        <p className="small muted" role="status">
          <Trans>The browser did not finish it. The app tries again when you open it next.</Trans>
        </p>
      )}
    </Panel>
  )
}

/** Follows the permission, which people can also change in the browser's settings. */
function usePushState(): [PushState, (state: PushState) => void] {
  const [state, setState] = useState<PushState>(findPushState)
  useEffect(() => {
    const refreshState = () => setState(findPushState())
    let status: PermissionStatus | undefined
    void navigator.permissions?.query({ name: 'notifications' }).then((found) => {
      status = found
      found.addEventListener('change', refreshState)
    }, refreshState)
    document.addEventListener('visibilitychange', refreshState)
    return () => {
      status?.removeEventListener('change', refreshState)
      document.removeEventListener('visibilitychange', refreshState)
    }
  }, [])
  return [state, setState]
}
