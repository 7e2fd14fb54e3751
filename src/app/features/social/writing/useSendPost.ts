// Sends a draft as a post, a comment, or a change of a post.
import { useCallback, useRef } from 'react'
import type { Envelope } from '../../../../contract/define.ts'
import { Failure } from '../../../../contract/failures.ts'
import type { Input } from '../../../../contract/index.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { useWrite } from '../../../call/useWrite.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import type { OpenDraft } from '../../../unsaved/useFormDraft.ts'
import { usePostsWritten } from '../usePostsChanged.ts'
import type { PostDraft } from './postDrafts.ts'

/** A comment on a post, a change of a post, or neither: a new post. */
interface Target {
  parentId?: number
  postId?: number
}

interface Sending extends Pick<OpenDraft<PostDraft>, 'noteSending' | 'noteFailure'> {
  draft: PostDraft
  target: Target
}

export interface SendPost {
  /** Whether the club has it as it is now. Never rejects. */
  send(
    kept: Pick<OpenDraft<PostDraft>, 'draft' | 'noteSending' | 'noteFailure'>,
    target?: Target,
  ): Promise<boolean>
  busy: boolean
  error: unknown
  forgetError(): void
}

export function useSendPost(): SendPost {
  const session = useSession()
  const written = useRef(usePostsWritten())
  const work = useCallback(
    async ({ draft, noteSending, noteFailure, target }: Sending) => {
      const { topicId, message } = draft
      const images = draft.pictures.map(({ imageData }) => ({ imageData }))
      noteSending()
      try {
        if (target.postId !== undefined) {
          const input: Input<'update_post'> & Envelope =
            target.parentId === undefined
              ? { id: target.postId, topicId, message, images, key: newKey() }
              : { id: target.postId, message, key: newKey() }
          await session.caller.call('update_post', input)
        } else {
          const input: Input<'create_post'> & Envelope =
            target.parentId === undefined
              ? { topicId, message, images, key: draft.key }
              : { message, parentId: target.parentId, key: draft.key }
          await session.caller.call('create_post', input)
        }
        return true
      } catch (error) {
        // It was posted as it was written before. What was changed since is another post, if it is sent again.
        if (error instanceof Failure && error.code === 'key-reused') written.current(true)
        noteFailure(error)
        session.noteFailure(error)
        throw error
      }
    },
    [session],
  )
  const { write, ...rest } = useWrite(work)
  return {
    send: async ({ draft, noteSending, noteFailure }, target = {}) =>
      draft !== undefined && (await write({ draft, noteSending, noteFailure, target })) === true,
    ...rest,
  }
}
