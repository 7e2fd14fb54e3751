// `club -- donations`: what was given to the club, and what somebody gives in cash or by cheque.
import { z } from 'zod'
import { storedLengths } from '../../../../domain/shapes/personLengths.ts'
import { toAmount } from '../../../mail/language.ts'
import { type Command, clubActWay, clubWay } from '../../../officers/command.ts'
import { day, kindOf, label, needed, newFile, text, UsageFault } from '../../../officers/options.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { right, toCountText, toTableOf, toVisibleLine } from '../../../officers/words.ts'
import { handOptions, paidAmount } from '../../../order/officers/handSale.ts'
import { toPriceText, toSameNoteText, toSoldText } from '../../../order/officers/handSaleText.ts'
import { toBuyerText } from '../../../order/officers/orderWords.ts'
import { listDonations, takeDonation } from './donationActs.ts'
import { toOrdersCsv, toReturnNote } from './orders.ts'

const email = kindOf((typed, name) => {
  const address = typed.trim()
  if (z.email().max(storedLengths.email).safeParse(address).success) return address
  throw new UsageFault(`${name}: '${toVisibleLine(address)}' is no e-mail address.`)
})

export const donationsCommand: Command = {
  takes: 'club',
  things: 'donations',
  alone: clubWay({
    options: { since: day, until: day, csv: newFile },
    help: `donations [--since DAY] [--until DAY] [--csv FILE]
                                          what was given, the newest first: online, in cash and by cheque`,
    async run({ act, save, print }, { csv, ...days }) {
      const { timeZone, orders } = await act(listDonations, days)
      const counted = toCountText(orders.length, 'donation')
      if (await save({ csv }, counted, { csv: () => toOrdersCsv(orders, timeZone) })) return
      const toMoment = createTimeFormat(timeZone)
      print(
        toTableOf(orders, [
          [right('Order'), ({ id }) => String(id)],
          ['Placed', ({ createdAt }) => toMoment(createdAt)],
          ['State', ({ state }) => state],
          [right('Paid'), ({ paidCents }) => toAmount(paidCents)],
          [right('Given back'), ({ returnedCents }) => toAmount(returnedCents)],
          ['With', ({ money }) => money],
          ['Giver', toBuyerText],
          [
            'Note',
            ({ note, returns }) => [note, ...new Set(returns.map(toReturnNote))].filter(Boolean).join(', '),
          ],
        ]),
      )
      print(`${counted}. Times are the club's (${timeZone}).\n`)
    },
  }),
  byWord: {
    take: clubActWay({
      options: {
        amount: needed(paidAmount, "'donations take' needs --amount, like --amount 25.00."),
        member: text,
        first: label(),
        last: label(),
        email,
        ...handOptions,
      },
      help: `donations take --amount DOLLARS --member MEMBER --paid cash|cheque [--note TEXT] [--date DAY]
          [--dry-run] [--yes]
  donations take --amount DOLLARS --first NAME --last NAME [--email ADDRESS] --paid cash|cheque
                                          what somebody gives in cash or by cheque: an order, with a receipt
                                          by mail where there is an address; --note is for the club, like the
                                          number of the cheque; --date is the day on which it came; --yes takes the same once more`,
      check({ member, first, last }) {
        const isNamed = first !== undefined && last !== undefined
        if ((member === undefined) === !isNamed || (member !== undefined && (first ?? last) !== undefined)) {
          throw new UsageFault("'donations take' needs --member MEMBER, or --first NAME and --last NAME.")
        }
      },
      act: takeDonation,
      says({ foreseen, order }, { paid }) {
        if (order === undefined) {
          const { name, quote } = foreseen.agreed
          return `This takes ${toPriceText(quote.grandTotalCents, paid)} from ${toVisibleLine(name)} as a donation.\n${toSameNoteText(foreseen.sameNote)}Dry run, nothing was changed.`
        }
        return `TAKEN from ${toVisibleLine(order.name)}: ${toPriceText(order.quote.grandTotalCents, paid)}.\n${toSoldText(order).trimEnd()}`
      },
    }),
  },
}
