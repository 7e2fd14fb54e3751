// A member's messages from the club, this device, and what they want to hear of.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { SubscriptionTopic } from '../../../offline/subscription.ts'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { AllowNotifications } from '../../notifications/AllowNotifications.tsx'
import { findDeviceToken } from '../../notifications/deviceToken.ts'
import { type Message, MessagesPanel } from '../../notifications/MessagesPanel.tsx'
import { subscribe } from '../../notifications/pushSubscription.ts'
import { usePushState } from '../../notifications/usePushState.ts'
import { useWordsInLanguage } from '../../notifications/useWordsInLanguage.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useClub, useSession, useSessionState } from '../../session/SessionContext.tsx'
import { useClubZone } from '../../session/useClubZone.ts'
import { useIsMembershipOver } from '../../session/useIsMembershipOver.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { AdditionalEmails } from './AdditionalEmails.tsx'
import { ChoicesForm } from './ChoicesForm.tsx'
import styles from './NotificationsScreen.module.css'

export function NotificationsScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Notifications`)
  const reading = useRead('get_member_settings', {})
  const settings = reading.data?.settings
  const isOver = useIsMembershipOver()
  const isMailed = useClub()?.tenant.settings.enewsletter === true
  return (
    <div className="stack">
      <h1>
        <Trans>Notifications</Trans>
      </h1>
      {isOver ? (
        <Notice
          tone="info"
          action={
            <Link to="/portal/member/membership" className={buttonClass()}>
              <Trans>Membership</Trans>
            </Link>
          }
        >
          <Trans>
            Your membership has expired, so the club tells you nothing new here or by e-mail. What you choose
            below counts again once it is renewed.
          </Trans>
        </Notice>
      ) : (
        <>
          <OwnMessages />
          <DevicePanel />
        </>
      )}
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading your settings…`}>
          <Panel>
            <SkeletonShape shape="line" count={4} />
          </Panel>
        </Skeleton>
      )}
      {settings && <ChoicesForm settings={settings} onSaved={reading.refetch} />}
      {settings && isMailed && <AdditionalEmails />}
    </div>
  )
}

function OwnMessages() {
  const { member } = useSessionState()
  const timeZone = useClubZone()
  const reading = useRead('get_member_alerts', {})
  useWordsInLanguage(reading)
  return (
    <MessagesPanel
      reading={reading}
      inbox={`member ${member?.id ?? 0}`}
      timeZone={timeZone}
      empty={<Trans>Nothing new of what you want to hear of.</Trans>}
      toLink={({ topic }, words) => (
        <Link to={places[topic]} className={styles.message}>
          {words}
        </Link>
      )}
    />
  )
}

const places = {
  file: '/portal/member/files',
  product: '/portal/member/store',
  event: '/portal/member/events',
  activity: '/portal/member/activities',
  change: '/portal/member/events',
  notice: '/portal/member/events',
} as const satisfies Record<Message['topic'], string>

function DevicePanel() {
  const session = useSession()
  const topic = useMemberTopic()
  const [state] = usePushState()
  const isOffline = useIsOffline()
  useEffect(() => {
    if (topic === undefined || isOffline || state !== 'granted') return
    // the panel says whether the club knows it
    subscribe(topic, () => findDeviceToken(session)).catch(() => undefined)
  }, [topic, session, state, isOffline])
  return (
    <Panel title={<Trans>This device</Trans>}>
      <AllowNotifications
        topic={topic}
        subscribe={(one) => subscribe(one, () => findDeviceToken(session))}
        whatComes={
          <Trans>
            The club tells you on this device, also while it is locked, of what you have chosen below, until
            you sign out here.
          </Trans>
        }
        otherwise={
          <Trans>
            While none of your devices gets notifications, what you have chosen below comes by e-mail. It is
            under Messages too.
          </Trans>
        }
      />
    </Panel>
  )
}

function useMemberTopic(): SubscriptionTopic | undefined {
  const club = useClub()
  const session = useSession()
  const language = useLanguage()
  const tenantId = club?.tenant.id
  const publicKey = club?.push.publicKey
  const slug = session.slug ?? ''
  return useMemo(
    () =>
      tenantId === undefined || publicKey === undefined || publicKey === ''
        ? undefined
        : { club: slug, tenantId, publicKey, language },
    [tenantId, publicKey, slug, language],
  )
}
