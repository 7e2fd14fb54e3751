// What a member wants to hear of from the club.
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Accepted } from '../../../contract/caller.ts'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { useClub } from '../../session/SessionContext.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckboxRow } from '../../ui/form/CheckboxRow.tsx'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useUnsaved } from '../../useUnsaved.ts'

type Settings = Accepted<'get_member_settings'>['settings']
const kinds = ['notifyNewFile', 'notifyNewProduct', 'notifyNewEvent', 'newsletter', 'enewsletter'] as const
type Kind = (typeof kinds)[number]

export function ChoicesForm({ settings, onSaved }: { settings: Settings; onSaved(): void }) {
  const { t, i18n } = useLingui()
  const club = useClub()?.tenant
  const isOffline = useIsOffline()
  const { send, busy, error } = useSend('update_member_settings')
  /** What the person has changed and not saved yet. */
  const [changes, setChanges] = useState<Partial<Record<Kind, boolean>>>({})
  const [saved, setSaved] = useState<Settings>()
  const [isTold, setIsTold] = useState(false)
  const known = saved ?? settings
  useUnsaved(kinds.some((kind) => changes[kind] !== undefined && changes[kind] !== known[kind]))

  const offered = kinds.filter(
    (kind) => (kind !== 'newsletter' && kind !== 'enewsletter') || club?.settings[kind] === true,
  )
  const labels: Readonly<Record<Kind, string>> = {
    notifyNewFile: t`New files and newsletters`,
    notifyNewProduct: t`New products in the store`,
    notifyNewEvent: t`New events and activities`,
    newsletter: t`The newsletter by mail`,
    enewsletter: t`The newsletter by e-mail`,
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isOffline) return
    setIsTold(false)
    const sent = Object.fromEntries(offered.map((kind) => [kind, changes[kind] ?? known[kind]]))
    const answer = await send(sent)
    if (answer === undefined) return
    setSaved(answer.settings)
    // what was changed while it was sent stays changed
    setChanges((now) =>
      Object.fromEntries(
        offered
          .filter((kind) => now[kind] !== undefined && now[kind] !== sent[kind])
          .map((kind) => [kind, now[kind]]),
      ),
    )
    setIsTold(true)
    onSaved()
  }

  return (
    <form className="stack" onSubmit={(event) => void save(event)}>
      <Panel>
        <FieldGroup
          label={<Trans>Tell me about</Trans>}
          hint={
            <Trans>
              New files, products, events and activities come within five minutes as a notification on your
              devices that allow them. While none of your devices does, they come by e-mail.
            </Trans>
          }
        >
          {offered.map((kind) => (
            <CheckboxRow
              key={kind}
              label={labels[kind]}
              checked={changes[kind] ?? known[kind]}
              onChange={({ target }) => {
                setIsTold(false)
                setChanges({ ...changes, [kind]: target.checked })
              }}
            />
          ))}
        </FieldGroup>
      </Panel>
      {isTold && (
        <Notice tone="ok" live="status">
          <Trans>Your settings have been saved.</Trans>
        </Notice>
      )}
      {error !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
      <div>
        <Button
          submit
          variant="primary"
          full
          busy={busy}
          disabledReason={isOffline ? t`Saving needs a connection. What you changed stays here.` : undefined}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
