// Asks a member whether their address is their own: a code goes there, and they type it. Until then nothing is found by it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useSend } from '../call/useSend.ts'
import { useSession } from '../session/SessionContext.tsx'
import type { SessionMember } from '../session/sessionState.ts'
import { isUnreachable, toFailureText } from '../text/failureText.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { Notice, NoticeButtons } from '../ui/Notice.tsx'
import { useToast } from '../ui/overlay/toastContext.ts'
import { CodeField } from './CodeField.tsx'
import styles from './ProveEmail.module.css'

export function ProveEmail({ member }: { member: SessionMember }) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const toast = useToast()
  const linkCode = useRouterState({
    select: ({ location }) => new URLSearchParams(location.hash).get('proof'),
  })
  const [isLater, setIsLater] = useState(false)
  const [hasSent, setHasSent] = useState(false)
  const [code, setCode] = useState(linkCode ?? '')
  const sending = useSend('send_email_proof')
  const proving = useSend('prove_email')
  const input = useRef<HTMLInputElement>(null)
  // an answer that was lost says nothing of the mail
  const isAsked = hasSent || linkCode !== null || isUnreachable(sending.error)
  useEffect(() => {
    if (hasSent) input.current?.focus()
  }, [hasSent])
  if (isLater) return null

  async function prove(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (code.trim() === '') return
    const isProved = (await proving.send({ code })) !== undefined
    if (isProved) toast({ text: t`Thank you. Your address is confirmed.` })
    // another tab may have used the code
    await session.authorize()
  }

  const send = async () => {
    if ((await sending.send({})) !== undefined) setHasSent(true)
  }

  return (
    <div className={styles.question}>
      <Notice tone="info" title={<Trans>Please confirm your e-mail address</Trans>}>
        {isAsked ? (
          <form
            className={classNames('stack', styles.form)}
            onSubmit={(event) => void prove(event)}
            noValidate
          >
            <p role="status">
              {hasSent && (
                <Trans>We have sent a code to {member.email_address}. It works for 15 minutes.</Trans>
              )}
            </p>
            <CodeField
              ref={input}
              error={proving.error === undefined ? undefined : toFailureText(i18n, proving.error)}
              enterKeyHint="done"
              value={code}
              onType={(typed) => {
                setCode(typed)
                proving.forgetError()
              }}
            />
            <NoticeButtons>
              <Button submit size="row" variant="primary" disabled={code.trim() === ''} busy={proving.busy}>
                <Trans>Confirm my address</Trans>
              </Button>
              <Button size="row" busy={sending.busy} onClick={() => void send()}>
                <Trans>Send another code</Trans>
              </Button>
            </NoticeButtons>
          </form>
        ) : (
          <>
            <p>
              <Trans>
                We do not know yet whether mails to {member.email_address} reach you. Until you confirm it,
                what was bought with this address is not shown here.
              </Trans>
            </p>
            <NoticeButtons>
              <Button size="row" variant="primary" busy={sending.busy} onClick={() => void send()}>
                <Trans>Send me a code</Trans>
              </Button>
              <Button size="row" variant="quiet" onClick={() => setIsLater(true)}>
                <Trans>Later</Trans>
              </Button>
            </NoticeButtons>
          </>
        )}
        {sending.error !== undefined && <p role="alert">{toFailureText(i18n, sending.error)}</p>}
      </Notice>
    </div>
  )
}
