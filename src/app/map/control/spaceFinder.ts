// Finds a map's spaces by their id, by a point, and by a direction.
import { type Camera, toMapPoint } from '../camera.ts'
import type { DrawnSpace } from '../mapSpace.ts'
import {
  type Bounds,
  type Direction,
  findBounds,
  findNeighbour,
  findTypicalSide,
  indexSpaces,
  joinBounds,
  MAP_HEIGHT,
  MAP_WIDTH,
  type Placement,
  type Point,
  type SpaceIndex,
} from '../space.ts'
import type { World } from './cameraMotion.ts'

const LARGEST_SIDE_PX = 180
const MOST_SCALE = 32

const ground: Bounds = { left: 0, top: 0, right: MAP_WIDTH, bottom: MAP_HEIGHT }

export class SpaceFinder {
  readonly #ids: readonly number[]
  readonly #places: readonly Placement[]
  readonly #positions: ReadonlyMap<number, number>
  /** Made with the first touch, which comes after the first frame. */
  #madeIndex: SpaceIndex | undefined

  constructor(spaces: readonly DrawnSpace[]) {
    this.#ids = spaces.map(({ id }) => id)
    this.#places = spaces.map(({ place }) => place)
    this.#positions = new Map(this.#ids.map((id, position) => [id, position]))
  }

  get #index(): SpaceIndex {
    this.#madeIndex ??= indexSpaces(this.#places)
    return this.#madeIndex
  }

  get isEmpty(): boolean {
    return this.#ids.length === 0
  }

  has(id: number | null): boolean {
    return id !== null && this.#positions.has(id)
  }

  findPlace(id: number | null): Placement | undefined {
    const position = id === null ? undefined : this.#positions.get(id)
    return position === undefined ? undefined : this.#places[position]
  }

  /** The nearest space to a point on the stage, if it is not farther than `reachPx`. */
  findAt(camera: Camera, point: Point, reachPx: number): number | null {
    return this.#ids[this.#index.findAt(toMapPoint(camera, point), reachPx / camera.scale)] ?? null
  }

  countAt(camera: Camera, point: Point, reachPx: number): number {
    return this.#index.countAt(toMapPoint(camera, point), reachPx / camera.scale)
  }

  /** The shorter side of the space on the stage; 0 where there is none. */
  toSidePx(id: number | null, camera: Camera): number {
    const place = this.findPlace(id)
    return place ? Math.min(place.w, place.h) * camera.scale : 0
  }

  findNext(from: Point, direction: Direction): number | null {
    return this.#ids[findNeighbour(this.#places, from, direction)] ?? null
  }

  /** Without a picture there is nothing to see but the spaces. */
  toWorld(hasPicture: boolean): World {
    const spaces = findBounds(this.#places)
    const bounds = !spaces ? ground : hasPicture ? joinBounds(ground, spaces) : spaces
    const maxScale = Math.min(MOST_SCALE, LARGEST_SIDE_PX / findTypicalSide(this.#places))
    return { bounds, spaces, maxScale }
  }
}
