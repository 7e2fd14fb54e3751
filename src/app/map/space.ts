// A space on an event's map: its outline and label, and which space a point or an arrow key means.

export { mapHeight as MAP_HEIGHT, mapWidth as MAP_WIDTH } from '../../domain/shapes/mapSize.ts'

/**
 * The outline of a space in map units (the map is 1024 × 768).
 *
 * A box: (x, y) is its top left corner before it is turned, w and h its sides, a the degrees by which it is
 * turned clockwise about its own centre. A circle: (x, y) is its centre, its radius w / 2; h and a have no
 * meaning.
 */
export interface SpaceOutline {
  shape: 'box' | 'circle'
  x: number
  y: number
  w: number
  h: number
  a: number
}

/** What a space is let for. It decides the pattern on the map and in every list. */
export type SpaceKind = 'swap' | 'food' | 'goods' | 'any'

export interface Point {
  x: number
  y: number
}

export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Where to draw a space: turned by at most 45 degrees, so that patterns and labels stay upright. */
export interface Placement {
  shape: 'box' | 'circle'
  x: number
  y: number
  w: number
  h: number
  /** Radians clockwise, more than -π/4, at most π/4. */
  angle: number
}

/** Spaces are labelled row+num. */
export function toSpaceLabel(space: { row: string; num: string | number }): string {
  return `${space.row}${space.num}`
}

/** Type 1 is swap, 2 food, 3 merchandise, any other any. */
export function toSpaceKind(type: number): SpaceKind {
  return type === 1 ? 'swap' : type === 2 ? 'food' : type === 3 ? 'goods' : 'any'
}

/** A middle moved so that what reaches `half` to each side of it stays between 0 and `room`. */
export function keepWithin(middle: number, half: number, room: number): number {
  return Math.max(half, Math.min(room - half, middle))
}

/** The same outline around its centre. If a box is turned by more than 45 degrees, its sides are swapped. */
export function toPlacement(outline: SpaceOutline): Placement {
  const w = Math.abs(outline.w)
  if (outline.shape === 'circle') {
    return { shape: 'circle', x: outline.x, y: outline.y, w, h: w, angle: 0 }
  }
  const h = Math.abs(outline.h)
  const turned = ((outline.a % 180) + 180) % 180
  const quarter = turned > 45 && turned <= 135
  const degrees = quarter ? turned - 90 : turned > 135 ? turned - 180 : turned
  return {
    shape: 'box',
    x: outline.x + outline.w / 2,
    y: outline.y + outline.h / 2,
    w: quarter ? h : w,
    h: quarter ? w : h,
    angle: (degrees * Math.PI) / 180,
  }
}

export function toBounds(place: Placement): Bounds {
  const cos = Math.abs(Math.cos(place.angle))
  const sin = Math.abs(Math.sin(place.angle))
  const halfW = (place.w * cos + place.h * sin) / 2
  const halfH = (place.w * sin + place.h * cos) / 2
  return { left: place.x - halfW, top: place.y - halfH, right: place.x + halfW, bottom: place.y + halfH }
}

/** The smallest bounds around all places; undefined if there are none. */
export function findBounds(places: readonly Placement[]): Bounds | undefined {
  let all: Bounds | undefined
  for (const place of places) {
    const one = toBounds(place)
    all = all ? joinBounds(all, one) : one
  }
  return all
}

export function joinBounds(a: Bounds, b: Bounds): Bounds {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

/** Map units from the point to the outline; 0 inside it. */
export function distanceTo(place: Placement, point: Point): number {
  const dx = point.x - place.x
  const dy = point.y - place.y
  if (place.shape === 'circle') return Math.max(0, Math.hypot(dx, dy) - place.w / 2)
  const cos = Math.cos(place.angle)
  const sin = Math.sin(place.angle)
  const across = Math.max(0, Math.abs(dx * cos + dy * sin) - place.w / 2)
  const down = Math.max(0, Math.abs(dy * cos - dx * sin) - place.h / 2)
  return Math.hypot(across, down)
}

export interface SpaceIndex {
  /** The index of the space that contains the point, else the nearest within reach (map units), else -1. */
  findAt(point: Point, reach: number): number
  /** How many spaces a touch with this reach could mean. */
  countAt(point: Point, reach: number): number
}

/** A grid over the spaces, so that a tap checks a few of them and not thousands. */
export function indexSpaces(places: readonly Placement[]): SpaceIndex {
  const all = findBounds(places)
  if (!all) return { findAt: () => -1, countAt: () => 0 }
  const side = Math.max(1, Math.sqrt(((all.right - all.left) * (all.bottom - all.top)) / places.length) * 2)
  const columns = Math.max(1, Math.min(256, Math.ceil((all.right - all.left) / side)))
  const rows = Math.max(1, Math.min(256, Math.ceil((all.bottom - all.top) / side)))
  const cellW = (all.right - all.left) / columns || 1
  const cellH = (all.bottom - all.top) / rows || 1
  const cells: number[][] = Array.from({ length: columns * rows }, () => [])

  const toColumn = (x: number) => Math.max(0, Math.min(columns - 1, Math.floor((x - all.left) / cellW)))
  const toRow = (y: number) => Math.max(0, Math.min(rows - 1, Math.floor((y - all.top) / cellH)))
  const visit = (bounds: Bounds, use: (cell: number[]) => void) => {
    for (let row = toRow(bounds.top); row <= toRow(bounds.bottom); row++) {
      for (let column = toColumn(bounds.left); column <= toColumn(bounds.right); column++) {
        const cell = cells[row * columns + column]
        if (cell) use(cell)
      }
    }
  }
  places.forEach((place, position) => {
    visit(toBounds(place), (cell) => cell.push(position))
  })

  const near = (point: Point, reach: number): Set<number> => {
    const found = new Set<number>()
    const around = {
      left: point.x - reach,
      top: point.y - reach,
      right: point.x + reach,
      bottom: point.y + reach,
    }
    visit(around, (cell) => {
      for (const position of cell) {
        const place = places[position]
        if (place && distanceTo(place, point) <= reach) found.add(position)
      }
    })
    return found
  }

  return {
    findAt(point, reach) {
      let best = -1
      let bestDistance = Number.POSITIVE_INFINITY
      let bestCentre = Number.POSITIVE_INFINITY
      for (const position of near(point, reach)) {
        const place = places[position]
        if (!place) continue
        const distance = distanceTo(place, point)
        const centre = Math.hypot(point.x - place.x, point.y - place.y)
        if (distance < bestDistance || (distance === bestDistance && centre < bestCentre)) {
          best = position
          bestDistance = distance
          bestCentre = centre
        }
      }
      return best
    },
    countAt: (point, reach) => near(point, reach).size,
  }
}

/**
 * The next space in the direction of an arrow key: the nearest, and rather straight ahead than to the side.
 * Returns its index, or -1 if there is none.
 */
export function findNeighbour(places: readonly Placement[], from: Point, direction: Direction): number {
  let best = -1
  let bestCost = Number.POSITIVE_INFINITY
  places.forEach((place, position) => {
    const dx = place.x - from.x
    const dy = place.y - from.y
    const ahead = direction === 'left' ? -dx : direction === 'right' ? dx : direction === 'up' ? -dy : dy
    const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx)
    if (ahead <= 0.01 || aside > ahead * 2) return
    const cost = ahead + aside * 2
    if (cost < bestCost) {
      best = position
      bestCost = cost
    }
  })
  return best
}

/** The shorter side of the median space, which tells what "large" means on this map. 40 if there are none. */
export function findTypicalSide(places: readonly Placement[]): number {
  const sides = places.map((place) => Math.min(place.w, place.h)).sort((a, b) => a - b)
  return Math.max(4, sides[Math.floor(sides.length / 2)] ?? 40)
}
