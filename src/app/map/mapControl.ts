// Controls the map: holds and moves the camera, finds the space at a point, and requests frames.
import {
  bringIntoView,
  type Camera,
  centerOn,
  clamp,
  ease,
  flyBetween,
  type Stage,
  toFit,
  toFitScale,
  toMapPoint,
  toStart,
  zoomAbout,
} from './camera.ts'
import { attachGestures } from './gestures.ts'
import { type DrawnSpace, type MapMode, type MapSpace, toDrawnSpace } from './mapSpace.ts'
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
  toBounds,
} from './space.ts'

/** The drawing side. It gets the spaces and the camera, and stores nothing else. */
export interface Surface {
  setSpaces(spaces: readonly DrawnSpace[]): void
  /** The spaces that pointer, keyboard or list point at. */
  setRinged(ids: ReadonlySet<number>): void
  setPicture(url: string | null): void
  resize(width: number, height: number): void
  /** `still` when nothing moves any more: the time for work that would disturb a movement. */
  draw(camera: Camera, still: boolean): void
}

export interface MapContent {
  spaces: readonly MapSpace[]
  picture: string | null
  mode: MapMode
  focusedId: number | null
  sheetHeight: number
}

export interface MapControl {
  setContent(content: MapContent): void
  /** Draws on this surface from now on; null if there is none at the moment. */
  setSurface(surface: Surface | null): void
  resize(width: number, height: number): void
  redraw(): void
  zoomBy(factor: number): void
  showAll(): void
  /** Handles a key on the focused stage. Returns true if it did something. */
  press(key: string, shift: boolean): boolean
  /** The keyboard's place on the map is shown only while the stage has the keyboard focus. */
  setKeyboard(active: boolean): void
  /** The space's bounds on the stage in CSS pixels, for tests and for things shown over the map. */
  findOnStage(id: number): Bounds | undefined
  camera(): Camera
  isMoving(): boolean
  end(): void
}

export interface MapControlOptions {
  element: HTMLElement
  onTap(id: number | null): void
  /** The keyboard moved to this space: announce it. */
  onReach(id: number): void
  prefersLessMotion(): boolean
}

/** Every hit area is 48 px. */
export const HIT_REACH_PX = 24
/** A touch on a smaller space may have meant its neighbour. */
const CLEAR_SIDE_PX = 32
const FOCUS_SIDE_PX = 64
const LARGEST_SIDE_PX = 180
const FLIGHT_MS = 360
const STEP_MS = 200
const FLING_DECAY_MS = 325
const PAN_STEP_PX = 80
/** How long after the last zoom step the map is drawn sharp. */
const SETTLE_MS = 120

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

type Motion =
  | { kind: 'flight'; from: Camera; to: Camera; startedAt: number; lastMs: number }
  | { kind: 'fling'; vx: number; vy: number; at: number }

export function createMapControl(options: MapControlOptions): MapControl {
  let content: MapContent = { spaces: [], picture: null, mode: 'viewer', focusedId: null, sheetHeight: 0 }
  let drawn: DrawnSpace[] = []
  let places: Placement[] = []
  let positionOf = new Map<number, number>()
  let index: SpaceIndex = indexSpaces([])
  let stage: Stage = {
    width: 0,
    height: 0,
    covered: 0,
    world: { left: 0, top: 0, right: MAP_WIDTH, bottom: MAP_HEIGHT },
    maxScale: 8,
  }
  let typicalSide = 40
  let camera: Camera = { scale: 1, x: 0, y: 0 }
  /** The view that is computed again when the stage or the map changes, until a person moves the map. */
  let followedView: 'start' | 'whole' | undefined = 'start'
  let surface: Surface | null = null
  let motion: Motion | undefined
  let frame = 0
  let spacesStale = true
  let ringsStale = true
  let hoveredId: number | null = null
  let cursorId: number | null = null
  let keyboard = false
  let settling: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const requestFrame = () => {
    if (frame === 0 && !ended && surface) frame = requestAnimationFrame(drawFrame)
  }

  const showSpaces = () => {
    if (!surface) return
    if (spacesStale) surface.setSpaces(drawn)
    if (spacesStale || ringsStale) {
      const ringed = new Set<number>()
      if (hoveredId !== null) ringed.add(hoveredId)
      if (keyboard && cursorId !== null) ringed.add(cursorId)
      if (content.mode === 'picker' && content.focusedId !== null) ringed.add(content.focusedId)
      surface.setRinged(ringed)
    }
    spacesStale = false
    ringsStale = false
  }

  function drawFrame(now: number) {
    frame = 0
    if (ended || !surface) return
    advance(now)
    showSpaces()
    surface.draw(camera, motion === undefined && settling === undefined)
    if (motion) requestFrame()
  }

  function advance(now: number) {
    if (!motion) return
    if (motion.kind === 'flight') {
      const t = Math.max(0, now - motion.startedAt) / motion.lastMs
      camera = flyBetween(motion.from, motion.to, t >= 1 ? 1 : ease(t))
      if (t >= 1) motion = undefined
      return
    }
    const passed = Math.max(0, Math.min(64, now - motion.at))
    const next = { ...camera, x: camera.x + motion.vx * passed, y: camera.y + motion.vy * passed }
    camera = clamp(next, stage)
    const decay = Math.exp(-passed / FLING_DECAY_MS)
    motion = {
      kind: 'fling',
      vx: camera.x === next.x ? motion.vx * decay : 0,
      vy: camera.y === next.y ? motion.vy * decay : 0,
      at: now,
    }
    if (Math.hypot(motion.vx, motion.vy) < 0.015) motion = undefined
  }

  const toFollowedView = (): Camera | undefined => {
    if (followedView === undefined) return undefined
    if (followedView === 'whole') return toFit(stage)
    return toStart(stage, findBounds(places) ?? stage.world)
  }

  const goTo = (to: Camera, lastMs: number) => {
    followedView = Math.abs(to.scale - toFitScale(stage)) < 1e-6 ? 'whole' : undefined
    if (options.prefersLessMotion() || !surface || lastMs === 0) {
      camera = to
      motion = undefined
    } else {
      motion = { kind: 'flight', from: camera, to, startedAt: performance.now(), lastMs }
    }
    requestFrame()
  }

  /** The present camera, or the target of a running flight, so that several steps add up. */
  const aim = () => (motion?.kind === 'flight' ? motion.to : camera)

  const moveTo = (to: Camera) => {
    motion = undefined
    if (to.scale !== camera.scale) {
      clearTimeout(settling)
      settling = setTimeout(() => {
        settling = undefined
        requestFrame()
      }, SETTLE_MS)
    }
    camera = to
    followedView = Math.abs(to.scale - toFitScale(stage)) < 1e-6 ? 'whole' : undefined
    requestFrame()
  }

  const flyToFocused = (lastMs: number) => {
    const place = findPlace(content.focusedId)
    if (!place) return
    const legible = FOCUS_SIDE_PX / Math.min(place.w, place.h)
    const now = aim()
    const bounds = toBounds(place)
    const onStage =
      bounds.right * now.scale + now.x > 0 &&
      bounds.left * now.scale + now.x < stage.width &&
      bounds.bottom * now.scale + now.y > 0 &&
      bounds.top * now.scale + now.y < stage.height
    // if the space can be read already, it is only moved clear of edges and sheet, so that the eye finds it
    if (onStage && now.scale >= legible * 0.7) goTo(bringIntoView(now, bounds, stage, 56), lastMs)
    else goTo(centerOn(place, Math.max(now.scale, legible), stage), lastMs)
  }

  function findPlace(id: number | null): Placement | undefined {
    const position = id === null ? undefined : positionOf.get(id)
    return position === undefined ? undefined : places[position]
  }

  const findIdAt = (point: Point, reachPx: number): number | null => {
    const position = index.findAt(toMapPoint(camera, point), reachPx / camera.scale)
    return drawn[position]?.id ?? null
  }

  const setHovered = (id: number | null) => {
    if (hoveredId === id) return
    hoveredId = id
    ringsStale = true
    options.element.toggleAttribute('data-over-space', id !== null)
    requestFrame()
  }

  const reach = (id: number) => {
    cursorId = id
    ringsStale = true
    const place = findPlace(id)
    if (!place) return
    const legible = CLEAR_SIDE_PX / Math.min(place.w, place.h)
    const now = aim()
    const to =
      now.scale >= legible ? bringIntoView(now, toBounds(place), stage) : centerOn(place, legible, stage)
    goTo(to, STEP_MS)
    options.onReach(id)
  }

  const step = (direction: Direction) => {
    const from = findPlace(cursorId) ?? findPlace(content.focusedId)
    if (from) {
      const next = drawn[findNeighbour(places, from, direction)]
      if (next) reach(next.id)
      return
    }
    const middle = { x: stage.width / 2, y: (stage.height - stage.covered) / 2 }
    const nearest = drawn[index.findAt(toMapPoint(camera, middle), Number.MAX_SAFE_INTEGER)]
    if (nearest) reach(nearest.id)
  }

  const pan = (direction: Direction) => {
    const dx = direction === 'left' ? PAN_STEP_PX : direction === 'right' ? -PAN_STEP_PX : 0
    const dy = direction === 'up' ? PAN_STEP_PX : direction === 'down' ? -PAN_STEP_PX : 0
    const now = aim()
    goTo(clamp({ ...now, x: now.x + dx, y: now.y + dy }, stage), STEP_MS)
  }

  const zoomBy = (factor: number) => {
    const middle = { x: stage.width / 2, y: (stage.height - stage.covered) / 2 }
    goTo(zoomAbout(aim(), stage, middle, factor), STEP_MS)
  }

  const detach = attachGestures(options.element, {
    panBy(dx, dy) {
      moveTo(clamp({ ...camera, x: camera.x + dx, y: camera.y + dy }, stage))
    },
    zoomAbout(point, factor, animated) {
      if (animated) goTo(zoomAbout(aim(), stage, point, factor), STEP_MS)
      else moveTo(zoomAbout(camera, stage, point, factor))
    },
    fling(vx, vy) {
      if (options.prefersLessMotion()) return
      motion = { kind: 'fling', vx, vy, at: performance.now() }
      requestFrame()
    },
    hold() {
      motion = undefined
      requestFrame()
    },
    isClear(point) {
      const place = findPlace(findIdAt(point, 0))
      return place !== undefined && Math.min(place.w, place.h) * camera.scale >= CLEAR_SIDE_PX
    },
    tap(point, touch) {
      const id = findIdAt(point, touch ? HIT_REACH_PX : HIT_REACH_PX / 3)
      const place = findPlace(id)
      if (touch && place && content.mode === 'picker') {
        const small = Math.min(place.w, place.h) * camera.scale < HIT_REACH_PX
        const meant = toMapPoint(camera, point)
        // in the picker a tap changes the order, so where it could mean several spaces it zooms in instead
        if (small && index.countAt(meant, HIT_REACH_PX / camera.scale) > 1) {
          goTo(centerOn(meant, FOCUS_SIDE_PX / Math.min(place.w, place.h), stage), FLIGHT_MS)
          return
        }
      }
      if (id !== null) {
        cursorId = id
        ringsStale = true
      }
      options.onTap(id)
    },
    hover(point) {
      setHovered(point ? findIdAt(point, 0) : null)
    },
    canZoomOut: () => camera.scale > toFitScale(stage) * 1.001,
  })

  return {
    setContent(next) {
      const before = content
      content = next
      const othersSpaces = next.spaces !== before.spaces
      if (othersSpaces || next.mode !== before.mode || next.focusedId !== before.focusedId) {
        const known = othersSpaces ? [] : drawn
        drawn = next.spaces.map((space, position) => toDrawnSpace(space, next, known[position]))
        spacesStale = true
      }
      if (othersSpaces || next.picture !== before.picture) {
        places = drawn.map((space) => space.place)
        positionOf = new Map(drawn.map((space, position) => [space.id, position]))
        index = indexSpaces(places)
        typicalSide = findTypicalSide(places)
        const ground = { left: 0, top: 0, right: MAP_WIDTH, bottom: MAP_HEIGHT }
        const bounds = findBounds(places)
        // without a picture there is nothing to see but the spaces
        const world = !bounds ? ground : next.picture === null ? bounds : joinBounds(ground, bounds)
        stage = { ...stage, world, maxScale: Math.min(32, LARGEST_SIDE_PX / typicalSide) }
        if (!positionOf.has(cursorId ?? -1)) cursorId = null
        if (!positionOf.has(hoveredId ?? -1)) setHovered(null)
        camera = toFollowedView() ?? clamp(camera, stage)
      }
      if (next.picture !== before.picture) surface?.setPicture(next.picture)
      const covers = next.sheetHeight !== before.sheetHeight
      if (covers) stage = { ...stage, covered: next.sheetHeight }
      if (next.focusedId !== null && (next.focusedId !== before.focusedId || covers || othersSpaces)) {
        if (next.focusedId !== before.focusedId) cursorId = next.focusedId
        // selecting a space in the picker changes the list of spaces and must not move the map
        if (next.focusedId !== before.focusedId || covers) flyToFocused(FLIGHT_MS)
      } else if (covers && stage.width > 0) {
        goTo(toFollowedView() ?? clamp(aim(), stage), STEP_MS)
      }
      requestFrame()
    },
    setSurface(next) {
      surface = next
      if (!next) {
        cancelAnimationFrame(frame)
        frame = 0
        return
      }
      next.resize(stage.width, stage.height)
      next.setPicture(content.picture)
      spacesStale = true
      // the first picture must not wait for the next frame
      drawFrame(performance.now())
    },
    resize(width, height) {
      if (width === 0 || height === 0) return
      const first = stage.width === 0
      const middle = first
        ? undefined
        : toMapPoint(aim(), { x: stage.width / 2, y: (stage.height - stage.covered) / 2 })
      stage = { ...stage, width, height }
      motion = undefined
      camera = toFollowedView() ?? (middle ? centerOn(middle, camera.scale, stage) : camera)
      if (first) flyToFocused(0)
      surface?.resize(width, height)
      // at once, because a resized canvas is empty until it is drawn
      cancelAnimationFrame(frame)
      drawFrame(performance.now())
    },
    redraw: requestFrame,
    zoomBy,
    showAll() {
      goTo(toFit(stage), FLIGHT_MS)
    },
    press(key, shift) {
      const direction = directions[key]
      if (direction) {
        if (shift || drawn.length === 0) pan(direction)
        else step(direction)
        return true
      }
      if (key === '+' || key === '=') zoomBy(1.5)
      else if (key === '-' || key === '_') zoomBy(1 / 1.5)
      else if (key === '0' || key === 'Home') goTo(toFit(stage), FLIGHT_MS)
      else if (key === 'Escape' && content.focusedId !== null) options.onTap(null)
      else if ((key === 'Enter' || key === ' ') && cursorId !== null) options.onTap(cursorId)
      else return false
      return true
    },
    setKeyboard(active) {
      if (keyboard === active) return
      keyboard = active
      ringsStale = true
      requestFrame()
    },
    findOnStage(id) {
      const place = findPlace(id)
      if (!place) return undefined
      const bounds = toBounds(place)
      return {
        left: bounds.left * camera.scale + camera.x,
        top: bounds.top * camera.scale + camera.y,
        right: bounds.right * camera.scale + camera.x,
        bottom: bounds.bottom * camera.scale + camera.y,
      }
    },
    camera: () => camera,
    isMoving: () => motion !== undefined,
    end() {
      ended = true
      clearTimeout(settling)
      cancelAnimationFrame(frame)
      detach()
      surface = null
    },
  }
}
