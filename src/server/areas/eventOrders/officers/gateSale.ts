// `club -- event ID --sell THING`: sells for cash at the gate.
import { z } from 'zod'
import { Failure } from '../../../../contract/failures.ts'
import { storedLengths, toTypedPhone } from '../../../../domain/shapes/personLengths.ts'
import type { Tx } from '../../../db/open.ts'
import { listViewableClasses } from '../../../event/db/eventClass.ts'
import { listTickets } from '../../../event/db/ticket.ts'
import { gateLengths, gateTicketsPerSale } from '../../../limits/sizes.ts'
import { toAmount } from '../../../mail/language.ts'
import {
  CommandRefused,
  type EventCommandContext,
  type OptionName,
  parseNumber,
  toCount,
  UsageFault,
} from '../../../officers/command.ts'
import { toList, toVisibleLine } from '../../../officers/words.ts'
import { createCards } from '../../../order/cardProvider.ts'
import type { StoredOrder } from '../../../order/db/order.ts'
import type { GatePayload } from '../../../order/gate/gatePayload.ts'
import { sellForCash } from '../../../order/gate/gateSale.ts'
import { toGivenText, toLineName } from '../../../order/officers/orderWords.ts'
import { getCardProvider } from '../../../providers/stripe.ts'
import { chooseSpace, listEventSpaces } from './vendorMove.ts'

/** Options of one kind of thing. */
const ofKind: Readonly<Record<string, readonly OptionName[]>> = {
  ticket: ['quantity'],
  registration: ['class', 'year', 'make', 'model'],
  space: [],
}

export async function sellAtGate(context: EventCommandContext): Promise<number> {
  const { services, tenant, flags, print } = context
  const [, kind = '', what = ''] =
    /^(ticket|registration|space)(?::(.*))?$/s.exec(flags.sell?.trim() ?? '') ?? []
  const own = ofKind[kind]
  if (own === undefined || (kind === 'registration') !== (what === '')) {
    throw new UsageFault('--sell takes ticket:ID, registration or space:NAME, like space:A12.')
  }
  const all = Object.values(ofKind).flat()
  const extra = all.find((name) => flags[name] !== undefined && !own.includes(name))
  if (extra !== undefined) throw new UsageFault(`--sell ${kind} does not go with --${extra}.`)
  const payload = await toPayload(context, kind, what.trim())
  const parts = { services, cards: createCards(await getCardProvider(services)) }
  const order = await sell(() => sellForCash(parts, tenant, payload))
  const total = order.quote.grandTotalCents
  const price = total === 0 ? 'nothing: it is free' : `${toAmount(total)} in cash`
  print(`SOLD to ${toVisibleLine(order.name)}. Take ${price}.\n${toGoods(order)}`)
  print(
    order.email === ''
      ? 'No receipt is mailed: no address was given.\n'
      : `The receipt goes to ${toVisibleLine(order.email)}.\n`,
  )
  print(`To undo it: npm run club -- orders ${order.id} --refund --reason TEXT\n`)
  return 0
}

async function sell(work: () => Promise<StoredOrder>): Promise<StoredOrder> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const lost = (error.details.faults ?? []).map(({ path, message }) => `${path}: ${message}`)
    const why = error.code === 'sold-out' ? '' : lost.map((one) => `\n  ${toVisibleLine(one)}`).join('')
    throw new CommandRefused(`${error.message}${why} Nothing was sold.`)
  }
}

function toGoods({ id, lines }: StoredOrder): string {
  return lines
    .map((line) => {
      const given = toGivenText(line)
      return `  ${toLineName(line)}${given === '' ? '' : `: ${given}`}  (order ${id}, line ${line.line})\n`
    })
    .join('')
}

async function toPayload(
  { services, tenant, event, flags }: EventCommandContext,
  kind: string,
  what: string,
): Promise<GatePayload> {
  const name = readText(flags.name, 'name', gateLengths.name)
  const email = readEmail(flags.email)
  const buyer = { name, email, phone: readPhone(flags.phone) }
  return services.database.inTenant(tenant.id, async (tx) => {
    switch (kind) {
      case 'ticket': {
        const quantity =
          flags.quantity === undefined ? 1 : toCount(flags.quantity, 'quantity', gateTicketsPerSale)
        const ticket = await chooseTicket(tx, event.id, what)
        return { eventId: event.id, tickets: { ...buyer, tickets: [{ ticket, quantity }] } }
      }
      case 'space': {
        const space = chooseSpace(await listEventSpaces(tx, event.id), what, 'The event')
        const reservations = [{ eventMapId: space.mapId, elementId: space.id }]
        return { eventId: event.id, vendor: buyer, reservations }
      }
      default: {
        const car_class = await chooseClass(tx, event.id, flags.class)
        const vehicle = {
          year: readText(flags.year, 'year', gateLengths.year),
          make: readText(flags.make, 'make', gateLengths.make),
          model: readText(flags.model, 'model', gateLengths.model),
        }
        const [, fname = name, lname = ''] = /^(.*)\s+(\S+)$/s.exec(name) ?? []
        const { phone: number } = buyer
        return { eventId: event.id, entries: [{ ...vehicle, car_class, fname, lname, email, phone: number }] }
      }
    }
  })
}

function readText(typed: string | undefined, option: OptionName, most: number): string {
  const text = toVisibleLine(typed ?? '')
  if (text === '') throw new UsageFault(`--sell needs --${option}.`)
  if (text.length > most) throw new UsageFault(`--${option} has at most ${most} characters.`)
  return text
}

function readEmail(typed: string | undefined): string {
  const email = typed?.trim() ?? ''
  if (email === '' || z.email().max(gateLengths.email).safeParse(email).success) return email
  throw new UsageFault(`'${toVisibleLine(email)}' is no e-mail address.`)
}

/** Its digits. Of a number with letters they would be somebody else's. */
function readPhone(typed = ''): string {
  const phone = toTypedPhone(typed)
  if (/^\d*$/.test(phone) && phone.length <= storedLengths.phone && (phone !== '' || typed.trim() === '')) {
    return phone
  }
  throw new UsageFault(
    `'${toVisibleLine(typed)}' is no telephone number. Type its digits, at most ${storedLengths.phone}, or leave --phone out.`,
  )
}

/** By its id, or by its whole name. */
async function chooseTicket(tx: Tx, eventId: number, typed: string): Promise<number> {
  const kinds = await listTickets(tx, [eventId])
  const found = kinds.filter(
    ({ id, description }) => String(id) === typed || description.trim().toLowerCase() === typed.toLowerCase(),
  )
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only.id
  const names = kinds.map(({ id, description }) => `ticket:${id} for ${toVisibleLine(description)}`)
  const has = names.length === 0 ? 'no tickets' : toList(names)
  throw new CommandRefused(
    `The event has no ticket '${toVisibleLine(typed)}'; it has ${has}. Nothing was sold.`,
  )
}

async function chooseClass(tx: Tx, eventId: number, typed: string | undefined): Promise<number> {
  if (typed === undefined) throw new UsageFault('--sell registration needs --class.')
  const wanted = parseNumber(typed, "A class's number")
  const classes = await listViewableClasses(tx, eventId)
  if (classes.some(({ number }) => number === wanted)) return wanted
  const has = classes.map(({ number, description }) => `${number} ${toVisibleLine(description)}`)
  throw new CommandRefused(`The event has no class ${wanted}; it has ${toList(has)}. Nothing was sold.`)
}
