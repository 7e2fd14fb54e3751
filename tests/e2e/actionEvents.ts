// The events of the club of `actionClubs.ts` in a running product, for the journeys of their actions.
import type { Product } from '../support/browsers/product.ts'
import { actions, makeActionsClub } from '../support/clubs/actionClubs.ts'
import { importClubs, importEvents } from '../support/clubs/world.ts'
import { test as base } from './fixtures.ts'

export type EventIds = Awaited<ReturnType<typeof importActions>>

/** The list names upcoming events only, so "Past Meet" is listed before it moves into the past. */
export async function importActions(product: Product) {
  const ids = await importEvents(product, makeActionsClub(5))
  await importClubs(product, [actions])
  return ids
}

export const test = base.extend<object, { ids: EventIds }>({
  ids: [async ({ product }, use) => use(await importActions(product)), { scope: 'worker', timeout: 120_000 }],
})
