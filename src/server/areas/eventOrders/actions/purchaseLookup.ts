// What somebody has bought at an event, looked up by e-mail: masked and counted (rules/security 2.4).
import type { Output } from '../../../../contract/index.ts'
import { foldEmail } from '../../../../domain/member.ts'
import { maskAddress } from '../../../../domain/membership.ts'
import { countLookup, countLookupMail, noteLookup } from '../../../auth/emailLookups.ts'
import type { Context } from '../../../dispatch/handler.ts'
import { isEvent } from '../../../event/db/event.ts'
import { findProvedEmail } from '../../../member/db/memberEmail.ts'
import { addJob } from '../../../queue/queue.ts'
import { findPurchases, type StoredPurchases } from '../db/purchase.ts'

type Answer = Output<'find_entry'>

/**
 * A member who looks up their own address is no stranger: that is neither counted nor masked. It is their own after a
 * mail to it was answered (rules/security 3.11): joining with somebody's address opens nothing of theirs.
 */
export async function lookUpPurchases(
  context: Context<'find_entry'>,
  eventId: number,
  email: string,
): Promise<Answer> {
  const { member, inTenant, now, fail } = context
  const emailFolded = foldEmail(email)
  const isOwn = member !== null && (await inTenant((tx) => findProvedEmail(tx, member.id))) === emailFolded
  if (!isOwn) await countLookup(context, 'purchases', emailFolded)
  const found = await inTenant(async (tx) => {
    const isKnown = await isEvent(tx, eventId)
    return { isKnown, purchases: await findPurchases(tx, eventId, emailFolded, new Date(now)) }
  })
  if (!found.isKnown) return fail('event-not-found', 'This event was not found.')
  const { purchases } = found
  if (!isOwn) {
    await noteLookup(context, 'purchases', emailFolded, purchases.buyer === undefined ? 'unknown' : 'found')
  }
  return toAnswer(purchases, isOwn)
}

/** Answer and work are equal whether there is anything or not: a job looks, and mails. */
export async function mailPurchases(
  context: Context<'find_entry'>,
  eventId: number,
  email: string,
): Promise<Answer> {
  const { inTenant, language, fail } = context
  const emailFolded = foldEmail(email)
  await countLookupMail(context, emailFolded)
  const isKnown = await inTenant(async (tx) => {
    if (!(await isEvent(tx, eventId))) return false
    const payload = { eventId, emailFolded, language }
    await addJob(tx, { kind: 'purchases-mail', payload })
    return true
  })
  if (!isKnown) return fail('event-not-found', 'This event was not found.')
  await noteLookup(context, 'mail', emailFolded, 'queued')
  return { ...nobody, entries: [], tickets: [], ticketTypes: [], vendors: [], shifts: [] }
}

const nobody = { name: '', address: '', city: '', state: '', zip: '', email: '' }

function toAnswer(
  { entries, tickets, vendors, shifts, buyer = nobody }: StoredPurchases,
  isOwn: boolean,
): Answer {
  return {
    ...buyer,
    ...(isOwn ? {} : maskAddress(buyer)),
    entries: entries.map(({ carNumber, createdAt, code: _, values: __, ...entry }) => ({
      ...entry,
      car_number: carNumber,
      created: createdAt.toISOString(),
    })),
    tickets: tickets.map(({ id, ticketId, values, code, createdAt, usedAt }) => ({
      id,
      eventticket: ticketId,
      values: values.map(({ value }) => ({ value })),
      created: createdAt.toISOString(),
      used: usedAt !== null,
      ...(isOwn ? { code } : {}),
    })),
    ticketTypes: [...new Map(tickets.map(({ ticketId, description }) => [ticketId, description]))].map(
      ([id, description]) => ({ id, description }),
    ),
    vendors: vendors.map(({ id, spaces }) => ({
      id,
      elements: spaces.map(({ row, num }) => ({ row, num })),
    })),
    shifts: shifts.map(({ id, schedule, shiftDate, start, startMinute, duration, askedUntil }) => ({
      ...{ id, schedule, shiftDate, start, startMinute, duration },
      ...(askedUntil === null ? {} : { askedUntil: askedUntil.toISOString() }),
    })),
  }
}
