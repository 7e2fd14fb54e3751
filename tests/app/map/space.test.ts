// A space on an event's map: outlines, taps, arrow keys, labels and kinds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  distanceTo,
  findBounds,
  findNeighbour,
  findTypicalSide,
  indexSpaces,
  keepWithin,
  type SpaceOutline,
  toBounds,
  toPlacement,
  toSpaceKind,
  toSpaceLabel,
} from '../../../src/app/map/space.ts'

const box = (more: Partial<SpaceOutline> = {}): SpaceOutline => ({
  shape: 'box',
  x: 100,
  y: 200,
  w: 40,
  h: 20,
  a: 0,
  ...more,
})

describe('a space on a map', () => {
  it('is labelled with its row and number', () => {
    expect(toSpaceLabel({ row: 'C', num: '4' })).toBe('C4')
    expect(toSpaceLabel({ row: '', num: 12 })).toBe('12')
  })

  it('is for swap, food or goods by its type, and for anything by any other', () => {
    expect([1, 2, 3, 0, 4, 99].map(toSpaceKind)).toEqual(['swap', 'food', 'goods', 'any', 'any', 'any'])
  })

  it('has its top left corner at x and y when it is a box, and its centre there when it is a circle', () => {
    expect(toBounds(toPlacement(box()))).toEqual({ left: 100, top: 200, right: 140, bottom: 220 })
    expect(toBounds(toPlacement(box({ shape: 'circle', h: 0 })))).toEqual({
      left: 80,
      top: 180,
      right: 120,
      bottom: 220,
    })
  })

  it('turns about its own centre', () => {
    const turned = toBounds(toPlacement(box({ a: 90 })))
    expect(turned.left).toBeCloseTo(110)
    expect(turned.right).toBeCloseTo(130)
    expect(turned.top).toBeCloseTo(190)
    expect(turned.bottom).toBeCloseTo(230)
  })

  it('is drawn at most half a quarter turn aslant whatever its angle, and covers the same ground', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -720, max: 720, noNaN: true }),
        fc.double({ min: -40, max: 40, noNaN: true }),
        fc.double({ min: -40, max: 40, noNaN: true }),
        (a, dx, dy) => {
          const place = toPlacement(box({ a }))
          expect(Math.abs(place.angle)).toBeLessThanOrEqual(Math.PI / 4 + 1e-9)
          const radians = (a * Math.PI) / 180
          const across = Math.abs(dx * Math.cos(radians) + dy * Math.sin(radians)) - 20
          const down = Math.abs(dy * Math.cos(radians) - dx * Math.sin(radians)) - 10
          const expected = Math.hypot(Math.max(0, across), Math.max(0, down))
          expect(distanceTo(place, { x: 120 + dx, y: 210 + dy })).toBeCloseTo(expected, 6)
        },
      ),
    )
  })

  it('contains what lies in its circle and nothing in the corners around it', () => {
    const round = toPlacement(box({ shape: 'circle' }))
    expect(distanceTo(round, { x: 110, y: 210 })).toBe(0)
    expect(distanceTo(round, { x: 119, y: 219 })).toBeGreaterThan(0)
  })

  it('at the edge of the map has its name on the map', () => {
    expect([5, 40, 500, 1020].map((middle) => keepWithin(middle, 60, 1024))).toEqual([60, 60, 500, 964])
  })

  it('drawn from right to left by its editor still has its place', () => {
    expect(toBounds(toPlacement(box({ x: 140, w: -40 })))).toEqual(toBounds(toPlacement(box())))
  })
})

describe('a tap on a map', () => {
  const outlines = fc.array(
    fc.record({
      shape: fc.constantFrom('box' as const, 'circle' as const),
      x: fc.integer({ min: -50, max: 1100 }),
      y: fc.integer({ min: -50, max: 800 }),
      w: fc.integer({ min: 1, max: 120 }),
      h: fc.integer({ min: 1, max: 120 }),
      a: fc.integer({ min: 0, max: 360 }),
    }),
    { minLength: 1, maxLength: 60 },
  )

  it('means the same space by the grid as by looking at every one', () => {
    fc.assert(
      fc.property(
        outlines,
        fc.integer({ min: -200, max: 1300 }),
        fc.integer({ min: -200, max: 1000 }),
        (all, x, y) => {
          const places = all.map(toPlacement)
          const index = indexSpaces(places)
          const found = index.findAt({ x, y }, 400)
          const distances = places.map((place) => distanceTo(place, { x, y }))
          const nearest = Math.min(...distances)
          if (nearest > 400) expect(found).toBe(-1)
          else expect(distances[found]).toBe(nearest)
          expect(index.countAt({ x, y }, 400)).toBe(distances.filter((distance) => distance <= 400).length)
        },
      ),
    )
  })

  it('on two spaces that lie over each other means the one whose middle is nearer', () => {
    const places = [box({ x: 0, y: 0, w: 100, h: 100 }), box({ x: 40, y: 40, w: 20, h: 20 })].map(toPlacement)
    expect(indexSpaces(places).findAt({ x: 52, y: 52 }, 0)).toBe(0)
    expect(
      indexSpaces([...places, toPlacement(box({ x: 51, y: 51, w: 4, h: 4 }))]).findAt({ x: 53, y: 53 }, 0),
    ).toBe(2)
  })

  it('on a map without spaces means nothing', () => {
    expect(indexSpaces([]).findAt({ x: 1, y: 1 }, 1000)).toBe(-1)
    expect(findBounds([])).toBeUndefined()
  })
})

describe('an arrow key on a map', () => {
  const grid = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => toPlacement(box({ x: column * 50, y: row * 30 }))),
  )
  const from = (position: number) => grid[position] ?? { x: 0, y: 0 }

  it('goes to the next space in its direction', () => {
    expect(findNeighbour(grid, from(4), 'left')).toBe(3)
    expect(findNeighbour(grid, from(4), 'right')).toBe(5)
    expect(findNeighbour(grid, from(4), 'up')).toBe(1)
    expect(findNeighbour(grid, from(4), 'down')).toBe(7)
  })

  it('takes a space aslant where none lies straight ahead', () => {
    const aslant = [box({ x: 100, y: 100 }), box({ x: 180, y: 180 })].map(toPlacement)
    expect(findNeighbour(aslant, { x: 0, y: 0 }, 'right')).toBe(0)
    expect(findNeighbour(aslant, { x: 120, y: 110 }, 'right')).toBe(1)
    expect(findNeighbour(aslant, { x: 200, y: 10 }, 'right')).toBe(-1)
  })

  it('stays where nothing lies that way', () => {
    expect(findNeighbour(grid, from(0), 'left')).toBe(-1)
    expect(findNeighbour(grid, from(8), 'down')).toBe(-1)
  })

  it('reaches every space of a map from any other', () => {
    const reached = new Set([0])
    const open = [0]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const next = findNeighbour(grid, from(at), direction)
        if (next >= 0 && !reached.has(next)) {
          reached.add(next)
          open.push(next)
        }
      }
    }
    expect(reached.size).toBe(grid.length)
  })
})

describe('the measure of a map', () => {
  it('is the shorter side of its middle space', () => {
    const sides = [
      [10, 90],
      [30, 20],
      [50, 60],
    ] as const
    expect(findTypicalSide(sides.map(([w, h]) => toPlacement(box({ w, h }))))).toBe(20)
  })
})
