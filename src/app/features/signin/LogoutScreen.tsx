// Signs out, says goodbye, and goes to the home page after a while.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { platform } from '../../../domain/platform.ts'
import type { SavedPasses } from '../../../offline/passes/passes.ts'
import { untilLoaded } from '../../parts/keepTrying.ts'
import { optionalPart } from '../../parts/lazyPart.tsx'
import { useClub, useSession } from '../../session/SessionContext.tsx'
import type { Session } from '../../session/session.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SigninPage } from './SigninPage.tsx'

/** How long the goodbye is shown. */
export const goHomeAfterMs = 5000

const LeftPasses = optionalPart(async () => (await import('../../passes/LeftPasses.tsx')).LeftPasses)

export function LogoutScreen() {
  const { t } = useLingui()
  const session = useSession()
  const { closed } = useSearch({ from: '/_shell/portal/logout' })
  const navigate = useNavigate()
  const club = useClub()?.tenant.name ?? platform.name
  useScreenTitle(t`Sign out`)
  const hasSignedOut = useRef(false)
  const [taken, setTaken] = useState<readonly SavedPasses[]>([])

  // before the words that say so are seen
  useLayoutEffect(() => {
    if (hasSignedOut.current) return
    hasSignedOut.current = true
    const { member, lapsedMember } = session.getState()
    void session.signOut()
    const memberId = (member ?? lapsedMember)?.id
    // nobody asks for the tickets of an account that is closed
    if (memberId !== undefined) void takePasses(session, memberId).then((own) => setTaken(closed ? [] : own))
  }, [session, closed])
  const isAsked = taken.length > 0
  useEffect(() => {
    if (isAsked) return
    const timer = window.setTimeout(() => void navigate({ to: '/portal' }), goHomeAfterMs)
    return () => window.clearTimeout(timer)
  }, [navigate, isAsked])

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
        {isAsked && <LeftPasses taken={taken} onAnswered={() => setTaken([])} />}
      </Panel>
    </SigninPage>
  )
}

/** The member's tickets and cars leave the phone with them, before anybody is asked. */
async function takePasses(session: Session, memberId: number): Promise<SavedPasses[]> {
  const { takeOut } = await untilLoaded(() => import('../../passes/passStore.ts'))
  return takeOut(session, memberId)
}
