// The eight reactions: codes, names and icons.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Angry, Frown, HandHeart, Heart, Laugh, ThumbsDown, ThumbsUp } from 'lucide-react'
import type { ComponentType } from 'react'

interface Reaction {
  /** On the wire. */
  code: number
  label: MessageDescriptor
  Icon: ComponentType<{ 'aria-hidden'?: 'true' }>
}

/** In the grid and with the strokes of the other icons, which have no such face. */
function Wow() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="10" />
      <path d="M9 9h.01M15 9h.01" />
      <circle cx="12" cy="15.5" r="2" />
    </svg>
  )
}

export const reactionList: readonly Reaction[] = [
  { code: 0, label: msg`Like`, Icon: ThumbsUp },
  { code: 1, label: msg`Dislike`, Icon: ThumbsDown },
  { code: 2, label: msg`Love`, Icon: Heart },
  { code: 3, label: msg`Care`, Icon: HandHeart },
  { code: 4, label: msg`Haha`, Icon: Laugh },
  { code: 5, label: msg`Wow`, Icon: Wow },
  { code: 6, label: msg`Sad`, Icon: Frown },
  { code: 7, label: msg`Angry`, Icon: Angry },
]

const [like] = reactionList as readonly [Reaction, ...Reaction[]]

export function findReaction(code: number | null): Reaction {
  return reactionList.find((one) => one.code === code) ?? like
}
