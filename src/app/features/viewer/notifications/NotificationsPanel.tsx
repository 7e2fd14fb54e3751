// Notifications of the event on this device, with what they say and when.
import { Trans } from '@lingui/react/macro'
import { AllowNotifications } from '../../../notifications/AllowNotifications.tsx'
import { findDeviceToken } from '../../../notifications/deviceToken.ts'
import { subscribe } from '../../../notifications/pushSubscription.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useReminded } from './useSubscriptionRenewal.ts'
import { useTopic } from './useTopic.ts'

export function NotificationsPanel() {
  const topic = useTopic()
  const session = useSession()
  const favourites = useReminded()
  return (
    <Panel title={<Trans>Notifications</Trans>}>
      <AllowNotifications
        topic={topic}
        subscribe={(one) => subscribe(one, () => findDeviceToken(session), favourites)}
        whatComes={
          <Trans>
            The club tells you here, also while the phone is locked: when this event's schedule, maps, dates
            or notes change, when it writes to you, and ten minutes before what you have starred in the
            schedule begins.
          </Trans>
        }
        otherwise={
          <Trans>
            What you have starred is announced ten minutes before, as long as the app is open. What the club
            says is under Messages.
          </Trans>
        }
      />
    </Panel>
  )
}
