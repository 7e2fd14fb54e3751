// Drafts of ballots, score sheets and purchases. They share the outbox's database, so that one transaction
// can save the entry and delete its draft.

import { isRecord } from '../domain/isRecord.ts'
import { dayMs } from '../domain/time.ts'
import type { OutboxDatabase } from './outboxDatabase.ts'
import type { DraftId, DraftRecord } from './outboxRecords.ts'

/** Without a value the draft is deleted. */
export interface DraftChange {
  id: DraftId
  value: unknown
}

/**
 * When the call returns, the change is on its way to the device and survives the page. Callers need not wait
 * before the next change. The promise says whether the device has saved it.
 */
export interface Drafts {
  find(id: DraftId): Promise<unknown>
  /** The ids that begin with `prefix`. */
  listIds(prefix: string): Promise<DraftId[]>
  /** The last call wins. Do not call this after the entry was put: it would bring the draft back. */
  save(id: DraftId, value: unknown): Promise<void>
  forget(id: DraftId): Promise<void>
  /** Makes all changes or none. */
  change(wanted: readonly DraftChange[]): Promise<void>
  /** Deletes every draft whose id begins with `prefix`. */
  forgetAll(prefix: string): Promise<void>
  /**
   * Deletes everybody's purchase drafts that were not changed for `purchaseLifeMs`. `now` is the earliest time
   * that it may be by the server's clock.
   */
  forgetOldPurchases(now: number): Promise<void>
}

/** The next person at this device should not find names and addresses that are older. */
export const purchaseLifeMs = dayMs

const purchases = 'purchase/'

/** Purchases of one person in one club; visitors are member 0. */
export function toPurchasePrefix(club: string | undefined, memberId: number): string {
  return `${purchases}${club ?? ''}/${memberId}/`
}

export function createDrafts(database: OutboxDatabase, deviceNow: () => number): Drafts {
  /** The newest change of each id. A late write, over a new connection, must not undo it. */
  const newest = new Map<DraftId, symbol>()

  function change(wanted: readonly DraftChange[]): Promise<void> {
    const turn = Symbol()
    for (const { id } of wanted) newest.set(id, turn)
    return database.write(['drafts'], 'relaxed', async (tx) => {
      const store = tx.objectStore('drafts')
      const writes = wanted
        .filter(({ id }) => newest.get(id) === turn)
        .map(({ id, value }) =>
          value === undefined ? store.delete(id) : store.put({ id, value, keptAt: deviceNow() }),
        )
      // if the page ends now, the browser drops a transaction that is not committed
      tx.commit()
      await Promise.all(writes)
    })
  }

  const toRange = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

  return {
    find: (id) => database.read(['drafts'], async (tx) => (await tx.objectStore('drafts').get(id))?.value),
    listIds: (prefix) =>
      database.read(['drafts'], (tx) => tx.objectStore('drafts').getAllKeys(toRange(prefix))),
    save: (id, value) => change([{ id, value }]),
    forget: (id) => change([{ id, value: undefined }]),
    change,
    forgetAll: (prefix) =>
      database.write(['drafts'], 'relaxed', (tx) => tx.objectStore('drafts').delete(toRange(prefix))),
    forgetOldPurchases: (now) =>
      database.write(['drafts'], 'relaxed', async (tx) => {
        const store = tx.objectStore('drafts')
        const all = await store.getAll(toRange(purchases))
        const old = all.filter((draft) => now - findPurchaseTime(draft) > purchaseLifeMs)
        await Promise.all(old.map(({ id }) => store.delete(id)))
      }),
  }
}

/** Purchases carry the time by the server's clock. */
function findPurchaseTime({ value, keptAt }: DraftRecord): number {
  return isRecord(value) && typeof value.at === 'number' ? value.at : keptAt
}
