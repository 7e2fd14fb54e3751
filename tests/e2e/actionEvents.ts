// The events of the club of `actionClubs.ts` in a running product, for the journeys of their actions.
import { addDays, findDay } from '../../src/domain/day.ts'
import type { Product } from '../support/browsers/product.ts'
import { actionsSlug, actionsZone, makeActionsClub } from '../support/clubs/actionClubs.ts'
import { importClubs } from '../support/clubs/doorClubs.ts'
import { test as base } from './fixtures.ts'

export type EventIds = Record<
  'Later Meet' | 'Closed Meet' | 'Past Meet' | 'Plain Meet' | 'Family Meet' | 'Helpers Meet',
  number
>

export const now = Date.now()
export const today = findDay(now, actionsZone)

/** The list names upcoming events only, so "Past Meet" is listed before it moves into the past. */
export async function importActions(product: Product): Promise<EventIds> {
  await importClubs(product, [makeActionsClub({ now, pastDay: addDays(today, 5) })])
  const answer = await fetch(`${product.origin}/dart/core`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'get_upcoming_events', subdomain: actionsSlug }),
  })
  const { events } = (await answer.json()) as { events: { id: number; name: string }[] }
  await importClubs(product, [makeActionsClub({ now, pastDay: addDays(today, -30) })])
  return Object.fromEntries(events.map(({ id, name }) => [name, id])) as EventIds
}

export const test = base.extend<object, { ids: EventIds }>({
  ids: [async ({ product }, use) => use(await importActions(product)), { scope: 'worker', timeout: 120_000 }],
})
