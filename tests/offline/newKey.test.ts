// Keys that a device makes, also in browsers without `randomUUID`.
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { newKey } from '../../src/offline/newKey.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a key is a random UUID, also at an address without https, and no two are equal', () => {
  const random = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues: random })
  const keys = Array.from({ length: 200 }, newKey)
  expect(z.array(z.uuidv4()).safeParse(keys).success).toBe(true)
  expect(new Set(keys).size).toBe(keys.length)
})
