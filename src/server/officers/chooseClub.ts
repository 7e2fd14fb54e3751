// Which club and which event a command is about.
import { getClub } from '../club/db/club.ts'
import { listTenants, type TenantRow } from '../db/clubRows.ts'
import { listEvents, type StoredEvent } from '../event/db/event.ts'
import type { Services } from '../process/services.ts'
import { UsageFault } from './options.ts'
import { toVisibleLine } from './words.ts'

export function listRunningClubs({ database }: Services): Promise<TenantRow[]> {
  return database.withoutClub((tx) => listTenants(tx))
}

export async function findClubName({ database }: Services, { id }: TenantRow): Promise<string> {
  return (await database.inTenant(id, (tx) => getClub(tx))).name
}

/** With several clubs the officer must name one. `eventId` leaves out those without such an event. */
export async function chooseTenant(
  services: Services,
  slug: string | undefined,
  args: readonly string[],
  eventId?: string,
): Promise<TenantRow> {
  const tenants = await listRunningClubs(services)
  if (slug !== undefined) {
    const named = tenants.find((tenant) => tenant.slug === slug)
    if (named !== undefined) return named
    throw new UsageFault(`There is no club '${slug}' here. There are: ${toNames(tenants)}.`)
  }
  const [only, ...others] = tenants
  if (only === undefined) throw new UsageFault('There is no club yet.')
  if (others.length === 0) return only
  const withEvent: TenantRow[] = []
  for (const tenant of tenants) {
    const events = eventId === undefined ? [] : await listEventsOf(services, tenant)
    if (eventId === undefined || events.some(({ id }) => String(id) === eventId)) withEvent.push(tenant)
  }
  const commands = (withEvent.length === 0 ? tenants : withEvent).map((tenant) => toCommand(args, tenant))
  throw new UsageFault(
    `There are ${tenants.length} clubs here: ${toNames(tenants)}. Say which one you mean:\n${commands.join('\n')}`,
  )
}

export function toNames(tenants: readonly TenantRow[]): string {
  return tenants.map((tenant) => tenant.slug).join(', ') || 'none'
}

/** The same command, to copy. */
function toCommand(args: readonly string[], { slug }: TenantRow): string {
  const words = [...args, '--tenant', slug].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`,
  )
  return `  npm run club -- ${words.join(' ')}`
}

function listEventsOf({ database }: Services, { id }: TenantRow): Promise<StoredEvent[]> {
  return database.inTenant(id, (tx) => listEvents(tx))
}

/** By the id in its address. Otherwise it says which there are. */
export async function chooseEvent(
  services: Services,
  tenant: TenantRow,
  word: string | undefined,
): Promise<StoredEvent> {
  const events = await listEventsOf(services, tenant)
  const chosen = events.find(({ id }) => String(id) === word)
  if (chosen !== undefined) return chosen
  const names = events
    .map(
      ({ id, name, published }) => `\n  ${id}  ${toVisibleLine(name)}${published ? '' : ' (not published)'}`,
    )
    .join('')
  const missing =
    word === undefined
      ? `Say which event of ${tenant.slug} you mean.`
      : `The club ${tenant.slug} has no event ${word}.`
  throw new UsageFault(`${missing} Its events are:${names || ' none'}`)
}
