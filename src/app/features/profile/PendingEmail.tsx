// A new e-mail address that waits for its confirmation: the mail can be sent again, and the change given up.
import { Trans, useLingui } from '@lingui/react/macro'
import { useSend } from '../../call/useSend.ts'
import { useSession } from '../../session/SessionContext.tsx'
import type { SessionMember } from '../../session/sessionState.ts'
import { toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice, NoticeButtons } from '../../ui/Notice.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'

export function PendingEmail({ member }: { member: SessionMember }) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const toast = useToast()
  const again = useSend('resend_email_change')
  const cancel = useSend('cancel_email_change')
  const { pendingEmail } = member
  const error = again.error ?? cancel.error
  if (pendingEmail === undefined) return null
  return (
    <Notice tone="info" live="status">
      <p>
        <Trans>
          Waiting for you to open the mail in {pendingEmail}. Until then you sign in with{' '}
          {member.email_address}.
        </Trans>
      </p>
      <NoticeButtons>
        <Button
          size="row"
          busy={again.busy}
          onClick={() =>
            void again.send({}).then((sent) => {
              if (sent !== undefined) toast({ text: t`The mail was sent again.` })
            })
          }
        >
          <Trans>Send again</Trans>
        </Button>
        <Button
          size="row"
          busy={cancel.busy}
          onClick={() =>
            void cancel.send({}).then((done) => {
              if (done !== undefined) void session.authorize()
            })
          }
        >
          <Trans>Keep my address</Trans>
        </Button>
      </NoticeButtons>
      {error !== undefined && <p role="alert">{toFailureText(i18n, error)}</p>}
    </Notice>
  )
}
