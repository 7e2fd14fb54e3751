// The form for a comment. What is typed stays on the device until it is posted or discarded.

import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { isBlank } from '../../../../domain/shapes/plainText.ts'
import { useIsOffline } from '../../../call/useIsOffline.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormBusy } from '../../../ui/form/fieldContext.ts'
import { LeaveDialog } from '../../../unsaved/LeaveDialog.tsx'
import { SaveFault } from '../../../unsaved/SaveFault.tsx'
import { useAskAgain } from '../../../unsaved/useAskAgain.ts'
import styles from './CommentEditor.module.css'
import { DiscardDraft } from './DiscardDraft.tsx'
import { isTooLong, MessageField } from './MessageField.tsx'
import { postWords } from './postWords.tsx'
import { usePostDraft } from './usePostDraft.ts'
import { useSendPost } from './useSendPost.ts'

interface CommentEditorProps {
  postId: number
  onClose(): void
  onPosted(): void
}

const empty = { topicId: 0, message: '', pictures: [] }

export function CommentEditor({ postId, onClose, onPosted }: CommentEditorProps) {
  const { t } = useLingui()
  const isOffline = useIsOffline()
  const kept = usePostDraft({ kind: 'comment', postId }, empty)
  const { draft } = kept
  const { send, busy, error, forgetError } = useSendPost()
  const area = useRef<HTMLFormElement>(null)
  const isReady = draft !== undefined
  useEffect(() => {
    if (isReady) area.current?.querySelector('textarea')?.focus()
  }, [isReady])
  const sendIt = async () => {
    if (!(await send(kept, { parentId: postId }))) return
    await kept.forget()
    onPosted()
  }
  useAskAgain(draft?.sent === 'same' && !busy, kept.isFound, () => void sendIt())
  if (draft === undefined) return null
  const isEmpty = isBlank(draft.message)

  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy || isEmpty || isTooLong(draft.message)) return
    await sendIt()
  }
  return (
    <form ref={area} className={styles.form} onSubmit={save} noValidate>
      <FormBusy value={busy}>
        <MessageField
          label={<Trans>Your comment</Trans>}
          rows={3}
          value={draft.message}
          error={undefined}
          onChange={(message) => {
            kept.change({ message })
            forgetError()
          }}
        />
      </FormBusy>
      <SaveFault kept={kept} error={error} busy={busy} isOffline={isOffline} words={postWords} />
      <div className={styles.buttons}>
        {!busy && <DiscardDraft size="row" kept={kept} onDiscarded={onClose} />}
        <Button
          submit
          size="row"
          variant="primary"
          busy={busy}
          busyLabel={<Trans>Saving…</Trans>}
          disabledReason={isEmpty ? t`Write something first.` : undefined}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
      <LeaveDialog isUnsaved={kept.isUnkept && kept.isChanged} />
    </form>
  )
}
