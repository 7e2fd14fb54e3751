// The frame of every screen but the viewer: header, menu, content as the club's state allows, and footer.
import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useMatches, useNavigate, useRouterState } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { platform } from '../../../domain/platform.ts'
import { QueryProvider } from '../../reading/QueryProvider.tsx'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import type { Club } from '../../session/sessionState.ts'
import { MemberChanged } from '../../signin/MemberChanged.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { LanguageSwitch } from '../../text/LanguageSwitch.tsx'
import { ErrorScreen } from '../../ui/ErrorScreen.tsx'
import { Coachline } from '../../ui/layout/Coachline.tsx'
import { Strip } from '../../ui/layout/Strip.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { LoadingScreen } from '../../ui/screen/LoadingScreen.tsx'
import { parseWizardSearch } from '../../wizard/wizardSearch.ts'
import { PortalFooter } from './PortalFooter.tsx'
import { PortalHeader } from './PortalHeader.tsx'
import styles from './PortalShell.module.css'
import { PortalTabs } from './PortalTabs.tsx'
import { findRootRoute, isOrderAddress } from './rootRouting.ts'
import { useMenuAudience } from './useMenuAudience.ts'

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

/** Root routing, after the session knows who is signed in. */
function Gate({ club }: { club: Club }) {
  const { t } = useLingui()
  const { memberState } = useSessionState()
  // The address of the screen that is shown, not of the one that is loading. With the latter, a screen that
  // redirects would be mounted and redirected again for ever.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const navigate = useNavigate()
  const isChecking = memberState === 'checking'
  const target = useTarget(club, pathname, isChecking)
  // Somebody may go elsewhere while the target is loading, to what is not for them either.
  const arrived = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is redirected, though its target is the same
  useEffect(() => {
    if (target !== undefined) void navigate({ to: target, replace: true })
  }, [target, arrived, navigate])
  if (isChecking) return <LoadingScreen title={club.tenant.name} label={t`Checking your sign-in…`} />
  if (target !== undefined) return null
  return (
    <>
      {/* the member area says it in its own dialog */}
      {!pathname.startsWith('/portal/member') && <MemberChanged />}
      <Outlet />
    </>
  )
}

/** Whose membership ends while a screen is open stays there: what they typed, and what is held for them, is there. */
function useTarget(club: Club, pathname: string, isChecking: boolean): string | undefined {
  const standing = useMenuAudience()
  const isOrder = useMatches({
    select: (matches) => isOrderAddress(pathname, parseWizardSearch({ ...matches.at(-1)?.search })),
  })
  const entered = useRef<string>(undefined)
  if (isChecking) return undefined
  const target = findRootRoute(pathname, standing, club.portalSettings)
  const isExpired = standing.kind === 'expired'
  const stays = isExpired && (entered.current === pathname || isOrder)
  if (target !== undefined && !stays) return target
  if (standing.kind !== 'visitor') entered.current = pathname
  return undefined
}

function ConnectionStrip() {
  const { clubState, clubFault } = useSessionState()
  if (clubState !== 'saved' || clubFault === undefined) return null
  return (
    <div className={styles.connection}>
      <Strip icon={<CloudOff aria-hidden="true" />}>
        <Trans>No connection. Showing what was saved on this device.</Trans>
      </Strip>
    </div>
  )
}

/** A neutral header while nothing is known of the club, so that the page does not jump. */
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
      <LoadingScreen title={platform.name} label={t`Loading the club…`}>
        <SkeletonShape shape="picture" />
        <SkeletonShape shape="line" count={3} />
      </LoadingScreen>
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
