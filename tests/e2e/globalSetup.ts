// Starts the server that the journeys share. At the end, its data are searched for card numbers.

import { endProduct, expectPlantedFound } from '../support/browsers/productEnd.ts'
import { startSharedProduct } from '../support/browsers/sharedProduct.ts'
import { cardOrigins } from '../support/buying/buyers.ts'

export default async function shareProduct(): Promise<() => Promise<void>> {
  const product = await startSharedProduct()
  // workers type cards into it
  cardOrigins.add(product.origin)
  return () => endProduct(product, expectPlantedFound)
}
