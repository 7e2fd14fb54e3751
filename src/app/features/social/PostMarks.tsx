// What a post or a comment says of itself beside its words: that it was edited, that a moderator hid it.
import { Trans } from '@lingui/react/macro'
import { Tag } from '../../ui/Tag.tsx'
import type { PostItem } from './posts.ts'

/** After its date. */
export function EditedMark({ post: { edited } }: Pick<PostItem, 'post'>) {
  if (edited === '') return null
  return (
    <>
      {' · '}
      <Trans>edited</Trans>
    </>
  )
}

export function HiddenMark({ post: { hidden } }: Pick<PostItem, 'post'>) {
  if (!hidden) return null
  return (
    <Tag>
      <Trans>Hidden by a moderator</Trans>
    </Tag>
  )
}
