// The list of upcoming events, made again only when an event has changed: everybody who opens a portal asks.
import { addDays } from '../../../../domain/day.ts'
import { type ClubEvent, pastDays } from '../../../../domain/event.ts'
import type { TenantIdentity } from '../../../club/db/tenant.ts'
import type { Database, Tx } from '../../../db/open.ts'
import { findListRevision, listPastEvents, listUpcomingEvents } from '../../../event/db/event.ts'
import { readEventDetails } from '../../../event/eventDetails.ts'
import { cacheSizes } from '../../../limits/machine.ts'
import { createLru, type Lru } from '../../../process/lru.ts'
import type { Services } from '../../../process/services.ts'

/** The very same object while nothing has changed. */
interface UpcomingAnswer {
  readonly events: ClubEvent[]
  readonly past: Awaited<ReturnType<typeof listPastEvents>>
}

interface Remembered {
  readonly revision: string
  /** With all tickets, and with those alone that are for sale on the public list. */
  readonly answers: Readonly<Record<'0' | '1', UpcomingAnswer>>
}

const memories = new WeakMap<Database, Lru<Remembered>>()

export async function listUpcoming(
  tx: Tx,
  services: Pick<Services, 'config' | 'database'>,
  tenant: TenantIdentity,
  { today, availability }: { today: string; availability: '0' | '1' },
): Promise<UpcomingAnswer> {
  const days = { since: addDays(today, -pastDays), today }
  const revision = await findListRevision(tx, days)
  const memory = memories.get(services.database) ?? createLru<Remembered>(cacheSizes.upcomingEvents)
  memories.set(services.database, memory)
  // addresses in the list contain the slug
  const name = `${tenant.slug} ${tenant.id}`
  const known = memory.get(name)
  if (known?.revision === revision) return known.answers[availability]
  const stored = await listUpcomingEvents(tx, today)
  const events = await readEventDetails(tx, services, tenant, stored)
  const past = await listPastEvents(tx, days)
  const answers = { '0': { events: events.map(withPublicTickets), past }, '1': { events, past } }
  memory.set(name, { revision, answers })
  return answers[availability]
}

function withPublicTickets(event: ClubEvent): ClubEvent {
  return { ...event, tickets: event.tickets.filter(({ availability }) => availability === 0) }
}
