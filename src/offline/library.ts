// Saved events. They have their own database, which may be deleted and fetched again.

import { Dexie, type EntityTable, liveQuery, type Subscription } from 'dexie'
import type { EventMap, EventPack, EventPlace, EventVendor, PackEvent } from '../domain/event.ts'
import type { ScheduleDay } from '../domain/schedule.ts'
import type { MapName } from '../domain/stall.ts'
import { minuteMs } from '../domain/time.ts'
import { listCarPictures, type PinnedPictures } from './files/pictures.ts'

/** One event of one club. `club` is '' if the host names it. */
export interface ShowId {
  club: string
  eventId: number
}

/** The part that every screen paints first: small, read in one get. */
export interface SavedShow extends ShowId {
  key: string
  version: string
  /** When this version was written, epoch milliseconds by the server's clock. */
  savedAt: number
  /** Size of the pack on the device. */
  bytes: number
  /** When the server made this version; missing in records of earlier builds. */
  generatedAt?: string
  event: PackEvent
  schedule: ScheduleDay[]
  mapNames: MapName[]
  /** Missing in records of earlier builds. */
  places?: EventPlace[]
  vendorCount: number
  carCount: number
  formCount: number
}

/** Maps and vendors, read when their screens open. */
export interface SavedField {
  key: string
  version: string
  maps: EventMap[]
  vendors: EventVendor[]
}

/** Classes, cars and forms, for the ballot and for judges. */
export interface SavedCars extends Pick<EventPack, 'classes' | 'entries' | 'forms'> {
  key: string
  version: string
}

/** The last check with the server. Kept apart from the show, so that a check does not repaint it. */
export interface SavedCheck {
  key: string
  /** When the server last confirmed this version. */
  checkedAt: number
  picturesWanted: number
  picturesKept: number
  pictureBytes: number
  /** The pictures of this version that every visitor needs. They stay pinned. */
  pictures: string[]
  /** Missing until somebody judges or votes here. */
  cars?: PinnedPictures
}

export function toKey(show: ShowId): string {
  return `${show.club}/${show.eventId}`
}

/** A pack in the parts that screens read one by one. */
export function toSavedParts(
  show: ShowId,
  pack: EventPack,
  { savedAt, bytes }: Pick<SavedShow, 'savedAt' | 'bytes'>,
): { saved: SavedShow; field: SavedField; cars: SavedCars } {
  const key = toKey(show)
  const { version, maps, vendors, classes, entries, forms } = pack
  return {
    saved: {
      ...show,
      key,
      version,
      savedAt,
      bytes,
      generatedAt: pack.generatedAt,
      event: pack.event,
      schedule: pack.schedule,
      mapNames: maps.map(({ id, label }) => ({ id, label })),
      ...(pack.places === undefined ? {} : { places: pack.places }),
      vendorCount: vendors.length,
      carCount: entries.cars.length,
      formCount: forms.length,
    },
    field: { key, version, maps, vendors },
    cars: { key, version, classes, entries, forms },
  }
}

export class Library extends Dexie {
  declare shows: EntityTable<SavedShow, 'key'>
  declare fields: EntityTable<SavedField, 'key'>
  declare cars: EntityTable<SavedCars, 'key'>
  declare checks: EntityTable<SavedCheck, 'key'>

  constructor(name = 'showfield-library') {
    // without it Dexie tells the screen of a write before it is on the disk
    super(name, { cache: 'disabled' })
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

  /** The saved version. Does not read the event itself from disk. */
  async findVersion(show: ShowId): Promise<string | undefined> {
    return (await this.findShow(show))?.version
  }

  /**
   * Replaces the event by a complete pack, in one transaction. Returns the version that the device has then: a
   * pack that came late never replaces one that the server made after it.
   */
  async savePack(show: ShowId, pack: EventPack, facts: PackFacts): Promise<string> {
    const parts = toSavedParts(show, pack, facts)
    const { key } = parts.saved
    return this.transaction('rw', this.shows, this.fields, this.cars, this.checks, async () => {
      const present = await this.shows.get(key)
      if (present !== undefined && isNewer(present, pack, facts.savedAt)) return present.version
      const before = await this.checks.get(key)
      await Promise.all([
        this.shows.put(parts.saved),
        this.fields.put(parts.field),
        this.cars.put(parts.cars),
        this.checks.put({
          key,
          checkedAt: facts.savedAt,
          picturesWanted: facts.pictures.length,
          picturesKept: 0,
          pictureBytes: before?.pictureBytes ?? 0,
          pictures: facts.pictures,
          ...(before?.cars === undefined
            ? {}
            : { cars: { wanted: listCarPictures(pack).length, saved: 0, bytes: 0 } }),
        }),
      ])
      return pack.version
    })
  }

  /** The server confirmed that the saved version is the newest. */
  async saveCheck(show: ShowId, checkedAt: number): Promise<void> {
    await this.checks.update(toKey(show), { checkedAt })
  }

  async savePictureCount(show: ShowId, { wanted, saved, bytes }: PinnedPictures): Promise<void> {
    await this.checks.update(toKey(show), {
      picturesWanted: wanted,
      picturesKept: saved,
      pictureBytes: bytes,
    })
  }

  async saveCarPictureCount(show: ShowId, cars: PinnedPictures): Promise<void> {
    await this.checks.update(toKey(show), { cars })
  }

  /** Every picture that a saved event names, of those that all visitors need. */
  async listPinned(): Promise<Set<string>> {
    const checks = await this.checks.toArray()
    return new Set(checks.flatMap(({ pictures }) => pictures))
  }

  /** Every picture of a car that a saved event names. */
  async listPinnedCars(): Promise<Set<string>> {
    return new Set((await this.cars.toArray()).flatMap(listCarPictures))
  }

  async listShows(): Promise<ShowId[]> {
    return (await this.shows.toArray()).map(({ club, eventId }) => ({ club, eventId }))
  }

  /** The saved events of one club, the next one first. */
  async listShowsOf(club: string): Promise<SavedShow[]> {
    const shows = await this.shows.where('key').startsWith(`${club}/`).toArray()
    return shows.sort((one, other) => one.event.startDate.localeCompare(other.event.startDate))
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

  /** Runs the query again after each change of the library, made by this page, another page or the worker. */
  follow<T>(
    question: () => Promise<T>,
    answered: (answer: T) => void,
    failed: (error: unknown) => void,
  ): Subscription {
    return liveQuery(question).subscribe(answered, failed)
  }
}

/** No answer comes later than this. What seems newer by more was made while the server's clock was ahead. */
const latestAnswerMs = 10 * minuteMs

function isNewer({ generatedAt }: SavedShow, pack: EventPack, now: number): boolean {
  if (generatedAt === undefined || generatedAt <= pack.generatedAt) return false
  return Date.parse(generatedAt) <= now + latestAnswerMs
}

export interface PackFacts {
  /** Epoch milliseconds by the server's clock. */
  savedAt: number
  bytes: number
  pictures: string[]
}
