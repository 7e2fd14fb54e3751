// Where the camera goes for a space, and for a step of the keyboard. Only arithmetic.
import { bringIntoView, type Camera, centerOn, clamp, type Stage, toScaleOf } from '../camera.ts'
import { type Bounds, type Direction, joinBounds, type Placement, type Point, toBounds } from '../space.ts'

/** A touch on a smaller space may have meant its neighbour. */
export const CLEAR_SIDE_PX = 32
const FOCUS_SIDE_PX = 64
const PAN_STEP_PX = 80
/** Around a space that was selected: clear of edges and sheet, so that the eye finds it. */
const FOCUS_MARGIN_PX = 56
/** Around a space and its landmark: room for the pin, for the landmark's name, and beside the zoom buttons. */
const LANDMARK_MARGIN_PX = 72
const PIN_DEPTH_PX = 6

/** The scale at which the space's side is as long as that of a selected one. */
export function toFocusScale(place: Placement): number {
  return FOCUS_SIDE_PX / Math.min(place.w, place.h)
}

/** For a space that was selected. If it can be read already, it is only moved clear of what covers it. */
export function toFocusView(place: Placement, now: Camera, stage: Stage): Camera {
  const legible = toFocusScale(place)
  const bounds = toBounds(place)
  const isLegible = now.scale >= legible * 0.7 && isOnStage(toStageBounds(bounds, now), stage)
  if (isLegible) return bringIntoView(now, bounds, stage, FOCUS_MARGIN_PX)
  return centerOn(place, Math.max(now.scale, legible), stage)
}

/**
 * For a space that somebody is led to: as near as it can be with the named place that is nearest to it, so that they
 * know where it is.
 */
export function toLandmarkView(place: Placement, landmark: Placement, stage: Stage): Camera {
  const both = joinBounds(toBounds(place), toBounds(landmark))
  const free = { ...stage, height: stage.height - stage.covered }
  const scale = Math.min(toScaleOf(both, free, LANDMARK_MARGIN_PX), toFocusScale(place))
  const middle = { x: (both.left + both.right) / 2, y: (both.top + both.bottom) / 2 }
  return centerOn(middle, scale, stage)
}

/** Where the tip of the pin is: in the space, and its tick stays in sight where it is large enough for one. */
export function toPinPoint(place: Placement, camera: Camera): Point {
  const { left, top, right, bottom } = toStageBounds(toBounds(place), camera)
  return { x: (left + right) / 2, y: top + Math.min(PIN_DEPTH_PX, (bottom - top) / 2) }
}

/** For a space that the keyboard has reached. */
export function toReachView(place: Placement, now: Camera, stage: Stage): Camera {
  const legible = CLEAR_SIDE_PX / Math.min(place.w, place.h)
  if (now.scale >= legible) return bringIntoView(now, toBounds(place), stage)
  return centerOn(place, legible, stage)
}

export function toPanned(direction: Direction, now: Camera, stage: Stage): Camera {
  const dx = direction === 'left' ? PAN_STEP_PX : direction === 'right' ? -PAN_STEP_PX : 0
  const dy = direction === 'up' ? PAN_STEP_PX : direction === 'down' ? -PAN_STEP_PX : 0
  return clamp({ ...now, x: now.x + dx, y: now.y + dy }, stage)
}

/** Bounds on the map, in CSS pixels of the stage. */
export function toStageBounds({ left, top, right, bottom }: Bounds, { scale, x, y }: Camera): Bounds {
  return {
    left: left * scale + x,
    top: top * scale + y,
    right: right * scale + x,
    bottom: bottom * scale + y,
  }
}

function isOnStage({ left, top, right, bottom }: Bounds, { width, height }: Stage): boolean {
  return right > 0 && left < width && bottom > 0 && top < height
}
