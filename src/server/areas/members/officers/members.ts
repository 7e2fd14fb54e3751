// `club -- members`: what officers change of one member, and where everything else is, by the word behind it.

import { isForLife } from '../../../../domain/member.ts'
import { mostYearsPerExtension } from '../../../limits/sizes.ts'
import type { BookedMember } from '../../../member/db/memberBook.ts'
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { type Command, clubActWay } from '../../../officers/command.ts'
import { count, flag, kind, onOff, text, UsageFault } from '../../../officers/options.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import { lastDay, toEnd, toValidText } from './endText.ts'
import { importMembersWay } from './incoming/memberImport.ts'
import { readTags } from './incoming/memberValues.ts'
import * as acts from './memberActs.ts'
import { addMemberWay } from './memberAdd.ts'
import { exportMembers, showMembers } from './memberList.ts'

const words = { member: text }

const singleTag = kind((typed) => {
  const [wanted = '', ...others] = readTags(typed)
  if (wanted !== '' && others.length === 0) return wanted
  throw new UsageFault('A tag is one word or a few, without a comma.')
})

export const membersCommand: Command = {
  takes: 'club',
  things: 'members',
  alone: showMembers,
  byWord: {
    export: exportMembers,
    add: addMemberWay,
    type: clubActWay({
      words: { ...words, type: text },
      help: 'members type MEMBER TYPE                another membership type; its last day stays',
      act: acts.changeMemberType,
      says({ member, type }) {
        const before = member.typeLabel === '' ? 'no type' : toVisibleLine(member.typeLabel)
        return `${toMemberText(member)} had ${before} and has ${toVisibleLine(type.label)} now. It stays ${toValidText(member)}.`
      },
    }),
    extend: clubActWay({
      words,
      options: { years: count(mostYearsPerExtension), until: lastDay, yes: flag },
      help: `members extend MEMBER --years N         as a renewal would, without a charge
  members extend MEMBER --until DAY       to this day, the last on which it is valid; what makes it shorter
                                          needs --yes`,
      check({ years, until }) {
        if ((years === undefined) === (until === undefined)) {
          throw new UsageFault("'members extend' needs --years N or --until DAY.")
        }
      },
      act: acts.extendMember,
      says({ member, to }) {
        const earlier = to < member.expiration ? ' That is earlier than before.' : ''
        return `${toMemberText(member)}: the membership was ${toValidText(toEnd(member.expiration))} and is ${toValidText(toEnd(to))} now.${earlier} Nothing was charged.`
      },
    }),
    life: clubActWay({
      words: { ...words, life: onOff("'members life MEMBER' needs on or off.") },
      options: { until: lastDay, yes: flag },
      help: 'members life MEMBER on                  a member for life; off --until DAY ends that',
      check({ life, until }) {
        if (life === (until !== undefined)) {
          throw new UsageFault("'members life MEMBER off' needs --until DAY, and 'on' takes none.")
        }
        if (until !== undefined && isForLife(until)) {
          throw new UsageFault('--until must be a day before the year 9999.')
        }
      },
      act: acts.changeLife,
      says: ({ member, to }) =>
        `${toMemberText(member)} was ${toValidText(member)} and is ${toValidText(toEnd(to))} now. Nothing was charged.`,
    }),
    tag: clubActWay({
      words: { ...words, tag: singleTag },
      help: 'members tag MEMBER TAG                  adds a tag; untag MEMBER TAG takes it away',
      act: acts.addTag,
      says: toTagsText,
    }),
    untag: clubActWay({
      words: { ...words, tag: text },
      act: acts.removeTag,
      says: toTagsText,
    }),
    moderator: clubActWay({
      words: { ...words, moderator: onOff("'members moderator MEMBER' needs on or off.") },
      help: 'members moderator MEMBER on|off         who may remove what others post',
      act: acts.changeModerator,
      says: (member, { moderator }) =>
        `${toMemberText(member)} is ${moderator ? 'a moderator now and may remove what others post' : 'no moderator any more'}.`,
    }),
    suspend: clubActWay({
      words,
      help: `members suspend MEMBER                  cannot sign in, is signed out everywhere, gets no notifications, is
                                          not charged automatically; restore MEMBER takes it back`,
      act: acts.suspend,
      says: ({ member, devices }) =>
        `${toMemberText(member)} is suspended: they cannot sign in, ${toEnded(devices)}, get no notifications and are not charged automatically. Their additional logins stay. 'members restore ${member.id}' takes it back.`,
    }),
    restore: clubActWay({
      words,
      act: acts.restore,
      says: (member) =>
        `${toMemberText(member)} can sign in again, with the same password. Each device asks for it.`,
    }),
    'end-sign-ins': clubActWay({
      words,
      help: 'members end-sign-ins MEMBER             signs them out on every device',
      act: acts.endSignIns,
      says: ({ member, devices }) => `${toMemberText(member)}: ${toEnded(devices)}. ${toNextSignIn(member)}`,
    }),
    import: importMembersWay,
  },
}

function toTagsText({ member, tags }: Awaited<ReturnType<typeof acts.addTag>>): string {
  return `${toMemberText(member)}: ${tags.length === 0 ? 'no tags' : `tags ${toVisibleLine(tags.join(', '))}`}.`
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
