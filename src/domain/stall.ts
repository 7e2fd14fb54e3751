// Which vendor stands on which space, and which space or map the name of a place means.
import type { EventMap, EventVendor, MapElement } from './event.ts'
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

/** Every vendor with the spaces reserved for them, by name; a reservation of an unknown vendor or space is nobody's. */
export function toStalls(maps: readonly EventMap[], vendors: readonly EventVendor[]): Stall[] {
  const spaces = new Map<number, StallSpace[]>(vendors.map(({ id }) => [id, []]))
  for (const map of maps) {
    const elements = new Map(map.elements.map((element) => [element.id, element]))
    const held = map.reservations
      .flatMap(({ vendorId, eventMapElementId }) => {
        const element = elements.get(eventMapElementId)
        return element === undefined ? [] : [{ vendorId, element }]
      })
      .sort((a, b) => compareSpaces(a.element, b.element))
    for (const { vendorId, element } of held) spaces.get(vendorId)?.push({ map, element })
  }
  return vendors
    .map((vendor) => ({ vendor, spaces: spaces.get(vendor.id) ?? [] }))
    .sort((a, b) => byLabel.compare(a.vendor.name, b.vendor.name))
}

/** Who stands on each space of a map, by the space's id. */
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

/** '{map label} {row}-{num}, …'; spaces of one map stand together. */
export function toSpacesText(spaces: readonly StallSpace[]): string {
  const maps = new Map<number, { label: string; names: string[] }>()
  for (const { map, element } of spaces) {
    const group = maps.get(map.id) ?? { label: map.label, names: [] }
    group.names.push(`${element.row}-${element.num}`)
    maps.set(map.id, group)
  }
  return [...maps.values()].map(({ label, names }) => `${label} ${names.join(', ')}`).join(', ')
}

/** What is sold there, as a space's type says it; where any may stand, as the vendor's type does. */
export function toStallType(element: MapElement, vendor: EventVendor | undefined): number {
  if (element.type >= 1 && element.type <= 3) return element.type
  const type = vendor?.vendorType ?? 0
  return type >= 1 && type <= 3 ? type : 0
}

/** What a place is looked up in: kept small beside the programme, so that home needs no maps. */
export interface MapName {
  id: number
  label: string
}

/**
 * The map that a place of the programme names: the same words, else the longest label that stands in it or
 * that it stands in.
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

function hasWords(text: string, words: string): boolean {
  return ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${words.replace(/[^\p{L}\p{N}]+/gu, ' ')} `)
}
