// The form for an additional login.
import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { childLengths } from '../../../domain/shapes/personLengths.ts'
import { toPlainLine } from '../../../domain/shapes/plainText.ts'
import { findLoginFaults, type LoginField } from '../../../domain/shapes/profile.ts'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { toFieldFaultText } from '../../text/fieldFault.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useUnsaved } from '../../useUnsaved.ts'
import styles from './AddLogin.module.css'

interface AddLoginProps {
  onClose(): void
  onAdded(email: string): void
}

const empty = { fname: '', lname: '', email: '' }

export function AddLogin({ onClose, onAdded }: AddLoginProps) {
  const { t, i18n } = useLingui()
  const { member, lapsedMember } = useSessionState()
  const isOffline = useIsOffline()
  const [login, setLogin] = useState(empty)
  const [isTried, setIsTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { send, busy, error, forgetError } = useSend('create_member')
  const faults = isTried ? findLoginFaults(login) : []
  useUnsaved(Object.values(login).some((text) => text !== ''))
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy || isOffline) return
    setIsTried(true)
    const [first] = findLoginFaults(login)
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first.field}"]`)?.focus()
      return
    }
    const { fname, lname, email } = login
    const sent = { fname: toPlainLine(fname), lname: toPlainLine(lname), email: toPlainLine(email) }
    const answer = await send({ ...sent, parentId: (member ?? lapsedMember)?.id ?? 0 })
    if (answer !== undefined) onAdded(sent.email)
  }
  const draw = (field: LoginField, label: string, missing: string, input: object) => {
    const fault = faults.find((one) => one.field === field)?.fault
    const text = fault === 'missing' ? missing : fault && toFieldFaultText(i18n, fault, childLengths[field])
    return (
      <Field label={label} error={text} announced required>
        <TextInput
          {...input}
          name={field}
          autoComplete="off"
          value={login[field]}
          onChange={({ target }) => {
            setLogin({ ...login, [field]: target.value })
            forgetError()
          }}
        />
      </Field>
    )
  }
  return (
    <Panel title={<Trans>Add login</Trans>}>
      <form ref={form} className={styles.form} onSubmit={save} noValidate>
        {draw('fname', t`First name`, t`Enter the first name.`, { autoCapitalize: 'words' })}
        {draw('lname', t`Last name`, t`Enter the last name.`, { autoCapitalize: 'words' })}
        {draw('email', t`E-mail`, t`Enter the e-mail address.`, {
          type: 'email',
          inputMode: 'email',
          autoCapitalize: 'none',
          spellCheck: false,
        })}
        <p className="small muted">
          <Trans>They get a mail with a link, and choose their own password.</Trans>
        </p>
        {error !== undefined && (
          <Notice tone="bad" live="alert">
            {toFailureText(i18n, error)}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            submit
            variant="primary"
            busy={busy}
            busyLabel={<Trans>Saving…</Trans>}
            disabledReason={isOffline ? t`Saving needs a connection. What you typed stays here.` : undefined}
          >
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Panel>
  )
}
