// How a space looks on the map and in the list beside it.
import { expect, it } from 'vitest'
import { areInPlace, type MapSpace, toDrawnSpace, toShownVariant } from '../../../src/app/map/mapSpace.ts'

const taken: MapSpace = {
  id: 7,
  shape: 'box',
  x: 0,
  y: 0,
  w: 20,
  h: 20,
  a: 0,
  row: 'A',
  num: '1',
  type: 2,
  status: 'taken',
  title: 'Cabin Crew Camping',
}

it('in the viewer the space whose sheet is open is selected, whatever is sold there', () => {
  expect(toShownVariant(taken, { mode: 'viewer', focusedId: 7 })).toBe('selected')
  expect(toShownVariant({ ...taken, isPlace: true }, { mode: 'viewer', focusedId: 7 })).toBe('selected')
  expect(toShownVariant(taken, { mode: 'viewer', focusedId: 8 })).toBe('food')
})

it('in the picker the spaces of the order are selected, not the one that is looked at', () => {
  expect(toShownVariant(taken, { mode: 'picker', focusedId: 7 })).toBe('unavailable')
  expect(toShownVariant({ ...taken, status: 'selected' }, { mode: 'picker', focusedId: null })).toBe(
    'selected',
  )
})

it('a tap makes no space again but those that it selects and leaves', () => {
  const first = toDrawnSpace(taken, { mode: 'viewer', focusedId: null })
  const second = toDrawnSpace(taken, { mode: 'viewer', focusedId: 8 }, first)
  expect(second).toBe(first)
  const selected = toDrawnSpace(taken, { mode: 'viewer', focusedId: 7 }, second)
  expect(selected).toEqual({ ...first, variant: 'selected' })
  expect(selected.place).toBe(first.place)
})

it('spaces of which only the state is another are still in place', () => {
  const next = { ...taken, num: '2', id: 8 }
  expect(areInPlace([taken, next], [{ ...taken, status: 'free', title: 'Free' }, next])).toBe(true)
  for (const moved of [{ x: 1 }, { a: 90 }, { shape: 'circle' as const }, { num: '3' }, { id: 9 }]) {
    expect(areInPlace([taken], [{ ...taken, ...moved }])).toBe(false)
  }
  expect(areInPlace([taken], [taken, next])).toBe(false)
})
