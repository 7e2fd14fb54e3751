// Some people tap everything twice. The second tap falls on what the first one has brought there.
import { type MouseEvent, useRef } from 'react'

const withinMs = 400
/** Pixels. */
const around = 24

/** Asked at each press of a group: whether it is the second tap of the one before. Keys never are. */
export function useSecondTap(): (event: MouseEvent) => boolean {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, x: 0, y: 0 })
  return ({ timeStamp: at, clientX: x, clientY: y, detail }) => {
    if (detail === 0) return false
    const before = last.current
    const isSecond = at - before.at < withinMs && Math.hypot(x - before.x, y - before.y) < around
    last.current = isSecond ? { ...before, at: Number.NEGATIVE_INFINITY } : { at, x, y }
    return isSecond
  }
}
