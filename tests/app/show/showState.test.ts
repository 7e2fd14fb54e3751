// An event that the device cannot save is shown from the server's answer alone.
import { expect, test } from 'vitest'
import { toUnsavedShow } from '../../../src/app/show/showState.ts'
import type { EventPack } from '../../../src/domain/event.ts'

test("an event that cannot be saved is shown whole from the server's answer, and says that it is not saved", () => {
  const pack = {
    version: 'v7',
    event: { id: 3, name: 'Ridge Run' },
    schedule: [{ day: '2026-08-01', entries: [] }],
    maps: [{ id: 5, label: 'Meadow', url: '/media/5' }],
    vendors: [{ id: 1 }, { id: 2 }],
    classes: [],
    entries: { classes: [], cars: [{ number: '101' }] },
    forms: [{ id: 9 }],
  } as unknown as EventPack
  const { isUnsaved, saved, field, cars } = toUnsavedShow({ club: 'harrow', eventId: 3 }, pack, 1_000)
  expect(isUnsaved).toBe(true)
  expect(saved).toMatchObject({ key: 'harrow/3', version: 'v7', savedAt: 1_000, bytes: 0 })
  expect(saved).toMatchObject({ vendorCount: 2, carCount: 1, formCount: 1 })
  expect(saved?.mapNames).toEqual([{ id: 5, label: 'Meadow' }])
  expect(field).toMatchObject({ key: 'harrow/3', version: 'v7', vendors: pack.vendors })
  expect(cars).toMatchObject({ key: 'harrow/3', version: 'v7', forms: pack.forms })
})
