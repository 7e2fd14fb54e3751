// The addresses to which the newsletter goes beside the member's own. Each is asked by mail before anything is sent.
import { Trans, useLingui } from '@lingui/react/macro'
import { MailPlus, Trash2 } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import type { Accepted } from '../../../contract/caller.ts'
import { findAdditionalEmailFault, mostAdditionalEmails } from '../../../domain/members/additionalEmails.ts'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useChangeKept } from '../../reading/useKeptRead.ts'
import { useRead } from '../../reading/useRead.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { toNoEmailText } from '../../text/fieldFault.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useUnsaved } from '../../useUnsaved.ts'
import styles from './AdditionalEmails.module.css'

type Emails = Accepted<'get_additional_emails'>

export function AdditionalEmails() {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const isOffline = useIsOffline()
  const { member, lapsedMember } = useSessionState()
  const reading = useRead('get_additional_emails', {})
  const adding = useSend('add_additional_email')
  const removing = useSend('remove_additional_email')
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const changeKept = useChangeKept()
  const input = useRef<HTMLInputElement>(null)
  useUnsaved(typed !== '')
  const emails = reading.data?.emails ?? []
  const keep = (answer: Emails) => changeKept<Emails>('get_additional_emails', () => answer)
  const email = typed.trim()
  const fault = findAdditionalEmailFault(email, (member ?? lapsedMember)?.email_address ?? '')
  const error = adding.error ?? removing.error
  const busy = adding.busy || removing.busy
  const needsConnection = isOffline ? t`This needs a connection.` : undefined

  const ask = async (address: string) => {
    removing.forgetError()
    const answer = await adding.send({ email: address })
    if (answer === undefined) return false
    keep(answer)
    toast({ text: t`We have sent a mail to ${address}.` })
    return true
  }
  const add = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (fault !== undefined || busy || isOffline || !(await ask(email))) return
    setTyped('')
    setIsTried(false)
  }
  const remove = async (address: string) => {
    adding.forgetError()
    const answer = await removing.send({ email: address })
    if (answer === undefined) return
    keep(answer)
    // its button goes, and would take the focus with it
    input.current?.focus()
  }
  const states = {
    confirmed: null,
    waiting: <Trans>Not confirmed yet</Trans>,
    stopped: <Trans>Wants no newsletters</Trans>,
  } as const

  return (
    <Panel
      title={<Trans>The newsletter at other addresses too</Trans>}
      note={
        <Trans>
          We ask each address by mail first. Nothing else is sent there before somebody confirms it.
        </Trans>
      }
    >
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the addresses…`}>
          <SkeletonShape shape="line" count={2} />
        </Skeleton>
      )}
      {emails.length > 0 && (
        <ul className={styles.list}>
          {emails.map((one) => (
            <li key={one.email} className={styles.row}>
              <span className={styles.words}>
                {one.email} {states[one.state] !== null && <Tag>{states[one.state]}</Tag>}
              </span>
              {one.canAsk && (
                <Button size="row" disabledReason={needsConnection} onClick={() => void ask(one.email)}>
                  <Trans>Send the mail again</Trans>
                </Button>
              )}
              <IconButton
                label={t`Remove ${one.email}`}
                icon={<Trash2 aria-hidden="true" />}
                disabled={isOffline}
                onClick={() => void remove(one.email)}
              />
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
      {reading.data !== undefined && emails.length < mostAdditionalEmails && (
        <form className="stack" onSubmit={(event) => void add(event)} noValidate>
          <Field
            label={<Trans>One more e-mail address</Trans>}
            error={
              isTried && fault !== undefined ? (
                fault === 'own' ? (
                  <Trans>
                    This is your own address. The newsletter comes there if you have chosen it above.
                  </Trans>
                ) : (
                  toNoEmailText(i18n)
                )
              ) : undefined
            }
            announced
          >
            <TextInput
              ref={input}
              type="email"
              name="additional-email"
              autoComplete="off"
              enterKeyHint="send"
              maxLength={128}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value)
                setIsTried(false)
                adding.forgetError()
              }}
            />
          </Field>
          <div>
            <Button
              submit
              icon={<MailPlus aria-hidden="true" />}
              busy={adding.busy}
              disabledReason={needsConnection}
            >
              <Trans>Add address</Trans>
            </Button>
          </div>
        </form>
      )}
    </Panel>
  )
}
