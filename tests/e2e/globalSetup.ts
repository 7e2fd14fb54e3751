// Starts the server that the journeys share. At the end, its data are searched for card numbers.
import { endProduct, expectPlantedFound } from '../support/browsers/productEnd.ts'
import { startSharedProduct } from '../support/browsers/sharedProduct.ts'
import { cardOrigins } from '../support/buying/buyers.ts'
import { readTreeSeed } from '../support/chance/treeSeed.ts'

export default async function shareProduct(): Promise<() => Promise<void>> {
  console.log(`screens by chance and journeys by turns, seed "${readTreeSeed()}" (see tests/support/chance)`)
  const product = await startSharedProduct()
  // workers type cards into it
  cardOrigins.add(product.origin)
  return () => endProduct(product, expectPlantedFound)
}
