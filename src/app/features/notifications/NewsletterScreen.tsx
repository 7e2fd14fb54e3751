// The page that newsletters and the mails before them open. A press decides: programs that open links do not.
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { useSend } from '../../call/useSend.ts'
import { toFailureText } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function NewsletterScreen() {
  const { t } = useLingui()
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const [opened, setOpened] = useState(hash)
  // another mail's link in the same tab
  if (hash !== '' && hash !== opened) setOpened(hash)
  const mailed = new URLSearchParams(opened)
  const [code, stop] = [mailed.get('confirm'), mailed.get('stop')]
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = () => heading.current?.focus()
  useScreenTitle(t`Newsletter`)
  return (
    <div className="stack">
      <h1 ref={heading} tabIndex={-1}>
        <Trans>Newsletter</Trans>
      </h1>
      <Panel>
        {code !== null ? (
          <Press
            key={opened}
            action="confirm_newsletter"
            code={code}
            onDone={focus}
            label={<Trans>Send it to this address</Trans>}
            done={<Trans>Done. The next newsletter comes to this address.</Trans>}
          >
            <Trans>
              You came here from a mail to your address. Confirm it, and the club sends its newsletter there.
            </Trans>
          </Press>
        ) : stop !== null ? (
          <Press
            key={opened}
            action="stop_newsletter"
            code={stop}
            onDone={focus}
            label={<Trans>No more newsletters</Trans>}
            done={<Trans>Done. No more newsletters come to this address.</Trans>}
          >
            <Trans>Do you want no more newsletters at the address whose mail brought you here?</Trans>
          </Press>
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
  action: 'confirm_newsletter' | 'stop_newsletter'
  code: string
  label: ReactNode
  done: ReactNode
  /** Takes the focus of the button, which goes. */
  onDone(): void
  children: ReactNode
}

function Press({ action, code, label, done, onDone, children }: PressProps) {
  const { i18n } = useLingui()
  const [isDone, setIsDone] = useState(false)
  const { send, busy, error } = useSend(action)
  if (isDone) {
    return (
      <Notice tone="ok" live="status">
        {done}
      </Notice>
    )
  }
  const press = async () => {
    if ((await send({ code })) === undefined) return
    setIsDone(true)
    onDone()
  }
  // pressing again changes nothing
  const isOver = error instanceof Failure && error.code === 'bad-mail-code'
  return (
    <div className="stack">
      <p>{children}</p>
      {error !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
      {!isOver && (
        <Button variant="primary" full busy={busy} onClick={() => void press()}>
          {label}
        </Button>
      )}
    </div>
  )
}
