// A database whose server is away as long as a test wants it.
import type { Database, Tx } from '../../../src/server/db/open.ts'

export interface AwayDatabase extends Database {
  /** From now on nothing gets through. `isCommitted`: the next transaction does, but its answer does not come. */
  leave(how?: { isCommitted: boolean }): void
  comeBack(): void
  /** Transactions that were answered since it came back, and refused since it left. */
  countAnswered(): number
  countRefused(): number
}

export function makeAwayDatabase(database: Database): AwayDatabase {
  let isAway = false
  let isCommitted = false
  let answered = 0
  let refused = 0
  async function pass<T>(run: () => Promise<T>): Promise<T> {
    const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
    const isRun = !isAway || isCommitted
    isCommitted = false
    const result = isRun ? await run() : undefined
    if (isAway) {
      refused += 1
      throw lost
    }
    answered += 1
    return result as T
  }
  return {
    // a test's database is a plain object
    ...database,
    // only of a server there may be several processes, and only a server goes away
    engine: 'postgres',
    inTenant: (tenantId, body: (tx: Tx) => Promise<never>) => pass(() => database.inTenant(tenantId, body)),
    withoutClub: (body: (tx: Tx) => Promise<never>) => pass(() => database.withoutClub(body)),
    leave(how = { isCommitted: false }) {
      isAway = true
      isCommitted = how.isCommitted
      refused = 0
    },
    comeBack() {
      isAway = false
      answered = 0
    },
    countAnswered: () => answered,
    countRefused: () => refused,
  }
}
