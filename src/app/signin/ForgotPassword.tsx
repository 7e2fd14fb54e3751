// Who has forgotten their password gets a temporary one by mail.
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { toPlainLine } from '../../domain/shapes/plainText.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useSigninWork } from './useSigninWork.ts'

export function ForgotPassword({ email, onBack }: { email: string; onBack(): void }) {
  const session = useSession()
  const work = useSigninWork()
  const [isSent, setIsSent] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // also when the button that had the focus is gone
  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run when isSent changes
  useEffect(() => heading.current?.focus(), [isSent])

  return (
    <div className="stack">
      <h2 ref={heading} tabIndex={-1}>
        <Trans>Forgot password</Trans>
      </h2>
      {isSent ? (
        <Notice tone="ok" live="status" title={<Trans>A temporary password is on its way</Trans>}>
          <p>
            <Trans>
              If {email} belongs to an account, a temporary password was sent to it. It works once, within an
              hour. Log in with it, and then choose a new password.
            </Trans>
          </p>
          <p>
            <Trans>Nothing there after a few minutes? Look among your junk mail.</Trans>
          </p>
        </Notice>
      ) : (
        <p>
          <Trans>
            A temporary password can be sent to {email}. Your present password works until you have chosen a
            new one.
          </Trans>
        </p>
      )}
      {work.error !== undefined && (
        <Notice tone="bad" live="alert">
          <p>{work.error}</p>
          {work.isStopped && (
            <p>
              <Trans>One may have been mailed to you in the last hour. It works: look in your mailbox.</Trans>
            </p>
          )}
        </Notice>
      )}
      {!isSent && (
        <Button
          variant="primary"
          full
          busy={work.isBusy}
          busyLabel={<Trans>Sending…</Trans>}
          onClick={() =>
            void work.run(async () => {
              await session.caller.call('member_forgot_password', { username: toPlainLine(email) })
              setIsSent(true)
            })
          }
        >
          <Trans>Create Temporary Password</Trans>
        </Button>
      )}
      <Button full onClick={onBack}>
        <Trans>Go back to login</Trans>
      </Button>
    </div>
  )
}
