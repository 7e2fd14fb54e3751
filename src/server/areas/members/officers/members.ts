// `club -- members`: adds a member and changes one. The list and the import stand in files of their own.

import { isForLife } from '../../../../domain/member.ts'
import { longestTag, mostYearsPerExtension } from '../../../limits/sizes.ts'
import type { BookedMember } from '../../../member/db/memberBook.ts'
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { type Command, clubActWay, clubWay } from '../../../officers/command.ts'
import type { Reading } from '../../../officers/dayWords.ts'
import { count, day, flag, kind, needed, onOff, text, UsageFault } from '../../../officers/options.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import { lastDay, toEnd, toValidText } from './endText.ts'
import { importMembersWay } from './incoming/memberImport.ts'
import {
  readCountry,
  readEmail,
  readPhones,
  readTags,
  readText,
  textLimits,
} from './incoming/memberValues.ts'
import * as acts from './memberActs.ts'
import { exportMembers, showMembers } from './memberList.ts'

const words = { member: text }

const singleTag = kind((typed) => {
  const [wanted = '', ...others] = readTags(typed)
  if (wanted !== '' && others.length === 0) return wanted
  throw new UsageFault('A tag is one word or a few, without a comma.')
})

/** A text with at most so many characters, '' if it is not given. */
const limited = (most: number) =>
  kind((typed, name) => {
    const line = readText(typed)
    if (line.length <= most) return line
    throw new UsageFault(`${name} has at most ${most} characters.`)
  })

const name = (most: number) =>
  kind((typed, option) => {
    const line = limited(most).read(typed, option)
    if (line === '') throw new UsageFault(`${option} must not be empty.`)
    return line
  })

/** What cells of a table are read with, too. */
const cell = <T>(read: (typed: string) => Reading<T>) =>
  kind((typed, option) => {
    const reading = read(typed)
    if ('value' in reading) return reading.value
    throw new UsageFault(`${option}: ${reading.message}`)
  })

const tags = kind((typed) => {
  const read = readTags(typed)
  if (read.every((tag) => tag.length <= longestTag)) return read
  throw new UsageFault(`A tag has at most ${longestTag} characters.`)
})

const whoMissing = "'members add' needs --first NAME, --last NAME and --email ADDRESS."
const whatMissing =
  "'members add' needs --type TYPE and --until DAY, the last day on which the membership is valid."

export const membersCommand: Command = {
  takes: 'club',
  things: 'members',
  alone: showMembers,
  byWord: {
    export: exportMembers,
    add: clubWay({
      options: {
        first: needed(name(textLimits.fname), whoMissing),
        last: needed(name(textLimits.lname), whoMissing),
        email: needed(cell(readEmail), whoMissing),
        type: needed(text, whatMissing),
        until: needed(lastDay, whatMissing),
        since: day,
        partner: limited(textLimits.partner),
        address: limited(textLimits.address),
        city: limited(textLimits.city),
        state: limited(textLimits.state),
        zip: limited(textLimits.zip),
        country: limited(textLimits.country),
        phone: cell((typed) => readPhones([typed])),
        tag: tags,
      },
      help: `members add --first NAME --last NAME --email ADDRESS --type TYPE --until DAY [--since DAY]
          [--phone NUMBER] [--partner NAME] [--address TEXT] [--city TEXT] [--state TEXT] [--zip TEXT]
          [--country TEXT] [--tag "A, B"]
                                          mails nothing; they make their password on the sign-in page`,
      async run({ act, print }, { type: wanted, tag: own = [], phone: phones = [], ...given }) {
        const { first: fname, last: lname, email, until: expiration, since: memberSince } = given
        const { partner = '', address = '', city = '', state = '', zip = '' } = given
        const country = readCountry(given.country ?? '')
        const values = {
          ...{ fname, lname, partner, address, city, state, zip, phones, tags: own, expiration },
          ...(country === '' ? {} : { country }),
          ...(memberSince === undefined ? {} : { memberSince }),
        }
        const { id, type } = await act(acts.addMember, { email, type: wanted, values })
        print(
          `${toMemberText({ fname, lname, email })} is member ${id}: ${type.label}, ${toValidText(toEnd(expiration))}. Nothing was mailed. They make their password on the club's sign-in page, with this e-mail address.\n`,
        )
      },
    }),
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
