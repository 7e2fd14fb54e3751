// Remembers, for each database, what was made from an event until the event changes.
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Database, Tx } from '../db/open.ts'
import { cacheSizes } from '../limits/machine.ts'
import { createLru, type Lru } from '../process/lru.ts'
import { findEventRevision } from './db/event.ts'

interface Remembered<V> {
  revision: string
  value: V
}

/**
 * Returns a function that finds the value, in one cheap statement while the event is unchanged. The value is
 * undefined for an unknown event or a draft. `withSales`: the value shows every sale at once.
 */
export function createEventMemory<V>({ withSales }: { withSales: boolean }) {
  const memories = new WeakMap<Database, Lru<Remembered<V>>>()
  return async (
    tx: Tx,
    database: Database,
    tenant: TenantIdentity,
    eventId: number,
    read: () => Promise<V | undefined>,
  ): Promise<V | undefined> => {
    const revision = await findEventRevision(tx, eventId, { withSales })
    if (revision === undefined) return undefined
    const memory = memories.get(database) ?? createLru<Remembered<V>>(cacheSizes.events)
    memories.set(database, memory)
    // addresses in the value contain the slug
    const name = `${tenant.slug} ${tenant.id} ${eventId}`
    const known = memory.get(name)
    if (known?.revision === revision) return known.value
    const value = await read()
    if (value !== undefined) memory.set(name, { revision, value })
    return value
  }
}
