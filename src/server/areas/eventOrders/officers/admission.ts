// `club -- event ID --admit CODE`: lets a ticket in, once.
import type { EventOption, OptionValue } from '../../../../domain/event.ts'
import { nameOptionValues } from '../../../../domain/sales/optionValues.ts'
import { eventWay } from '../../../officers/command.ts'
import { naming, text } from '../../../officers/options.ts'
import { toVisibleLine } from '../../../officers/words.ts'
import { admitTicket } from './gateActs.ts'

export const admit = eventWay({
  options: { admit: naming(text) },
  help: '    --admit CODE                        admits a ticket, once, and says whose it is',
  async run({ act, print }, { admit: typed }) {
    const ticket = await act(admitTicket, { code: typed })
    print(`ADMITTED  ${toBearer(ticket)}\n`)
    const answers = toAnswers(ticket.values, ticket.options ?? [])
    if (answers !== '') print(`          ${answers}\n`)
    print(`          ${ticket.code}, order ${ticket.orderId}, line ${ticket.line}\n`)
  },
})

function toBearer({ description, name }: { description: string; name: string }): string {
  return toVisibleLine(`${description}, ${name}`)
}

/** What the buyer chose or wrote: "Shirt: Large; Meal: Fish". */
export function toAnswers(values: readonly OptionValue[], options: readonly EventOption[]): string {
  return nameOptionValues(values, options).map(toVisibleLine).join('; ')
}
