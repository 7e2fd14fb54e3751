// Orders in random order on PostgreSQL (rules/payments 5.17).
import { ordersByChance } from '../../../support/buying/ordersByChance.ts'
import { describeOnPostgres } from '../../../support/database/database.ts'

describeOnPostgres('orders by chance', () => ordersByChance('postgres'))
