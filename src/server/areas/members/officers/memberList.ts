// `club -- members`: who is a member, on the screen or for a spreadsheet.
import { isExpired } from '../../../../domain/member.ts'
import type { BookedMember } from '../../../member/db/memberBook.ts'
import { type ClubCall, clubWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { flag, needed, newFile, text } from '../../../officers/options.ts'
import { createCellTimeFormat } from '../../../officers/timeFormat.ts'
import {
  type Column,
  right,
  toCountText,
  toHeadings,
  toJsonText,
  toTable,
  toVisibleLine,
} from '../../../officers/words.ts'
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
    const { print } = call
    const found = await call.act(findMembers, wanted)
    const count = toCountText(found.members.length, 'member')
    if (json !== undefined) {
      await call.write(json, `${toJsonText(found.members, 2)}\n`)
      print(`${count} in ${json}. Only you can read the file.\n`)
    }
    if (csv !== undefined) await writeMembers(call, found, csv)
    if (json !== undefined || csv !== undefined) return
    if (found.members.length > 0) print(toMembersTable(found))
    print(`${count}.\n`)
  },
})

export const exportMembers = clubWay({
  options: { ...filters, out: needed(newFile, "'members export' needs --out FILE.") },
  help: 'members export --out FILE               the same filters; all that an officer needs, for a spreadsheet',
  async run(call, { out, ...wanted }) {
    await writeMembers(call, await call.act(findMembers, wanted), out)
  },
})

async function writeMembers({ write, print }: ClubCall, found: FoundMembers, path: string): Promise<void> {
  await write(path, toMembersCsv(found))
  print(`${toCountText(found.members.length, 'member')} in ${path}. Only you can read the file.\n`)
}

const columns: readonly Column[] = [
  right('Id'),
  'Name',
  'E-mail',
  'Phone',
  'Type',
  'Valid until',
  'Tags',
  'Notes',
]

/** A cell on the screen has at most so many characters; the file has all of them. */
const widest = 32

function toMembersTable({ members, today }: FoundMembers): string {
  const rows = members.map((member) => [
    String(member.id),
    `${member.fname} ${member.lname}`,
    member.email,
    member.phones[0] ?? '',
    member.typeLabel,
    toEndText(member),
    member.tags.join(', '),
    toNotes(member, today),
  ])
  return toTable(
    columns,
    rows.map((row) => row.map((cell, at) => (at === columns.length - 1 ? cell : cutCell(cell)))),
  )
}

function cutCell(text: string): string {
  const line = toVisibleLine(text)
  return line.length > widest ? `${line.slice(0, widest - 1)}…` : line
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

function toYes(flag: boolean): string {
  return flag ? 'yes' : 'no'
}
