// The form for a post: topic, pictures and message. What is typed stays on the device until it is posted.

import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { isBlank } from '../../../../domain/shapes/plainText.ts'
import { useIsOffline } from '../../../call/useIsOffline.ts'
import { PicturesField } from '../../../pictures/PicturesField.tsx'
import { SavingPictures } from '../../../pictures/SavingPictures.tsx'
import { usePreparation } from '../../../pictures/usePreparation.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormBusy } from '../../../ui/form/fieldContext.ts'
import { ActionBar } from '../../../ui/layout/ActionBar.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { FormDraft } from '../../../unsaved/formDraft.ts'
import { LeaveDialog } from '../../../unsaved/LeaveDialog.tsx'
import { SaveFault } from '../../../unsaved/SaveFault.tsx'
import { useAskAgain } from '../../../unsaved/useAskAgain.ts'
import { DiscardDraft } from './DiscardDraft.tsx'
import { isTooLong, MessageField } from './MessageField.tsx'
import styles from './PostEditor.module.css'
import type { DraftPlace, PostDraft } from './postDrafts.ts'
import { postWords } from './postWords.tsx'
import { TopicField } from './TopicField.tsx'
import { usePostDraft } from './usePostDraft.ts'
import { useSendPost } from './useSendPost.ts'

interface PostEditorProps {
  /** Whose post a moderator changes; undefined for the member's own. */
  author?: string | undefined
  place: DraftPlace
  /** What the post is before anything is changed. */
  begin: Omit<PostDraft, keyof FormDraft>
  /** Of the post that a changed comment belongs to; 0 for a post. */
  parentId: number
  topics: readonly { id: number; topic: string }[]
  onBack(): void
  /** It was posted. `isHere`: nobody has left the form meanwhile. */
  onSaved(isHere: boolean): void
}

export function PostEditor({ author, place, begin, parentId, topics, onBack, onSaved }: PostEditorProps) {
  const { t } = useLingui()
  const isOffline = useIsOffline()
  const kept = usePostDraft(place, begin)
  const { draft } = kept
  const [isTried, setIsTried] = useState(false)
  const { send, busy, error, forgetError } = useSendPost()
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const preparation = usePreparation()
  const isNew = place.kind === 'new'
  const isComment = parentId > 0
  const title = isNew ? t`Create post` : isComment ? t`Edit comment` : t`Edit post`
  useScreenTitle(title)
  const isReady = draft !== undefined
  useEffect(() => {
    if (isReady) heading.current?.focus()
  }, [isReady])
  const sendIt = async () => {
    const target = place.kind === 'edit' ? { postId: place.postId, ...(isComment ? { parentId } : {}) } : {}
    if (!(await send(kept, target))) return
    await kept.forget()
    onSaved(form.current !== null)
  }
  useAskAgain(draft?.sent === 'same' && !busy, kept.isFound, () => void sendIt())
  if (draft === undefined) return null
  const isEmpty = isBlank(draft.message) && draft.pictures.length === 0

  const change = (changed: Partial<PostDraft>) => {
    kept.change(changed)
    forgetError()
  }
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy || !preparation.isOver()) return
    setIsTried(true)
    if (isEmpty || isTooLong(draft.message)) {
      const field = form.current?.querySelector('textarea')
      field?.focus({ preventScroll: true })
      // with its fault, which is drawn below it
      requestAnimationFrame(() => field?.parentElement?.scrollIntoView({ block: 'end' }))
      return
    }
    await sendIt()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={save} noValidate>
      <div>
        <Button variant="quiet" size="row" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
          <Trans>Back to the posts</Trans>
        </Button>
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {author !== undefined && (
        <Notice tone="info">
          <Trans>{author} wrote this. It stays theirs, and the club can see what you changed.</Trans>
        </Notice>
      )}
      <FormBusy value={busy}>
        {!isComment && (
          <>
            <div inert={busy}>
              <TopicField
                topics={topics}
                topicId={draft.topicId}
                onChange={(topicId) => change({ topicId })}
              />
            </div>
            <PicturesField
              pictures={draft.pictures}
              // the error stays: a picture that waited for a failed send is added right after it
              onChange={(pictures) => kept.change({ pictures })}
              onPreparing={preparation.onPreparing}
            />
          </>
        )}
        <MessageField
          label={<Trans>Message</Trans>}
          rows={6}
          value={draft.message}
          error={isTried && isEmpty ? t`Write something, or add an image.` : undefined}
          onChange={(message) => change({ message })}
        />
      </FormBusy>
      <ActionBar
        note={
          <>
            <SaveFault kept={kept} error={error} busy={busy} isOffline={isOffline} words={postWords} />
            <SavingPictures preparation={preparation} busy={busy && draft.pictures.length > 0} />
          </>
        }
        main={
          <Button submit variant="primary" full busy={busy} busyLabel={<Trans>Saving…</Trans>}>
            <Trans>Save</Trans>
          </Button>
        }
      >
        {kept.isChanged && !busy && <DiscardDraft kept={kept} onDiscarded={onBack} />}
      </ActionBar>
      {/* what the device keeps is not lost by leaving */}
      <LeaveDialog isUnsaved={preparation.isPreparing || (kept.isUnkept && kept.isChanged)} />
    </form>
  )
}
