// Signs out, says goodbye, and goes on after a while: to the home page, or back to the link that is for somebody else.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { platform } from '../../../domain/platform.ts'
import { optionalPart } from '../../parts/lazyPart.tsx'
import { useClub } from '../../session/SessionContext.tsx'
import { toTarget } from '../../signin/afterSignOut.ts'
import { useSigningOut } from '../../signin/useSigningOut.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LeftBehindList, StayingHere } from '../../unsaved/LeftBehindList.tsx'
import type { LeftBehind } from '../../unsaved/leftBehind.ts'
import { SigninPage } from './SigninPage.tsx'

/** How long the goodbye is shown. */
export const goHomeAfterMs = 5000

const LeftPasses = optionalPart(async () => (await import('../../passes/LeftPasses.tsx')).LeftPasses)

export function LogoutScreen() {
  const { t } = useLingui()
  const { closed, back } = useSearch({ from: '/_shell/portal/logout' })
  const navigate = useNavigate()
  const club = useClub()?.tenant.name ?? platform.name
  useScreenTitle(t`Sign out`)
  const { left, isOut, taken, leave, forgetTaken } = useSigningOut(closed === true)

  const isAsked = taken !== undefined && taken.length > 0
  const isReady = back !== undefined && taken !== undefined
  const goOn = useCallback(() => void navigate(toTarget(back)), [navigate, back])
  useEffect(() => {
    if (isAsked || !isOut) return
    const timer = window.setTimeout(goOn, isReady ? 0 : goHomeAfterMs)
    return () => window.clearTimeout(timer)
  }, [goOn, isAsked, isOut, isReady])
  if (!isOut) {
    return (
      <SigninPage title={<Trans>Sign out</Trans>}>
        {left !== undefined && <AskFirst left={left} onLeave={leave} />}
      </SigninPage>
    )
  }

  return (
    <SigninPage title={<Trans>Sign out</Trans>}>
      <Panel>
        {closed ? (
          <Notice tone="ok" live="status">
            <Trans>Your account is closed. We have sent you a mail that confirms it.</Trans>
          </Notice>
        ) : back !== undefined ? (
          <p role="status">
            <Trans>You are signed out.</Trans>
          </p>
        ) : (
          <p role="status">
            <Trans>
              Thank you for using the {club} member portal. You have been loggout out. You can close this
              browser tab or{' '}
              <Link to="/portal/signin" className="link">
                login again
              </Link>
            </Trans>
          </p>
        )}
        <StayingHere />
        {isAsked && <LeftPasses taken={taken} onAnswered={forgetTaken} />}
      </Panel>
    </SigninPage>
  )
}

/** What was written and not sent is on this device alone. */
function AskFirst({ left, onLeave }: { left: LeftBehind; onLeave(): void }) {
  return (
    <Panel>
      <Notice tone="warn" live="alert" title={<Trans>Delete what you have begun here?</Trans>}>
        <LeftBehindList left={left} />
        <p>
          <Trans>This is on this device alone. It is deleted when you sign out.</Trans>
        </p>
      </Notice>
      <StayingHere />
      <div className="row">
        <Link to="/portal/member" className={buttonClass()}>
          <Trans>Stay signed in</Trans>
        </Link>
        <Button variant="danger" onClick={onLeave}>
          <Trans>Delete and sign out</Trans>
        </Button>
      </div>
    </Panel>
  )
}
