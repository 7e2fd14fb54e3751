// Imports the demo club before the workers start, so that not each worker has to.
import { findDemoFolder } from '../support/browsers/product.ts'

export default async function prepareDemo(): Promise<void> {
  await findDemoFolder()
}
