// `club -- dues`: whose membership ends, who renews by themselves, whose card could not be charged, and dues that an
// officer takes.

import { findDay } from '../../../../domain/day.ts'
import { findLastValidDay, isExpired } from '../../../../domain/member.ts'
import { toBrandName } from '../../../../domain/sales/cardBrand.ts'
import { mostYearsPerExtension } from '../../../limits/sizes.ts'
import { toMemberText } from '../../../member/officers/memberChoice.ts'
import { type Command, clubActWay, clubWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { count, day, flag, newFile, text } from '../../../officers/options.ts'
import { toDayText } from '../../../officers/timeFormat.ts'
import { right, toCountText, toHeadings, toTableOf, toVisibleLine } from '../../../officers/words.ts'
import { handOptions, paidAmount } from '../../../order/officers/handSale.ts'
import {
  toLetOffText,
  toPriceText,
  toSameNoteText,
  toSoldText,
} from '../../../order/officers/handSaleText.ts'
import { type Ending, findDeclineReason, isEnding } from '../../../order/renewals/declineKinds.ts'
import type { DueMember } from '../db.ts'
import { takeDues } from './duesActs.ts'
import { listDues } from './memberActs.ts'

const headings = toHeadings('id, e-mail, first name, last name, phone, membership type, valid until, renewal')

/** Those whose membership's last valid day is from `--since` to `--until`. */
export const duesCommand: Command = {
  takes: 'club',
  alone: clubWay({
    options: { since: day, until: day, csv: newFile },
    help: `dues [--since DAY] [--until DAY] [--csv FILE]
                                          whose membership ended or ends, from 60 days ago to 60 days ahead if
                                          you name no days; who renews automatically, and whose card failed`,
    async run({ act, save, print }, { csv, ...days }) {
      const { members, timeZone, today, from, to } = await act(listDues, days)
      const renewal = (member: DueMember) => toRenewalText(member, today, timeZone)
      const count = `${toCountText(members.length, 'membership')} from ${toDayText(from)} to ${toDayText(to)}`
      const toRows = () =>
        members.map((member) => [
          ...[member.id, member.email, member.fname, member.lname, member.phones.join('; ')],
          ...[member.typeLabel, findLastValidDay(member.expiration), renewal(member)],
        ])
      if (await save({ csv }, count, { csv: () => toCsv([headings, ...toRows()]), personal: true })) return
      print(
        toTableOf(members, [
          [right('Id'), ({ id }) => String(id)],
          ['Name', ({ fname, lname }) => `${fname} ${lname}`],
          ['E-mail', ({ email }) => email],
          ['Type', ({ typeLabel }) => typeLabel],
          ['Valid until', ({ expiration }) => toDayText(findLastValidDay(expiration))],
          ['Renewal', renewal],
        ]),
      )
      const failed = members.filter(hasFailed).length
      print(`${count}${failed === 0 ? '' : `; ${failed} could not be renewed automatically`}.\n`)
    },
  }),
  byWord: {
    take: clubActWay({
      words: { member: text },
      options: { years: count(mostYearsPerExtension), amount: paidAmount, joining: flag, ...handOptions },
      help: `dues take MEMBER --paid cash|cheque [--years N] [--amount DOLLARS] [--joining] [--note TEXT]
          [--date DAY] [--dry-run] [--yes]
                                          a renewal for cash or a cheque: an order, with a receipt by mail
                                          where there is an address; --amount is what came, if the rest is
                                          let off; --joining takes the price for joining of who joins anew;
                                          --date is the day on which it came; --note is for the club, like the number
                                          of the cheque; --yes takes it although they have paid lately`,
      act: takeDues,
      says({ member, foreseen, order }, { paid }) {
        if (order !== undefined) {
          return `TAKEN from ${toVisibleLine(order.name)}: ${toPriceText(order.quote.grandTotalCents, paid)}${toLetOffText(order)}.\n${toSoldText(order).trimEnd()}`
        }
        const { quote } = foreseen.agreed
        const noted = toSameNoteText(foreseen.sameNote)
        const [line] = foreseen.lines
        const until = line?.expiration === undefined ? '' : toDayText(findLastValidDay(line.expiration))
        return `This takes ${toPriceText(quote.grandTotalCents, paid)}${toLetOffText(foreseen)} from ${toMemberText(member)} for ${toCountText(line?.quantity ?? 0, 'year')} of ${toVisibleLine(line?.label ?? '')}; then it is valid until ${until}.\n${noted}Dry run, nothing was changed.`
      },
    }),
  },
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
      ? [
          card === null
            ? 'automatic, but no card can be charged'
            : `automatic, ${toBrandName(card.brand)} ending in ${card.last4}`,
        ]
      : []),
    ...(autoRenew || isOver ? [] : ['not automatic']),
  ].join('; ')
}

const endingTexts: Readonly<Record<Ending, string>> = {
  'turned-off': 'turned off before it was charged',
  'no-card': 'had no card',
  child: 'is an additional login',
  life: 'is a life member',
  suspended: 'was suspended when it was due',
  'no-address': 'has no e-mail address to be told at',
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
