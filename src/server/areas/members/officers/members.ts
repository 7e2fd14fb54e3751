// `club -- members`: lists and exports the members, adds one, and changes one.

import { isExpired, isForLife } from '../../../../domain/member.ts'
import { mostNearMembers, mostYearsPerExtension } from '../../../limits/sizes.ts'
import type { BookedMember } from '../../../member/db/memberBook.ts'
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { type ClubCall, type Command, clubActWay, clubWay, type Way } from '../../../officers/command.ts'
import { toCsv, toYes } from '../../../officers/csv.ts'
import {
  count,
  day,
  flag,
  kindOf,
  needed,
  newFile,
  onOff,
  text,
  UsageFault,
} from '../../../officers/options.ts'
import { createCellTimeFormat } from '../../../officers/timeFormat.ts'
import {
  cutLine,
  right,
  toCountText,
  toHeadings,
  toList,
  toTableOf,
  toVisibleLine,
} from '../../../officers/words.ts'
import { handOptions, paid } from '../../../order/officers/handSale.ts'
import { toPriceText, toSoldText } from '../../../order/officers/handSaleText.ts'
import { lastDay, toEnd, toEndCell, toEndText, toValidText } from './endText.ts'
import { readCountry } from './incoming/countryNames.ts'
import { importMembersWay } from './incoming/memberImport.ts'
import { readTags, textLimits } from './incoming/memberValues.ts'
import { addPaidMember } from './joiningActs.ts'
import * as acts from './memberActs.ts'
import { changeMemberWay } from './memberChangeWay.ts'
import { joinAddress, optionalAddress, personName, personOptions } from './memberOptions.ts'

const filters = {
  find: text,
  type: text,
  tag: text,
  expired: flag,
  moderators: flag,
  children: flag,
  suspended: flag,
}

const words = { member: text }
/** Of the tags that only officers see. */
const ofOfficers = { officers: flag }

const singleTag = kindOf((typed) => {
  const [wanted = '', ...others] = readTags(typed)
  if (wanted !== '' && others.length === 0) return wanted
  throw new UsageFault('A tag is one word or a few, without a comma.')
})

const whoMissing = "'members add' needs --first NAME and --last NAME."
const whatMissing =
  "'members add' needs --type TYPE, and --until DAY, the last day on which the membership is valid, or --paid cash or cheque."

/** A cell on the screen has at most so many characters; the file has all of them. */
const widest = 32

/** `members import` knows the headings of what it can take again. */
const headings =
  toHeadings(`id, e-mail, first name, last name, title, partner, address, city, state, zip, country, phone,
      other phones, membership type, valid until, member since, tags, officers' tags, officers' note, alternate id,
      additional login of, moderator, suspended, has password, auto-renew, newsletter, e-newsletter,
      additional e-mails, in roster, language`)

/** `more`: ways of other areas. */
export const createMembersCommand = (more: Readonly<Record<string, Way<ClubCall>>>): Command => ({
  takes: 'club',
  things: 'members',
  alone: clubWay({
    options: { ...filters, csv: newFile, json: newFile },
    help: `members [--find TEXT] [--type TYPE] [--tag TAG] [--expired] [--suspended] [--moderators] [--children]
          [--csv FILE] [--json FILE]
      the members by name; TEXT is a part of a name, an e-mail address, a number or a city; --children
      are additional logins. MEMBER below is an id, an e-mail address, or a name that only one has`,
    async run(call, { csv, json, ...wanted }) {
      const found = await call.act(acts.findMembers, wanted)
      if (await saveMembers(call, found, { csv, json })) return
      call.print(`${toMembersTable(found)}${toCountText(found.members.length, 'member')}.\n`)
      const near = found.near.slice(0, mostNearMembers).map(toMemberText)
      if (near.length > 0) call.print(`Did you mean ${toList(near)}?\n`)
    },
  }),
  byWord: {
    export: clubWay({
      options: { ...filters, out: needed(newFile, "'members export' needs --out FILE.") },
      help: 'members export --out FILE               the same filters; all that an officer needs, for a spreadsheet',
      async run(call, { out, ...wanted }) {
        await saveMembers(call, await call.act(acts.findMembers, wanted), { csv: out })
      },
    }),
    add: clubWay({
      options: {
        first: needed(personName(textLimits.fname), whoMissing),
        last: needed(personName(textLimits.lname), whoMissing),
        email: optionalAddress,
        type: needed(text, whatMissing),
        until: lastDay,
        ...{ paid, years: count(mostYearsPerExtension), note: handOptions.note, yes: flag },
        date: handOptions.date,
        since: day,
        ...personOptions,
      },
      help: `members add --first NAME --last NAME --type TYPE --until DAY [--email ADDRESS] [--since DAY]
          [--title TITLE] [--phone NUMBER] [--partner NAME] [--address TEXT] [--address2 TEXT] [--city TEXT]
          [--state TEXT] [--zip TEXT] [--country TEXT] [--alternate-id TEXT] [--tag "A, B"]
          [--officer-tag "A, B"] [--officer-note TEXT] [--roster show|hide]
                                          mails nothing; they make their password on the sign-in page. Without
                                          --email they cannot sign in. --paid cash|cheque [--years N]
                                          [--note TEXT] [--date DAY] [--yes] in place of --until sells the
                                          membership: an order with a receipt; --date is the day on which
                                          the money came`,
      check({ until, paid: how, years, note, date, yes }) {
        const isSale = how !== undefined
        if (isSale === (until !== undefined)) throw new UsageFault(whatMissing)
        if (!isSale && (years !== undefined || note !== undefined || date !== undefined || yes)) {
          throw new UsageFault("Of 'members add', --years, --note, --date and --yes go with --paid.")
        }
      },
      async run({ act, print }, { type: wanted, tag: own = [], phone, ...given }) {
        const { first: fname, last: lname, email = '', since: memberSince } = given
        const { title: titled = '', partner = '', city = '', state = '', zip = '' } = given
        const country = readCountry(given.country ?? '')
        const values = {
          ...{ fname, lname, title: titled, partner, city, state, zip, tags: own },
          address: joinAddress(given),
          altMemberId: given['alternate-id'] ?? '',
          officerTags: given['officer-tag'] ?? [],
          officerNote: given['officer-note'] ?? '',
          ...(country === '' ? {} : { country }),
          ...(memberSince === undefined ? {} : { memberSince }),
        }
        const { roster: isInRoster = true } = given
        const wish = { email, type: wanted, phone, values, isInRoster }
        const who = toMemberText({ fname, lname, email })
        const signIn =
          email === ''
            ? 'They have no e-mail address, so they cannot sign in, and the club writes to them by post.'
            : "They make their password on the club's sign-in page, with this e-mail address."
        if (given.paid !== undefined) {
          const { paid: how, years = 1, note, date, yes: again } = given
          const sale = { paid: how, years, note, day: date, again }
          const { id, type, order } = await act(addPaidMember, { ...wish, ...sale })
          const price = toPriceText(order.quote.grandTotalCents, how)
          return print(
            `${who} is member ${id}: ${type.label}. Take ${price}.\n${toSoldText(order)}${signIn}\n`,
          )
        }
        const { until: expiration = '' } = given
        const { id, type } = await act(acts.addMember, { ...wish, values: { ...values, expiration } })
        print(
          `${who} is member ${id}: ${type.label}, ${toValidText(toEnd(expiration))}. Nothing was mailed. ${signIn}\n`,
        )
      },
    }),
    change: changeMemberWay,
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
      options: ofOfficers,
      help: `members tag MEMBER TAG [--officers]     adds a tag that the roster shows; untag MEMBER TAG takes it away.
                                          --officers: one that only officers see`,
      act: acts.addTag,
      says: toTagsText,
    }),
    untag: clubActWay({
      words: { ...words, tag: text },
      options: ofOfficers,
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
    ...more,
  },
})

function toTagsText(
  { member, tags }: Awaited<ReturnType<typeof acts.addTag>>,
  { officers }: { officers: boolean },
): string {
  const what = officers ? "officers' tags" : 'tags'
  return `${toMemberText(member)}: ${tags.length === 0 ? `no ${what}` : `${what} ${toVisibleLine(tags.join(', '))}`}.`
}

function toNextSignIn({ email, suspendedAt, hasPassword }: BookedMember): string {
  if (email === '') return 'They have no e-mail address, so they cannot sign in.'
  if (suspendedAt !== null) return 'They are suspended, so they cannot sign in again.'
  return hasPassword
    ? 'They can sign in again with their password.'
    : 'They have no password yet; they choose one on the sign-in page.'
}

function toEnded(devices: number): string {
  return devices === 0 ? 'were signed in nowhere' : `are signed out on ${toCountText(devices, 'device')}`
}

function saveMembers({ save }: ClubCall, found: acts.FoundMembers, files: Parameters<ClubCall['save']>[0]) {
  return save(files, toCountText(found.members.length, 'member'), {
    json: () => found.members,
    csv: () => toMembersCsv(found),
    personal: true,
  })
}

function toMembersTable({ members, today }: acts.FoundMembers): string {
  return toTableOf(members, [
    [right('Id'), ({ id }) => String(id)],
    ['Name', ({ fname, lname }) => cutLine(`${fname} ${lname}`, widest)],
    ['E-mail', ({ email }) => cutLine(email, widest)],
    ['Phone', ({ phones }) => cutLine(phones[0] ?? '', widest)],
    ['Type', ({ typeLabel }) => cutLine(typeLabel, widest)],
    ['Valid until', toEndText],
    ['Tags', ({ tags }) => cutLine(tags.join(', '), widest)],
    ["Officers' tags", ({ officerTags }) => cutLine(officerTags.join(', '), widest)],
    ['Notes', (member) => toNotes(member, today)],
  ])
}

function toNotes(member: BookedMember, today: string): string {
  return [
    ...(member.suspendedAt === null ? [] : ['suspended']),
    ...(isExpired(member, today) ? ['expired'] : []),
    ...(member.isModerator ? ['moderator'] : []),
    ...(member.parent === null ? [] : [`additional login of ${member.parent}`]),
    ...(member.officerNote === '' ? [] : [cutLine(member.officerNote, widest)]),
    ...(member.email === '' ? ['no e-mail address'] : member.hasPassword ? [] : ['no password yet']),
  ].join(', ')
}

function toMembersCsv({ members, timeZone }: acts.FoundMembers): string {
  const toMoment = createCellTimeFormat(timeZone)
  return toCsv([
    headings,
    ...members.map((member) => [
      member.id,
      ...[member.email, member.fname, member.lname, member.title, member.partner, member.address],
      ...[member.city, member.state, member.zip, member.country],
      ...[member.phones[0] ?? '', member.phones.slice(1).join('; ')],
      ...[member.typeLabel, toEndCell(member), member.memberSince],
      ...[member.tags.join('; '), member.officerTags.join('; '), member.officerNote],
      ...[member.altMemberId, member.parent ?? '', toYes(member.isModerator)],
      member.suspendedAt === null ? '' : toMoment(member.suspendedAt),
      ...[toYes(member.hasPassword), toYes(member.autoRenew), toYes(member.newsletter)],
      ...[toYes(member.enewsletter), member.additionalEmails, toYes(member.isInRoster), member.language],
    ]),
  ])
}
