// The form for a post: topic, pictures and message. What is typed stays on the device until it is posted.
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { sharedLengths } from '../../../../domain/shapes/sharedLengths.ts'
import { useIsOffline } from '../../../call/useIsOffline.ts'
import { PicturesField } from '../../../pictures/PicturesField.tsx'
import { UploadProgress } from '../../../pictures/UploadProgress.tsx'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { ActionBar } from '../../../ui/layout/ActionBar.tsx'
import { LeaveDialog } from '../../../unsaved/LeaveDialog.tsx'
import { DraftFault } from './DraftFault.tsx'
import styles from './PostEditor.module.css'
import type { DraftPlace, PostDraft } from './postDrafts.ts'
import { TopicField } from './TopicField.tsx'
import { usePostDraft } from './usePostDraft.ts'
import { useSendPost } from './useSendPost.ts'

interface PostEditorProps {
  place: DraftPlace
  /** What the post is before anything is changed. */
  begin: Omit<PostDraft, 'key'>
  /** Of the post that a changed comment belongs to; 0 for a post. */
  parentId: number
  topics: readonly { id: number; topic: string }[]
  onBack(): void
  /** It was posted, or an earlier attempt had been. */
  onSaved(): void
}

export function PostEditor({ place, begin, parentId, topics, onBack, onSaved }: PostEditorProps) {
  const { t } = useLingui()
  const isOffline = useIsOffline()
  const kept = usePostDraft(place, begin)
  const { draft } = kept
  const [isTried, setIsTried] = useState(false)
  const { send, busy, error, forgetError } = useSendPost()
  const heading = useRef<HTMLHeadingElement>(null)
  const isNew = place.kind === 'new'
  const isComment = parentId > 0
  const title = isNew ? t`Create post` : isComment ? t`Edit comment` : t`Edit post`
  useScreenTitle(title)
  const isReady = draft !== undefined
  useEffect(() => {
    if (isReady) heading.current?.focus()
  }, [isReady])
  if (draft === undefined) return null
  const isEmpty = draft.message.trim() === '' && draft.pictures.length === 0

  const change = (changed: Partial<PostDraft>) => {
    kept.change(changed)
    forgetError()
  }
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (busy || isEmpty) return
    const target = place.kind === 'edit' ? { postId: place.postId, ...(isComment ? { parentId } : {}) } : {}
    if (!(await send(kept, target))) return
    await kept.forget()
    onSaved()
  }
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <div>
        <Button variant="quiet" size="row" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
          <Trans>Back to the posts</Trans>
        </Button>
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {!isComment && (
        <>
          <TopicField topics={topics} topicId={draft.topicId} onChange={(topicId) => change({ topicId })} />
          <PicturesField pictures={draft.pictures} onChange={(pictures) => change({ pictures })} />
        </>
      )}
      <Field
        label={<Trans>Message</Trans>}
        hint={
          draft.message.length > sharedLengths.post - 200 ? (
            <Trans>
              {sharedLengths.post - draft.message.length} of {sharedLengths.post} characters left
            </Trans>
          ) : undefined
        }
        error={isTried && isEmpty ? t`Write something, or add an image.` : undefined}
        announced
      >
        <TextArea
          name="message"
          rows={6}
          value={draft.message}
          maxLength={sharedLengths.post}
          onChange={({ target }) => change({ message: target.value })}
        />
      </Field>
      <DraftFault error={error} isOffline={isOffline} isUnkept={kept.isUnkept} />
      <ActionBar
        note={busy && draft.pictures.length > 0 ? <UploadProgress /> : undefined}
        main={
          <Button submit variant="primary" full busy={busy} busyLabel={<Trans>Saving…</Trans>}>
            <Trans>Save</Trans>
          </Button>
        }
      >
        {kept.isChanged && (
          <Button onClick={() => void kept.forget().then(onBack)}>
            <Trans>Discard</Trans>
          </Button>
        )}
      </ActionBar>
      {/* what the device keeps is not lost by leaving */}
      <LeaveDialog isUnsaved={kept.isUnkept && kept.isChanged} />
    </form>
  )
}
