import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BodyOwner,
  type BodyPlace,
  type BodyPlaces,
  createBodyPlaces,
} from '../../../src/server/http/bodies/bodyPlaces.ts'

describe('the places for large bodies', () => {
  let now = 0
  let places: BodyPlaces
  const gone: string[] = []
  beforeEach(() => {
    now = 0
    gone.length = 0
    places = createBodyPlaces(() => now)
  })

  const stranger = (name: string): BodyOwner => ({ name, isKnown: false })
  const known = (name: string): BodyOwner => ({ name, isKnown: true })
  const enter = (owner: BodyOwner): BodyPlace | undefined =>
    places.enter(owner, () => void gone.push(owner.name))
  const fill = (count: number, toOwner: (index: number) => BodyOwner) =>
    Array.from({ length: count }, (_, index) => enter(toOwner(index)))

  it('are kept for known callers, a quarter of them', () => {
    fill(96, (index) => stranger(`address ${index % 8}`))
    expect(gone).toEqual([])
    const kept = fill(32, (index) => known(`member ${index}`))
    expect([gone, kept.includes(undefined)]).toEqual([[], false])
    // and one more takes a stranger's
    now += 1
    expect(enter(known('judge'))).toBeDefined()
    expect(gone).toEqual(['address 0'])
  })

  it('are given by the slowest of who has the most', () => {
    const bodies = fill(96, (index) => stranger(index < 90 ? `many ${index % 9}` : `few ${index}`))
    now += 1000
    for (const [index, body] of bodies.entries()) if (index !== 13 && index < 90) body?.note(50_000)
    expect(enter(stranger('newcomer'))).toBeDefined()
    expect(gone).toEqual(['many 4'])
  })

  it('are left to whoever is quick, when the newcomer has as many', () => {
    const bodies = fill(96, (index) => stranger(`address ${index}`))
    now += 1000
    for (const body of bodies) body?.note(100_000)
    expect(enter(stranger('newcomer'))).toBeUndefined()
    now += 20_000
    expect(enter(stranger('newcomer'))).toBeDefined()
    expect(gone).toHaveLength(1)
  })

  it('are at most sixteen of an address of strangers, and eight of a known caller', () => {
    const bodies = fill(16, () => stranger('venue')).concat(fill(8, () => known('member')))
    for (const body of bodies) body?.note(100_000)
    expect([enter(stranger('venue')), enter(known('member'))]).toEqual([undefined, undefined])
    expect(enter(known('another at the venue'))).toBeDefined()
    bodies[0]?.leave()
    expect(enter(stranger('venue'))).toBeDefined()
    expect(gone).toEqual([])
  })

  it('are never taken from known callers by strangers', () => {
    fill(60, (index) => known(`member ${index}`))
    fill(68, (index) => stranger(`address ${index}`))
    now += 10_000
    expect(enter(stranger('newcomer'))).toBeDefined()
    expect(gone).toEqual(['address 0'])
  })
})
