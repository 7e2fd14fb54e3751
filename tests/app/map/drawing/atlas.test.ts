// The atlas of a map: few sizes for many spaces, packed without overlap, at scales that seldom change.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSizes, pack, toLabelPx, toTileScale } from '../../../../src/app/map/drawing/atlas.ts'

describe('the atlas of a map', () => {
  it('keeps every size where there are few', () => {
    const grouped = groupSizes(
      [
        { shape: 'box', w: 20, h: 30 },
        { shape: 'circle', w: 20, h: 20 },
        { shape: 'box', w: 20, h: 30 },
      ],
      24,
    )
    expect(grouped.sizes).toHaveLength(2)
    expect(grouped.of).toEqual([0, 1, 0])
  })

  it('stands in with near sizes where every space has its own', () => {
    const outlines = Array.from({ length: 2000 }, (_, at) => ({
      shape: 'box' as const,
      w: 20 + (at % 50) * 0.7,
      h: 20 + (at % 37) * 0.9,
    }))
    const { sizes, of } = groupSizes(outlines, 24)
    expect(sizes.length).toBeLessThanOrEqual(24)
    expect(of).toHaveLength(2000)
    for (const [at, outline] of outlines.entries()) {
      expect((sizes[of[at] ?? -1]?.w ?? 0) / outline.w).toBeGreaterThan(0.6)
      expect((sizes[of[at] ?? -1]?.w ?? 9) / outline.w).toBeLessThan(1.7)
    }
  })

  it('packs its pictures side by side, never one over another', () => {
    const rectangles = fc.array(
      fc.record({ width: fc.integer({ min: 1, max: 90 }), height: fc.integer({ min: 1, max: 90 }) }),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(rectangles, (all) => {
        const packed = pack(all, 512)
        if (!packed) return
        packed.cells.forEach((one, at) => {
          expect(one.x + one.width).toBeLessThanOrEqual(512)
          expect(one.y + one.height).toBeLessThanOrEqual(packed.height)
          packed.cells.slice(at + 1).forEach((other) => {
            const apart =
              one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y
            expect(apart).toBe(true)
          })
        })
      }),
    )
  })

  it('says so when the pictures do not fit', () => {
    expect(pack([{ width: 100, height: 100 }], 64)).toBeUndefined()
    expect(
      pack(
        Array.from({ length: 5 }, () => ({ width: 60, height: 60 })),
        128,
      ),
    ).toBeUndefined()
  })

  it('draws its tiles at least as sharp as they are shown', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 32, noNaN: true }), (scale) => {
        expect(toTileScale(scale) / scale).toBeGreaterThan(0.93)
        expect(toTileScale(scale) / scale).toBeLessThan(1.5)
      }),
    )
  })

  it('sets labels in 14 pixels at least and 20 at most', () => {
    expect(toLabelPx(20, 0.3)).toBe(14)
    expect(toLabelPx(54, 1.1)).toBe(18)
    expect(toLabelPx(54, 9)).toBe(20)
  })
})
