// What visitors find at a show by words: stalls with vendors, places, the schedule, what the club's notes say and,
// where the club lists them, cars. Free spaces are nothing that a visitor looks for. And the place by which people know
// where something is.
import type { EventCar, EventMap, EventPack, EventPlace, EventVendor, MapElement } from './event.ts'
import type { TimedScheduleEntry } from './schedule.ts'
import { foldText, isMatch, mendWords, toWords } from './search.ts'
import { type Stall, type StallSpace, toKindWords, toSpacesText, toStalls, toStallType } from './stall.ts'

export interface ListedStall extends Stall {
  /** What is sold there, as `toStallType` says. */
  type: number
  spacesText: string
  /** The named place that is nearest to its first space. */
  near: EventPlace | undefined
  folded: string
  foldedGoods: string
  /** With the words for its kind: "food", "burger". */
  foldedKind: string
}

export interface ListedPlace {
  place: EventPlace
  map: EventMap
  folded: string
}

export interface ListedCar {
  car: EventCar
  /** '' where the class is known by its number alone. */
  classDescription: string
  folded: string
}

export interface ListedEntry extends TimedScheduleEntry {
  folded: string
}

/** A sentence of the event's notes. */
export interface ListedNote {
  text: string
  folded: string
}

/** All that can be found, made ready once and searched with each letter. */
export interface ShowIndex {
  stalls: readonly ListedStall[]
  places: readonly ListedPlace[]
  cars: readonly ListedCar[]
  entries: readonly ListedEntry[]
  notes: readonly ListedNote[]
}

export interface ShowFindings extends ShowIndex {
  /** Stalls that sell this kind of thing and do not say the word themselves. */
  ofKind: readonly ListedStall[]
}

/** What a vendor is found by, as visitors read it. */
export function toVendorWords({ name, goods }: EventVendor): string {
  return `${name} ${goods}`
}

/** In map units. */
interface MapPoint {
  x: number
  y: number
}

export function toMiddle({ shape, x, y, w, h }: MapElement): MapPoint {
  return shape === 'circle' ? { x, y } : { x: x + w / 2, y: y + h / 2 }
}

/** The named place of the map that is nearest to the point, other than `except`: by it people know where they are. */
export function findNearestPlace(
  places: readonly EventPlace[],
  mapId: number,
  point: MapPoint,
  except?: EventPlace,
): EventPlace | undefined {
  const toDistance = ({ x, y }: EventPlace) => Math.hypot(x - point.x, y - point.y)
  return places
    .filter((place) => place.map === mapId && place !== except)
    .sort((a, b) => toDistance(a) - toDistance(b))[0]
}

export function toListedStalls(
  maps: readonly EventMap[],
  vendors: readonly EventVendor[],
  places: readonly EventPlace[],
): ListedStall[] {
  return toStalls(maps, vendors).map((stall) => {
    const { vendor, spaces } = stall
    const first = spaces[0]
    const spacesText = toSpacesText(spaces)
    const type = first === undefined ? vendor.vendorType : toStallType(first.element, vendor)
    const labels = spaces.map(({ element }) => element.row + element.num).join(' ')
    const folded = foldText(`${toVendorWords(vendor)} ${spacesText} ${labels}`)
    const near = first && findNearestPlace(places, first.map.id, toMiddle(first.element))
    const foldedGoods = foldText(vendor.goods)
    return {
      ...stall,
      type,
      spacesText,
      near,
      folded,
      foldedGoods,
      foldedKind: `${folded} ${toKindWords(type)}`,
    }
  })
}

export function toListedPlaces(maps: readonly EventMap[], places: readonly EventPlace[]): ListedPlace[] {
  const known = new Map(maps.map((map) => [map.id, map]))
  return places.flatMap((place) => {
    const map = known.get(place.map)
    return map === undefined ? [] : [{ place, map, folded: foldText(place.label) }]
  })
}

/** In the order of the pack: by class, then by number. */
export function toListedCars({ classes, cars }: EventPack['entries']): ListedCar[] {
  const descriptions = new Map(classes.map((one) => [one.carClass, one.classDescription]))
  return cars.map((car) => {
    const classDescription = descriptions.get(car.carClass) ?? ''
    const { number, year, make, model } = car
    return {
      car,
      classDescription,
      folded: foldText(`${number} ${year} ${make} ${model} ${classDescription}`),
    }
  })
}

export function toListedEntries(timeline: readonly TimedScheduleEntry[]): ListedEntry[] {
  return timeline.map((timed) => {
    const { label, place = '', description = '' } = timed.entry
    return { ...timed, folded: foldText(`${label} ${place} ${description}`) }
  })
}

export function toListedNotes(notes: string): ListedNote[] {
  return notes
    .split(/\n+|(?<=[.!?;])\s+/)
    .map((text) => ({ text, folded: foldText(text) }))
    .filter(({ folded }) => folded !== '')
}

/** A shorter word stands in the names of too many kinds. */
const leastKindWord = 3

/** No words find nothing, and a slip of one letter finds what was meant. */
export function findInShow(index: ShowIndex, query: string): ShowFindings {
  const words = toWords(query)
  const found = findWords(index, words)
  if (words.length === 0 || Object.values(found).some((list) => list.length > 0)) return found
  const texts = Object.values(index).flatMap((list: readonly { folded: string; foldedKind?: string }[]) =>
    list.map(({ folded, foldedKind }) => foldedKind ?? folded),
  )
  const meant = mendWords(words, texts)
  return meant === undefined ? found : findWords(index, meant)
}

/**
 * What is named comes first, then what is of that kind. Who sells it leads the stalls, before whose name has the word,
 * and a car's own number the cars.
 */
function findWords({ stalls, places, cars, entries, notes }: ShowIndex, words: string[]): ShowFindings {
  if (words.length === 0) return { stalls: [], places: [], cars: [], entries: [], notes: [], ofKind: [] }
  const isNamed = ({ folded }: { folded: string }) => isMatch(words, folded)
  const isKind = words.every((word) => word.length >= leastKindWord)
  const named = stalls.filter(isNamed)
  const isSold = ({ foldedGoods }: ListedStall) => isMatch(words, foldedGoods)
  const found = cars.filter(isNamed)
  const isMeant = ({ car }: ListedCar) => words.length === 1 && car.number === words[0]
  return {
    stalls: [...named.filter(isSold), ...named.filter((one) => !isSold(one))],
    places: places.filter(isNamed),
    entries: entries.filter(isNamed),
    notes: notes.filter(isNamed),
    cars: [...found.filter(isMeant), ...found.filter((one) => !isMeant(one))],
    ofKind: isKind ? stalls.filter((stall) => !isNamed(stall) && isMatch(words, stall.foldedKind)) : [],
  }
}

/** The space of the stall that the words name, "C10" or "C-10", else its first. */
export function findMeantSpace({ spaces }: Stall, query: string): StallSpace | undefined {
  const words = toWords(query)
  const isNamed = ({ element: { row, num } }: StallSpace) =>
    words.includes(foldText(row + num)) || words.includes(foldText(`${row}-${num}`))
  return spaces.find(isNamed) ?? spaces[0]
}
