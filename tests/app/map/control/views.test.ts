// Where the camera goes when somebody is led to a space.
import { describe, expect, it } from 'vitest'
import { toMapPoint } from '../../../../src/app/map/camera.ts'
import {
  toFocusScale,
  toLandmarkView,
  toPinPoint,
  toStageBounds,
} from '../../../../src/app/map/control/views.ts'
import { type Placement, toBounds } from '../../../../src/app/map/space.ts'

const stage = {
  width: 390,
  height: 600,
  covered: 240,
  world: { left: 0, top: 0, right: 1024, bottom: 768 },
  maxScale: 8,
}
const box = (x: number, y: number): Placement => ({ shape: 'box', x, y, w: 32, h: 26, angle: 0 })

describe('the view that somebody is led to', () => {
  it('holds the space and its landmark, clear of the edges and of the sheet', () => {
    const [space, landmark] = [box(500, 400), box(420, 330)]
    const camera = toLandmarkView(space, landmark, stage)
    for (const place of [space, landmark]) {
      const { left, top, right, bottom } = toStageBounds(toBounds(place), camera)
      expect(left).toBeGreaterThan(56)
      expect(right).toBeLessThan(390 - 56)
      expect(top).toBeGreaterThan(56)
      expect(bottom).toBeLessThan(360 - 56)
    }
  })

  it('is no nearer than a space that was selected, and shows the whole way to a landmark that is far', () => {
    const near = toLandmarkView(box(500, 400), box(505, 404), stage)
    expect(near.scale).toBeCloseTo(toFocusScale(box(500, 400)))
    const far = toLandmarkView(box(900, 700), box(60, 60), stage)
    expect(toMapPoint(far, { x: 0, y: 0 }).x).toBeLessThanOrEqual(60)
    expect(toMapPoint(far, { x: 390, y: 360 }).x).toBeGreaterThanOrEqual(900)
  })

  it('has the tip of the pin inside the space, whether it is a speck or fills the stage', () => {
    const speck = toPinPoint(box(500, 400), { scale: 0.2, x: 0, y: 0 })
    expect(speck.x).toBeCloseTo(100)
    expect(speck.y).toBeCloseTo(80)
    const large = toPinPoint(box(500, 400), { scale: 10, x: -4800, y: -3800 })
    expect(large.x).toBeCloseTo(200)
    expect(large.y).toBeCloseTo(76)
  })
})
