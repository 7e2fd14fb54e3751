// What may wait for officers, from every area that has something.
import { waiting as ofPosts } from '../areas/social/waiting.ts'
import type { OfficersWaiting } from '../member/waiting.ts'

export const waitings: readonly OfficersWaiting[] = [...ofPosts]
