// Moves the camera: at once, in a flight, or on by itself after a finger let go.
import {
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
} from '../camera.ts'
import { type Bounds, MAP_HEIGHT, MAP_WIDTH, type Point } from '../space.ts'

export interface CameraMotionOptions {
  prefersLessMotion(): boolean
  /** Whether anything draws the frames of a flight. */
  isShown(): boolean
  requestFrame(): void
}

/** What the map holds, for the limits of the camera. */
export interface World {
  readonly bounds: Bounds
  /** Of the spaces alone; undefined if there are none. */
  readonly spaces: Bounds | undefined
  readonly maxScale: number
}

type Motion =
  | { kind: 'flight'; from: Camera; to: Camera; startedAt: number; lastMs: number }
  | { kind: 'fling'; vx: number; vy: number; at: number }

const FLING_DECAY_MS = 325
/** Pixels per millisecond under which a fling has come to rest. */
const FLING_LEAST = 0.015
/** The longest time that one frame may move a fling. */
const LONGEST_FRAME_MS = 64
/** How long after the last zoom step the map is drawn sharp. */
const SETTLE_MS = 120

export class CameraMotion {
  readonly #options: CameraMotionOptions
  #stage: Stage = {
    width: 0,
    height: 0,
    covered: 0,
    world: { left: 0, top: 0, right: MAP_WIDTH, bottom: MAP_HEIGHT },
    maxScale: 8,
  }
  #spaces: Bounds | undefined
  #camera: Camera = { scale: 1, x: 0, y: 0 }
  /** The view that is computed again when the stage or the map changes, until a person moves the map. */
  #followedView: 'start' | 'whole' | undefined = 'start'
  #motion: Motion | undefined
  #settling: ReturnType<typeof setTimeout> | undefined

  constructor(options: CameraMotionOptions) {
    this.#options = options
  }

  get camera(): Camera {
    return this.#camera
  }

  get stage(): Stage {
    return this.#stage
  }

  /** The middle of the part of the stage that nothing covers. */
  get middle(): Point {
    const { width, height, covered } = this.#stage
    return { x: width / 2, y: (height - covered) / 2 }
  }

  get isMoving(): boolean {
    return this.#motion !== undefined
  }

  /** The whole map is not in view yet. */
  get canZoomOut(): boolean {
    return this.#camera.scale > toFitScale(this.#stage) * 1.001
  }

  /** Nothing moves, and the last zoom step is some time ago. */
  get isAtRest(): boolean {
    return this.#motion === undefined && this.#settling === undefined
  }

  /** The present camera, or the target of a running flight, so that several steps add up. */
  aim(): Camera {
    return this.#motion?.kind === 'flight' ? this.#motion.to : this.#camera
  }

  setWorld({ bounds, spaces, maxScale }: World): void {
    this.#stage = { ...this.#stage, world: bounds, maxScale }
    this.#spaces = spaces
    this.#camera = this.#findFollowedView() ?? clamp(this.#camera, this.#stage)
  }

  setCovered(covered: number): void {
    this.#stage = { ...this.#stage, covered }
  }

  /** The middle of the map stays in the middle. */
  resize(width: number, height: number): void {
    const middle = this.#stage.width === 0 ? undefined : toMapPoint(this.aim(), this.middle)
    this.#stage = { ...this.#stage, width, height }
    this.#motion = undefined
    const kept = middle ? centerOn(middle, this.#camera.scale, this.#stage) : this.#camera
    this.#camera = this.#findFollowedView() ?? kept
  }

  /** Back to the view that is followed, or to the nearest that the stage now allows. */
  refit(lastMs: number): void {
    this.goTo(this.#findFollowedView() ?? clamp(this.aim(), this.#stage), lastMs)
  }

  showAll(lastMs: number): void {
    this.goTo(toFit(this.#stage), lastMs)
  }

  goTo(to: Camera, lastMs: number): void {
    this.#followIfWhole(to)
    if (this.#options.prefersLessMotion() || !this.#options.isShown() || lastMs === 0) {
      this.#camera = to
      this.#motion = undefined
    } else {
      const startedAt = performance.now()
      this.#motion = { kind: 'flight', from: this.#camera, to, startedAt, lastMs }
    }
    this.#options.requestFrame()
  }

  /** A step of zoom about a point on the stage. */
  zoomStep(point: Point, factor: number, lastMs: number): void {
    this.goTo(zoomAbout(this.aim(), this.#stage, point, factor), lastMs)
  }

  /** A zoom that follows a hand. */
  zoomAbout(point: Point, factor: number): void {
    this.moveTo(zoomAbout(this.#camera, this.#stage, point, factor))
  }

  panBy(dx: number, dy: number): void {
    const { x, y } = this.#camera
    this.moveTo(clamp({ ...this.#camera, x: x + dx, y: y + dy }, this.#stage))
  }

  /** Follows a hand. */
  moveTo(to: Camera): void {
    this.#motion = undefined
    if (to.scale !== this.#camera.scale) this.#settle()
    this.#camera = to
    this.#followIfWhole(to)
    this.#options.requestFrame()
  }

  fling(vx: number, vy: number): void {
    if (this.#options.prefersLessMotion()) return
    this.#motion = { kind: 'fling', vx, vy, at: performance.now() }
    this.#options.requestFrame()
  }

  hold(): void {
    this.#motion = undefined
    this.#options.requestFrame()
  }

  /** The camera of this frame. */
  advance(now: number): void {
    if (this.#motion?.kind === 'flight') this.#fly(this.#motion, now)
    else if (this.#motion) this.#glide(this.#motion, now)
  }

  end(): void {
    clearTimeout(this.#settling)
  }

  #fly({ from, to, startedAt, lastMs }: Motion & { kind: 'flight' }, now: number): void {
    const t = Math.max(0, now - startedAt) / lastMs
    this.#camera = flyBetween(from, to, t >= 1 ? 1 : ease(t))
    if (t >= 1) this.#motion = undefined
  }

  #glide({ vx, vy, at }: Motion & { kind: 'fling' }, now: number): void {
    const passed = Math.max(0, Math.min(LONGEST_FRAME_MS, now - at))
    const { x, y } = this.#camera
    const next = { ...this.#camera, x: x + vx * passed, y: y + vy * passed }
    this.#camera = clamp(next, this.#stage)
    const decay = Math.exp(-passed / FLING_DECAY_MS)
    const nextVx = this.#camera.x === next.x ? vx * decay : 0
    const nextVy = this.#camera.y === next.y ? vy * decay : 0
    const isOver = Math.hypot(nextVx, nextVy) < FLING_LEAST
    this.#motion = isOver ? undefined : { kind: 'fling', vx: nextVx, vy: nextVy, at: now }
  }

  #settle(): void {
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => {
      this.#settling = undefined
      this.#options.requestFrame()
    }, SETTLE_MS)
  }

  #followIfWhole(to: Camera): void {
    this.#followedView = Math.abs(to.scale - toFitScale(this.#stage)) < 1e-6 ? 'whole' : undefined
  }

  #findFollowedView(): Camera | undefined {
    if (this.#followedView === undefined) return undefined
    if (this.#followedView === 'whole') return toFit(this.#stage)
    return toStart(this.#stage, this.#spaces ?? this.#stage.world)
  }
}
