// `club -- event ID`: who comes to an event and what was sold, and what officers correct or sell at the gate.
import { type EventCommand, eventWay } from '../../../officers/command.ts'
import { kindOf, naming, needed, number, text, UsageFault } from '../../../officers/options.ts'
import { toVisibleLine } from '../../../officers/words.ts'
import * as corrections from './eventActs.ts'
import { showEvent } from './eventLists.ts'
import { toAnswers } from './eventRows.ts'
import { admitTicket } from './gateActs.ts'
import { sellAtGateWay } from './gateSale.ts'
import { nameSpace, type Space } from './spaces.ts'

const carNumber = kindOf((typed) => {
  const digits = typed.trim()
  if (/^\d{1,8}$/.test(digits)) return digits
  throw new UsageFault(`A car's number has 1 to 8 digits, and is not '${toVisibleLine(typed)}'.`)
})

export const eventCommand: EventCommand = {
  takes: 'event',
  alone: {
    plain: showEvent,
    byOption: {
      admit: eventWay({
        options: { admit: naming(text) },
        help: '    --admit CODE                        admits a ticket, once, and says whose it is',
        async run({ act, print }, { admit: typed }) {
          const ticket = await act(admitTicket, { code: typed })
          print(`ADMITTED  ${toVisibleLine(`${ticket.description}, ${ticket.name}`)}\n`)
          const answers = toAnswers(ticket.values, ticket.options ?? [])
          if (answers !== '') print(`          ${answers}\n`)
          print(`          ${ticket.code}, order ${ticket.orderId}, line ${ticket.line}\n`)
        },
      }),
      sell: sellAtGateWay,
      'move-vendor': eventWay({
        options: {
          'move-vendor': naming(number("A vendor's id")),
          leave: text,
          to: needed(text, '--move-vendor needs --to with the new space.'),
        },
        help: `    --move-vendor VENDOR [--leave SPACE] --to SPACE
                                          gives a vendor another free space: by row and number, or by its id`,
        async run({ act, print }, { 'move-vendor': vendorId, ...spaces }) {
          const { vendor, from, to } = await act(corrections.moveVendor, { vendor: vendorId, ...spaces })
          print(
            `${toVisibleLine(vendor)} is on ${toName(to)} now; ${toName(from)} is free. The price stays as it was paid, and nobody gets a mail: tell the vendor. Phones show it when they next look.\n`,
          )
        },
      }),
      /** Before anybody has judged it. */
      car: eventWay({
        options: { car: naming(carNumber), class: number("A class's number"), number: carNumber },
        help: `    --car NUMBER [--class CLASS] [--number NUMBER]
                                          another class with its next free number, or another number; not
                                          for a car that a score sheet or a vote names`,
        async run({ act, print }, { car: from, class: carClass, number: wanted }) {
          if (wanted === undefined && carClass === undefined) {
            throw new UsageFault('--car needs --class, --number or both.')
          }
          const { car, to, newClass } = await act(corrections.changeCar, {
            car: from,
            carClass,
            number: wanted,
          })
          const { year, make, model, fname, lname, orderId } = car
          const name = toVisibleLine(`${year} ${make} ${model}, ${fname} ${lname}`)
          const receipt = orderId === null ? '' : ` npm run club -- orders ${orderId} --receipt mails it.`
          print(
            `Car ${from} (${name}) is now ${to}, in class ${newClass.number} ${toVisibleLine(newClass.description)}. Change the number on the windscreen and tell the owner.${receipt}\n`,
          )
        },
      }),
    },
  },
}

function toName(space: Space): string {
  return toVisibleLine(nameSpace(space).label)
}
