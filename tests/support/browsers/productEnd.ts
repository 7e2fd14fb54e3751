// Every server of a browser test ends like this: no card number may be in anything that it printed or stored.
import { expect } from '@playwright/test'
import { cardOrigins } from '../buying/buyers.ts'
import { allPlanted, searchFiles, searchPlantedNumbers, searchRows } from '../buying/cardNumbers.ts'
import type { Product } from './product.ts'

/** Searches its rows only where a card was typed: opening the database costs as much as starting the server. */
export async function endProduct(
  product: Product,
  check?: (stopped: Product) => Promise<void>,
): Promise<void> {
  await product.stop()
  try {
    expect(await searchFiles(product)).toEqual([])
    if (cardOrigins.has(product.origin)) expect(await searchRows(product)).toEqual([])
    await check?.(product)
  } finally {
    await product.dispose()
  }
}

/** So that the searches above are known to find. */
export async function expectPlantedFound(product: Product): Promise<void> {
  expect(await searchPlantedNumbers(product)).toEqual(allPlanted)
}
