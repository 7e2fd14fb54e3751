// `club -- event ID --sell THING`: sells at the gate.
import { z } from 'zod'
import { storedLengths, toTypedPhone } from '../../../../domain/shapes/personLengths.ts'
import { gateLengths, gateTicketsPerSale } from '../../../limits/sizes.ts'
import { toAmount } from '../../../mail/language.ts'
import { eventWay } from '../../../officers/command.ts'
import {
  count,
  flag,
  kindOf,
  naming,
  number,
  text,
  UsageFault,
  type ValuesOf,
} from '../../../officers/options.ts'
import { toVisibleLine } from '../../../officers/words.ts'
import { handOptions, paid } from '../../../order/officers/handSale.ts'
import { toPriceText, toSameNoteText, toSoldText } from '../../../order/officers/handSaleText.ts'
import { toLineName } from '../../../order/officers/orderWords.ts'
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
  name: limited(gateLengths.name),
  first: limited(gateLengths.name),
  last: limited(gateLengths.name),
  email,
  phone,
  paid,
  note: handOptions.note,
  date: handOptions.date,
  'dry-run': flag,
  yes: flag,
}

/** Options of one kind of thing. */
const ofKind: Readonly<Record<string, readonly (keyof typeof options)[]>> = {
  ticket: ['quantity'],
  registration: ['class', 'year', 'make', 'model'],
  space: [],
}

/** In one, or in its parts as they are to be kept. */
function toName({ name, first, last }: ValuesOf<typeof options>) {
  if (name !== undefined && first === undefined && last === undefined) {
    return { name, fname: undefined, lname: undefined }
  }
  if (name === undefined && first !== undefined && last !== undefined) {
    return { name: `${first} ${last}`, fname: first, lname: last }
  }
  throw new UsageFault('--sell needs --name, or --first and --last.')
}

export const sellAtGateWay = eventWay({
  options,
  help: `    --sell ticket:ID [--quantity N] --name NAME [--email ADDRESS] [--phone NUMBER]
      --sell registration --class CLASS --year YEAR --make MAKE --model MODEL --name NAME [--email ADDRESS]
      --sell space:SPACE --name NAME [--email ADDRESS]
      --paid cash|cheque [--note TEXT] [--date DAY] [--dry-run] [--yes]
                                          sells for cash or a cheque, from the same stock as online; what is
                                          free needs no --paid; --note is for the club, like the number of
                                          the cheque; --date is the day on which the money came; --first
                                          NAME --last NAME keeps the parts of a name as they are given;
                                          --yes sells the same to the same buyer once more`,
  async run({ steps, print }, given) {
    const [, thing = '', what = ''] = /^(ticket|registration|space)(?::(.*))?$/s.exec(given.sell.trim()) ?? []
    const own = ofKind[thing]
    if (own === undefined || (thing === 'registration') !== (what === '')) {
      throw new UsageFault('--sell takes ticket:ID, registration or space:NAME, like space:A12.')
    }
    const all = Object.values(ofKind).flat()
    const extra = all.find((name) => given[name] !== undefined && !own.includes(name))
    if (extra !== undefined) throw new UsageFault(`--sell ${thing} does not go with --${extra}.`)
    const { email: address = '', phone: digits = '', paid: how, yes: again } = given
    const { note, date, 'dry-run': isDry } = given
    const goods = toThing(given, { thing, what: what.trim() })
    const buyer = { ...toName(given), email: address, phone: digits }
    const { foreseen, order } = await steps(sellGoods, {
      buyer,
      goods,
      paid: how,
      again,
      note,
      day: date,
      isDry,
    })
    const hand = how ?? 'cash'
    if (order === undefined) {
      const { agreed, lines, sameNote } = foreseen
      const things = lines.map((line) => `  ${toLineName(line)}  ${toAmount(line.netCents)}\n`).join('')
      const price = toPriceText(agreed.quote.grandTotalCents, hand)
      return print(
        `This sells to ${toVisibleLine(agreed.name)} for ${price}, if it is still there:\n${things}${toSameNoteText(sameNote)}Dry run, nothing was changed.\n`,
      )
    }
    const price = toPriceText(order.quote.grandTotalCents, hand)
    print(`SOLD to ${toVisibleLine(order.name)}. Take ${price}.\n${toSoldText(order)}`)
  },
})

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
