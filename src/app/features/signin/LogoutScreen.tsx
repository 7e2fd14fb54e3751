// Signs out, says goodbye, and goes to the home page after a while.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { platform } from '../../../domain/platform.ts'
import { useClub, useSession } from '../../session/SessionContext.tsx'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SigninPage } from './SigninPage.tsx'

/** How long the goodbye is shown. */
export const goHomeAfterMs = 5000

export function LogoutScreen() {
  const { t } = useLingui()
  const session = useSession()
  const { closed } = useSearch({ from: '/_shell/portal/logout' })
  const navigate = useNavigate()
  const club = useClub()?.tenant.name ?? platform.name
  useScreenTitle(t`Sign out`)
  const hasSignedOut = useRef(false)

  // before the words that say so are seen
  useLayoutEffect(() => {
    if (hasSignedOut.current) return
    hasSignedOut.current = true
    void session.signOut()
  }, [session])
  useEffect(() => {
    const timer = window.setTimeout(() => void navigate({ to: '/portal' }), goHomeAfterMs)
    return () => window.clearTimeout(timer)
  }, [navigate])

  return (
    <SigninPage title={<Trans>Sign out</Trans>}>
      <Panel>
        {closed ? (
          <Notice tone="ok" live="status">
            <Trans>Your account is closed. We have sent you a mail that confirms it.</Trans>
          </Notice>
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
      </Panel>
    </SigninPage>
  )
}
