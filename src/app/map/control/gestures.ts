// Turns fingers, mouse and wheel on the stage into panning, pinching, zooming, flinging and tapping.
import type { Point } from '../space.ts'

/** Points are CSS pixels from the element's top left corner. */
export interface GestureTarget {
  panBy(dx: number, dy: number): void
  /** Zooms at a point. `animated` is for a step, not for a movement that follows the hand. */
  zoomAbout(point: Point, factor: number, animated: boolean): void
  /** The speed at which a finger let go, in pixels per millisecond. */
  fling(vx: number, vy: number): void
  /** A hand is on the map: animations stop. */
  hold(): void
  /** Whether a tap here acts at once. Otherwise it waits for a second tap, which would zoom. */
  isClear(point: Point, touch: boolean): boolean
  tap(point: Point, touch: boolean): void
  hover(point: Point | null): void
  /** Whether zooming out would still change anything. If not, the wheel scrolls the page. */
  canZoomOut(): boolean
}

const TAP_SLOP_PX = 10
const TAP_MS = 600
const DOUBLE_TAP_MS = 260
const DOUBLE_TAP_PX = 40
const FLING_WINDOW_MS = 90
const FLING_LEAST = 0.08

interface Held extends Point {
  startX: number
  startY: number
  startedAt: number
}

/** Listens on the element until the returned function is called. */
export function attachGestures(element: HTMLElement, target: GestureTarget): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const held = new Map<number, Held>()
  let moved = false
  let trail: { x: number; y: number; at: number }[] = []
  let waiting: { point: Point; at: number; timer: ReturnType<typeof setTimeout> } | undefined

  const toPoint = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const spread = () => {
    const [a, b] = [...held.values()]
    if (!a || !b) return undefined
    return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, size: Math.hypot(a.x - b.x, a.y - b.y) }
  }
  const dropWaiting = () => {
    if (waiting) clearTimeout(waiting.timer)
    waiting = undefined
  }

  const press = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    // the first finger of a touch: one that is still held has left without a word, as when its element went
    if (event.isPrimary) held.clear()
    if (held.size >= 2) return
    const point = toPoint(event)
    held.set(event.pointerId, { ...point, startX: point.x, startY: point.y, startedAt: event.timeStamp })
    moved = held.size > 1
    trail = []
    target.hold()
    target.hover(null)
  }

  const move = (event: PointerEvent) => {
    // a mouse that was released outside comes back without a button
    if (event.pointerType === 'mouse' && event.buttons === 0) cancel(event)
    const finger = held.get(event.pointerId)
    const point = toPoint(event)
    if (!finger) {
      if (event.pointerType === 'mouse' && held.size === 0) target.hover(point)
      return
    }
    if (held.size === 1) {
      if (!moved) {
        if (Math.hypot(point.x - finger.startX, point.y - finger.startY) < TAP_SLOP_PX) return
        moved = true
        dropWaiting()
        element.setPointerCapture(event.pointerId)
        finger.x = point.x
        finger.y = point.y
        trail = [{ ...point, at: event.timeStamp }]
        return
      }
      target.panBy(point.x - finger.x, point.y - finger.y)
      finger.x = point.x
      finger.y = point.y
      trail.push({ ...point, at: event.timeStamp })
      if (trail.length > 24) trail.shift()
      return
    }
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId)
    const before = spread()
    finger.x = point.x
    finger.y = point.y
    const after = spread()
    if (!before || !after) return
    target.panBy(after.middle.x - before.middle.x, after.middle.y - before.middle.y)
    if (before.size > 1 && after.size > 1) target.zoomAbout(after.middle, after.size / before.size, false)
  }

  const release = (event: PointerEvent) => {
    const finger = held.get(event.pointerId)
    if (!finger) return
    held.delete(event.pointerId)
    if (held.size > 0) {
      trail = []
      return
    }
    if (!moved) {
      if (event.timeStamp - finger.startedAt <= TAP_MS) tap(toPoint(event), event)
      return
    }
    const recent = trail.filter((step) => event.timeStamp - step.at <= FLING_WINDOW_MS)
    const [first] = recent
    const last = recent.at(-1)
    if (!first || !last || last.at - first.at < 8) return
    const vx = (last.x - first.x) / (last.at - first.at)
    const vy = (last.y - first.y) / (last.at - first.at)
    if (Math.hypot(vx, vy) >= FLING_LEAST) target.fling(vx, vy)
  }

  const tap = (point: Point, event: PointerEvent) => {
    const touch = event.pointerType !== 'mouse'
    const first = waiting
    dropWaiting()
    if (first && Math.hypot(point.x - first.point.x, point.y - first.point.y) <= DOUBLE_TAP_PX) {
      target.zoomAbout(point, 2, true)
      return
    }
    if (first) target.tap(first.point, touch)
    if (target.isClear(point, touch)) {
      target.tap(point, touch)
      return
    }
    const timer = setTimeout(() => {
      waiting = undefined
      target.tap(point, touch)
    }, DOUBLE_TAP_MS)
    waiting = { point, at: event.timeStamp, timer }
  }

  const cancel = (event: PointerEvent) => {
    if (!held.delete(event.pointerId)) return
    trail = []
    moved = true
  }

  const wheel = (event: WheelEvent) => {
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 240 : 1
    const dx = event.deltaX * unit
    const dy = event.deltaY * unit
    if (!event.ctrlKey && Math.abs(dx) > Math.abs(dy)) {
      event.preventDefault()
      target.hold()
      target.panBy(-dx, 0)
      return
    }
    if (dy > 0 && !event.ctrlKey && !target.canZoomOut()) return
    event.preventDefault()
    target.hold()
    // a trackpad's pinch comes as ctrl+wheel, in far smaller steps than a wheel's
    const speed = event.ctrlKey && Math.abs(dy) < 40 ? 0.01 : 0.002
    target.zoomAbout(toPoint(event), Math.exp(-Math.max(-240, Math.min(240, dy)) * speed), false)
  }

  element.addEventListener('pointerdown', press, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', release, { signal })
  element.addEventListener('pointercancel', cancel, { signal })
  // not a canvas below, which loses a finger to this element when the map begins to follow it
  element.addEventListener(
    'lostpointercapture',
    (event) => {
      if (event.target === element) cancel(event)
    },
    { signal },
  )
  element.addEventListener('pointerleave', () => target.hover(null), { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })

  return () => {
    dropWaiting()
    listening.abort()
  }
}
