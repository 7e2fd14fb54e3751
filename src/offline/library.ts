// Saved events, whole, in a database of their own that may be thrown away and fetched again.
import { Dexie, type EntityTable, liveQuery, type Subscription } from 'dexie'
import type { EventMap, EventPack, EventVendor, PackEvent } from '../domain/event.ts'
import type { ScheduleDay } from '../domain/schedule.ts'
import type { MapName } from '../domain/stall.ts'

/** Which event of which club; a club named by the host is ''. */
export interface ShowId {
  club: string
  eventId: number
}

/** What every screen paints first: small, read in one get. */
export interface SavedShow extends ShowId {
  key: string
  version: string
  /** When this version was written, epoch milliseconds by the server's clock. */
  savedAt: number
  /** Of the pack as it lies on the device. */
  bytes: number
  event: PackEvent
  schedule: ScheduleDay[]
  mapNames: MapName[]
  vendorCount: number
  carCount: number
  formCount: number
}

/** Maps and vendors: read when their screens open. */
export interface SavedField {
  key: string
  version: string
  maps: EventMap[]
  vendors: EventVendor[]
}

/** Classes, cars and forms: for ballot and judges. */
export interface SavedCars extends Pick<EventPack, 'classes' | 'entries' | 'forms'> {
  key: string
  version: string
}

/** What the last look at the server gave; apart from the show, so that looking does not repaint it. */
export interface SavedCheck {
  key: string
  /** When the server last confirmed the version. */
  checkedAt: number
  picturesWanted: number
  picturesKept: number
  pictureBytes: number
  /** The pictures that the version names; they stay pinned. */
  pictures: string[]
}

export function toKey(show: ShowId): string {
  return `${show.club}/${show.eventId}`
}

export class Library extends Dexie {
  declare shows: EntityTable<SavedShow, 'key'>
  declare fields: EntityTable<SavedField, 'key'>
  declare cars: EntityTable<SavedCars, 'key'>
  declare checks: EntityTable<SavedCheck, 'key'>

  constructor(name = 'showfield-library') {
    super(name)
    this.version(1).stores({ shows: 'key', fields: 'key', cars: 'key', checks: 'key' })
  }

  findShow(show: ShowId): Promise<SavedShow | undefined> {
    return this.shows.get(toKey(show))
  }

  findField(show: ShowId): Promise<SavedField | undefined> {
    return this.fields.get(toKey(show))
  }

  findCars(show: ShowId): Promise<SavedCars | undefined> {
    return this.cars.get(toKey(show))
  }

  findCheck(show: ShowId): Promise<SavedCheck | undefined> {
    return this.checks.get(toKey(show))
  }

  /** The version on the device, without reading the event itself from disk twice. */
  async findVersion(show: ShowId): Promise<string | undefined> {
    return (await this.findShow(show))?.version
  }

  /** Replaces the event by a complete pack, all of it or nothing. */
  async savePack(show: ShowId, pack: EventPack, facts: PackFacts): Promise<void> {
    const key = toKey(show)
    const { version } = pack
    await this.transaction('rw', this.shows, this.fields, this.cars, this.checks, async () => {
      const before = await this.checks.get(key)
      await Promise.all([
        this.shows.put({
          ...show,
          key,
          version,
          savedAt: facts.savedAt,
          bytes: facts.bytes,
          event: pack.event,
          schedule: pack.schedule,
          mapNames: pack.maps.map(({ id, label }) => ({ id, label })),
          vendorCount: pack.vendors.length,
          carCount: pack.entries.cars.length,
          formCount: pack.forms.length,
        }),
        this.fields.put({ key, version, maps: pack.maps, vendors: pack.vendors }),
        this.cars.put({ key, version, classes: pack.classes, entries: pack.entries, forms: pack.forms }),
        this.checks.put({
          key,
          checkedAt: facts.savedAt,
          picturesWanted: facts.pictures.length,
          picturesKept: 0,
          pictureBytes: before?.pictureBytes ?? 0,
          pictures: facts.pictures,
        }),
      ])
    })
  }

  /** The server confirmed that the saved version is the newest. */
  async keepCheck(show: ShowId, checkedAt: number): Promise<void> {
    await this.checks.update(toKey(show), { checkedAt })
  }

  async keepPictures(show: ShowId, pinned: { kept: number; bytes: number }): Promise<void> {
    await this.checks.update(toKey(show), { picturesKept: pinned.kept, pictureBytes: pinned.bytes })
  }

  /** Every picture that some saved event names. */
  async listPinned(): Promise<Set<string>> {
    const checks = await this.checks.toArray()
    return new Set(checks.flatMap(({ pictures }) => pictures))
  }

  async listShows(): Promise<ShowId[]> {
    return (await this.shows.toArray()).map(({ club, eventId }) => ({ club, eventId }))
  }

  async deleteShow(show: ShowId): Promise<void> {
    const key = toKey(show)
    await this.transaction('rw', this.shows, this.fields, this.cars, this.checks, () =>
      Promise.all([
        this.shows.delete(key),
        this.fields.delete(key),
        this.cars.delete(key),
        this.checks.delete(key),
      ]),
    )
  }

  /** Follows a question about the library, whoever changes it: this page, another one, or the worker. */
  follow<T>(
    question: () => Promise<T>,
    answered: (answer: T) => void,
    failed: (error: unknown) => void,
  ): Subscription {
    return liveQuery(question).subscribe(answered, failed)
  }
}

export interface PackFacts {
  savedAt: number
  bytes: number
  pictures: string[]
}
