// What moderators and officers noted of a member whose account is closed: without pictures, and no mute any more.
import type { Closing } from '../member/closing.ts'
import { endMute, removeTrailPictures } from './db/moderation.ts'

export const closing: Closing = async (tx, memberId) => {
  await endMute(tx, memberId)
  await removeTrailPictures(tx, memberId)
}
