// `club -- members type`, `extend`, `tag`, `untag` and `moderator`: what officers change of one member.
import { findDay } from '../../../../domain/day.ts'
import { isExpired, isForLife, lifeExpiration } from '../../../../domain/member.ts'
import { findRenewedExpiration } from '../../../../domain/membership.ts'
import { foldText } from '../../../../domain/search.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { longestTag, mostYearsPerExtension, tagsPerMember } from '../../../limits/sizes.ts'
import { type BookedMember, setModerator, setTags } from '../../../member/db/memberBook.ts'
import { updateMembers } from '../../../member/db/memberRows.ts'
import { extendMembership, setMemberType } from '../../../member/db/membership.ts'
import { findMemberType } from '../../../member/db/memberType.ts'
import { chooseMember, chooseType, toMemberText } from '../../../member/officers/memberChoice.ts'
import { type ClubCommandContext, CommandRefused, toCount, UsageFault } from '../../../officers/command.ts'
import { toVisibleLine } from '../../../officers/words.ts'
import { readLastDay, toEnd, toEndText, toValidText } from './endText.ts'
import { readTags } from './incoming/memberValues.ts'

/** Changes the member that the first word names, in one transaction, and prints what `change` says of it. */
export async function changeMember(
  { services, tenant, moreWords, print }: ClubCommandContext,
  change: (tx: Tx, member: BookedMember) => Promise<string>,
): Promise<number> {
  const text = await services.database.inTenant(tenant.id, async (tx) =>
    change(tx, await chooseMember(tx, moreWords[0] ?? '')),
  )
  print(`${text}\n`)
  return 0
}

export function changeType(context: ClubCommandContext): Promise<number> {
  const { moreWords } = context
  return changeMember(context, async (tx, member) => {
    const type = await chooseType(tx, moreWords[1] ?? '')
    if (type.id === member.type) {
      throw new CommandRefused(
        `${toMemberText(member)} has the type ${toVisibleLine(type.label)} already. Nothing was changed.`,
      )
    }
    await setMemberType(tx, member.id, member.type, type.id)
    const before = member.typeLabel === '' ? 'no type' : toVisibleLine(member.typeLabel)
    return `${toMemberText(member)} had ${before} and has ${toVisibleLine(type.label)} now. It stays ${toValidText(member)}.`
  })
}

export function extend(context: ClubCommandContext): Promise<number> {
  const { services, flags } = context
  if ((flags.years === undefined) === (flags.until === undefined)) {
    throw new UsageFault("'members extend' needs --years N or --until DAY.")
  }
  const years = flags.years === undefined ? 0 : toCount(flags.years, 'years', mostYearsPerExtension)
  const until = flags.until === undefined ? undefined : readLastDay(flags.until, 'until')
  return changeMember(context, async (tx, member) => {
    if (member.parent !== null) {
      throw new CommandRefused(
        `${toMemberText(member)} is an additional login of ${toVisibleLine(member.parent)} and ends with that membership. Extend that one. Nothing was changed.`,
      )
    }
    if (member.life) {
      throw new CommandRefused(
        `${toMemberText(member)} is a life member. 'members life MEMBER off --until DAY' ends that. Nothing was changed.`,
      )
    }
    const today = findDay(services.now(), await getTimeZone(tx))
    const type = member.type === 0 ? undefined : await findMemberType(tx, member.type)
    const rule = type ?? { anniversaryRenewal: false, anniversaryDate: '' }
    const from = member.expiration
    const to = until ?? findRenewedExpiration(rule, from, years, today)
    if (to === from) {
      throw new CommandRefused(
        `The membership of ${toMemberText(member)} is valid until ${toEndText(toEnd(from))} already. Nothing was changed.`,
      )
    }
    if (to < from && !flags.yes) {
      const over = isExpired({ expiration: to }, today) ? ' It is over then.' : ''
      throw new CommandRefused(
        `This makes the membership of ${toMemberText(member)} shorter: it is ${toValidText(toEnd(from))}, and would be ${toValidText(toEnd(to))}.${over} Nothing was changed. The same command with --yes does it.`,
      )
    }
    await extendMembership(tx, member.id, from, to)
    const earlier = to < from ? ' That is earlier than before.' : ''
    return `${toMemberText(member)}: the membership was ${toValidText(toEnd(from))} and is ${toValidText(toEnd(to))} now.${earlier} Nothing was charged.`
  })
}

/** Nothing else ends a membership for life: it is never shortened by the way. */
export function changeLife(context: ClubCommandContext): Promise<number> {
  const { services, moreWords, flags } = context
  const [, word = ''] = moreWords
  if (word !== 'on' && word !== 'off') throw new UsageFault(`'members life MEMBER' needs on or off.`)
  const isWanted = word === 'on'
  if (isWanted === (flags.until !== undefined)) {
    throw new UsageFault("'members life MEMBER off' needs --until DAY, and 'on' takes none.")
  }
  const expiration = flags.until === undefined ? lifeExpiration : readLastDay(flags.until, 'until')
  if (!isWanted && isForLife(expiration)) throw new UsageFault('--until must be a day before the year 9999.')
  return changeMember(context, async (tx, member) => {
    if (member.parent !== null) {
      throw new CommandRefused(
        `${toMemberText(member)} is an additional login of ${toVisibleLine(member.parent)} and has that membership. Nothing was changed.`,
      )
    }
    if (member.life === isWanted) {
      throw new CommandRefused(
        `${toMemberText(member)} is ${isWanted ? 'a' : 'no'} life member already. Nothing was changed.`,
      )
    }
    const today = findDay(services.now(), await getTimeZone(tx))
    if (isExpired({ expiration }, today) && !flags.yes) {
      throw new CommandRefused(
        `This ends the membership of ${toMemberText(member)} at once: it would be ${toValidText(toEnd(expiration))}. Nothing was changed. The same command with --yes does it.`,
      )
    }
    await updateMembers(tx, [{ id: member.id, values: { expiration, life: isWanted } }])
    return `${toMemberText(member)} was ${toValidText(member)} and is ${toValidText(toEnd(expiration))} now. Nothing was charged.`
  })
}

export function tag(context: ClubCommandContext): Promise<number> {
  const { moreWords } = context
  const [wanted = '', ...others] = readTags(moreWords[1] ?? '')
  if (wanted === '' || others.length > 0) throw new UsageFault('A tag is one word or a few, without a comma.')
  return changeMember(context, async (tx, member) => {
    if (member.tags.some((known) => foldText(known) === foldText(wanted))) {
      throw new CommandRefused(
        `${toMemberText(member)} has the tag '${wanted}' already. Nothing was changed.`,
      )
    }
    if (wanted.length > longestTag || member.tags.length >= tagsPerMember) {
      throw new CommandRefused(
        `A member has at most ${tagsPerMember} tags of ${longestTag} characters. Nothing was changed.`,
      )
    }
    return saveTags(tx, member, [...member.tags, wanted])
  })
}

export function untag(context: ClubCommandContext): Promise<number> {
  const { moreWords } = context
  const wanted = moreWords[1] ?? ''
  return changeMember(context, async (tx, member) => {
    const left = member.tags.filter((known) => foldText(known) !== foldText(wanted))
    if (left.length === member.tags.length) {
      throw new CommandRefused(
        `${toMemberText(member)} has no tag '${toVisibleLine(wanted)}'. Nothing was changed.`,
      )
    }
    return saveTags(tx, member, left)
  })
}

async function saveTags(tx: Tx, member: BookedMember, tags: readonly string[]): Promise<string> {
  await setTags(tx, member.id, tags)
  return `${toMemberText(member)}: ${tags.length === 0 ? 'no tags' : `tags ${toVisibleLine(tags.join(', '))}`}.`
}

export function changeModerator(context: ClubCommandContext): Promise<number> {
  const { moreWords } = context
  const [, word = ''] = moreWords
  if (word !== 'on' && word !== 'off') throw new UsageFault(`'members moderator MEMBER' needs on or off.`)
  const wanted = word === 'on'
  return changeMember(context, async (tx, member) => {
    if (member.isModerator === wanted) {
      throw new CommandRefused(
        `${toMemberText(member)} is ${wanted ? 'a' : 'no'} moderator already. Nothing was changed.`,
      )
    }
    await setModerator(tx, member.id, wanted)
    return wanted
      ? `${toMemberText(member)} is a moderator now and may remove what others post.`
      : `${toMemberText(member)} is no moderator any more.`
  })
}
