// The camera over a map: which part of it the stage shows, and how far it may move. Only arithmetic.
import type { Bounds, Point } from './space.ts'

/** A map point p is on the stage at p × scale + (x, y), in CSS pixels. */
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
  /** Everything there is to see, in map units. */
  world: Bounds
  maxScale: number
}

const FIT_MARGIN = 12
/** If filling the stage needs more zoom than this, the whole map would leave too much of the stage empty. */
const STRIP = 1.4
/** The first view may be this many times closer than the whole map, and the map is still recognizable. */
const LARGEST_START = 2.4
/** How far an edge of the map may come into the stage, so that a space near it can be moved inwards. */
const EDGE_MARGIN = 96

export function toFitScale(stage: Stage): number {
  return toScaleOf(stage.world, stage)
}

/** The largest scale at which the bounds have this margin on each side, in CSS pixels. */
export function toScaleOf(
  { left, top, right, bottom }: Bounds,
  stage: Pick<Stage, 'width' | 'height'>,
  margin = FIT_MARGIN,
): number {
  const roomW = Math.max(40, stage.width - 2 * margin)
  const roomH = Math.max(40, stage.height - 2 * margin)
  return Math.min(roomW / Math.max(1, right - left), roomH / Math.max(1, bottom - top))
}

/** The whole map, in the middle. */
export function toFit(stage: Stage): Camera {
  return clamp({ scale: toFitScale(stage), x: 0, y: 0 }, stage)
}

/**
 * The view that a map opens with. On an upright phone the whole of a wide map would be a strip: there the map
 * fills the stage, with the middle of the spaces in the middle. Elsewhere it is as close as possible with all
 * spaces in view.
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

/** The same camera, moved back to where the map can be seen. */
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
  // the margin grows with the excess, so that zooming in never makes the map jump
  const margin = Math.min(EDGE_MARGIN, room / 4, FIT_MARGIN + excess)
  return Math.min(margin - from, Math.max(room - margin - to, offset))
}

export function toMapPoint(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.x) / camera.scale, y: (point.y - camera.y) / camera.scale }
}

/** Zooms by the factor. The map point under `point` stays there. */
export function zoomAbout(camera: Camera, stage: Stage, point: Point, factor: number): Camera {
  const scale = clampScale(camera.scale * factor, stage)
  const held = toMapPoint(camera, point)
  return clamp({ scale, x: point.x - held.x * scale, y: point.y - held.y * scale }, stage)
}

/** The camera with the map point in the middle of the uncovered part. */
export function centerOn(point: Point, scale: number, stage: Stage): Camera {
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

/** The smallest move that brings the bounds clear of every edge. */
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

/** The camera at `t` (0 to 1) of a flight. One map point stays still, so that the eye can follow. */
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

/** Nearly `cubic-bezier(.2,0,0,1)`: starts fast, ends slowly. */
export function ease(t: number): number {
  return t >= 1 ? 1 : 1 - (1 - t) ** 4 * (1 + 1.2 * t)
}
