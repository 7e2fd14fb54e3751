// Tickets, cars, spaces and shifts with their codes for the gate, in a database of their own, so that nothing that
// may be deleted takes them along. A member has a copy with the club; a visitor has the mail with the receipt.
import type { DBSchema } from 'idb'
import { isLongOver } from '../../domain/event.ts'
import type { EventPasses } from '../../domain/shapes/pass.ts'
import { createFollowedDatabase, type FollowedDatabase, type Following } from '../followedDatabase.ts'
import { passesName } from './passesName.ts'

/** Who reads on this device. `club` is '' if the host names it. */
export interface PassReader {
  club: string
  /** 0 for whoever is not signed in. */
  memberId: number
}

/** What one order has brought for its event, or all that a member has for one. */
export interface SavedPasses extends EventPasses {
  key: string
  club: string
  /** Whose it is on this device: the member's alone, or with 0 everybody's who holds it. */
  memberId: number
  /** The secret of the order's link. Missing in what the club says that a member has. */
  orderKey?: string
  receiptId?: number
  /** Epoch milliseconds by the server's clock. */
  savedAt: number
}

export type SavedOrder = EventPasses & Required<Pick<SavedPasses, 'orderKey' | 'receiptId' | 'savedAt'>>

/** When the club last said what a member has. */
interface PassCheck {
  key: string
  checkedAt: number
}

interface PassStores extends DBSchema {
  passes: { key: string; value: SavedPasses }
  checks: { key: string; value: PassCheck }
}

export interface ReadPasses {
  /** The reader's and everybody's, by the first day of the event. */
  saved: SavedPasses[]
  /** Undefined if the club has never said it here. */
  checkedAt: number | undefined
}

function toReaderKey({ club, memberId }: PassReader): string {
  return `${club}/${memberId}`
}

/** Before the key that it had, in what a member has left on the device. */
function toKeptKey(reader: PassReader): string {
  return `${reader.club}/0/kept ${reader.memberId}/`
}

function toOrderKey(reader: PassReader, orderKey: string): string {
  return `${toReaderKey(reader)}/order/${orderKey}`
}

export class Passes {
  readonly #database: FollowedDatabase<PassStores>
  readonly close: FollowedDatabase<PassStores>['close']

  constructor(name = passesName) {
    this.#database = createFollowedDatabase<PassStores>({
      name,
      makeStore: {
        passes: (database) => void database.createObjectStore('passes', { keyPath: 'key' }),
        checks: (database) => void database.createObjectStore('checks', { keyPath: 'key' }),
      },
    })
    this.close = this.#database.close
  }

  read(reader: PassReader): Promise<ReadPasses> {
    return this.#database.read(['passes', 'checks'], async (tx) => {
      const all = await tx.objectStore('passes').getAll()
      const check = await tx.objectStore('checks').get(toReaderKey(reader))
      return { saved: all.filter(isReadBy(reader)).sort(byDay), checkedAt: check?.checkedAt }
    })
  }

  follow(
    reader: PassReader,
    answered: (read: ReadPasses) => void,
    failed: (error: unknown) => void,
  ): Following {
    return this.#database.follow(['passes', 'checks'], () => this.read(reader), answered, failed)
  }

  /** Of an order's link, as it was last shown to this reader. */
  async findOrder(reader: PassReader, orderKey: string): Promise<SavedPasses | undefined> {
    return (await this.read(reader)).saved.find((one) => one.orderKey === orderKey)
  }

  /** In the place of what was saved of this order; with `renew` only if the person has not removed it meanwhile. */
  async saveOrder(reader: PassReader, order: SavedOrder, how?: 'renew'): Promise<void> {
    const key = toOrderKey(reader, order.orderKey)
    await this.#database.write(['passes'], async (tx) => {
      const store = tx.objectStore('passes')
      if (how === 'renew' && (await store.get(key)) === undefined) return
      await store.put({ ...order, ...reader, key })
    })
  }

  /** What the club says that the member has, in the place of what it said before. Their orders' links stay. */
  async saveMember(reader: PassReader, events: readonly EventPasses[], checkedAt: number): Promise<void> {
    await this.#database.write(['passes', 'checks'], async (tx) => {
      const store = tx.objectStore('passes')
      for (const old of await store.getAll()) {
        const isOwn = old.club === reader.club && old.memberId === reader.memberId
        if (isOwn && old.orderKey === undefined) await store.delete(old.key)
      }
      for (const one of events) {
        const key = `${toReaderKey(reader)}/event/${one.event.id}`
        await store.put({ ...one, ...reader, key, savedAt: checkedAt })
      }
      await tx.objectStore('checks').put({ key: toReaderKey(reader), checkedAt })
    })
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.#database.write(['passes'], async (tx) => {
      for (const key of keys) await tx.objectStore('passes').delete(key)
    })
  }

  /** At the sign-out: nothing of the member stays, nor what they had left here before. Gives what was there. */
  takeOut(reader: PassReader): Promise<SavedPasses[]> {
    return this.#database.write(['passes', 'checks'], async (tx) => {
      const store = tx.objectStore('passes')
      const own = (await store.getAll()).filter(
        ({ key, club, memberId }) =>
          key.startsWith(toKeptKey(reader)) || (club === reader.club && memberId === reader.memberId),
      )
      for (const { key } of own) await store.delete(key)
      await tx.objectStore('checks').delete(toReaderKey(reader))
      return own
    })
  }

  /** The member wants them to stay: from now on they are everybody's who holds the device. */
  async keepForAll(taken: readonly SavedPasses[]): Promise<void> {
    await this.#database.write(['passes'], async (tx) => {
      for (const one of taken) {
        const isLeft = one.memberId === 0
        const key = isLeft ? one.key : `${toKeptKey(one)}${one.key}`
        await tx.objectStore('passes').put({ ...one, memberId: 0, key })
      }
    })
  }

  /** Sixty days after the event. `now` is the server's time at the earliest: a wrong clock deletes nothing. */
  async forgetOver(now: number): Promise<void> {
    await this.#database.write(['passes'], async (tx) => {
      const store = tx.objectStore('passes')
      for (const { key, event } of await store.getAll()) {
        if (isLongOver(event, now)) await store.delete(key)
      }
    })
  }
}

function isReadBy(reader: PassReader) {
  return ({ club, memberId }: SavedPasses) =>
    club === reader.club && (memberId === 0 || memberId === reader.memberId)
}

function byDay(a: SavedPasses, b: SavedPasses): number {
  return a.event.startDate < b.event.startDate
    ? -1
    : a.event.startDate > b.event.startDate
      ? 1
      : a.savedAt - b.savedAt
}
