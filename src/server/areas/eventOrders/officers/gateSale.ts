// `club -- event ID --sell THING`: sells for cash at the gate.
import { z } from 'zod'
import { storedLengths, toTypedPhone } from '../../../../domain/shapes/personLengths.ts'
import { gateLengths, gateTicketsPerSale } from '../../../limits/sizes.ts'
import { toAmount } from '../../../mail/language.ts'
import { eventWay } from '../../../officers/command.ts'
import {
  count,
  kindOf,
  naming,
  needed,
  number,
  text,
  UsageFault,
  type ValuesOf,
} from '../../../officers/options.ts'
import { toVisibleLine } from '../../../officers/words.ts'
import type { StoredOrder } from '../../../order/db/order.ts'
import { toGivenText, toLineName } from '../../../order/officers/orderWords.ts'
import { type GateThing, sellAtGate as sellGoods } from './gateActs.ts'

const limited = (most: number) =>
  kindOf((typed, name) => {
    const line = toVisibleLine(typed)
    if (line === '') throw new UsageFault(`--sell needs ${name}.`)
    if (line.length > most) throw new UsageFault(`${name} has at most ${most} characters.`)
    return line
  })

const email = kindOf((typed) => {
  const address = typed.trim()
  if (address === '' || z.email().max(gateLengths.email).safeParse(address).success) return address
  throw new UsageFault(`'${toVisibleLine(address)}' is no e-mail address.`)
})

/** Its digits. Of a number with letters they would be somebody else's. */
const phone = kindOf((typed, name) => {
  const digits = toTypedPhone(typed)
  if (
    /^\d*$/.test(digits) &&
    digits.length <= storedLengths.phone &&
    (digits !== '' || typed.trim() === '')
  ) {
    return digits
  }
  throw new UsageFault(
    `'${toVisibleLine(typed)}' is no telephone number. Type its digits, at most ${storedLengths.phone}, or leave ${name} out.`,
  )
})

const options = {
  sell: naming(text),
  quantity: count(gateTicketsPerSale),
  class: number("A class's number"),
  year: limited(24),
  make: limited(24),
  model: limited(64),
  name: needed(limited(64), '--sell needs --name.'),
  email,
  phone,
}

/** Options of one kind of thing. */
const ofKind: Readonly<Record<string, readonly (keyof typeof options)[]>> = {
  ticket: ['quantity'],
  registration: ['class', 'year', 'make', 'model'],
  space: [],
}

export const sellAtGateWay = eventWay({
  options,
  help: `    --sell ticket:ID [--quantity N] --name NAME [--email ADDRESS] [--phone NUMBER]
      --sell registration --class CLASS --year YEAR --make MAKE --model MODEL --name NAME [--email ADDRESS]
      --sell space:SPACE --name NAME [--email ADDRESS]
                                          sells for cash, from the same stock as online`,
  async run({ steps, print }, given) {
    const [, thing = '', what = ''] = /^(ticket|registration|space)(?::(.*))?$/s.exec(given.sell.trim()) ?? []
    const own = ofKind[thing]
    if (own === undefined || (thing === 'registration') !== (what === '')) {
      throw new UsageFault('--sell takes ticket:ID, registration or space:NAME, like space:A12.')
    }
    const all = Object.values(ofKind).flat()
    const extra = all.find((name) => given[name] !== undefined && !own.includes(name))
    if (extra !== undefined) throw new UsageFault(`--sell ${thing} does not go with --${extra}.`)
    const { name, email: address = '', phone: digits = '' } = given
    const goods = toThing(given, { thing, what: what.trim() })
    const order = await steps(sellGoods, { buyer: { name, email: address, phone: digits }, goods })
    const total = order.quote.grandTotalCents
    const price = total === 0 ? 'nothing: it is free' : `${toAmount(total)} in cash`
    print(`SOLD to ${toVisibleLine(order.name)}. Take ${price}.\n${toGoods(order)}`)
    print(
      order.email === ''
        ? 'No receipt is mailed: no address was given.\n'
        : `The receipt goes to ${toVisibleLine(order.email)}.\n`,
    )
    print(`To undo it: npm run club -- orders ${order.id} --refund --reason TEXT\n`)
  },
})

function toGoods({ id, lines }: StoredOrder): string {
  return lines
    .map((line) => {
      const given = toGivenText(line)
      return `  ${toLineName(line)}${given === '' ? '' : `: ${given}`}  (order ${id}, line ${line.line})\n`
    })
    .join('')
}

function toThing(
  given: ValuesOf<typeof options>,
  { thing, what }: { thing: string; what: string },
): GateThing {
  if (thing === 'ticket') return { thing, ticket: what, quantity: given.quantity ?? 1 }
  if (thing === 'space') return { thing, space: what }
  const { class: carClass, year, make, model } = given
  if (carClass === undefined) throw new UsageFault('--sell registration needs --class.')
  const missing = Object.entries({ year, make, model }).find(([, value]) => value === undefined)
  if (missing !== undefined) throw new UsageFault(`--sell needs --${missing[0]}.`)
  const vehicle = { year: year ?? '', make: make ?? '', model: model ?? '' }
  return { thing: 'registration', carClass, vehicle }
}
