// The favourites of each event, in a database of their own, so that they survive the library's deletion.
import type { DBSchema } from 'idb'
import type { ScheduleChange, SeenScheduleEntry } from '../domain/schedule.ts'
import type { Tx } from './database.ts'
import { createFollowedDatabase, type FollowedDatabase, type Following } from './followedDatabase.ts'
import { type ShowId, toKey } from './library.ts'

/** `spot`: where somebody has left their car. Its ref is the map and the point on it. */
export type FavouriteKind = 'entry' | 'space' | 'vendor' | 'spot'

export interface Favourite {
  key: string
  show: string
  kind: FavouriteKind
  /** The id within the event. */
  ref: string
  addedAt: number
  /** The schedule entry as the person last saw it. Differences from it are shown as news. */
  seen?: SeenScheduleEntry
  /** The start for which the person was reminded, so that they are reminded once. */
  remindedFor?: number
}

/** As many as a subscription takes. */
const mostReminded = 200

/** The entries of the schedule among them, of which the club reminds the device; in a fixed order. */
export function listReminded(marks: readonly Favourite[]): string[] {
  const refs = marks.flatMap(({ kind, ref }) => (kind === 'entry' ? [ref] : []))
  return refs.sort().slice(0, mostReminded)
}

function toFavouriteKey(show: string, kind: FavouriteKind, ref: string): string {
  return `${show} ${kind} ${ref}`
}

interface FavouriteStores extends DBSchema {
  marks: { key: string; value: Favourite; indexes: { show: string } }
}

export class Favourites {
  readonly #database: FollowedDatabase<FavouriteStores>
  readonly close: FollowedDatabase<FavouriteStores>['close']

  constructor(name = 'showfield-favourites') {
    this.#database = createFollowedDatabase<FavouriteStores>({
      name,
      makeStore: {
        marks: (database) =>
          void database.createObjectStore('marks', { keyPath: 'key' }).createIndex('show', 'show'),
      },
      // earlier builds open it by this version
      firstVersion: 10,
    })
    this.close = this.#database.close
  }

  list(show: ShowId): Promise<Favourite[]> {
    return this.#database.read(['marks'], (tx) => tx.objectStore('marks').index('show').getAll(toKey(show)))
  }

  async add(
    show: ShowId,
    kind: FavouriteKind,
    ref: string,
    details: { addedAt: number; seen?: SeenScheduleEntry },
  ): Promise<void> {
    const name = toKey(show)
    const mark = { key: toFavouriteKey(name, kind, ref), show: name, kind, ref, ...details }
    await this.#database.write(['marks'], (tx) => tx.objectStore('marks').put(mark))
  }

  async remove(show: ShowId, kind: FavouriteKind, ref: string): Promise<void> {
    const key = toFavouriteKey(toKey(show), kind, ref)
    await this.#database.write(['marks'], (tx) => tx.objectStore('marks').delete(key))
  }

  /** The person has read the news. Saves changed entries as seen and drops favourites that are gone. */
  async acknowledge(show: ShowId, changes: readonly ScheduleChange[]): Promise<void> {
    const name = toKey(show)
    await this.#database.write(['marks'], async (tx) => {
      for (const change of changes) {
        const key = toFavouriteKey(name, 'entry', change.was.id)
        if (change.kind === 'removed') await tx.objectStore('marks').delete(key)
        else await changeMark(tx, key, { seen: change.is })
      }
    })
  }

  async saveReminder(show: ShowId, entryId: string, startsAt: number): Promise<void> {
    const key = toFavouriteKey(toKey(show), 'entry', entryId)
    await this.#database.write(['marks'], (tx) => changeMark(tx, key, { remindedFor: startsAt }))
  }

  follow(show: ShowId, answered: (marks: Favourite[]) => void, failed: (error: unknown) => void): Following {
    return this.#database.follow(['marks'], () => this.list(show), answered, failed)
  }
}

/** Nothing is written where the star was taken away meanwhile. */
async function changeMark(
  tx: Tx<FavouriteStores, 'readwrite'>,
  key: string,
  changed: Partial<Favourite>,
): Promise<void> {
  const marks = tx.objectStore('marks')
  const mark = await marks.get(key)
  if (mark !== undefined) await marks.put({ ...mark, ...changed })
}
