// What officers do about what members post and show.

import { getTimeZone } from '../../../club/db/club.ts'
import { listPostTrail } from '../../../community/db/moderation.ts'
import type { Tx } from '../../../db/open.ts'
import { mostReportsPrinted } from '../../../limits/sizes.ts'
import { chooseMember, nameMember } from '../../../member/officers/memberChoice.ts'
import { type ActContext, fail } from '../../../officers/act.ts'
import { hidePost, muteMember } from '../actions/moderation.ts'
import { countReportedPosts, listReportedPosts } from '../db/report.ts'

/** Those that are open, and with `all` those that were dealt with. */
export async function listReports(tx: Tx, _context: ActContext, { all }: { all: boolean }) {
  const officer = { memberId: 0, seesHidden: true }
  const find = async (closed: boolean) =>
    (await listReportedPosts(tx, officer, { limit: mostReportsPrinted, closed })).rows
  return {
    reported: [...(await find(false)), ...(all ? await find(true) : [])],
    open: await countReportedPosts(tx, officer.memberId),
    timeZone: await getTimeZone(tx),
  }
}

/** An officer is no member. */
function byOfficer({ now }: ActContext) {
  return { actorId: null, at: new Date(now) }
}

export interface HideWish {
  readonly postId: number
  readonly hidden: boolean
  readonly reason: string
}

/** Takes a post or a comment from the screens, or shows it again. Deals with its reports. */
export async function setHidden(tx: Tx, context: ActContext, wanted: HideWish) {
  const { postId, hidden } = wanted
  const result = await hidePost(tx, wanted, byOfficer(context))
  if (result === undefined) return fail('not-found', { thing: 'post', typed: postId })
  if (!result.isChanged && result.closedReports === 0) {
    fail('already-so', { is: hidden ? 'hidden' : 'shown', post: postId })
  }
  return result
}

interface OfMember {
  readonly member: string
}

export const mute = (tx: Tx, context: ActContext, { member }: OfMember) => setMuted(tx, context, member, true)
export const unmute = (tx: Tx, context: ActContext, { member }: OfMember) =>
  setMuted(tx, context, member, false)

async function setMuted(tx: Tx, context: ActContext, typed: string, muted: boolean) {
  const member = await chooseMember(tx, typed)
  if (!(await muteMember(tx, { memberId: member.id, muted }, byOfficer(context)))) {
    fail('already-so', { is: muted ? 'muted' : 'not-muted', member: nameMember(member) })
  }
  return member
}

/** What moderators and officers have changed of a post. */
export async function readTrail(tx: Tx, _context: ActContext, { post }: { post: number }) {
  const entries = await listPostTrail(tx, post)
  if (entries.length === 0) fail('not-found', { thing: 'trail', typed: post })
  return { entries, timeZone: await getTimeZone(tx) }
}
