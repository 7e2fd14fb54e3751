// Saved events. They have their own database, which may be deleted and fetched again.

import type { DBSchema } from 'idb'
import type {
  EventCar,
  EventMap,
  EventPack,
  EventPlace,
  EventVendor,
  MapSale,
  PackEvent,
  SoldVendors,
} from '../domain/event.ts'
import { withLaterCars } from '../domain/sales/laterCars.ts'
import { withSoldVendors } from '../domain/sales/soldVendors.ts'
import type { ScheduleDay } from '../domain/schedule.ts'
import type { MapName } from '../domain/stall.ts'
import { minuteMs } from '../domain/time.ts'
import { listCarPictures, type PinnedPictures } from './files/pictures.ts'
import { createFollowedDatabase, type FollowedDatabase } from './followedDatabase.ts'

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
  /** Of all maps, so that home needs none. Missing in records of earlier builds. */
  mapSales?: MapSale[]
  /** Missing in records of earlier builds. */
  places?: EventPlace[]
  /** Of the pack alone. Builds before vendors travelled beside it read this. */
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
  /** Who bought online; missing until there was somebody. */
  sold?: SoldVendors
}

/** Classes, cars and forms, for the ballot and for judges. */
export interface SavedCars extends Pick<EventPack, 'classes' | 'entries' | 'forms'> {
  key: string
  version: string
  /** Entered since the server made this version; missing until somebody judges or votes here. */
  later?: EventCar[]
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
  /** The version of the vendors who bought online, as the server named it last and as it is saved. */
  soldNewest?: string
  soldSaved?: string
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
      mapSales: maps.map(({ available, availableStartdate, availableEnddate }) => ({
        available,
        availableStartdate,
        availableEnddate,
      })),
      ...(pack.places === undefined ? {} : { places: pack.places }),
      vendorCount: vendors.length,
      carCount: entries.cars.length,
      formCount: forms.length,
    },
    field: { key, version, maps, vendors },
    cars: { key, version, classes, entries, forms },
  }
}

interface LibraryStores extends DBSchema {
  shows: { key: string; value: SavedShow }
  fields: { key: string; value: SavedField }
  cars: { key: string; value: SavedCars }
  checks: { key: string; value: SavedCheck }
}

const allStores: ('shows' | 'fields' | 'cars' | 'checks')[] = ['shows', 'fields', 'cars', 'checks']

export class Library {
  readonly #database: FollowedDatabase<LibraryStores>
  readonly follow: FollowedDatabase<LibraryStores>['follow']
  readonly close: FollowedDatabase<LibraryStores>['close']

  constructor(name = 'showfield-library') {
    this.#database = createFollowedDatabase<LibraryStores>({
      name,
      makeStore: {
        shows: (database) => void database.createObjectStore('shows', { keyPath: 'key' }),
        fields: (database) => void database.createObjectStore('fields', { keyPath: 'key' }),
        cars: (database) => void database.createObjectStore('cars', { keyPath: 'key' }),
        checks: (database) => void database.createObjectStore('checks', { keyPath: 'key' }),
      },
      // earlier builds open it by this version
      firstVersion: 10,
    })
    this.follow = this.#database.follow
    this.close = this.#database.close
  }

  findShow(show: ShowId): Promise<SavedShow | undefined> {
    return this.#database.read(['shows'], (tx) => tx.objectStore('shows').get(toKey(show)))
  }

  /** With the vendors who bought online. */
  async findField(show: ShowId): Promise<SavedField | undefined> {
    const field = await this.#database.read(['fields'], (tx) => tx.objectStore('fields').get(toKey(show)))
    return field && withSoldVendors(field, field.sold)
  }

  /** Nothing is written where the event was deleted meanwhile. */
  saveSoldVendors(show: ShowId, sold: SoldVendors): Promise<void> {
    return this.#database.write(['fields', 'checks'], async (tx) => {
      const [field, check] = await Promise.all([
        tx.objectStore('fields').get(toKey(show)),
        tx.objectStore('checks').get(toKey(show)),
      ])
      if (field === undefined || check === undefined) return
      await Promise.all([
        tx.objectStore('fields').put({ ...field, sold }),
        tx.objectStore('checks').put({ ...check, soldSaved: sold.version }),
      ])
    })
  }

  /** With the cars that were entered later. */
  async findCars(show: ShowId): Promise<SavedCars | undefined> {
    const cars = await this.#database.read(['cars'], (tx) => tx.objectStore('cars').get(toKey(show)))
    return cars && withLaterCars(cars)
  }

  /** Written only when they have changed, so that a check does not repaint the lists. */
  async saveLaterCars(show: ShowId, later: EventCar[]): Promise<void> {
    await this.#database.write(['cars'], async (tx) => {
      const store = tx.objectStore('cars')
      const cars = await store.get(toKey(show))
      if (cars === undefined || JSON.stringify(cars.later ?? []) === JSON.stringify(later)) return
      await store.put({ ...cars, later })
    })
  }

  findCheck(show: ShowId): Promise<SavedCheck | undefined> {
    return this.#database.read(['checks'], (tx) => tx.objectStore('checks').get(toKey(show)))
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
    return this.#database.write(allStores, async (tx) => {
      const present = await tx.objectStore('shows').get(key)
      if (present !== undefined && isNewer(present, pack, facts.savedAt)) return present.version
      const before = await tx.objectStore('checks').get(key)
      const later = (await tx.objectStore('cars').get(key))?.later
      const sold = (await tx.objectStore('fields').get(key))?.sold
      await Promise.all([
        tx.objectStore('shows').put(parts.saved),
        // until the next look: a vendor or a car that came later must not leave the lists meanwhile
        tx.objectStore('fields').put({ ...parts.field, ...(sold === undefined ? {} : { sold }) }),
        tx.objectStore('cars').put({ ...parts.cars, ...(later === undefined ? {} : { later }) }),
        tx.objectStore('checks').put({
          key,
          checkedAt: facts.savedAt,
          picturesWanted: facts.pictures.length,
          picturesKept: 0,
          pictureBytes: before?.pictureBytes ?? 0,
          pictures: facts.pictures,
          ...(facts.soldVendors === undefined ? {} : { soldNewest: facts.soldVendors }),
          ...(sold === undefined ? {} : { soldSaved: sold.version }),
          ...(before?.cars === undefined
            ? {}
            : { cars: { wanted: listCarPictures(pack).length, saved: 0, bytes: 0 } }),
        }),
      ])
      return pack.version
    })
  }

  /** The server confirmed that the saved version is the newest. */
  async saveCheck(show: ShowId, checkedAt: number, soldVendors: string | undefined): Promise<void> {
    await this.#changeCheck(show, {
      checkedAt,
      ...(soldVendors === undefined ? {} : { soldNewest: soldVendors }),
    })
  }

  async savePictureCount(show: ShowId, { wanted, saved, bytes }: PinnedPictures): Promise<void> {
    await this.#changeCheck(show, { picturesWanted: wanted, picturesKept: saved, pictureBytes: bytes })
  }

  async saveCarPictureCount(show: ShowId, cars: PinnedPictures): Promise<void> {
    await this.#changeCheck(show, { cars })
  }

  /** Nothing is written where the event was deleted meanwhile. */
  #changeCheck(show: ShowId, changed: Partial<SavedCheck>): Promise<void> {
    return this.#database.write(['checks'], async (tx) => {
      const store = tx.objectStore('checks')
      const check = await store.get(toKey(show))
      if (check !== undefined) await store.put({ ...check, ...changed })
    })
  }

  /** Every picture that a saved event names, of those that all visitors need. */
  async listPinned(): Promise<Set<string>> {
    const checks = await this.#database.read(['checks'], (tx) => tx.objectStore('checks').getAll())
    return new Set(checks.flatMap(({ pictures }) => pictures))
  }

  /** Every picture of a car that a saved event names. */
  async listPinnedCars(): Promise<Set<string>> {
    const cars = await this.#database.read(['cars'], (tx) => tx.objectStore('cars').getAll())
    return new Set(cars.flatMap(listCarPictures))
  }

  async listShows(): Promise<ShowId[]> {
    const shows = await this.#database.read(['shows'], (tx) => tx.objectStore('shows').getAll())
    return shows.map(({ club, eventId }) => ({ club, eventId }))
  }

  /** The saved events of one club, the next one first. */
  async listShowsOf(club: string): Promise<SavedShow[]> {
    const range = IDBKeyRange.bound(`${club}/`, `${club}/\uffff`)
    const shows = await this.#database.read(['shows'], (tx) => tx.objectStore('shows').getAll(range))
    return shows.sort((one, other) => one.event.startDate.localeCompare(other.event.startDate))
  }

  async deleteShow(show: ShowId): Promise<void> {
    const key = toKey(show)
    await this.#database.write(allStores, (tx) =>
      Promise.all(allStores.map((store) => tx.objectStore(store).delete(key))),
    )
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
  /** The version of the vendors who travel beside it; undefined when the answer has named none. */
  soldVendors?: string | undefined
}
