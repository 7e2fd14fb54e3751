// The frame of a question about a filed sheet: a field, why it could not be done, and two ways on.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toFailureText } from '../../../text/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { FiledWork } from './useFiled.ts'

export interface FiledDialogProps {
  title: ReactNode
  work: FiledWork
  variant: 'primary' | 'danger'
  keep: ReactNode
  go: ReactNode
  onClose(): void
  /** By the button or the Enter key. */
  onGo(): void
  children: ReactNode
}

export function FiledDialog({ title, work, variant, keep, go, onClose, onGo, children }: FiledDialogProps) {
  const { i18n } = useLingui()
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant={variant} busy={work.busy} busyLabel={<Trans>Saving…</Trans>} onClick={onGo}>
            {go}
          </Button>
        </>
      }
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onGo()
        }}
      >
        {work.error !== undefined && (
          <Notice tone="bad" live="alert">
            {toFailureText(i18n, work.error)}
          </Notice>
        )}
        {children}
      </form>
    </Dialog>
  )
}
