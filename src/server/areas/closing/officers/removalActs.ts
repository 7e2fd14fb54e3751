// What officers do when a member is to leave who does not close their account themselves, because they have died.
import { getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import type { Closing } from '../../../member/closing.ts'
import { listAdditionalLogins } from '../../../member/db/additionalLogin.ts'
import { eraseMember, listRemovals, noteRemoval } from '../../../member/db/erasure.ts'
import { countLiveSessions } from '../../../member/db/memberBook.ts'
import { isLastOwner } from '../../../member/db/officer.ts'
import { chooseMember, nameMember } from '../../../member/officers/memberChoice.ts'
import { type ActContext, fail } from '../../../officers/act.ts'

interface Removal {
  readonly member: string
  readonly reason: string
  readonly closings: readonly Closing[]
}

/** Who it is, and on how many devices they are signed in. */
export async function foreseeMemberRemoval(
  tx: Tx,
  { now }: ActContext,
  { member: typed }: Pick<Removal, 'member'>,
) {
  const member = await chooseMember(tx, typed)
  const logins = await listAdditionalLogins(tx, member.id)
  if (logins.length > 0) {
    fail('not-possible', { why: 'has-logins', member: nameMember(member), logins: logins.map(nameMember) })
  }
  const at = new Date(now)
  if (await isLastOwner(tx, member.id, at))
    fail('not-possible', { why: 'last-owner', member: nameMember(member) })
  return { member, devices: await countLiveSessions(tx, member.id, at) }
}

/** As they would close their account. Nobody is mailed. */
export async function removeMember(
  tx: Tx,
  context: ActContext,
  { member: typed, reason, closings }: Removal,
) {
  const at = new Date(context.now)
  const { member, devices } = await foreseeMemberRemoval(tx, context, { member: typed })
  await eraseMember(tx, member.id, at)
  await noteRemoval(tx, member.id, reason)
  for (const close of closings) await close(tx, member.id, at)
  return { member, devices }
}

/** The newest first. */
export async function listRemoved(tx: Tx) {
  return { removals: await listRemovals(tx), timeZone: await getTimeZone(tx) }
}
