// An event's pack: everything that the viewer, the ballot and a judge need of it, with its version.

import { createHash } from 'node:crypto'
import type { ClassEntries, EventCar, EventPack, EventPlace } from '../../domain/event.ts'
import { eventPlaceFields } from '../../domain/shapes/eventPlace.ts'
import { toAnswer } from '../../domain/shapes/recordShape.ts'
import { showEntryFields } from '../../domain/shapes/showEntry.ts'
import { withPlaceLabels } from '../../domain/stall.ts'
import { toPictureAddress } from '../club/addresses.ts'
import { getClub } from '../club/db/club.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import type { Services } from '../process/services.ts'
import { findEvent, type StoredEvent } from './db/event.ts'
import { listClasses } from './db/eventClass.ts'
import { listPlaces } from './db/eventMap.ts'
import { listForms } from './db/judgingForm.ts'
import type { Sales } from './db/sales.ts'
import { listCars } from './db/showEntry.ts'
import { readEventDetails } from './eventDetails.ts'
import { createEventMemory } from './eventMemory.ts'
import { findShownEvent } from './preview.ts'

type PackServices = Pick<Services, 'config' | 'database' | 'now'>

const remember = createEventMemory<EventPack>({ withSales: false })

/**
 * The present pack, rebuilt only when the event has changed. Undefined for an unknown event, and for one that is not
 * published unless the looker has its link: then it is built each time.
 */
export async function findEventPack(
  tx: Tx,
  services: PackServices,
  tenant: TenantIdentity,
  eventId: number,
  preview: string | undefined,
): Promise<EventPack | undefined> {
  const published = await remember(tx, services.database, tenant, eventId, async () => {
    const stored = await findEvent(tx, eventId)
    return stored && buildEventPack(tx, services, tenant, stored)
  })
  if (published !== undefined || preview === undefined) return published
  const stored = await findShownEvent(tx, eventId, { preview, now: services.now() })
  return stored && buildEventPack(tx, services, tenant, stored)
}

async function buildEventPack(
  tx: Tx,
  services: Pick<Services, 'config' | 'now'>,
  tenant: TenantIdentity,
  stored: StoredEvent,
): Promise<EventPack | undefined> {
  const eventId = stored.id
  const [detailed] = await readEventDetails(tx, services, tenant, [stored], 'packed')
  if (detailed === undefined) return undefined
  const { maps, vendors, schedule: _, ...event } = detailed
  const { classes, entries } = await readEntries(tx, services, tenant, eventId, 'packed')
  const places = await listEventPlaces(tx, eventId)
  const { logoHash } = await getClub(tx)
  const content = {
    clubLogo: toPictureAddress(services.config, tenant, logoHash),
    event,
    maps,
    places,
    vendors,
    schedule: withPlaceLabels(stored.schedule, places),
    classes,
    entries,
    forms: await listForms(tx, eventId),
  }
  return {
    success: true,
    version: toVersion(content),
    ...content,
    generatedAt: new Date(services.now()).toISOString(),
  }
}

export async function listEventPlaces(tx: Tx, eventId: number): Promise<EventPlace[]> {
  const stored = await listPlaces(tx, eventId)
  return stored.map((place) => ({ ref: place.ref, ...toAnswer(eventPlaceFields, place, () => '') }))
}

/** The same content gives the same version, in every process and after every restart. */
function toVersion(content: Omit<EventPack, 'success' | 'version' | 'generatedAt'>): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}

/**
 * `classes` are the viewable ones. Entries are the cars by class: every viewable class, even an empty one,
 * because a voter may name a car that is not listed, and every other class that has a car.
 */
export async function readEntries(
  tx: Tx,
  services: Pick<Services, 'config'>,
  tenant: TenantIdentity,
  eventId: number,
  sales: Sales = 'all',
): Promise<Pick<EventPack, 'classes' | 'entries'>> {
  const allClasses = await listClasses(tx, eventId)
  const stored = await listCars(tx, eventId, sales)
  const descriptions = new Map(allClasses.map((one) => [one.number, one.description]))
  const viewable = allClasses.filter((one) => one.viewable)
  const classEntries = new Map<number, ClassEntries>()
  const numbers = new Set([...viewable.map((one) => one.number), ...stored.map((car) => car.class_number)])
  for (const number of [...numbers].sort((a, b) => a - b)) {
    classEntries.set(number, {
      carClass: number,
      classDescription: descriptions.get(number) ?? '',
      carNumbers: [],
    })
  }
  const cars: EventCar[] = []
  for (const car of stored) {
    classEntries.get(car.class_number)?.carNumbers.push(car.car_number)
    cars.push(toAnswer(showEntryFields, car, (hash) => toPictureAddress(services.config, tenant, hash)))
  }
  return {
    classes: viewable.map(({ id, number, description }) => ({ id, number, description })),
    entries: { classes: [...classEntries.values()], cars },
  }
}
