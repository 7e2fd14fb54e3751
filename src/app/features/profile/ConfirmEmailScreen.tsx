// The page that the mails about a new e-mail address open. A press confirms or undoes: programs that open links do not.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { useSend } from '../../call/useSend.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function ConfirmEmailScreen() {
  const { t } = useLingui()
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const [mailed] = useState(() => new URLSearchParams(hash))
  const [code, undo] = [mailed.get('confirm'), mailed.get('undo')]
  const heading = useRef<HTMLHeadingElement>(null)
  useScreenTitle(t`Your e-mail address`)
  return (
    <div className="stack">
      <h1 ref={heading} tabIndex={-1}>
        <Trans>Your e-mail address</Trans>
      </h1>
      <Panel>
        {code !== null ? (
          <Confirm code={code} heading={heading} />
        ) : undo !== null ? (
          <Undo code={undo} heading={heading} />
        ) : (
          <p>
            <Trans>This link is not whole. Open it again from the mail.</Trans>
          </p>
        )}
      </Panel>
    </div>
  )
}

interface PressProps {
  code: string
  /** Takes the focus of the button, which goes. */
  heading: RefObject<HTMLHeadingElement | null>
}

function Confirm({ code, heading }: PressProps) {
  const { i18n } = useLingui()
  const session = useSession()
  const [email, setEmail] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const { send, busy, error } = useSend('confirm_email_change')
  if (email !== undefined) {
    return (
      <Notice tone="ok" live="status" action={<ToPortal />}>
        <Trans>Done. From now on you sign in with {email}.</Trans>
      </Notice>
    )
  }
  const press = async () => {
    const answer = await send({ code })
    if (answer === undefined) return
    // first: the portal would still know the member as they were
    setIsReading(true)
    await session.authorize()
    setEmail(answer.email)
    heading.current?.focus()
  }
  return (
    <div className="stack">
      <p>
        <Trans>
          You came here from the mail to your new address. Confirm it, and from then on you sign in with it.
        </Trans>
      </p>
      <Fault text={error === undefined ? undefined : toFailureText(i18n, error)} />
      {!isOver(error) && (
        <Button variant="primary" full busy={busy || isReading} onClick={() => void press()}>
          <Trans>Confirm this address</Trans>
        </Button>
      )}
    </div>
  )
}

function Undo({ code, heading }: PressProps) {
  const { i18n } = useLingui()
  const session = useSession()
  const [email, setEmail] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const { send, busy, error } = useSend('undo_email_change')
  if (email !== undefined) {
    return (
      <Notice
        tone="ok"
        live="status"
        action={
          <Link
            to="/portal/signin"
            search={{ redirect: '/portal/member/password' }}
            className={buttonClass({ variant: 'primary' })}
          >
            <Trans>Sign in</Trans>
          </Link>
        }
      >
        <Trans>
          Your address stays {email}, and all devices are signed out. Sign in and choose a new password.
        </Trans>
      </Notice>
    )
  }
  const press = async () => {
    const answer = await send({ code })
    if (answer === undefined) return
    // first: the portal would still know the member as they were
    setIsReading(true)
    await session.authorize()
    setEmail(answer.email)
    heading.current?.focus()
  }
  return (
    <div className="stack">
      <p>
        <Trans>
          Was the change of your address not yours? Keep your old address. All devices that are signed in as
          you are signed out.
        </Trans>
      </p>
      <Fault text={error === undefined ? undefined : toFailureText(i18n, error)} />
      {!isOver(error) && (
        <Button variant="primary" full busy={busy || isReading} onClick={() => void press()}>
          <Trans>Keep my old address</Trans>
        </Button>
      )}
    </div>
  )
}

/** The link has been used, or has run out: pressing again changes nothing. */
function isOver(error: unknown): boolean {
  return error instanceof Failure && error.code === 'bad-mail-code'
}

function Fault({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Notice tone="bad" live="alert">
      {text}
    </Notice>
  )
}

function ToPortal() {
  return (
    <Link to="/portal" className={buttonClass()}>
      <Trans>Go to the portal</Trans>
    </Link>
  )
}
