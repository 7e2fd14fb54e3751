// `club -- members add`: one member, who makes a password on the sign-in screen.
import { findDay } from '../../../../domain/day.ts'
import { foldEmail } from '../../../../domain/member.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import { longestTag } from '../../../limits/sizes.ts'
import { listBookedMembers } from '../../../member/db/memberBook.ts'
import { chooseType, toMemberText } from '../../../member/officers/memberChoice.ts'
import { type ClubCommandContext, CommandRefused, type Flags, UsageFault } from '../../../officers/command.ts'
import type { Reading } from '../../../officers/dayWords.ts'
import { readDay } from '../../../officers/timeFormat.ts'
import { readLastDay, toEnd, toValidText } from './endText.ts'
import {
  type MemberValues,
  readCountry,
  readEmail,
  readPhones,
  readTags,
  readText,
  textLimits,
} from './incoming/memberValues.ts'
import { writeMembers } from './incoming/memberWrite.ts'

export async function addMember({ services, tenant, flags, print }: ClubCommandContext): Promise<number> {
  const { first, last, email: typed, type: typeWord, until } = flags
  if (first === undefined || last === undefined || typed === undefined) {
    throw new UsageFault("'members add' needs --first NAME, --last NAME and --email ADDRESS.")
  }
  if (typeWord === undefined || until === undefined) {
    throw new UsageFault(
      "'members add' needs --type TYPE and --until DAY, the last day on which the membership is valid.",
    )
  }
  const email = toValue('email', readEmail(typed))
  const expiration = readLastDay(until, 'until')
  const since = flags.since === undefined ? undefined : readDay(flags.since, 'since')
  const own = readOwnValues(flags)
  const text = await services.database.inTenant(tenant.id, async (tx) => {
    const type = await chooseType(tx, typeWord)
    const memberSince = since ?? findDay(services.now(), await getTimeZone(tx))
    const values = { ...own, type: type.id, expiration, memberSince }
    const known = (await listBookedMembers(tx)).find(({ emailFolded }) => emailFolded === foldEmail(email))
    if (known !== undefined) {
      throw new CommandRefused(
        `Member ${known.id} has this e-mail address already: ${toMemberText(known)}. Nothing was changed.`,
      )
    }
    const { fname, lname } = own
    const member = { kind: 'new', line: 1, email, name: `${fname} ${lname}`, values } as const
    const [id] = await writeMembers(tx, { members: [member], faults: [] })
    return `${toMemberText({ fname, lname, email })} is member ${id}: ${type.label}, ${toValidText(toEnd(expiration))}. Nothing was mailed. They make their password on the club's sign-in page, with this e-mail address.`
  })
  print(`${text}\n`)
  return 0
}

const sameNames = ['partner', 'address', 'city', 'state', 'zip'] as const

function readOwnValues(flags: Flags): MemberValues & { readonly fname: string; readonly lname: string } {
  const fname = readLimited(flags, 'first', textLimits.fname)
  const lname = readLimited(flags, 'last', textLimits.lname)
  if (fname === '') throw new UsageFault('--first must not be empty.')
  if (lname === '') throw new UsageFault('--last must not be empty.')
  const country = readCountry(readLimited(flags, 'country', textLimits.country))
  const texts = sameNames.map((name) => [name, readLimited(flags, name, textLimits[name])])
  const phones = flags.phone === undefined ? [] : toValue('phone', readPhones([flags.phone]))
  const tags = readTags(flags.tag ?? '')
  if (tags.some((tag) => tag.length > longestTag)) {
    throw new UsageFault(`A tag has at most ${longestTag} characters.`)
  }
  return {
    ...Object.fromEntries(texts),
    ...(country === '' ? {} : { country }),
    fname,
    lname,
    phones,
    tags,
  }
}

function readLimited(
  flags: Flags,
  option: 'first' | 'last' | 'country' | (typeof sameNames)[number],
  most: number,
): string {
  const text = readText(flags[option] ?? '')
  if (text.length > most) throw new UsageFault(`--${option} has at most ${most} characters.`)
  return text
}

function toValue<T>(option: string, reading: Reading<T>): T {
  if ('value' in reading) return reading.value
  throw new UsageFault(`--${option}: ${reading.message}`)
}
