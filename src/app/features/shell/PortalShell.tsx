// The portal around every screen but the viewer: head, menu, what the club's state allows, and foot.
import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { QueryProvider } from '../../call/QueryProvider.tsx'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import type { Club } from '../../session/sessionState.ts'
import { toFailureText } from '../../text/failureText.ts'
import { LanguageSwitch } from '../../text/LanguageSwitch.tsx'
import { ErrorScreen } from '../../ui/ErrorScreen.tsx'
import { Coachline } from '../../ui/layout/Coachline.tsx'
import { Strip } from '../../ui/layout/Strip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { PortalFooter } from './PortalFooter.tsx'
import { PortalHeader } from './PortalHeader.tsx'
import styles from './PortalShell.module.css'
import { PortalTabs } from './PortalTabs.tsx'
import { findRootRoute } from './rootRouting.ts'
import { useStanding } from './useStanding.ts'

export function PortalShell() {
  const { club, clubState } = useSessionState()
  if (club === undefined) return clubState === 'failed' ? <ClubFault /> : <ClubLoading />
  return (
    <QueryProvider>
      <div className={styles.portal}>
        <PortalHeader club={club} />
        <PortalTabs club={club} />
        <ConnectionStrip />
        <main id="main" tabIndex={-1} className={`page ${styles.main}`}>
          <Gate club={club} />
        </main>
        <PortalFooter />
      </div>
    </QueryProvider>
  )
}

/** Root routing, once it is known who is there. */
function Gate({ club }: { club: Club }) {
  const { t } = useLingui()
  const { memberState } = useSessionState()
  const standing = useStanding()
  // The address whose screen is shown, not the one that is still loading: judged by the latter, a screen
  // that itself sends somebody on would be mounted and asked again for ever.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const navigate = useNavigate()
  const isChecking = memberState === 'checking'
  const target = isChecking ? undefined : findRootRoute(pathname, standing, club.portalSettings)
  useEffect(() => {
    if (target !== undefined) void navigate({ to: target, replace: true })
  }, [target, navigate])
  if (isChecking) return <Skeleton label={t`Checking your sign-in…`} />
  return target === undefined ? <Outlet /> : null
}

function ConnectionStrip() {
  const { clubState, clubFault } = useSessionState()
  if (clubState !== 'kept' || clubFault === undefined) return null
  return (
    <Strip icon={<CloudOff aria-hidden="true" />}>
      <Trans>No connection. Showing what was saved on this device.</Trans>
    </Strip>
  )
}

/** Before anything is known of the club: a neutral head, so that the page does not jump. */
function Bare({ children }: { children: ReactNode }) {
  return (
    <div className={styles.portal}>
      <header className={styles.bareHeader}>
        <div className={`page ${styles.bareLine}`}>
          <LanguageSwitch />
        </div>
        <Coachline />
      </header>
      <main id="main" tabIndex={-1} className={`page ${styles.main}`}>
        {children}
      </main>
      <PortalFooter />
    </div>
  )
}

function ClubLoading() {
  const { t } = useLingui()
  return (
    <Bare>
      <Skeleton label={t`Loading the club…`}>
        <SkeletonShape shape="picture" />
        <SkeletonShape shape="line" count={3} />
      </Skeleton>
    </Bare>
  )
}

function ClubFault() {
  const { i18n } = useLingui()
  const session = useSession()
  const { clubFault } = useSessionState()
  const isUnknown = clubFault instanceof Failure && clubFault.code === 'unknown-tenant'
  return (
    <Bare>
      <ErrorScreen
        title={isUnknown ? <Trans>No club here</Trans> : <Trans>The club could not be loaded</Trans>}
        onRetry={() => void session.load()}
      >
        {toFailureText(i18n, clubFault)}
      </ErrorScreen>
    </Bare>
  )
}
