// Stores what was planned of members: all of it, or nothing.
import { findRefusedRow } from '../../../../db/clubRows.ts'
import type { Tx } from '../../../../db/open.ts'
import { insertMembers, updateMembers } from '../../../../member/db/memberRows.ts'
import type { ActContext } from '../../../../officers/act.ts'
import type { KnownMember, MemberPlan, NewMember } from './memberPlan.ts'

/** The ids of the new members, in the plan's order. */
export async function writeMembers(tx: Tx, context: ActContext, { members }: MemberPlan): Promise<number[]> {
  const added = members.filter((each): each is NewMember => each.kind === 'new')
  const changed = members.filter((each): each is KnownMember => each.kind === 'changed')
  await updateMembers(tx, changed)
  try {
    return await insertMembers(tx, added)
  } catch (error) {
    if (findRefusedRow(error)?.rule !== 'member_email') throw error
    context.fail('taken', { what: 'email-just-now' })
  }
}
