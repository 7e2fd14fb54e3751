import { expect, test } from 'vitest'
import { fitInto, pictureSide } from '../../../src/app/pictures/letterbox.ts'

test('the square has 400 dots on each side', () => {
  expect(pictureSide).toBe(400)
})

test.each([
  ['a wide one', 4000, 3000, { x: 0, y: 50, width: 400, height: 300 }],
  ['a tall one', 3000, 4000, { x: 50, y: 0, width: 300, height: 400 }],
  ['a square one', 800, 800, { x: 0, y: 0, width: 400, height: 400 }],
  ['one of just this size', 400, 400, { x: 0, y: 0, width: 400, height: 400 }],
  ['a small one, which is not enlarged', 100, 60, { x: 150, y: 170, width: 100, height: 60 }],
  ['a single dot', 1, 1, { x: 200, y: 200, width: 1, height: 1 }],
  ['a line, of which something stays', 10_000, 2, { x: 0, y: 200, width: 400, height: 1 }],
])('%s lies whole in the middle of the square', (_, width, height, place) => {
  expect(fitInto(width, height)).toEqual(place)
})

test('no picture reaches over an edge of the square', () => {
  for (let width = 1; width < 1200; width += 37) {
    for (let height = 1; height < 1200; height += 41) {
      const { x, y, ...size } = fitInto(width, height)
      expect(Math.min(x, y, size.width - 1, size.height - 1)).toBeGreaterThanOrEqual(0)
      expect(Math.max(x + size.width, y + size.height)).toBeLessThanOrEqual(pictureSide)
    }
  }
})
