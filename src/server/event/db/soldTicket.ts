// All SQL about the tickets that were sold: each is a row with a code of its own.
import type { OptionValue } from '../../../domain/event.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'

export interface NewSoldTicket {
  readonly orderId: number
  readonly line: number
  /** From 1, within the line. */
  readonly number: number
  readonly eventId: number
  readonly ticketId: number
  readonly code: string
  readonly description: string
  readonly values: readonly OptionValue[]
  readonly memberId: number | null
  readonly buyer: Readonly<
    Record<'name' | 'address' | 'city' | 'state' | 'zip' | 'phone' | 'email', string>
  > & { readonly allowEmailMarketing: boolean }
  readonly emailFolded: string
  readonly createdAt: Date
}

export async function insertSoldTickets(tx: Tx, tickets: readonly NewSoldTicket[]): Promise<void> {
  await tx
    .insertInto('sold_ticket')
    .values(
      tickets.map(({ buyer: { allowEmailMarketing, ...buyer }, ...ticket }) => ({
        order_id: ticket.orderId,
        line: ticket.line,
        number: ticket.number,
        event_id: ticket.eventId,
        ticket_id: ticket.ticketId,
        code: ticket.code,
        description: ticket.description,
        option_values: JSON.stringify(ticket.values),
        member_id: ticket.memberId,
        ...buyer,
        email_folded: ticket.emailFolded,
        allow_email_marketing: allowEmailMarketing,
        created_at: ticket.createdAt,
      })),
    )
    .execute()
}

/** By event or kind of ticket, how many tickets were sold and not refunded. Those with none are left out. */
export async function countValidTickets(
  tx: Tx,
  column: 'event_id' | 'ticket_id',
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('sold_ticket')
    .where(column, '=', anyOf(ids))
    .where('void_at', 'is', null)
    .groupBy(column)
    .select([`${column} as id`, ({ fn }) => fn.countAll<string>().as('count')])
    .execute()
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/**
 * Makes all tickets of a line worthless. False if one of them was used: then none is touched. Who admits at the
 * same moment waits for this transaction.
 */
export async function voidTickets(tx: Tx, orderId: number, line: number, at: Date): Promise<boolean> {
  const tickets = await tx
    .selectFrom('sold_ticket')
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .orderBy('id')
    .forUpdate()
    .select('used_at')
    .execute()
  if (tickets.some(({ used_at }) => used_at !== null)) return false
  await tx
    .updateTable('sold_ticket')
    .set({ void_at: at })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .where('void_at', 'is', null)
    .execute()
  return true
}

/** Counts a ticket as used, once: of many at the same moment one gets true. */
export async function markTicketAdmitted(
  tx: Tx,
  { eventId, code, at }: { eventId: number; code: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('sold_ticket')
    .set({ used_at: at })
    .where('event_id', '=', eventId)
    .where('code', '=', code)
    .where('used_at', 'is', null)
    .where('void_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** By its code, at any event of the club. */
export function findTicketByCode(tx: Tx, code: string) {
  return tx
    .selectFrom('sold_ticket as sold')
    .leftJoin('event', 'event.id', 'sold.event_id')
    .leftJoin('ticket', 'ticket.id', 'sold.ticket_id')
    .where('sold.code', '=', code)
    .select([
      'sold.event_id as eventId',
      'event.name as event',
      'sold.code',
      'sold.description',
      'sold.name',
      'sold.option_values as values',
      'ticket.options',
      'sold.used_at as usedAt',
      'sold.void_at as voidAt',
      'sold.order_id as orderId',
      'sold.line',
    ])
    .$narrowType<{ values: OptionValue[] }>()
    .executeTakeFirst()
}
