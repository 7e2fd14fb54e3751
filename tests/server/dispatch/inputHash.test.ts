import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCanonicalJson } from '../../../src/domain/canonicalJson.ts'
import { hashInput } from '../../../src/server/dispatch/inputHash.ts'

describe('the hash of an input', () => {
  it('is the same whatever is said beside the input', () => {
    const plain = hashInput({ endpoint: 'https://a', keys: { auth: 'x', p256dh: 'y' } })
    expect(
      hashInput({
        keys: { p256dh: 'y', auth: 'x' },
        endpoint: 'https://a',
        action: 'webpush_subscribe',
        key: '0b0b',
        grant: 'g',
        token: 't',
        language: 'es',
        tenantId: 1,
        subdomain: 'a',
        tenant: 'a',
        tenantUUID: 'u',
      }),
    ).toBe(plain)
    expect(hashInput({ endpoint: 'https://b', keys: { auth: 'x', p256dh: 'y' } })).not.toBe(plain)
  })

  it('tells apart what JSON tells apart, and nothing else', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (left, right) => {
        const a: unknown = JSON.parse(left)
        const b: unknown = JSON.parse(right)
        expect(JSON.parse(toCanonicalJson(a))).toEqual(a)
        expect(toCanonicalJson(a) === toCanonicalJson(b)).toBe(isSame(a, b))
      }),
    )
  })
})

function isSame(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b)
    return true
  } catch {
    return false // not equal
  }
}
