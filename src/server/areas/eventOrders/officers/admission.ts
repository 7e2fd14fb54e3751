// `club -- event ID --admit CODE`: lets a ticket in, once.
import type { EventOption, OptionValue } from '../../../../domain/event.ts'
import { nameOptionValues } from '../../../../domain/sales/optionValues.ts'
import { readTicketCode } from '../../../../domain/sales/ticketCode.ts'
import { admitTicket, findTicketByCode } from '../../../event/db/soldTicket.ts'
import { CommandRefused, type EventCommandContext } from '../../../officers/command.ts'
import { createTimeFormat } from '../../../officers/timeFormat.ts'
import { toVisibleLine } from '../../../officers/words.ts'

export async function admit({ services, tenant, event, flags, print }: EventCommandContext): Promise<number> {
  const typed = flags.admit ?? ''
  const code = readTicketCode(typed)
  if (code === undefined) {
    throw new CommandRefused(
      `'${toVisibleLine(typed)}' is no ticket's code: a code has 16 letters and digits, like 7G2K-M4QX-1B9T-ZC3W. Nobody was admitted.`,
    )
  }
  const at = new Date(services.now())
  const { isAdmitted, ticket } = await services.database.inTenant(tenant.id, async (tx) => ({
    isAdmitted: await admitTicket(tx, { eventId: event.id, code, at }),
    ticket: await findTicketByCode(tx, code),
  }))
  if (ticket === undefined) {
    throw new CommandRefused(`No ticket has the code ${code}. Nobody was admitted.`)
  }
  const order = `order ${ticket.orderId}, line ${ticket.line}`
  if (ticket.eventId !== event.id) {
    const other = ticket.event === null ? `event ${ticket.eventId}` : toVisibleLine(ticket.event)
    throw new CommandRefused(`${code} is a ticket of another event: ${other}. Nobody was admitted.`)
  }
  if (ticket.voidAt !== null) {
    throw new CommandRefused(`${code} was refunded (${order}). Nobody was admitted.`)
  }
  if (!isAdmitted) {
    const when = ticket.usedAt === null ? 'before' : createTimeFormat(event.time_zone)(ticket.usedAt)
    throw new CommandRefused(
      `${code} was USED ALREADY: ${when}. ${toBearer(ticket)} (${order}). Nobody was admitted.`,
    )
  }
  print(`ADMITTED  ${toBearer(ticket)}\n`)
  const answers = toAnswers(ticket.values, ticket.options ?? [])
  if (answers !== '') print(`          ${answers}\n`)
  print(`          ${code}, ${order}\n`)
  return 0
}

function toBearer({ description, name }: { description: string; name: string }): string {
  return toVisibleLine(`${description}, ${name}`)
}

/** What the buyer chose or wrote: "Shirt: Large; Meal: Fish". */
export function toAnswers(values: readonly OptionValue[], options: readonly EventOption[]): string {
  return nameOptionValues(values, options).map(toVisibleLine).join('; ')
}
