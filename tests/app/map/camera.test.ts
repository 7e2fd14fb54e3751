// The camera over a map: it can be zoomed and moved, and the map always stays in sight.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bringIntoView,
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
} from '../../../src/app/map/camera.ts'

const phone: Stage = {
  width: 390,
  height: 600,
  covered: 0,
  world: { left: 0, top: 0, right: 1024, bottom: 768 },
  maxScale: 8,
}

describe('the camera over a map', () => {
  it('shows the whole map in the middle', () => {
    const camera = toFit(phone)
    expect(camera.scale).toBeCloseTo((390 - 24) / 1024)
    expect(camera.x).toBeCloseTo(12)
    expect(camera.y).toBeCloseTo((600 - 768 * camera.scale) / 2)
  })

  it('opens on an upright phone with a map that leaves nothing empty, about the middle of the spaces', () => {
    const camera = toStart(phone, { left: 500, top: 100, right: 700, bottom: 500 })
    expect(camera.scale).toBeCloseTo(600 / 768)
    expect(toMapPoint(camera, { x: 195, y: 300 })).toEqual({ x: 600, y: expect.closeTo(384) })
    const corner = toStart(phone, { left: 0, top: 0, right: 50, bottom: 50 })
    expect(toMapPoint(corner, { x: 0, y: 0 })).toEqual({ x: expect.closeTo(0), y: expect.closeTo(0) })
  })

  it('opens on a wide screen as near as it can with every space in view', () => {
    const desk: Stage = { ...phone, width: 900, height: 577 }
    const spaces = { left: 20, top: 60, right: 1000, bottom: 740 }
    const camera = toStart(desk, spaces)
    expect(camera.scale).toBeGreaterThan(toFitScale(desk))
    expect(spaces.top * camera.scale + camera.y).toBeGreaterThanOrEqual(0)
    expect(spaces.bottom * camera.scale + camera.y).toBeLessThanOrEqual(577)
    expect(spaces.left * camera.scale + camera.x).toBeGreaterThanOrEqual(0)
    expect(spaces.right * camera.scale + camera.x).toBeLessThanOrEqual(900)
  })

  it('does not open so near that a very flat stage shows a corner only', () => {
    const flat: Stage = { ...phone, width: 844, height: 180 }
    expect(toStart(flat, flat.world).scale).toBeCloseTo(toFitScale(flat) * 2.4)
  })

  it('keeps the point under the finger still while it zooms', () => {
    const start = centerOn({ x: 500, y: 400 }, 2, phone)
    const finger = { x: 100, y: 450 }
    const before = toMapPoint(start, finger)
    const after = toMapPoint(zoomAbout(start, phone, finger, 1.7), finger)
    expect(after.x).toBeCloseTo(before.x)
    expect(after.y).toBeCloseTo(before.y)
  })

  it('never zooms out beyond the whole map nor in beyond its limit', () => {
    const camera = toFit(phone)
    expect(zoomAbout(camera, phone, { x: 1, y: 1 }, 0.01).scale).toBeCloseTo(toFitScale(phone))
    expect(zoomAbout(camera, phone, { x: 1, y: 1 }, 1e6).scale).toBe(8)
  })

  it('cannot lose the map, wherever it is pushed', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 20, noNaN: true }),
        fc.double({ min: -1e5, max: 1e5, noNaN: true }),
        fc.double({ min: -1e5, max: 1e5, noNaN: true }),
        fc.integer({ min: 0, max: 300 }),
        (scale, x, y, covered) => {
          const stage = { ...phone, covered }
          const camera = clamp({ scale, x, y }, stage)
          const right = 1024 * camera.scale + camera.x
          const bottom = 768 * camera.scale + camera.y
          expect(camera.x).toBeLessThanOrEqual(stage.width / 2)
          expect(right).toBeGreaterThanOrEqual(stage.width / 2)
          expect(camera.y).toBeLessThanOrEqual(stage.height - covered)
          expect(bottom).toBeGreaterThanOrEqual(0)
          const again = clamp(camera, stage)
          expect(again.x).toBeCloseTo(camera.x, 6)
          expect(again.y).toBeCloseTo(camera.y, 6)
        },
      ),
    )
  })

  it('gives an edge no more way than it has been zoomed beyond the whole map', () => {
    const camera = toFit(phone)
    const pushed = clamp({ scale: camera.scale * 1.01, x: 1e4, y: 0 }, phone)
    expect(pushed.x - camera.x).toBeLessThan(5)
    expect(clamp({ scale: camera.scale * 4, x: 1e4, y: 0 }, phone).x).toBe(96)
  })

  it('does not jump when a zoom begins', () => {
    const camera = toFit(phone)
    const slightly = zoomAbout(camera, phone, { x: 0, y: 0 }, 1.001)
    expect(Math.abs(slightly.x - camera.x)).toBeLessThan(1)
    expect(Math.abs(slightly.y - camera.y)).toBeLessThan(1)
  })

  it('brings a space clear of the sheet and of the edges with the smallest move', () => {
    const covered = { ...phone, covered: 240 }
    const start = centerOn({ x: 500, y: 400 }, 2, phone)
    const low = { left: 490, top: 480, right: 520, bottom: 510 }
    const moved = bringIntoView(start, low, covered, 40)
    expect(low.bottom * moved.scale + moved.y).toBeLessThanOrEqual(600 - 240 - 40 + 1e-6)
    expect(moved.x).toBe(start.x)
    expect(bringIntoView(moved, low, covered, 40)).toEqual(moved)
  })

  it('flies from one view to another without leaving the way between them', () => {
    const from = toFit(phone)
    const to = centerOn({ x: 900, y: 700 }, 4, phone)
    expect(flyBetween(from, to, 1)).toEqual(to)
    expect(flyBetween(from, to, 0).x).toBeCloseTo(from.x)
    const half = flyBetween(from, to, 0.5)
    expect(half.scale).toBeCloseTo(Math.sqrt(from.scale * to.scale))
    const still = {
      x: (to.x - from.x) / (from.scale - to.scale),
      y: (to.y - from.y) / (from.scale - to.scale),
    }
    expect(still.x * half.scale + half.x).toBeCloseTo(still.x * to.scale + to.x)
    expect(still.y * half.scale + half.y).toBeCloseTo(still.y * to.scale + to.y)
  })

  it('eases from rest to rest', () => {
    expect(ease(0)).toBe(0)
    expect(ease(1)).toBe(1)
    expect(ease(0.5)).toBeGreaterThan(0.8)
  })
})
