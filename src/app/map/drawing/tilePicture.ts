// The picture of one space: its pattern and border, the tick of a selected one, or the ring around it.
import type { SpaceVariant } from '../mapSpace.ts'
import { INK, patterns, SELECTED_BLUE } from '../patterns.ts'
import type { Placement } from '../space.ts'

export type TileVariant = SpaceVariant | 'ring'

function outline(
  context: CanvasRenderingContext2D,
  shape: Placement['shape'],
  w: number,
  h: number,
  grow: number,
  radius: number,
) {
  context.beginPath()
  if (shape === 'circle') context.arc(0, 0, Math.max(0.5, w / 2 + grow), 0, 2 * Math.PI)
  else {
    const width = Math.max(1, w + 2 * grow)
    const height = Math.max(1, h + 2 * grow)
    context.roundRect(-width / 2, -height / 2, width, height, Math.max(0, radius + grow))
  }
}

/** Whether a selected space is high enough for a tick with its label below. */
export function holdsTickAndLabel(h: number, labelPx: number): boolean {
  return h >= labelPx * 2.3 + 6
}

/** Draws one tile around the origin, in CSS pixels. */
export function drawTile(
  context: CanvasRenderingContext2D,
  variant: TileVariant,
  shape: Placement['shape'],
  w: number,
  h: number,
  labelPx: number,
) {
  const side = Math.min(w, h)
  const radius = Math.max(1, Math.min(6, side * 0.075))
  const line = side < 10 ? 0.75 : side < 24 ? 1 : Math.min(2.25, 1 + side / 60)
  if (variant === 'ring') {
    outline(context, shape, w, h, 3, radius)
    context.lineWidth = 6
    context.strokeStyle = '#FFFFFF'
    context.stroke()
    context.lineWidth = 3
    context.strokeStyle = SELECTED_BLUE
    context.stroke()
    return
  }
  const pattern = patterns[variant]
  if (variant === 'selected') {
    const ring = Math.max(2.5, Math.min(6, side * 0.09))
    outline(context, shape, w, h, ring - 1, radius)
    context.fillStyle = INK
    context.fill()
    const rim = side < 16 ? 1 : 2
    outline(context, shape, w, h, -Math.min(ring * 0.4, side * 0.08), radius * 0.5)
    context.fillStyle = pattern.ground
    context.fill()
    context.lineWidth = rim
    context.strokeStyle = '#FFFFFF'
    context.stroke()
    const labelled = holdsTickAndLabel(h, labelPx)
    drawTick(context, labelled ? -h * 0.2 : 0, labelled ? Math.min(w * 0.36, h * 0.3) : side * 0.55)
    return
  }
  outline(context, shape, w, h, -line / 2, radius)
  context.fillStyle = pattern.ground
  context.fill()
  if (variant === 'place') {
    context.beginPath()
    context.arc(0, 0, side * 0.18, 0, 2 * Math.PI)
    context.fillStyle = pattern.border
    context.fill()
  }
  if (pattern.strokes) {
    context.save()
    context.clip()
    drawStrokes(context, pattern.strokes, w, h, side)
    context.restore()
  }
  outline(context, shape, w, h, -line / 2, radius)
  context.lineWidth = line
  context.strokeStyle = pattern.border
  context.stroke()
}

function drawTick(context: CanvasRenderingContext2D, y: number, size: number) {
  context.beginPath()
  context.moveTo(-size * 0.5, y + size * 0.02)
  context.lineTo(-size * 0.16, y + size * 0.34)
  context.lineTo(size * 0.5, y - size * 0.36)
  context.lineWidth = Math.max(1, size * 0.2)
  context.strokeStyle = '#FFFFFF'
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke()
}

function drawStrokes(
  context: CanvasRenderingContext2D,
  strokes: NonNullable<(typeof patterns)[SpaceVariant]['strokes']>,
  w: number,
  h: number,
  side: number,
) {
  // six periods across a space, fewer if they would look like plain grey
  const period = Math.max(side / 6, Math.min(7, side / 2))
  const reach = Math.hypot(w, h) / 2
  const weight = Math.max(0.8, period * strokes.weight)
  context.strokeStyle = strokes.colour
  context.fillStyle = strokes.colour
  context.lineWidth = weight
  context.beginPath()
  if (strokes.form === 'dots') {
    for (let y = period / 2; y < h / 2 + period; y += period) {
      for (let x = period / 2; x < w / 2 + period; x += period) {
        for (const [sx, sy] of [
          [x, y],
          [-x, y],
          [x, -y],
          [-x, -y],
        ] as const) {
          context.moveTo(sx + weight / 2, sy)
          context.arc(sx, sy, weight / 2, 0, 2 * Math.PI)
        }
      }
    }
    context.fill()
    return
  }
  if (strokes.form === 'diagonals') {
    const step = period * Math.SQRT2
    for (let at = -2 * reach; at <= 2 * reach; at += step) {
      context.moveTo(at - reach, reach)
      context.lineTo(at + reach, -reach)
    }
  }
  if (strokes.form === 'grid') {
    for (let x = period / 2; x < w / 2; x += period) {
      context.moveTo(x, -h / 2)
      context.lineTo(x, h / 2)
      context.moveTo(-x, -h / 2)
      context.lineTo(-x, h / 2)
    }
  }
  if (strokes.form === 'grid' || strokes.form === 'lines') {
    for (let y = period / 2; y < h / 2; y += period) {
      context.moveTo(-w / 2, y)
      context.lineTo(w / 2, y)
      context.moveTo(-w / 2, -y)
      context.lineTo(w / 2, -y)
    }
  }
  context.stroke()
}
