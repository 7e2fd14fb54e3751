// Guards the member area: only signed-in members see its screens.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type MakeRouteMatchUnion, Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazyPart } from '../../parts/lazyPart.tsx'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFreshMembershipCard } from './useFreshMembershipCard.ts'

const SigninAgain = lazyPart(async () => (await import('../../signin/SigninAgain.tsx')).SigninAgain)
const ProveEmail = lazyPart(async () => (await import('../../signin/ProveEmail.tsx')).ProveEmail)

export function MemberArea() {
  const { member, memberState, isLapsed, otherMember } = useSessionState()
  useFreshMembershipCard()
  const isBuying = useMatches({ select: (matches) => matches.some(isPurchase) })
  if (member !== undefined || isLapsed) {
    // One tree for all cases, so that the screen below stays mounted with all that was typed. Whoever else is
    // signed in on the device does not see it.
    return (
      <>
        <div hidden={otherMember !== undefined}>
          {!isBuying && member?.emailProved === false && <ProveEmail key={member.id} member={member} />}
          <Outlet />
        </div>
        {member === undefined && <SigninAgain />}
      </>
    )
  }
  return memberState === 'unknown' ? <Unchecked /> : <Unauthorized />
}

function isPurchase({ staticData, params }: MakeRouteMatchUnion): boolean {
  const is = staticData.isPurchase ?? false
  return typeof is === 'function' ? is(params) : is
}

/** Shown where a member has no permission. */
function Unauthorized() {
  const { t } = useLingui()
  useScreenTitle(t`You are not authorized.`)
  // with it the sign-in leads on to where a mail's link was to lead
  const here = useRouterState({ select: ({ location }) => location.href })
  return (
    <EmptyState
      level={1}
      title={<Trans>You are not authorized.</Trans>}
      action={
        <Link to="/portal/signin" search={{ redirect: here }} className={buttonClass({ variant: 'primary' })}>
          <Trans>Sign in</Trans>
        </Link>
      }
    >
      <Trans>This part of the portal is for members who have signed in.</Trans>
    </EmptyState>
  )
}

function Unchecked() {
  const { t } = useLingui()
  const session = useSession()
  useScreenTitle(t`No connection`)
  return (
    <EmptyState
      level={1}
      title={<Trans>No connection</Trans>}
      action={
        <Button onClick={() => void session.load()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>
        Your sign-in could not be checked. The member area opens as soon as the club can be reached.
      </Trans>
    </EmptyState>
  )
}
