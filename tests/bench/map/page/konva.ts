// The rival on a 2D canvas: Konva, configured as its own performance advice says.
import Konva from 'konva'
import { toSpaceVariant } from '../../../../src/app/map/mapSpace.ts'
import { toPlacement, toSpaceLabel } from '../../../../src/app/map/space.ts'
import { type Contestant, toFitScale } from './contestant.ts'
import { makePatterns } from './patterns.ts'
import { type MapSize, makeSpaces } from './spaces.ts'

export function makeKonva(size: MapSize): Contestant {
  const { spaces, unit } = makeSpaces(size)
  const patterns = makePatterns()
  const labels: Konva.Group[] = []
  let stage: Konva.Stage | undefined
  let layer: Konva.Layer | undefined
  return {
    mount(element) {
      const container = document.createElement('div')
      element.append(container)
      stage = new Konva.Stage({
        container,
        width: element.clientWidth,
        height: element.clientHeight,
        listening: false,
      })
      layer = new Konva.Layer({ listening: false })
      for (const space of spaces) {
        const { x, y, w, h, angle } = toPlacement(space)
        const pattern = patterns[toSpaceVariant(space, 'viewer')]
        const group = new Konva.Group({ x, y, rotation: (angle * 180) / Math.PI, listening: false })
        group.add(
          new Konva.Rect({
            x: -w / 2,
            y: -h / 2,
            width: w,
            height: h,
            cornerRadius: 1.3,
            stroke: '#11181C',
            strokeWidth: 0.9,
            perfectDrawEnabled: false,
            shadowForStrokeEnabled: false,
            listening: false,
            ...(pattern
              ? {
                  fillPatternImage: pattern as unknown as HTMLImageElement,
                  fillPatternScale: { x: 0.25, y: 0.25 },
                }
              : { fill: '#fff' }),
          }),
        )
        const label = new Konva.Group({ listening: false, visible: false, scaleX: unit, scaleY: unit })
        if (pattern) {
          label.add(
            new Konva.Rect({
              x: -5.5,
              y: -3,
              width: 11,
              height: 6,
              cornerRadius: 1,
              fill: '#fff',
              perfectDrawEnabled: false,
              listening: false,
            }),
          )
        }
        label.add(
          new Konva.Text({
            x: -8,
            y: -2.5,
            width: 16,
            align: 'center',
            text: toSpaceLabel(space),
            fontSize: 5,
            fontStyle: '700',
            fill: '#11181C',
            perfectDrawEnabled: false,
            listening: false,
          }),
        )
        labels.push(label)
        group.add(label)
        layer.add(group)
      }
      const scale = toFitScale(element)
      stage.scale({ x: scale, y: scale })
      stage.position({
        x: (element.clientWidth - 1024 * scale) / 2,
        y: (element.clientHeight - 768 * scale) / 2,
      })
      stage.add(layer)
      layer.draw()
      return Promise.resolve()
    },
    zoom(factor, labelled) {
      if (!stage) return
      for (const label of labels) label.visible(labelled)
      stage.position({
        x: innerWidth / 2 - (innerWidth / 2 - stage.x()) * factor,
        y: innerHeight / 2 - (innerHeight / 2 - stage.y()) * factor,
      })
      stage.scale({ x: stage.scaleX() * factor, y: stage.scaleY() * factor })
      stage.batchDraw()
    },
    panBy(dx, dy) {
      stage?.position({ x: stage.x() + dx, y: stage.y() + dy })
      stage?.batchDraw()
    },
  }
}
