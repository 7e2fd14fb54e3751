// Half-filled ballots, score sheets and purchases; in the outbox's database, so that an entry goes in as its draft goes out.

import type { OutboxDatabase } from './outboxDatabase.ts'
import type { DraftId } from './outboxRecords.ts'

/** Without a value the draft goes. */
export interface DraftChange {
  id: DraftId
  value: unknown
}

/**
 * A change is on its way to the device when the call returns, and survives the page from then on: callers need not
 * wait for one before the next. The promise says whether the device has taken it.
 */
export interface Drafts {
  find(id: DraftId): Promise<unknown>
  /** The last one wins; not after the entry was put, which would bring the draft back. */
  keep(id: DraftId, value: unknown): Promise<void>
  forget(id: DraftId): Promise<void>
  /** All of it or nothing. */
  change(wanted: readonly DraftChange[]): Promise<void>
  /** Everything whose id begins so. */
  forgetAll(prefix: string): Promise<void>
  /** Of whoever used this device: what was begun to be bought and not touched for `purchaseLifeMs`. */
  forgetOldPurchases(): Promise<void>
}

/** Names and addresses do not lie about on a device for longer, whoever uses it next. */
export const purchaseLifeMs = 24 * 60 * 60 * 1000

const purchases = 'purchase/'

/** Purchases of one person in one club; visitors are member 0. */
export function toPurchasePrefix(club: string | undefined, memberId: number): string {
  return `${purchases}${club ?? ''}/${memberId}/`
}

export function createDrafts(database: OutboxDatabase, deviceNow: () => number): Drafts {
  /** What was asked for last, by id: a write that comes late, over a new connection, has nothing to say any more. */
  const newest = new Map<DraftId, symbol>()

  function change(wanted: readonly DraftChange[]): Promise<void> {
    const turn = Symbol()
    for (const { id } of wanted) newest.set(id, turn)
    return database.write(['drafts'], 'relaxed', async (tx) => {
      const store = tx.objectStore('drafts')
      const asked = wanted
        .filter(({ id }) => newest.get(id) === turn)
        .map(({ id, value }) =>
          value === undefined ? store.delete(id) : store.put({ id, value, keptAt: deviceNow() }),
        )
      // a page that ends in this very moment takes a transaction with it that is not committed
      tx.commit()
      await Promise.all(asked)
    })
  }

  const toRange = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

  return {
    find: (id) => database.read(['drafts'], async (tx) => (await tx.objectStore('drafts').get(id))?.value),
    keep: (id, value) => change([{ id, value }]),
    forget: (id) => change([{ id, value: undefined }]),
    change,
    forgetAll: (prefix) =>
      database.write(['drafts'], 'relaxed', (tx) => tx.objectStore('drafts').delete(toRange(prefix))),
    forgetOldPurchases: () =>
      database.write(['drafts'], 'relaxed', async (tx) => {
        const store = tx.objectStore('drafts')
        const kept = await store.getAll(toRange(purchases))
        const old = kept.filter(({ keptAt }) => deviceNow() - keptAt > purchaseLifeMs)
        await Promise.all(old.map(({ id }) => store.delete(id)))
      }),
  }
}
