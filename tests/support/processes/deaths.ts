// Work that dies at each of its steps, once for each, and the server that starts again after it.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { createCards } from '../../../src/server/order/cardProvider.ts'
import { getCardProvider } from '../../../src/server/providers/stripe.ts'
import { listOrderFaults } from '../buying/orderBooks.ts'
import { type Shop, setUpShop } from '../buying/shop.ts'
import type { Engine } from '../database/database.ts'
import { Crash, type Doomed, doom, moments } from './crashes.ts'

/** A shop, and what the work on its orders needs, which can die. */
export function setUpDeaths(engine: Engine): { shop: Shop; parts: Pick<Doomed, 'services' | 'cards'> } {
  const shop = setUpShop(engine)
  const parts = {} as Pick<Doomed, 'services' | 'cards'>
  beforeAll(async () => {
    const services = { ...shop, newId: randomUUID }
    Object.assign(parts, { services, cards: createCards(await getCardProvider(services)) })
  })
  return { shop, parts }
}

/**
 * Runs the work once for each step and moment at which it can die, or for those that `isChosen` picks. Returns
 * how many there were.
 */
export async function dieAtEachStep<S>(
  parts: Pick<Doomed, 'services' | 'cards'>,
  prepare: () => Promise<S>,
  work: (doomed: Doomed, stage: S) => Promise<unknown>,
  check: (stage: S) => Promise<void>,
  isChosen: () => boolean = () => true,
): Promise<number> {
  let deaths = 0
  for (const moment of moments) {
    for (let step = 0; ; step += 1) {
      if (!isChosen()) continue
      const stage = await prepare()
      const doomed = doom(parts.services, parts.cards, step, moment)
      await work(doomed, stage).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
      })
      if (!doomed.isDead()) break
      deaths += 1
      await check(stage)
    }
  }
  return deaths
}

/** The server runs again: its sweeper does the remaining work. All webhooks are lost. */
export async function recoverOrders(shop: Shop, receiptIds: readonly number[], minutes = 1): Promise<void> {
  await shop.sandbox.drop()
  await shop.sweep(minutes)
  for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
  const open = []
  for (const id of receiptIds) if ((await shop.readOrder(id)).state === 'pending') open.push(id)
  if (open.length > 0) {
    await shop.sweep(25 * 60)
    await shop.sweep()
  }
  expect(await listOrderFaults(shop, receiptIds)).toEqual([])
}
