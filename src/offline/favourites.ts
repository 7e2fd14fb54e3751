// The favourites of each event, in a database of their own, so that they survive the library's deletion.
import { Dexie, type EntityTable, liveQuery, type Subscription } from 'dexie'
import type { ScheduleChange, SeenScheduleEntry } from '../domain/schedule.ts'
import { type ShowId, toKey } from './library.ts'

export type FavouriteKind = 'entry' | 'space' | 'vendor'

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

function toFavouriteKey(show: string, kind: FavouriteKind, ref: string): string {
  return `${show} ${kind} ${ref}`
}

export class Favourites extends Dexie {
  declare marks: EntityTable<Favourite, 'key'>

  constructor(name = 'showfield-favourites') {
    // without it Dexie tells the screen of a write before it is on the disk
    super(name, { cache: 'disabled' })
    this.version(1).stores({ marks: 'key, show' })
  }

  list(show: ShowId): Promise<Favourite[]> {
    return this.marks.where('show').equals(toKey(show)).toArray()
  }

  async add(
    show: ShowId,
    kind: FavouriteKind,
    ref: string,
    details: { addedAt: number; seen?: SeenScheduleEntry },
  ): Promise<void> {
    const name = toKey(show)
    await this.marks.put({ key: toFavouriteKey(name, kind, ref), show: name, kind, ref, ...details })
  }

  async remove(show: ShowId, kind: FavouriteKind, ref: string): Promise<void> {
    await this.marks.delete(toFavouriteKey(toKey(show), kind, ref))
  }

  /** The person has read the news. Saves changed entries as seen and drops favourites that are gone. */
  async acknowledge(show: ShowId, changes: readonly ScheduleChange[]): Promise<void> {
    const name = toKey(show)
    await this.transaction('rw', this.marks, async () => {
      for (const change of changes) {
        const key = toFavouriteKey(name, 'entry', change.was.id)
        if (change.kind === 'removed') await this.marks.delete(key)
        else await this.marks.update(key, { seen: change.is })
      }
    })
  }

  async saveReminder(show: ShowId, entryId: string, startsAt: number): Promise<void> {
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
