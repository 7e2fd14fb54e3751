// What somebody marked in an event; a database of its own, so that it outlives a library thrown away.
import { Dexie, type EntityTable, liveQuery, type Subscription } from 'dexie'
import type { EntryChange, SeenEntry } from '../domain/schedule.ts'
import { type ShowId, toKey } from './library.ts'

export type FavouriteKind = 'entry' | 'space' | 'vendor'

export interface Favourite {
  key: string
  show: string
  kind: FavouriteKind
  /** The id within the event. */
  ref: string
  addedAt: number
  /** An entry of the schedule as it was when it was last looked at; what differs now is news. */
  seen?: SeenEntry
  /** The start for which the reminder was given, so that it is given once. */
  remindedFor?: number
}

function toFavouriteKey(show: string, kind: FavouriteKind, ref: string): string {
  return `${show} ${kind} ${ref}`
}

export class Favourites extends Dexie {
  declare marks: EntityTable<Favourite, 'key'>

  constructor(name = 'showfield-favourites') {
    super(name)
    this.version(1).stores({ marks: 'key, show' })
  }

  list(show: ShowId): Promise<Favourite[]> {
    return this.marks.where('show').equals(toKey(show)).toArray()
  }

  async add(
    show: ShowId,
    kind: FavouriteKind,
    ref: string,
    details: { addedAt: number; seen?: SeenEntry },
  ): Promise<void> {
    const name = toKey(show)
    await this.marks.put({ key: toFavouriteKey(name, kind, ref), show: name, kind, ref, ...details })
  }

  async remove(show: ShowId, kind: FavouriteKind, ref: string): Promise<void> {
    await this.marks.delete(toFavouriteKey(toKey(show), kind, ref))
  }

  /** The person has read the news: what is now is what was seen, and what is gone is no favourite any more. */
  async acknowledge(show: ShowId, changes: readonly EntryChange[]): Promise<void> {
    const name = toKey(show)
    await this.transaction('rw', this.marks, async () => {
      for (const change of changes) {
        const key = toFavouriteKey(name, 'entry', change.was.id)
        if (change.kind === 'removed') await this.marks.delete(key)
        else await this.marks.update(key, { seen: change.is })
      }
    })
  }

  async keepReminder(show: ShowId, entryId: string, startsAt: number): Promise<void> {
    await this.marks.update(toFavouriteKey(toKey(show), 'entry', entryId), { remindedFor: startsAt })
  }

  follow(
    show: ShowId,
    answered: (marks: Favourite[]) => void,
    failed: (error: unknown) => void,
  ): Subscription {
    return liveQuery(() => this.list(show)).subscribe(answered, failed)
  }
}
