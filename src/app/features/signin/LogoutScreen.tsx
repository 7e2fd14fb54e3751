// Signs out, says goodbye, and goes to the home page after a while.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { platform } from '../../../domain/platform.ts'
import type { SavedPasses } from '../../../offline/passes/passes.ts'
import { untilLoaded } from '../../parts/keepTrying.ts'
import { optionalPart } from '../../parts/lazyPart.tsx'
import { useClub, useSession } from '../../session/SessionContext.tsx'
import type { Session } from '../../session/session.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LeftBehindList, StayingHere } from '../../unsaved/LeftBehindList.tsx'
import { findLeftBehind, isAnythingLeft, type LeftBehind, wipeLeftBehind } from '../../unsaved/leftBehind.ts'
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
  const hasBegun = useRef(false)
  const [isOut, setIsOut] = useState(false)
  const [left, setLeft] = useState<LeftBehind>()
  const [taken, setTaken] = useState<readonly SavedPasses[]>([])

  const leave = useCallback(() => {
    const memberId = findOwnId(session)
    void session.signOut()
    // the words that say so are seen after it
    setIsOut(true)
    if (memberId === undefined) return
    void wipeLeftBehind(session, memberId).catch(ignoreFailedWipe)
    // nobody asks for the tickets of an account that is closed
    void takePasses(session, memberId).then((own) => setTaken(closed ? [] : own))
  }, [session, closed])
  useLayoutEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const memberId = findOwnId(session)
    // who closes their account was asked there
    if (memberId === undefined || closed) leave()
    else {
      void findLeftBehind(session, memberId).then((found) =>
        isAnythingLeft(found) ? setLeft(found) : leave(),
      )
    }
  }, [session, closed, leave])
  const isAsked = taken.length > 0
  useEffect(() => {
    if (isAsked || !isOut) return
    const timer = window.setTimeout(() => void navigate({ to: '/portal' }), goHomeAfterMs)
    return () => window.clearTimeout(timer)
  }, [navigate, isAsked, isOut])
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
        {!closed && <StayingHere />}
        {isAsked && <LeftPasses taken={taken} onAnswered={() => setTaken([])} />}
      </Panel>
    </SigninPage>
  )
}

function findOwnId(session: Session): number | undefined {
  const { member, lapsedMember } = session.getState()
  return (member ?? lapsedMember)?.id
}

/** If nothing could be saved, there is nothing to delete. */
function ignoreFailedWipe(): void {}

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

/** The member's tickets and cars leave the phone with them, before anybody is asked. */
async function takePasses(session: Session, memberId: number): Promise<SavedPasses[]> {
  const { takeOut } = await untilLoaded(() => import('../../passes/passStore.ts'))
  return takeOut(session, memberId)
}
