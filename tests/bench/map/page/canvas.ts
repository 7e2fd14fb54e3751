// The rival without a library: a 2D canvas that draws one path for each kind of space, and labels in sight.
import { toSpaceVariant } from '../../../../src/app/map/mapSpace.ts'
import { toPlacement, toSpaceLabel } from '../../../../src/app/map/space.ts'
import { type Contestant, toFitScale } from './contestant.ts'
import { makePatterns } from './patterns.ts'
import { type MapSize, makeSpaces } from './spaces.ts'

export function makeCanvas(size: MapSize): Contestant {
  const { spaces, unit } = makeSpaces(size)
  const patterns = makePatterns()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { alpha: false })
  const kinds = new Map<string, { path: Path2D; fill: string | CanvasPattern }>()
  const labels = spaces.map((space) => ({ ...toPlacement(space), text: toSpaceLabel(space) }))
  let scale = 1
  let x = 0
  let y = 0
  let isLabelled = false
  let isAsked = false

  function drawLabels(pen: CanvasRenderingContext2D): void {
    pen.fillStyle = '#11181C'
    pen.font = `700 ${5 * unit}px sans-serif`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    for (const label of labels) {
      const [left, top] = [label.x * scale + x, label.y * scale + y]
      const reach = label.w * scale
      if (left < -reach || top < -reach || left > canvas.width + reach || top > canvas.height + reach)
        continue
      const [cos, sin] = [Math.cos(label.angle) * scale, Math.sin(label.angle) * scale]
      pen.setTransform(cos, sin, -sin, cos, left, top)
      pen.fillStyle = '#fff'
      pen.fillRect(-5.5 * unit, -3 * unit, 11 * unit, 6 * unit)
      pen.fillStyle = '#11181C'
      pen.fillText(label.text, 0, 0)
    }
  }

  function draw(): void {
    isAsked = false
    if (context === null) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = '#DCE6DA'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.setTransform(scale, 0, 0, scale, x, y)
    context.strokeStyle = '#11181C'
    context.lineWidth = 0.9 * unit
    for (const { path, fill } of kinds.values()) {
      context.fillStyle = fill
      context.fill(path)
      context.stroke(path)
    }
    if (isLabelled) drawLabels(context)
  }
  const ask = (): void => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(draw)
  }

  return {
    mount(stage) {
      canvas.width = stage.clientWidth
      canvas.height = stage.clientHeight
      stage.append(canvas)
      for (const space of spaces) {
        const variant = toSpaceVariant(space, 'viewer')
        const pattern = patterns[variant]
        const made = pattern && context?.createPattern(pattern, 'repeat')
        made?.setTransform(new DOMMatrix().scale(0.25))
        const kind = kinds.get(variant) ?? { path: new Path2D(), fill: made ?? '#fff' }
        kinds.set(variant, kind)
        const { x: cx, y: cy, w, h, angle } = toPlacement(space)
        const box = new Path2D()
        box.roundRect(-w / 2, -h / 2, w, h, 1.3 * unit)
        kind.path.addPath(box, new DOMMatrix().translate(cx, cy).rotate((angle * 180) / Math.PI))
      }
      scale = toFitScale(stage)
      x = (stage.clientWidth - 1024 * scale) / 2
      y = (stage.clientHeight - 768 * scale) / 2
      draw()
      return Promise.resolve()
    },
    zoom(factor, labelled) {
      isLabelled = labelled
      x = innerWidth / 2 - (innerWidth / 2 - x) * factor
      y = innerHeight / 2 - (innerHeight / 2 - y) * factor
      scale *= factor
      ask()
    },
    panBy(dx, dy) {
      x += dx
      y += dy
      ask()
    },
  }
}
