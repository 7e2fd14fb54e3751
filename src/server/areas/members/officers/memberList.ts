// `club -- members`: who is a member, on the screen or for a spreadsheet.
import { isExpired } from '../../../../domain/member.ts'
import type { BookedMember } from '../../../member/db/memberBook.ts'
import { type ClubCall, clubWay } from '../../../officers/command.ts'
import { toCsv, toYes } from '../../../officers/csv.ts'
import { flag, needed, newFile, text } from '../../../officers/options.ts'
import { createCellTimeFormat } from '../../../officers/timeFormat.ts'
import { cutLine, right, toCountText, toHeadings, toTableOf } from '../../../officers/words.ts'
import { toEndCell, toEndText } from './endText.ts'
import { type FoundMembers, findMembers } from './memberActs.ts'

const filters = {
  find: text,
  type: text,
  tag: text,
  expired: flag,
  moderators: flag,
  children: flag,
  suspended: flag,
}

export const showMembers = clubWay({
  options: { ...filters, csv: newFile, json: newFile },
  help: `members [--find TEXT] [--type TYPE] [--tag TAG] [--expired] [--suspended] [--moderators] [--children]
          [--csv FILE] [--json FILE]
      the members by name; TEXT is a part of a name, an e-mail address, a number or a city; --children
      are additional logins. MEMBER below is an id, an e-mail address, or a name that only one has`,
  async run(call, { csv, json, ...wanted }) {
    const found = await call.act(findMembers, wanted)
    if (await saveMembers(call, found, { csv, json })) return
    call.print(`${toMembersTable(found)}${toCountText(found.members.length, 'member')}.\n`)
  },
})

export const exportMembers = clubWay({
  options: { ...filters, out: needed(newFile, "'members export' needs --out FILE.") },
  help: 'members export --out FILE               the same filters; all that an officer needs, for a spreadsheet',
  async run(call, { out, ...wanted }) {
    await saveMembers(call, await call.act(findMembers, wanted), { csv: out })
  },
})

function saveMembers({ save }: ClubCall, found: FoundMembers, files: Parameters<ClubCall['save']>[0]) {
  return save(files, toCountText(found.members.length, 'member'), {
    json: () => found.members,
    csv: () => toMembersCsv(found),
    personal: true,
  })
}

/** A cell on the screen has at most so many characters; the file has all of them. */
const widest = 32

function toMembersTable({ members, today }: FoundMembers): string {
  return toTableOf(members, [
    [right('Id'), ({ id }) => String(id)],
    ['Name', ({ fname, lname }) => cutLine(`${fname} ${lname}`, widest)],
    ['E-mail', ({ email }) => cutLine(email, widest)],
    ['Phone', ({ phones }) => cutLine(phones[0] ?? '', widest)],
    ['Type', ({ typeLabel }) => cutLine(typeLabel, widest)],
    ['Valid until', toEndText],
    ['Tags', ({ tags }) => cutLine(tags.join(', '), widest)],
    ['Notes', (member) => toNotes(member, today)],
  ])
}

function toNotes(member: BookedMember, today: string): string {
  return [
    ...(member.suspendedAt === null ? [] : ['suspended']),
    ...(isExpired(member, today) ? ['expired'] : []),
    ...(member.isModerator ? ['moderator'] : []),
    ...(member.parent === null ? [] : [`additional login of ${member.parent}`]),
    ...(member.hasPassword ? [] : ['no password yet']),
  ].join(', ')
}

/** `members import` knows the headings of what it can take again. */
const headings =
  toHeadings(`id, e-mail, first name, last name, title, partner, address, city, state, zip, country, phone,
      other phones, membership type, valid until, member since, tags, alternate id,
      additional login of, moderator, suspended, has password, auto-renew, newsletter, e-newsletter,
      additional e-mails, in roster, language`)

function toMembersCsv({ members, timeZone }: FoundMembers): string {
  const toMoment = createCellTimeFormat(timeZone)
  return toCsv([
    headings,
    ...members.map((member) => [
      member.id,
      ...[member.email, member.fname, member.lname, member.title, member.partner, member.address],
      ...[member.city, member.state, member.zip, member.country],
      ...[member.phones[0] ?? '', member.phones.slice(1).join('; ')],
      ...[member.typeLabel, toEndCell(member), member.memberSince, member.tags.join('; ')],
      ...[member.altMemberId, member.parent ?? '', toYes(member.isModerator)],
      member.suspendedAt === null ? '' : toMoment(member.suspendedAt),
      ...[toYes(member.hasPassword), toYes(member.autoRenew), toYes(member.newsletter)],
      ...[toYes(member.enewsletter), member.additionalEmails, toYes(member.isInRoster), member.language],
    ]),
  ])
}
