// Controls the map: what it shows, where the camera is, and what pointer and keyboard do. Requests frames.
import { type Camera, centerOn, toMapPoint } from '../camera.ts'
import { areInPlace, type DrawnSpace, type MapMode, type MapSpace, toDrawnSpace } from '../mapSpace.ts'
import { type Bounds, type Direction, type Point, toBounds } from '../space.ts'
import { CameraMotion } from './cameraMotion.ts'
import { attachGestures } from './gestures.ts'
import { PointedSpaces } from './pointedSpaces.ts'
import { SpaceFinder } from './spaceFinder.ts'
import type { Surface } from './surface.ts'
import {
  CLEAR_SIDE_PX,
  toFocusScale,
  toFocusView,
  toLandmarkView,
  toPanned,
  toPinPoint,
  toReachView,
  toStageBounds,
} from './views.ts'

export interface MapContent {
  spaces: readonly MapSpace[]
  picture: string | null
  mode: MapMode
  focusedId: number | null
  /** The named place by which people know where the focused space is; null for none. */
  landmarkId: number | null
  sheetHeight: number
}

export interface MapControlOptions {
  element: HTMLElement
  onTap(id: number | null): void
  /** The keyboard moved to this space: announce it. */
  onReach(id: number): void
  /** Where the pin of the focused space points in this frame, in CSS pixels of the stage; undefined for none. */
  onFrame(target: Point | undefined): void
  prefersLessMotion(): boolean
}

/** Every hit area is 48 px. */
export const HIT_REACH_PX = 24
const FLIGHT_MS = 360
const STEP_MS = 200
const KEY_ZOOM = 1.5
/** As long as nothing has moved, a person looks. */
const CALM_MS = 250

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export class MapControl {
  readonly #options: MapControlOptions
  readonly #motion: CameraMotion
  readonly #detach: () => void
  #content: MapContent = {
    spaces: [],
    picture: null,
    mode: 'viewer',
    focusedId: null,
    landmarkId: null,
    sheetHeight: 0,
  }
  /** The space that was tapped on the stage: who sees it knows where it is. */
  #tappedId: number | null = null
  #drawn: readonly DrawnSpace[] = []
  #finder = new SpaceFinder([])
  readonly #pointed = new PointedSpaces()
  #surface: Surface | null = null
  #frame = 0
  #areSpacesStale = true
  #lastFrameAt = 0
  #hasEnded = false

  constructor(options: MapControlOptions) {
    this.#options = options
    this.#motion = new CameraMotion({
      prefersLessMotion: options.prefersLessMotion,
      isShown: () => this.#surface !== null,
      requestFrame: () => this.redraw(),
    })
    this.#detach = this.#attach()
  }

  setContent(next: MapContent): void {
    const before = this.#content
    this.#content = next
    const hasOtherSpaces = next.spaces !== before.spaces
    // while people buy, spaces are taken and selected every few seconds: nothing else is made again
    const areMoved = hasOtherSpaces && !areInPlace(before.spaces, next.spaces)
    const hasOtherFocus = next.focusedId !== before.focusedId
    const hasOtherCover = next.sheetHeight !== before.sheetHeight
    if (hasOtherSpaces || next.mode !== before.mode || hasOtherFocus) this.#drawSpacesAs(next, areMoved)
    if (areMoved || next.picture !== before.picture) this.#changeWorld()
    if (next.picture !== before.picture) this.#surface?.setPicture(next.picture)
    if (hasOtherCover) this.#motion.setCovered(next.sheetHeight)
    if (next.focusedId !== null && (hasOtherFocus || hasOtherCover || hasOtherSpaces)) {
      if (hasOtherFocus) this.#pointed.setCursor(next.focusedId)
      // selecting a space in the picker changes the list of spaces and must not move the map
      if (hasOtherFocus || hasOtherCover) this.#flyToFocused(FLIGHT_MS)
    } else if (hasOtherCover && this.#motion.stage.width > 0) this.#motion.refit(STEP_MS)
    this.redraw()
  }

  /** Draws on this surface from now on; null if there is none at the moment. */
  setSurface(next: Surface | null): void {
    this.#surface = next
    if (!next) {
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
      return
    }
    const { width, height } = this.#motion.stage
    next.resize(width, height)
    next.setPicture(this.#content.picture)
    this.#areSpacesStale = true
    // the first picture must not wait for the next frame
    this.#drawFrame(performance.now())
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return
    const isFirst = this.#motion.stage.width === 0
    this.#motion.resize(width, height)
    if (isFirst) this.#flyToFocused(0)
    this.#surface?.resize(width, height)
    // at once, because a resized canvas is empty until it is drawn
    cancelAnimationFrame(this.#frame)
    this.#drawFrame(performance.now())
  }

  redraw(): void {
    if (this.#frame !== 0 || this.#hasEnded || !this.#surface) return
    this.#frame = requestAnimationFrame((now) => this.#drawFrame(now))
  }

  zoomBy(factor: number): void {
    this.#motion.zoomStep(this.#motion.middle, factor, STEP_MS)
  }

  showAll(): void {
    this.#motion.showAll(FLIGHT_MS)
  }

  /** Handles a key on the focused stage. Returns true if it did something. */
  press(key: string, shift: boolean): boolean {
    const direction = directions[key]
    if (direction) {
      if (shift || this.#finder.isEmpty) this.#pan(direction)
      else this.#step(direction)
    } else if (key === '+' || key === '=') this.zoomBy(KEY_ZOOM)
    else if (key === '-' || key === '_') this.zoomBy(1 / KEY_ZOOM)
    else if (key === '0' || key === 'Home') this.showAll()
    else if (key === 'Escape' && this.#content.focusedId !== null) this.#options.onTap(null)
    else if (key === 'Enter' || key === ' ') return this.#tapAtCursor()
    else return false
    return true
  }

  setKeyboard(active: boolean): void {
    if (this.#pointed.setKeyboard(active)) this.redraw()
  }

  /** The space's bounds on the stage in CSS pixels, for tests and for things shown over the map. */
  findOnStage(id: number): Bounds | undefined {
    const place = this.#finder.findPlace(id)
    return place && toStageBounds(toBounds(place), this.#motion.camera)
  }

  /** Resolves when nothing has moved for a while: the time for work that would disturb a movement. */
  async calm(): Promise<void> {
    for (;;) {
      const left = this.#lastFrameAt + CALM_MS - performance.now()
      if (left <= 0 || this.#hasEnded) return
      await new Promise((resolve) => setTimeout(resolve, left))
    }
  }

  camera(): Camera {
    return this.#motion.camera
  }

  isMoving(): boolean {
    return this.#motion.isMoving
  }

  end(): void {
    this.#hasEnded = true
    this.#motion.end()
    cancelAnimationFrame(this.#frame)
    this.#detach()
    this.#surface = null
  }

  #attach(): () => void {
    const motion = this.#motion
    return attachGestures(this.#options.element, {
      panBy: (dx, dy) => motion.panBy(dx, dy),
      zoomAbout(point, factor, animated) {
        if (animated) motion.zoomStep(point, factor, STEP_MS)
        else motion.zoomAbout(point, factor)
      },
      fling: (vx, vy) => motion.fling(vx, vy),
      hold: () => motion.hold(),
      isClear: (point) => this.#isClear(point),
      tap: (point, touch) => this.#tap(point, touch),
      hover: (point) => this.#hover(point ? this.#findIdAt(point, 0) : null),
      canZoomOut: () => motion.canZoomOut,
    })
  }

  #tap(point: Point, touch: boolean): void {
    const id = this.#findIdAt(point, touch ? HIT_REACH_PX : HIT_REACH_PX / 3)
    if (touch && this.#zoomsInsteadOf(id, point)) return
    if (id !== null) this.#pointed.setCursor(id)
    this.#tappedId = id
    // whoever taps the target itself comes near to it
    if (id !== null && id === this.#content.focusedId) this.#flyToFocused(FLIGHT_MS)
    this.#options.onTap(id)
  }

  #tapAtCursor(): boolean {
    const { cursorId } = this.#pointed
    this.#tappedId = cursorId
    if (cursorId !== null) this.#options.onTap(cursorId)
    return cursorId !== null
  }

  /** In the picker a tap changes the order, so where it could mean several spaces it zooms in instead. */
  #zoomsInsteadOf(id: number | null, point: Point): boolean {
    const { camera, stage } = this.#motion
    const place = this.#finder.findPlace(id)
    if (!place || this.#content.mode !== 'picker') return false
    if (this.#finder.toSidePx(id, camera) >= HIT_REACH_PX) return false
    if (this.#finder.countAt(camera, point, HIT_REACH_PX) <= 1) return false
    this.#motion.goTo(centerOn(toMapPoint(camera, point), toFocusScale(place), stage), FLIGHT_MS)
    return true
  }

  #hover(id: number | null): void {
    if (this.#pointed.setHovered(id)) this.#showHover(id !== null)
  }

  #showHover(isOverSpace: boolean): void {
    this.#options.element.toggleAttribute('data-over-space', isOverSpace)
    this.redraw()
  }

  #findIdAt(point: Point, reachPx: number): number | null {
    return this.#finder.findAt(this.#motion.camera, point, reachPx)
  }

  #isClear(point: Point): boolean {
    return this.#finder.toSidePx(this.#findIdAt(point, 0), this.#motion.camera) >= CLEAR_SIDE_PX
  }

  #drawSpacesAs(content: MapContent, areOthers: boolean): void {
    const known = areOthers ? [] : this.#drawn
    const next = content.spaces.map((space, position) => toDrawnSpace(space, content, known[position]))
    if (!areOthers && next.every((space, position) => space === known[position])) return
    this.#drawn = next
    if (areOthers) this.#finder = new SpaceFinder(this.#drawn)
    this.#areSpacesStale = true
  }

  #changeWorld(): void {
    if (this.#pointed.keepOnly(this.#finder)) this.#showHover(false)
    this.#motion.setWorld(this.#finder.toWorld(this.#content.picture !== null))
  }

  #flyToFocused(lastMs: number): void {
    const place = this.#finder.findPlace(this.#content.focusedId)
    if (!place) return
    const landmark = this.#finder.findPlace(this.#content.landmarkId)
    const isTapped = this.#content.focusedId === this.#tappedId
    const { stage } = this.#motion
    const view =
      landmark && !isTapped
        ? toLandmarkView(place, landmark, stage)
        : toFocusView(place, this.#motion.aim(), stage)
    this.#motion.goTo(view, lastMs)
  }

  #pan(direction: Direction): void {
    this.#motion.goTo(toPanned(direction, this.#motion.aim(), this.#motion.stage), STEP_MS)
  }

  /** From the keyboard's place to the next space; without one, to the space nearest to the middle. */
  #step(direction: Direction): void {
    const from =
      this.#finder.findPlace(this.#pointed.cursorId) ?? this.#finder.findPlace(this.#content.focusedId)
    const id = from
      ? this.#finder.findNext(from, direction)
      : this.#findIdAt(this.#motion.middle, Number.MAX_SAFE_INTEGER)
    const place = this.#finder.findPlace(id)
    if (id === null || !place) return
    this.#pointed.setCursor(id)
    this.#motion.goTo(toReachView(place, this.#motion.aim(), this.#motion.stage), STEP_MS)
    this.#options.onReach(id)
  }

  #drawFrame(now: number): void {
    this.#frame = 0
    if (this.#hasEnded || !this.#surface) return
    this.#lastFrameAt = performance.now()
    this.#motion.advance(now)
    this.#showSpaces(this.#surface)
    this.#surface.draw(this.#motion.camera, this.#motion.isAtRest)
    this.#options.onFrame(this.#findTarget())
    if (this.#motion.isMoving) this.redraw()
  }

  #findTarget(): Point | undefined {
    const place = this.#finder.findPlace(this.#content.focusedId)
    return place && toPinPoint(place, this.#motion.camera)
  }

  #showSpaces(surface: Surface): void {
    if (this.#areSpacesStale) surface.setSpaces(this.#drawn)
    if (this.#areSpacesStale || this.#pointed.isStale) surface.setRinged(this.#pointed.list(this.#content))
    this.#areSpacesStale = false
    this.#pointed.isStale = false
  }
}
