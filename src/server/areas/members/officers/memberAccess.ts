// `club -- members suspend`, `restore` and `end-sign-ins`: who may sign in, and what ends their sign-ins.

import {
  type BookedMember,
  countLiveSessions,
  restoreMember,
  suspendMember,
} from '../../../member/db/memberBook.ts'
import { endCodes } from '../../../member/db/memberCode.ts'
import { endSessions } from '../../../member/db/memberSession.ts'
import { openingCodes } from '../../../member/memberCodes.ts'
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { type ClubCommandContext, CommandRefused } from '../../../officers/command.ts'
import { toCountText } from '../../../officers/words.ts'
import { changeMember } from './memberChanges.ts'

export function suspend(context: ClubCommandContext): Promise<number> {
  const { services } = context
  const now = new Date(services.now())
  return changeMember(context, async (tx, member) => {
    const devices = await countLiveSessions(tx, member.id, now)
    await endCodes(tx, member.id, { now, kinds: openingCodes })
    if (!(await suspendMember(tx, member.id, now))) {
      throw new CommandRefused(`${toMemberText(member)} is suspended already. Nothing was changed.`)
    }
    return `${toMemberText(member)} is suspended: they cannot sign in, ${toEnded(devices)}, get no notifications and are not charged automatically. Their additional logins stay. 'members restore ${member.id}' takes it back.`
  })
}

export function restore(context: ClubCommandContext): Promise<number> {
  return changeMember(context, async (tx, member) => {
    if (!(await restoreMember(tx, member.id))) {
      throw new CommandRefused(`${toMemberText(member)} is not suspended. Nothing was changed.`)
    }
    return `${toMemberText(member)} can sign in again, with the same password. Each device asks for it.`
  })
}

export function endSignIns(context: ClubCommandContext): Promise<number> {
  const { services } = context
  const now = new Date(services.now())
  return changeMember(context, async (tx, member) => {
    const devices = await countLiveSessions(tx, member.id, now)
    await endCodes(tx, member.id, { now, kinds: openingCodes })
    await endSessions(tx, [member.id])
    return `${toMemberText(member)}: ${toEnded(devices)}. ${toNextSignIn(member)}`
  })
}

function toNextSignIn({ suspendedAt, hasPassword }: BookedMember): string {
  if (suspendedAt !== null) return 'They are suspended, so they cannot sign in again.'
  return hasPassword
    ? 'They can sign in again with their password.'
    : 'They have no password yet; they choose one on the sign-in page.'
}

function toEnded(devices: number): string {
  return devices === 0 ? 'were signed in nowhere' : `are signed out on ${toCountText(devices, 'device')}`
}
