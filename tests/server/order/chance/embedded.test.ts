// Orders in random order on the embedded engine (rules/payments 5.17).
import { describe } from 'vitest'
import { ordersByChance } from '../../../support/buying/ordersByChance.ts'

describe('orders by chance (embedded)', () => ordersByChance('embedded'))
