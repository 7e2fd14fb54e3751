// `club -- store`: what the club sells to its members, and what of it an officer has to send.
import { standingWords } from '../../../domain/sales/standing.ts'
import { getTimeZone } from '../../club/db/club.ts'
import { toAmount } from '../../mail/language.ts'
import {
  type ClubCommandContext,
  CommandRefused,
  type OptionName,
  parseNumber,
  UsageFault,
} from '../../officers/command.ts'
import { toCsv } from '../../officers/csv.ts'
import { writeOutput } from '../../officers/outputFile.ts'
import { createCellTimeFormat, createTimeFormat } from '../../officers/timeFormat.ts'
import { runWordWay, type WordWay } from '../../officers/ways.ts'
import { toCountText, toTable, toVisibleLine } from '../../officers/words.ts'
import { countTaken, lockThings } from '../../order/db/hold.ts'
import { listInventories, setStock, toInventoryThing } from '../../order/db/product.ts'
import { listSoldProducts, type SoldProduct, setShipped } from '../../order/db/soldProduct.ts'
import { giveBack } from '../../order/officers/orderChanges.ts'
import { getOrder } from '../../order/officers/orderRecord.ts'

const refundOptions = ['reason', 'lines', 'yes', 'disputed'] as const
export const storeOptions: readonly OptionName[] = ['all', 'csv', 'overwrite', ...refundOptions]

const list: WordWay = { words: [], allowed: [], run: showStore }
const ways: Readonly<Record<string, WordWay>> = {
  stock: { words: ['NUMBER', 'COUNT'], allowed: [], run: changeStock },
  orders: { words: [], allowed: ['all', 'csv', 'overwrite'], run: showOrders },
  shipped: { words: ['ORDER'], allowed: [], run: (context) => noteShipped(context, true) },
  'not-shipped': { words: ['ORDER'], allowed: [], run: (context) => noteShipped(context, false) },
  refund: { words: ['ORDER'], allowed: refundOptions, run: refundLines },
}

export function runStore(context: ClubCommandContext): Promise<number> {
  return runWordWay(context, { command: 'store', things: 'products', plain: list, ways })
}

async function showStore({ services, tenant, print }: ClubCommandContext): Promise<number> {
  const { offered, taken } = await services.database.inTenant(tenant.id, async (tx) => {
    const inventories = await listInventories(tx)
    const things = inventories.map(({ id }) => toInventoryThing(id))
    return {
      offered: inventories,
      taken: things.length === 0 ? new Map<string, number>() : await countTaken(tx, things),
    }
  })
  if (offered.length > 0) {
    print(
      toTable(
        [
          { heading: 'No.', isNumber: true },
          { heading: 'Product' },
          { heading: 'Size' },
          { heading: 'Price', isNumber: true },
          { heading: 'Discount', isNumber: true },
          { heading: 'Shipping', isNumber: true },
          { heading: 'Left', isNumber: true },
          { heading: 'Sold or held', isNumber: true },
        ],
        offered.map((one) => [
          String(one.id),
          one.product,
          one.size,
          toAmount(one.priceCents),
          toAmount(one.discountCents),
          toAmount(one.shippingCents),
          String(one.left),
          String(taken.get(toInventoryThing(one.id)) ?? 0),
        ]),
      ),
    )
  }
  print(`${toCountText(offered.length, 'size')} of products on sale. The club file has the products.\n`)
  return 0
}

/** Counts from the shelf, as officers do: what is sold and held comes on top. */
async function changeStock({ services, tenant, moreWords, print }: ClubCommandContext): Promise<number> {
  const [number = '', count = ''] = moreWords
  const id = parseNumber(number, 'NUMBER')
  if (!/^\d{1,6}$/.test(count)) throw new UsageFault(`COUNT must be a number from 0 to 999999.`)
  const name = await services.database.inTenant(tenant.id, async (tx) => {
    const thing = toInventoryThing(id)
    await lockThings(tx, [thing])
    const [found] = await listInventories(tx, { ids: [id] })
    if (found === undefined) {
      throw new CommandRefused(`The store has nothing with number ${id}. Nothing was changed.`)
    }
    const taken = (await countTaken(tx, [thing])).get(thing) ?? 0
    await setStock(tx, id, Number(count) + taken)
    return toThingName(found)
  })
  print(`${name}: ${Number(count).toLocaleString('en-US')} left to sell.\n`)
  return 0
}

async function showOrders({ services, tenant, flags, print }: ClubCommandContext): Promise<number> {
  const { sold, timeZone } = await services.database.inTenant(tenant.id, async (tx) => ({
    sold: await listSoldProducts(tx, { open: !flags.all }),
    timeZone: await getTimeZone(tx),
  }))
  const orders = [...Map.groupBy(sold, ({ orderId }) => orderId)]
  const counted = toCountText(orders.length, 'order')
  if (flags.csv !== undefined) {
    await writeOutput(flags, flags.csv, toSoldCsv(sold, createCellTimeFormat(timeZone)))
    print(`${counted} in ${flags.csv}.\n`)
    return 0
  }
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
    const place = `${city}, ${state} ${zip}${country === 'US' ? '' : `, ${country}`}`
    for (const line of [name, address, place, `${phone}, ${email}`]) {
      print(`     ${toVisibleLine(line)}\n`)
    }
  }
  print(`${counted}${flags.all ? '' : ' to send'}. Times are the club's (${timeZone}).\n`)
  return 0
}

const csvHeadings = [
  ...['Order', 'Line', 'Bought', 'Product', 'Size', 'Name', 'Address', 'City', 'State', 'Zip', 'Country'],
  ...['Phone', 'E-mail', 'Sent', 'Note', 'Paid with'],
]

/** A row for each thing. */
function toSoldCsv(sold: readonly SoldProduct[], toTime: (at: Date) => string): string {
  const rows = sold.map(
    ({ orderId, line, createdAt, product, size, shipping, shippedAt, isDisputed, money }) => [
      String(orderId),
      String(line),
      toTime(createdAt),
      product,
      size,
      ...[shipping.name, shipping.address, shipping.city, shipping.state, shipping.zip, shipping.country],
      ...[shipping.phone, shipping.email],
      shippedAt === null ? '' : toTime(shippedAt),
      isDisputed ? 'disputed' : '',
      money,
    ],
  )
  return toCsv([csvHeadings, ...rows])
}

async function noteShipped(
  { services, tenant, moreWords, print }: ClubCommandContext,
  isShipped: boolean,
): Promise<number> {
  const orderId = parseNumber(moreWords[0] ?? '', 'ORDER')
  await services.database.inTenant(tenant.id, async (tx) => {
    const at = isShipped ? new Date(services.now()) : null
    if ((await setShipped(tx, orderId, at)) > 0) return
    const known = await listSoldProducts(tx, { orderId, open: false })
    throw new CommandRefused(
      known.length === 0
        ? `There is nothing to send of an order ${orderId}. Nothing was changed.`
        : `Order ${orderId} ${isShipped ? 'was sent already' : 'was not sent yet'}. Nothing was changed.`,
    )
  })
  print(
    isShipped
      ? `Order ${orderId} was sent. What was sent is not taken back by a refund.\n`
      : `Order ${orderId} is ${standingWords.en.part['to-be-sent']}.\n`,
  )
  return 0
}

async function refundLines(context: ClubCommandContext): Promise<number> {
  const { services, tenant, moreWords } = context
  const orderId = parseNumber(moreWords[0] ?? '', 'ORDER')
  const { kind } = await services.database.inTenant(tenant.id, (tx) => getOrder(tx, orderId))
  if (kind === 'products') return giveBack(context, orderId)
  throw new CommandRefused(
    `Order ${orderId} is not of the store. 'orders ${orderId} --refund' gives it back. Nothing was changed.`,
  )
}

function toThingName({ product, size }: { readonly product: string; readonly size: string }): string {
  return toVisibleLine(size === '' ? product : `${product} (${size})`)
}
