// `club -- members`: who is a member, on the screen or for a spreadsheet.
import { findDay } from '../../../../domain/day.ts'
import { isExpired } from '../../../../domain/member.ts'
import { foldText, toWords } from '../../../../domain/search.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import { type BookedMember, listBookedMembers } from '../../../member/db/memberBook.ts'
import { chooseType } from '../../../member/officers/memberChoice.ts'
import { type ClubCommandContext, UsageFault } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import { createCellTimeFormat } from '../../../officers/timeFormat.ts'
import { type Column, toCountText, toJsonText, toTable, toVisibleLine } from '../../../officers/words.ts'
import { toEndCell, toEndText } from './endText.ts'

interface Found {
  readonly members: readonly BookedMember[]
  readonly timeZone: string
  /** A day in the club's zone. */
  readonly today: string
}

export async function showMembers(context: ClubCommandContext): Promise<number> {
  const { flags, print } = context
  if (flags.overwrite && flags.csv === undefined && flags.json === undefined) {
    throw new UsageFault('--overwrite needs --csv or --json.')
  }
  const found = await findMembers(context)
  const count = toCountText(found.members.length, 'member')
  if (flags.json !== undefined) {
    await writeOutput(flags, flags.json, `${toJsonText(found.members, 2)}\n`)
    print(`${count} in ${flags.json}. Only you can read the file.\n`)
  }
  if (flags.csv !== undefined) await writeMembers(context, found, flags.csv)
  if (flags.json !== undefined || flags.csv !== undefined) return 0
  if (found.members.length > 0) print(toMembersTable(found))
  print(`${count}.\n`)
  return 0
}

export async function exportMembers(context: ClubCommandContext): Promise<number> {
  const { out } = context.flags
  if (out === undefined) throw new UsageFault("'members export' needs --out FILE.")
  await writeMembers(context, await findMembers(context), out)
  return 0
}

async function writeMembers({ flags, print }: ClubCommandContext, found: Found, path: string): Promise<void> {
  await writeOutput(flags, path, toMembersCsv(found))
  print(`${toCountText(found.members.length, 'member')} in ${path}. Only you can read the file.\n`)
}

async function findMembers({ services, tenant, flags }: ClubCommandContext): Promise<Found> {
  return services.database.inTenant(tenant.id, async (tx) => {
    const timeZone = await getTimeZone(tx)
    const today = findDay(services.now(), timeZone)
    const type = flags.type === undefined ? undefined : await chooseType(tx, flags.type)
    const words = toWords(flags.find ?? '')
    const members = (await listBookedMembers(tx)).filter(
      (member) =>
        (!flags.expired || isExpired(member, today)) &&
        (!flags.moderators || member.isModerator) &&
        (!flags.children || member.parent !== null) &&
        (!flags.suspended || member.suspendedAt !== null) &&
        (type === undefined || member.type === type.id) &&
        (flags.tag === undefined || hasTag(member, flags.tag)) &&
        words.every((word) => toSearched(member).includes(word)),
    )
    return { members, timeZone, today }
  })
}

export function hasTag({ tags }: Pick<BookedMember, 'tags'>, wanted: string): boolean {
  return tags.some((tag) => foldText(tag) === foldText(wanted))
}

function toSearched(member: BookedMember): string {
  const { id, fname, lname, partner, email, phones, city, altMemberId } = member
  return foldText([id, fname, lname, partner, email, ...phones, city, altMemberId].join(' '))
}

const columns: readonly Column[] = [
  { heading: 'Id', isNumber: true },
  { heading: 'Name' },
  { heading: 'E-mail' },
  { heading: 'Phone' },
  { heading: 'Type' },
  { heading: 'Valid until' },
  { heading: 'Tags' },
  { heading: 'Notes' },
]

/** A cell on the screen has at most so many characters; the file has all of them. */
const widest = 32

function toMembersTable({ members, today }: Found): string {
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
const headings = [
  ...['id', 'e-mail', 'first name', 'last name', 'title', 'partner', 'address', 'city', 'state', 'zip'],
  ...['country', 'phone', 'other phones', 'membership type', 'valid until', 'member since', 'tags'],
  ...['alternate id', 'additional login of', 'moderator', 'suspended', 'has password', 'auto-renew'],
  ...['newsletter', 'e-newsletter', 'additional e-mails', 'in roster', 'language'],
]

function toMembersCsv({ members, timeZone }: Found): string {
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
