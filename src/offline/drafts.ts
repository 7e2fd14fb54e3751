// Half-filled ballots, score sheets and purchases; in the outbox's database, so that an entry goes in as its draft goes out.
import type { OutboxDatabase } from './outboxDatabase.ts'

/** `ballot/{club}/{eventId}/{voter}`, `sheet/{club}/{eventId}/{judge}/{formId}/…` or `purchase/{club}/{memberId}/{flow}`. */
export type DraftId = string

export interface StoredDraft {
  id: DraftId
  value: unknown
  /** Epoch milliseconds by the device's clock. */
  keptAt: number
}

export interface Drafts {
  find(id: DraftId): Promise<unknown>
  /** The last one wins; not after the entry was put, which would bring the draft back. */
  keep(id: DraftId, value: unknown): Promise<void>
  forget(id: DraftId): Promise<void>
  /** Everything whose id begins so. */
  forgetAll(prefix: string): Promise<void>
}

/** Purchases of one person in one club; visitors are member 0. */
export function toPurchasePrefix(club: string | undefined, memberId: number): string {
  return `purchase/${club ?? ''}/${memberId}/`
}

export function createDrafts(database: OutboxDatabase, deviceNow: () => number): Drafts {
  return {
    find: (id) => database.read(['drafts'], async (tx) => (await tx.objectStore('drafts').get(id))?.value),
    keep: (id, value) =>
      database.write(['drafts'], 'relaxed', async (tx) => {
        await tx.objectStore('drafts').put({ id, value, keptAt: deviceNow() })
      }),
    forget: (id) => database.write(['drafts'], 'relaxed', (tx) => tx.objectStore('drafts').delete(id)),
    forgetAll: (prefix) =>
      database.write(['drafts'], 'relaxed', (tx) =>
        tx.objectStore('drafts').delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)),
      ),
  }
}
