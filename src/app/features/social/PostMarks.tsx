// What a post or a comment says of itself beside its words: that it was edited, that a moderator hid it.
import { Trans } from '@lingui/react/macro'
import { useSessionState } from '../../session/SessionContext.tsx'
import { ClubContact } from '../../text/ClubContact.tsx'
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

/** For the author of what is hidden: why, and whom they may ask. */
export function HiddenReason({ post: { hidden, hiddenReason, memberId } }: Pick<PostItem, 'post'>) {
  const { member, lapsedMember } = useSessionState()
  if (!hidden || (member ?? lapsedMember)?.id !== memberId) return null
  return (
    <div>
      <p className="small">
        {/* missing in what a phone has saved of an earlier version */}
        {(hiddenReason ?? '') === '' ? (
          <Trans>Only you and the moderators see this. No reason was given.</Trans>
        ) : (
          <Trans>Only you and the moderators see this. The reason: {hiddenReason}</Trans>
        )}
      </p>
      <ClubContact />
    </div>
  )
}

/** Anybody can be called like a moderator, and nobody else has this mark. */
export function ModeratorMark({ post: { byModerator } }: Pick<PostItem, 'post'>) {
  if (byModerator !== true) return null
  return (
    <Tag>
      <Trans>Moderator</Trans>
    </Tag>
  )
}
