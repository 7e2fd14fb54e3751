// The transactions of writes, some at once.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Database, Tx } from '../db/open.ts'
import { createTurns, runFirst } from '../db/scope/turns.ts'
import { writersAtOnce } from '../limits/machine.ts'

/** Waits for its turn, then runs a transaction for a write. */
export type Write = <T>(tenantId: number, body: (tx: Tx) => Promise<T>) => Promise<T>

export function createWriter(database: Database): Write {
  const turns = createTurns({ most: writersAtOnce[database.engine] })
  return (tenantId, body) =>
    turns.take(async () => {
      // The embedded engine works synchronously. Without this pause, new requests could not even be read.
      await breathe()
      return runFirst(() => database.inTenant(tenantId, body))
    })
}
