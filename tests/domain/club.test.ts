import { expect, it } from 'vitest'
import { isSlug, slugMaxLength } from '../../src/domain/club.ts'

it('a slug is small letters, digits and single hyphens within', () => {
  for (const slug of ['a', 'alder-hollow', '4x4', 'a-1-b', 'a'.repeat(slugMaxLength)]) {
    expect(isSlug(slug), slug).toBe(true)
  }
  for (const text of ['', '-a', 'a-', 'a--b', 'Alder', 'a.b', 'a b', 'ä', 'xn--', 'a\n', 'a'.repeat(64)]) {
    expect(isSlug(text), JSON.stringify(text)).toBe(false)
  }
})

it("no club has the name of a host that is the product's own", () => {
  for (const name of ['www', 'api', 'mail', 'admin']) expect(isSlug(name), name).toBe(false)
})
