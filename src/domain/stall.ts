// Which vendor has which space, and which spot on which map a place name means.
import type { EventMap, EventPlace, EventVendor, MapElement } from './event.ts'
import type { ScheduleDay } from './schedule.ts'
import { foldText } from './search.ts'

export interface StallSpace {
  map: EventMap
  element: MapElement
}

export interface Stall {
  vendor: EventVendor
  /** In the order of the maps, then by row and number. */
  spaces: StallSpace[]
}

const byLabel = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function compareSpaces(a: MapElement, b: MapElement): number {
  return byLabel.compare(a.row, b.row) || byLabel.compare(a.num, b.num)
}

/** Every vendor by name, with the spaces reserved for them. Ignores unknown vendors and spaces. */
export function toStalls(maps: readonly EventMap[], vendors: readonly EventVendor[]): Stall[] {
  const spaces = new Map<number, StallSpace[]>(vendors.map(({ id }) => [id, []]))
  for (const map of maps) {
    const elements = new Map(map.elements.map((element) => [element.id, element]))
    const held = map.reservations
      .flatMap(({ vendorId, eventMapElementId }) => {
        const element = elements.get(eventMapElementId)
        // before they are sorted: a sheet asks for one vendor of a map of two thousand spaces
        return element === undefined || !spaces.has(vendorId) ? [] : [{ vendorId, element }]
      })
      .sort((a, b) => compareSpaces(a.element, b.element))
    for (const { vendorId, element } of held) spaces.get(vendorId)?.push({ map, element })
  }
  return vendors
    .map((vendor) => ({ vendor, spaces: spaces.get(vendor.id) ?? [] }))
    .sort((a, b) => byLabel.compare(a.vendor.name, b.vendor.name))
}

/** The vendors on each space of a map, by the space's id. */
export function toHolders(map: EventMap, vendors: readonly EventVendor[]): Map<number, EventVendor[]> {
  const known = new Map(vendors.map((vendor) => [vendor.id, vendor]))
  const holders = new Map<number, EventVendor[]>()
  for (const { vendorId, eventMapElementId } of map.reservations) {
    const vendor = known.get(vendorId)
    if (vendor === undefined) continue
    const there = holders.get(eventMapElementId)
    if (there === undefined) holders.set(eventMapElementId, [vendor])
    else there.push(vendor)
  }
  return holders
}

/** '{map label} {row}-{num}, …'. Spaces of one map come together. */
export function toSpacesText(spaces: readonly StallSpace[]): string {
  const maps = new Map<number, { label: string; names: string[] }>()
  for (const { map, element } of spaces) {
    const group = maps.get(map.id) ?? { label: map.label, names: [] }
    group.names.push(`${element.row}-${element.num}`)
    maps.set(map.id, group)
  }
  return [...maps.values()].map(({ label, names }) => `${label} ${names.join(', ')}`).join(', ')
}

/** What is sold there: by the space's type, or by the vendor's type where the space takes any. */
export function toStallType(element: MapElement, vendor: EventVendor | undefined): number {
  if (element.type >= 1 && element.type <= 3) return element.type
  const type = vendor?.vendorType ?? 0
  return type >= 1 && type <= 3 ? type : 0
}

/** What visitors search for by the kind of stall, folded, in both languages. Kinds are as in `toStallType`. */
const kindWords: Readonly<Record<number, string>> = {
  1: 'swap meet parts spares refacciones pulgas piezas',
  2:
    'food eat eating drink lunch dinner snack burger hamburger hot dog coffee beer ' +
    'comida comer bebida almuerzo hamburguesa cafe cerveza',
  3: 'goods merchandise shop store productos tienda',
}

/** The words for a kind of stall, for a search that found no stall by its own words. */
export function toKindWords(type: number): string {
  return kindWords[type] ?? ''
}

/** The names by which a place is found. Saved beside the schedule, so that home needs no maps. */
export interface MapName {
  id: number
  label: string
}

/**
 * The map that a place in the schedule names: by the same words, else by the longest label that contains the
 * place or is contained in it.
 */
export function findMapOfPlace<M extends MapName>(
  place: string | undefined,
  maps: readonly M[],
): M | undefined {
  const wanted = foldText(place ?? '')
  if (wanted === '') return undefined
  const folded = maps.map((map) => ({ map, label: foldText(map.label) })).filter(({ label }) => label !== '')
  const exact = folded.find(({ label }) => label === wanted)
  if (exact !== undefined) return exact.map
  return folded
    .filter(({ label }) => hasWords(wanted, label) || hasWords(label, wanted))
    .sort((a, b) => b.label.length - a.label.length)[0]?.map
}

/** Where something is. Without a place it is somewhere on the map. */
export interface Spot<M extends MapName> {
  map: M
  place: EventPlace | undefined
}

/** The place that the schedule names by its ref or its label, else the map that it names. */
export function findSpot<M extends MapName>(
  { place: name, placeRef }: { place?: string; placeRef?: string },
  maps: readonly M[],
  places: readonly EventPlace[],
): Spot<M> | undefined {
  // "Pavilion, Merchants' avenue": the whole, else one of its parts, the first one first
  const wanted = [name ?? '', ...(name ?? '').split(',')].map(foldText).filter((part) => part !== '')
  const place =
    places.find(({ ref }) => ref === placeRef) ??
    wanted.map((part) => places.find(({ label }) => foldText(label) === part)).find((one) => one)
  const map = place === undefined ? findMapOfPlace(name, maps) : maps.find(({ id }) => id === place.map)
  return map && { map, place }
}

/** The schedule as people read it: a place that is named by its ref has its label, and the ref beside it. */
export function withPlaceLabels(days: readonly ScheduleDay[], places: readonly EventPlace[]): ScheduleDay[] {
  const labels = new Map(places.map(({ ref, label }) => [ref, label]))
  return days.map((day) => ({
    ...day,
    entries: day.entries.map((entry) => {
      const { place = '' } = entry
      const label = labels.get(place)
      return label === undefined ? entry : { ...entry, place: label, placeRef: place }
    }),
  }))
}

function hasWords(text: string, words: string): boolean {
  return ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${words.replace(/[^\p{L}\p{N}]+/gu, ' ')} `)
}
