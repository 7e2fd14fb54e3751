// The screen for a member's sign-in.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { findRedirect } from '../../../domain/redirect.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { SigninForm } from '../../signin/SigninForm.tsx'
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
        <SigninForm />
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
