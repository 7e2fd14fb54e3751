// `club -- store`: what the club sells to its members, and what of it an officer has to send.
import { standingWords } from '../../../../domain/sales/standing.ts'
import { toAmount } from '../../../mail/language.ts'
import { type Command, clubActWay, clubWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { flag, kindOf, newFile, number, UsageFault } from '../../../officers/options.ts'
import { createCellTimeFormat, createTimeFormat } from '../../../officers/timeFormat.ts'
import { right, toCountText, toHeadings, toTableOf, toVisibleLine } from '../../../officers/words.ts'
import type { SoldProduct } from '../../../order/db/soldProduct.ts'
import { checkRefundOptions, giveBack, refundOptions } from '../../../order/officers/orderChanges.ts'
import * as acts from './storeActs.ts'

const stock = kindOf((typed, name) => {
  if (/^\d{1,6}$/.test(typed)) return Number(typed)
  throw new UsageFault(`${name} must be a number from 0 to 999999.`)
})

const csvHeadings =
  toHeadings(`Order, Line, Bought, Product, Size, Name, Address, City, State, Zip, Country, Phone, E-mail,
      Sent, Note, Paid with`)

const order = { order: number() }

const noteShipped = (isSent: boolean, help: string) =>
  clubWay({
    words: order,
    help,
    async run({ act, print }, given) {
      await act(acts.noteSent, { ...given, isSent })
      print(
        isSent
          ? `Order ${given.order} was sent. What was sent is not taken back by a refund.\n`
          : `Order ${given.order} is ${standingWords.en.part['to-be-sent']}.\n`,
      )
    },
  })

export const storeCommand: Command = {
  takes: 'club',
  things: 'products',
  alone: clubActWay({
    help: 'store                                   what the store sells, by number, and how much of it is left',
    act: acts.listStock,
    says(offered) {
      const table = toTableOf(offered, [
        [right('No.'), ({ id }) => String(id)],
        ['Product', ({ product }) => product],
        ['Size', ({ size }) => size],
        [right('Price'), ({ priceCents }) => toAmount(priceCents)],
        [right('Discount'), ({ discountCents }) => toAmount(discountCents)],
        [right('Shipping'), ({ shippingCents }) => toAmount(shippingCents)],
        [right('Left'), ({ left }) => String(left)],
        [right('Sold or held'), ({ taken }) => String(taken)],
      ])
      return `${table}${toCountText(offered.length, 'size')} of products on sale. The club file has the products.`
    },
  }),
  byWord: {
    stock: clubActWay({
      words: { number: number(), count: stock },
      help: 'store stock NUMBER COUNT                so many are left to sell, besides what is sold and held',
      act: acts.changeStock,
      says: (thing, { count }) => `${toThingName(thing)}: ${count.toLocaleString('en-US')} left to sell.`,
    }),
    orders: clubWay({
      options: { all: flag, csv: newFile },
      help: 'store orders [--all] [--csv FILE]       what waits to be sent, and where to; with --all also what was sent',
      async run({ act, save, print }, { all, csv }) {
        const { sold, timeZone, country: own } = await act(acts.listToSend, { all })
        const orders = [...Map.groupBy(sold, ({ orderId }) => orderId)]
        const counted = toCountText(orders.length, 'order')
        const toSaved = () => toSoldCsv(sold, createCellTimeFormat(timeZone))
        if (await save({ csv }, counted, { csv: toSaved })) return
        const toTime = createTimeFormat(timeZone)
        for (const [orderId, things] of orders) {
          const [first] = things
          if (first === undefined) continue
          const { name, address, city, state, zip, country, phone, email } = first.shipping
          const marks = [
            ...(first.isDisputed ? [', DISPUTED: do not send it'] : []),
            ...(first.money === 'sandbox' ? [', SANDBOX: no money was paid'] : []),
          ]
          print(`Order ${orderId}, ${toTime(first.createdAt)}${marks.join('')}\n`)
          for (const thing of things) {
            const sent = thing.shippedAt === null ? '' : `, sent ${toTime(thing.shippedAt)}`
            print(`  ${thing.line}. ${toThingName(thing)}${sent}\n`)
          }
          const place = `${city}, ${state} ${zip}${country === own ? '' : `, ${country}`}`
          for (const line of [name, address, place, `${phone}, ${email}`]) {
            print(`     ${toVisibleLine(line)}\n`)
          }
        }
        print(`${counted}${all ? '' : ' to send'}. Times are the club's (${timeZone}).\n`)
      },
    }),
    shipped: noteShipped(true, 'store shipped ORDER                     all of it was sent'),
    'not-shipped': noteShipped(false, 'store not-shipped ORDER                 it was not sent after all'),
    refund: clubWay({
      words: order,
      options: refundOptions,
      help: `store refund ORDER --reason TEXT [--lines "1 2"] [--dry-run|--yes] [--disputed]
                                          gives money back for all of it or for these lines; what was not
                                          sent is on sale again; --line 2 --amount 4.00 gives back a part
                                          of what line 2 cost, and --again the same once more`,
      check: checkRefundOptions,
      run: (call, { order, ...wish }) => giveBack(call, { ...wish, order, ofStore: true }),
    }),
  },
}

/** A row for each thing. */
function toSoldCsv(sold: readonly SoldProduct[], toTime: (at: Date) => string): string {
  const rows = sold.map(({ shipping, shippedAt, ...thing }) => [
    ...[String(thing.orderId), String(thing.line), toTime(thing.createdAt), thing.product, thing.size],
    ...[shipping.name, shipping.address, shipping.city, shipping.state, shipping.zip, shipping.country],
    ...[shipping.phone, shipping.email, shippedAt === null ? '' : toTime(shippedAt)],
    ...[thing.isDisputed ? 'disputed' : '', thing.money],
  ])
  return toCsv([csvHeadings, ...rows])
}

function toThingName({ product, size }: { product: string; size: string }): string {
  return toVisibleLine(size === '' ? product : `${product} (${size})`)
}
