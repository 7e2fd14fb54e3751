// Time passes for a stopped server: it starts with its clock ahead of the machine's.
import { join } from 'node:path'
import type { Product } from './product.ts'

const aheadClock = join(import.meta.dirname, '../processes/aheadClock.ts')

export function startAhead(product: Product, ms: number): Promise<void> {
  return product.start({ NODE_OPTIONS: `--import=${aheadClock}`, CLOCK_AHEAD_MS: String(ms) })
}
