// The screen for a member's sign-in.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { findRedirect } from '../../../domain/redirect.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { SigninForm } from '../../signin/SigninForm.tsx'
import { readSigninLink } from '../../signin/signinLink.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SigninPage } from './SigninPage.tsx'

export function SigninScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Log in`)
  const { member, isLapsed } = useSessionState()
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const target = findOwnPath(redirect)

  const isSignedIn = member !== undefined
  useEffect(() => {
    if (!isSignedIn) return
    void (target === undefined
      ? navigate({ to: '/portal/member', replace: true })
      : navigate({ href: target, replace: true }))
  }, [isSignedIn, target, navigate])

  if (isSignedIn) return null
  return (
    <SigninPage title={<Trans>Log in</Trans>}>
      {isLapsed && (
        <Notice tone="warn" live="status">
          <Trans>Your sign-in has ended. Sign in again to continue.</Trans>
        </Notice>
      )}
      <Panel>
        {/* another link in the same tab begins anew */}
        <SigninForm key={hash} link={readSigninLink(hash)} />
      </Panel>
    </SigninPage>
  )
}

/** The page that asked for the sign-in, but only inside the portal. */
function findOwnPath(redirect: string | undefined): string | undefined {
  const { origin } = window.location
  const found = findRedirect(redirect, origin, [], (text, base) => new URL(text, base))
  const path = found?.slice(origin.length)
  return path?.startsWith('/portal/') === true ? path : undefined
}
