// Imports the demo club once for all journeys: every server of theirs begins with a copy of that folder.
import { startProduct } from '../support/product.ts'

/** Names the folder to the workers. */
export const templateVariable = 'SHOWFIELD_TEMPLATE'

export default async function prepareTemplate(): Promise<() => Promise<void>> {
  const first = await startProduct()
  await first.stop()
  process.env[templateVariable] = first.dataDir
  return first.dispose
}
