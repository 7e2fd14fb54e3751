// Signing in with the short code that another device of the member shows.
import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useWrite } from '../call/useWrite.ts'
import { useSession } from '../session/SessionContext.tsx'
import { toFailureText } from '../text/failureText.ts'
import { Button } from '../ui/Button.tsx'
import { useUnsaved } from '../useUnsaved.ts'
import { CodeField } from './CodeField.tsx'
import { type FoundLinkCode, findLinkCode } from './findLinkCode.ts'
import { LinkConfirm } from './LinkConfirm.tsx'
import { readTypedCode } from './typedCode.ts'

export interface CodeStepProps {
  onBack: () => void
}

export function CodeStep({ onBack }: CodeStepProps) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const [found, setFound] = useState<{ code: string; answer: FoundLinkCode }>()
  useUnsaved(typed !== '')
  const input = useRef<HTMLInputElement>(null)
  const { write, busy, error, forgetError } = useWrite(async (code: string) => {
    setFound({ code, answer: await findLinkCode(session, code) })
  })
  useEffect(() => {
    if (found === undefined) input.current?.focus()
  }, [found])

  function look(event: SyntheticEvent): void {
    event.preventDefault()
    const code = readTypedCode(typed)
    if (code === undefined) setFault(t`A code has 8 letters and digits, such as ABCD-2345.`)
    else void write(code)
  }

  if (found !== undefined) {
    return (
      <LinkConfirm
        code={found.code}
        found={found.answer}
        onOther={() => setFound(undefined)}
        otherLabel={t`Use another code`}
      />
    )
  }
  return (
    <form className="stack" onSubmit={look} noValidate>
      <CodeField
        ref={input}
        label={<Trans>Code</Trans>}
        hint={<Trans>On a device where you are signed in, open "Mobile app link code" in your menu.</Trans>}
        error={fault ?? (error === undefined ? undefined : toFailureText(i18n, error))}
        enterKeyHint="next"
        value={typed}
        onType={(text) => {
          setTyped(text.toUpperCase())
          setFault(undefined)
          forgetError()
        }}
      />
      <Button
        submit
        variant="primary"
        full
        disabled={typed.trim() === ''}
        busy={busy}
        busyLabel={<Trans>Looking up…</Trans>}
      >
        <Trans>Next</Trans>
      </Button>
      <Button variant="quiet" full onClick={onBack}>
        <Trans>Sign in with e-mail and password</Trans>
      </Button>
    </form>
  )
}
