// The camera over a map: which part of it the stage shows, and where it may go. Pure arithmetic.
import type { Bounds, Point } from '../../domain/space.ts'

/** A map point p stands on the stage at p × scale + (x, y), in CSS pixels. */
export interface Camera {
  scale: number
  x: number
  y: number
}

export interface Stage {
  width: number
  height: number
  /** CSS pixels at the bottom that something else covers. */
  covered: number
  /** All that there is to see, in map units. */
  world: Bounds
  maxScale: number
}

const FIT_MARGIN = 12
/** Where filling the stage takes the map this much closer, the whole of it leaves too much empty. */
const STRIP = 1.4
/** A first view this many times closer than the whole map still tells what the map is of. */
const LARGEST_START = 2.4
/** How far an edge of the map may come into the stage, so that a space on it can be brought towards the middle. */
const EDGE_MARGIN = 96

export function toFitScale(stage: Stage): number {
  return toScaleOf(stage.world, stage)
}

function toScaleOf({ left, top, right, bottom }: Bounds, stage: Stage): number {
  const roomW = Math.max(40, stage.width - 2 * FIT_MARGIN)
  const roomH = Math.max(40, stage.height - 2 * FIT_MARGIN)
  return Math.min(roomW / Math.max(1, right - left), roomH / Math.max(1, bottom - top))
}

/** The whole map, in the middle. */
export function toFit(stage: Stage): Camera {
  return clamp({ scale: toFitScale(stage), x: 0, y: 0 }, stage)
}

/**
 * The view that a map opens with. The whole of a wide map would be a strip on an upright phone: there the map fills
 * the stage, with the middle of the spaces in its own. Elsewhere it comes as near as it can with all spaces in view.
 */
export function toStart(stage: Stage, spaces: Bounds): Camera {
  const { world } = stage
  const fit = toFitScale(stage)
  const filling = Math.max(
    stage.width / Math.max(1, world.right - world.left),
    stage.height / Math.max(1, world.bottom - world.top),
  )
  const near = Math.min(filling, toScaleOf(spaces, stage))
  const scale = clampScale(filling > fit * STRIP ? Math.min(filling, fit * LARGEST_START) : near, stage)
  const place = (from: number, to: number, room: number, middle: number) =>
    to - from <= room ? (room - from - to) / 2 : Math.min(-from, Math.max(room - to, room / 2 - middle))
  const x = (spaces.left + spaces.right) / 2
  const y = (spaces.top + spaces.bottom) / 2
  return clamp(
    {
      scale,
      x: place(world.left * scale, world.right * scale, stage.width, x * scale),
      y: place(world.top * scale, world.bottom * scale, stage.height, y * scale),
    },
    stage,
  )
}

/** The same camera, brought back to where the map can be seen. */
export function clamp(camera: Camera, stage: Stage): Camera {
  const scale = clampScale(camera.scale, stage)
  const { world } = stage
  return {
    scale,
    x: clampAxis(camera.x, world.left * scale, world.right * scale, stage.width),
    y: clampAxis(camera.y, world.top * scale, world.bottom * scale, stage.height - stage.covered),
  }
}

function clampScale(scale: number, stage: Stage): number {
  const fit = toFitScale(stage)
  return Math.min(Math.max(scale, fit), Math.max(fit, stage.maxScale))
}

function clampAxis(offset: number, from: number, to: number, room: number): number {
  const excess = to - from - (room - 2 * FIT_MARGIN)
  if (excess <= 1e-6) return (room - from - to) / 2
  // freedom grows with the excess, so that zooming in never makes the map jump
  const margin = Math.min(EDGE_MARGIN, room / 4, FIT_MARGIN + excess)
  return Math.min(margin - from, Math.max(room - margin - to, offset))
}

export function toMapPoint(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.x) / camera.scale, y: (point.y - camera.y) / camera.scale }
}

/** Zooms by the factor while the map point under `point` stays there. */
export function zoomAbout(camera: Camera, stage: Stage, point: Point, factor: number): Camera {
  const scale = clampScale(camera.scale * factor, stage)
  const held = toMapPoint(camera, point)
  return clamp({ scale, x: point.x - held.x * scale, y: point.y - held.y * scale }, stage)
}

/** The camera that has the map point in the middle of what is not covered. */
export function lookAt(point: Point, scale: number, stage: Stage): Camera {
  const allowed = clampScale(scale, stage)
  return clamp(
    {
      scale: allowed,
      x: stage.width / 2 - point.x * allowed,
      y: (stage.height - stage.covered) / 2 - point.y * allowed,
    },
    stage,
  )
}

/** The smallest move after which the bounds are clear of every edge. */
export function bringIntoView(camera: Camera, bounds: Bounds, stage: Stage, margin = 32): Camera {
  const shift = (from: number, to: number, room: number) => {
    const spare = Math.min(margin, Math.max(0, (room - (to - from)) / 2))
    if (from < spare) return spare - from
    if (to > room - spare) return room - spare - to
    return 0
  }
  const { scale } = camera
  return clamp(
    {
      scale,
      x: camera.x + shift(bounds.left * scale + camera.x, bounds.right * scale + camera.x, stage.width),
      y:
        camera.y +
        shift(bounds.top * scale + camera.y, bounds.bottom * scale + camera.y, stage.height - stage.covered),
    },
    stage,
  )
}

/** Where a flight is at `t` (0 to 1): it holds one map point still on the stage, so the eye can follow. */
export function flyBetween(from: Camera, to: Camera, t: number): Camera {
  if (t >= 1) return to
  const ratio = to.scale / from.scale
  if (Math.abs(ratio - 1) < 0.01) {
    return {
      scale: from.scale + (to.scale - from.scale) * t,
      x: from.x + (to.x - from.x) * t,
      y: from.y + (to.y - from.y) * t,
    }
  }
  const scale = from.scale * ratio ** t
  const held = (scale - from.scale) / (to.scale - from.scale)
  return { scale, x: from.x + (to.x - from.x) * held, y: from.y + (to.y - from.y) * held }
}

/** `cubic-bezier(.2,0,0,1)` to within a hair: fast away, slow to settle. */
export function ease(t: number): number {
  return t >= 1 ? 1 : 1 - (1 - t) ** 4 * (1 + 1.2 * t)
}
