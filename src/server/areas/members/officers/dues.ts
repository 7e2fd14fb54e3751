// `club -- dues`: whose membership ends, who renews by themselves, and whose card could not be charged.

import { addDays, findDay } from '../../../../domain/day.ts'
import { findLastValidDay, isExpired, toExpiration } from '../../../../domain/member.ts'
import { toBrandName } from '../../../../domain/sales/cardBrand.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import { duesDays } from '../../../limits/times.ts'
import { type ClubCommandContext, UsageFault } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import { readDay, toDayText } from '../../../officers/timeFormat.ts'
import { type Column, toCountText, toTable } from '../../../officers/words.ts'
import { type Ending, findDeclineReason, isEnding } from '../../../order/renewals/declineKinds.ts'
import { findCardMode } from '../../../providers/stripe.ts'
import { type DueMember, listDueMembers } from '../db.ts'

const columns: readonly Column[] = [
  { heading: 'Id', isNumber: true },
  { heading: 'Name' },
  { heading: 'E-mail' },
  { heading: 'Type' },
  { heading: 'Valid until' },
  { heading: 'Renewal' },
]

const headings = [
  'id',
  'e-mail',
  'first name',
  'last name',
  'phone',
  'membership type',
  'valid until',
  'renewal',
]

/** Those whose membership's last valid day is from `--since` to `--until`. */
export async function showDues({ services, tenant, flags, print }: ClubCommandContext): Promise<number> {
  if (flags.overwrite && flags.csv === undefined) throw new UsageFault('--overwrite needs --csv.')
  const { members, timeZone, today, from, until } = await services.database.inTenant(
    tenant.id,
    async (tx) => {
      const zone = await getTimeZone(tx)
      const day = findDay(services.now(), zone)
      const first = flags.since === undefined ? addDays(day, -duesDays) : readDay(flags.since, 'since')
      const last = flags.until === undefined ? addDays(day, duesDays) : readDay(flags.until, 'until')
      if (last < first) throw new UsageFault('--until must not be before --since.')
      const range = {
        mode: findCardMode(services.config),
        from: toExpiration(first),
        until: toExpiration(last),
      }
      const found = await listDueMembers(tx, range)
      return { members: found, timeZone: zone, today: day, from: first, until: last }
    },
  )
  const renewal = (member: DueMember) => toRenewalText(member, today, timeZone)
  const count = `${toCountText(members.length, 'membership')} from ${toDayText(from)} to ${toDayText(until)}`
  if (flags.csv !== undefined) {
    const rows = members.map((member) => [
      ...[member.id, member.email, member.fname, member.lname, member.phones.join('; ')],
      ...[member.typeLabel, findLastValidDay(member.expiration), renewal(member)],
    ])
    await writeOutput(flags, flags.csv, toCsv([headings, ...rows]))
    print(`${count} in ${flags.csv}. Only you can read the file.\n`)
    return 0
  }
  if (members.length > 0) {
    const rows = members.map((member) => [
      ...[String(member.id), `${member.fname} ${member.lname}`, member.email, member.typeLabel],
      ...[toDayText(findLastValidDay(member.expiration)), renewal(member)],
    ])
    print(toTable(columns, rows))
  }
  const failed = members.filter(hasFailed).length
  print(`${count}${failed === 0 ? '' : `; ${failed} could not be renewed automatically`}.\n`)
  return 0
}

/** A card was declined for this period, and nothing has paid it since. */
function hasFailed({ renewal }: DueMember): boolean {
  return renewal !== null && renewal.tries > 0 && renewal.state !== 'done'
}

function toRenewalText(member: DueMember, today: string, timeZone: string): string {
  const { renewal, autoRenew, card } = member
  const isOver = isExpired(member, today)
  return [
    ...(isOver ? ['expired'] : []),
    ...(member.isSuspended ? ['suspended'] : []),
    ...(renewal !== null && renewal.reason !== '' ? [toFailureText(renewal, timeZone)] : []),
    ...(renewal?.state === 'charging' ? ['being charged now'] : []),
    ...(autoRenew
      ? [card === null ? 'automatic, but no card can be charged' : `automatic, ${toCardText(card)}`]
      : []),
    ...(autoRenew || isOver ? [] : ['not automatic']),
  ].join('; ')
}

function toCardText({ brand, last4 }: NonNullable<DueMember['card']>): string {
  return `${toBrandName(brand)} ending in ${last4}`
}

const endingTexts: Readonly<Record<Ending, string>> = {
  'turned-off': 'turned off before it was charged',
  'no-card': 'had no card',
  child: 'is an additional login',
  life: 'is a life member',
  suspended: 'was suspended when it was due',
  refunded: 'was refunded',
  'amount-too-small': 'costs less than a card can be charged',
  'amount-too-large': 'costs more than a card can be charged',
}

const declines = {
  funds: 'card declined: not enough money',
  expired: 'card declined: expired',
  gone: 'card was removed',
  holder: 'waits for the member to confirm it with their bank',
  declined: 'card declined',
} as const

function toFailureText({ reason, nextTryAt }: NonNullable<DueMember['renewal']>, timeZone: string): string {
  if (isEnding(reason)) return endingTexts[reason]
  const day = nextTryAt === null ? undefined : toDayText(findDay(nextTryAt.getTime(), timeZone))
  return `${declines[findDeclineReason(reason)]}, ${day === undefined ? 'no more tries' : `next try ${day}`}`
}
