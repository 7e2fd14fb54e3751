// Posts and comments that are being written. They stay on the device until they are posted or discarded.
import { isRecord } from '../../../../domain/isRecord.ts'
import { toPostDraftPrefix } from '../../../../offline/drafts.ts'
import { type FormPicture, readFormPictures } from '../../../pictures/useAddPictures.ts'
import { type FormDraft, readSent } from '../../../unsaved/formDraft.ts'
import type { DraftOwner } from '../../../unsaved/useDraftOwner.ts'

/** What a draft is for: a new post, a comment on one, or a change of one. */
export type DraftPlace =
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'edit'; readonly postId: number }
  | { readonly kind: 'comment'; readonly postId: number }

export interface PostDraft extends FormDraft {
  /** 0 for none. */
  readonly topicId: number
  readonly message: string
  readonly pictures: readonly FormPicture[]
}

export function toDraftId({ club, memberId }: DraftOwner, place: DraftPlace): string {
  const name = place.kind === 'new' ? `new/${place.key}` : `${place.kind}/${place.postId}`
  return `${toPostDraftPrefix(club, memberId)}${name}`
}

/** The opposite of `toDraftId`; undefined for what a newer version has stored. */
export function readDraftPlace(owner: DraftOwner, id: string): DraftPlace | undefined {
  const prefix = toPostDraftPrefix(owner.club, owner.memberId)
  const [kind, name = ''] = id.slice(prefix.length).split('/')
  if (kind === 'new' && name !== '') return { kind, key: name }
  const postId = Number(name)
  if ((kind === 'edit' || kind === 'comment') && Number.isInteger(postId) && postId > 0)
    return { kind, postId }
  return undefined
}

/** A stored draft, as far as it can be read. */
export function readDraft(value: unknown): PostDraft | undefined {
  if (!isRecord(value) || typeof value.key !== 'string' || typeof value.message !== 'string') return undefined
  const pictures = readFormPictures(value.pictures)
  const topicId = typeof value.topicId === 'number' ? value.topicId : 0
  const { key, message } = value
  return { key, topicId, message, pictures, ...readSent(value) }
}
