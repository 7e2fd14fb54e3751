// `club -- members type`, `extend`, `life`, `tag`, `untag`, `moderator`, `suspend`, `restore` and `end-sign-ins`.

import { isForLife } from '../../../../domain/member.ts'
import { mostYearsPerExtension } from '../../../limits/sizes.ts'
import type { BookedMember } from '../../../member/db/memberBook.ts'
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { clubWay } from '../../../officers/command.ts'
import { count, flag, kind, onOff, text, UsageFault } from '../../../officers/options.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import { lastDay, toEnd, toValidText } from './endText.ts'
import { readTags } from './incoming/memberValues.ts'
import * as acts from './memberActs.ts'

const words = { member: text }

export const changeType = clubWay({
  words: { ...words, type: text },
  help: 'members type MEMBER TYPE                another membership type; its last day stays',
  async run({ act, print }, given) {
    const { member, type } = await act(acts.changeMemberType, given)
    const before = member.typeLabel === '' ? 'no type' : toVisibleLine(member.typeLabel)
    print(
      `${toMemberText(member)} had ${before} and has ${toVisibleLine(type.label)} now. It stays ${toValidText(member)}.\n`,
    )
  },
})

export const extend = clubWay({
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
  async run({ act, print }, given) {
    const { member, to } = await act(acts.extendMember, given)
    const earlier = to < member.expiration ? ' That is earlier than before.' : ''
    print(
      `${toMemberText(member)}: the membership was ${toValidText(toEnd(member.expiration))} and is ${toValidText(toEnd(to))} now.${earlier} Nothing was charged.\n`,
    )
  },
})

export const changeLifeWay = clubWay({
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
  async run({ act, print }, given) {
    const { member, to } = await act(acts.changeLife, given)
    print(
      `${toMemberText(member)} was ${toValidText(member)} and is ${toValidText(toEnd(to))} now. Nothing was charged.\n`,
    )
  },
})

const singleTag = kind((typed) => {
  const [wanted = '', ...others] = readTags(typed)
  if (wanted !== '' && others.length === 0) return wanted
  throw new UsageFault('A tag is one word or a few, without a comma.')
})

export const tag = clubWay({
  words: { ...words, tag: singleTag },
  help: 'members tag MEMBER TAG                  adds a tag; untag MEMBER TAG takes it away',
  run: async ({ act, print }, given) => print(toTagsText(await act(acts.addTag, given))),
})

export const untag = clubWay({
  words: { ...words, tag: text },
  run: async ({ act, print }, given) => print(toTagsText(await act(acts.removeTag, given))),
})

function toTagsText({ member, tags }: acts.Tagged): string {
  return `${toMemberText(member)}: ${tags.length === 0 ? 'no tags' : `tags ${toVisibleLine(tags.join(', '))}`}.\n`
}

export const changeModeratorWay = clubWay({
  words: { ...words, moderator: onOff("'members moderator MEMBER' needs on or off.") },
  help: 'members moderator MEMBER on|off         who may remove what others post',
  async run({ act, print }, given) {
    const who = toMemberText(await act(acts.changeModerator, given))
    print(
      given.moderator
        ? `${who} is a moderator now and may remove what others post.\n`
        : `${who} is no moderator any more.\n`,
    )
  },
})

export const suspendWay = clubWay({
  words,
  help: `members suspend MEMBER                  cannot sign in, is signed out everywhere, gets no notifications, is
                                          not charged automatically; restore MEMBER takes it back`,
  async run({ act, print }, given) {
    const { member, devices } = await act(acts.suspend, given)
    print(
      `${toMemberText(member)} is suspended: they cannot sign in, ${toEnded(devices)}, get no notifications and are not charged automatically. Their additional logins stay. 'members restore ${member.id}' takes it back.\n`,
    )
  },
})

export const restoreWay = clubWay({
  words,
  async run({ act, print }, given) {
    const who = toMemberText(await act(acts.restore, given))
    print(`${who} can sign in again, with the same password. Each device asks for it.\n`)
  },
})

export const endSignInsWay = clubWay({
  words,
  help: 'members end-sign-ins MEMBER             signs them out on every device',
  async run({ act, print }, given) {
    const { member, devices } = await act(acts.endSignIns, given)
    print(`${toMemberText(member)}: ${toEnded(devices)}. ${toNextSignIn(member)}\n`)
  },
})

function toNextSignIn({ suspendedAt, hasPassword }: BookedMember): string {
  if (suspendedAt !== null) return 'They are suspended, so they cannot sign in again.'
  return hasPassword
    ? 'They can sign in again with their password.'
    : 'They have no password yet; they choose one on the sign-in page.'
}

function toEnded(devices: number): string {
  return devices === 0 ? 'were signed in nowhere' : `are signed out on ${toCountText(devices, 'device')}`
}
