// Sends a draft as a post, a comment, or a change of a post.
import { useCallback } from 'react'
import type { Envelope } from '../../../../contract/define.ts'
import { Failure } from '../../../../contract/failures.ts'
import type { Input } from '../../../../contract/index.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { useWrite } from '../../../call/useWrite.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import type { PostDraft } from './postDrafts.ts'

/** A comment on a post, a change of a post, or neither: a new post. */
interface Target {
  parentId?: number
  postId?: number
}

export interface SendPost {
  /** Whether the club has it. Never rejects. */
  send(draft: PostDraft, target?: Target): Promise<boolean>
  busy: boolean
  error: unknown
  forgetError(): void
}

export function useSendPost(): SendPost {
  const session = useSession()
  const work = useCallback(
    async ({ draft, target }: { draft: PostDraft; target: Target }) => {
      const { topicId, message } = draft
      const images = draft.pictures.map(({ imageData }) => ({ imageData }))
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
        // An earlier attempt has arrived, as it was written then, and only its answer was lost. It can be edited.
        if (error instanceof Failure && error.code === 'key-reused') return true
        session.noteFailure(error)
        throw error
      }
    },
    [session],
  )
  const { write, ...rest } = useWrite(work)
  return { send: async (draft, target = {}) => (await write({ draft, target })) === true, ...rest }
}
