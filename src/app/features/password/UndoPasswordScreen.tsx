// The page that the mail about a changed password opens. A press undoes it: programs that open links do not.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { useSend } from '../../call/useSend.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function UndoPasswordScreen() {
  const { t, i18n } = useLingui()
  useScreenTitle(t`Your password`)
  const session = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const [said] = useState(() => new URLSearchParams(hash))
  const [code, email] = [said.get('code') ?? '', said.get('email') ?? '']
  const [isUndone, setIsUndone] = useState(false)
  const [isEnding, setIsEnding] = useState(false)
  const { send, busy, error } = useSend('undo_password_change')
  const isOver = error instanceof Failure && error.code === 'bad-link'

  async function undo(): Promise<void> {
    if ((await send({ code })) === undefined) return
    // first: the sign-in page would still know the member, and lead them into the member area
    setIsEnding(true)
    await session.authorize()
    setIsUndone(true)
    // the button that had the focus goes
    heading.current?.focus()
  }

  return (
    <div className="stack">
      <h1 ref={heading} tabIndex={-1}>
        <Trans>Your password</Trans>
      </h1>
      <Panel>
        {isUndone ? (
          <Notice
            tone="ok"
            live="status"
            action={
              <Link
                to="/portal/signin"
                hash={email === '' ? '' : `email=${encodeURIComponent(email)}`}
                className={buttonClass({ variant: 'primary' })}
              >
                <Trans>Choose a password</Trans>
              </Link>
            }
          >
            <Trans>
              Done. The password does not work any more, and all devices are signed out. A code comes to your
              mailbox, with which you choose a new one.
            </Trans>
          </Notice>
        ) : code === '' ? (
          <p>
            <Trans>This link is not whole. Open it again from the mail.</Trans>
          </p>
        ) : (
          <div className="stack">
            <p>
              <Trans>
                Did somebody else change your password? Take the change back: all devices that are signed in
                as you are signed out, and you choose a new password.
              </Trans>
            </p>
            {error !== undefined && (
              <Notice tone="bad" live="alert">
                {isOver ? (
                  <Trans>
                    This link has been used, or has run out. Ask for a temporary password on the sign-in page.
                  </Trans>
                ) : (
                  toFailureText(i18n, error)
                )}
              </Notice>
            )}
            {!isOver && (
              <Button
                variant="primary"
                full
                busy={busy || isEnding}
                busyLabel={<Trans>One moment…</Trans>}
                onClick={() => void undo()}
              >
                <Trans>It was not me</Trans>
              </Button>
            )}
          </div>
        )}
      </Panel>
    </div>
  )
}
