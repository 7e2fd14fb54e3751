import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  isPushAuth,
  isPushEndpoint,
  isPushHost,
  isPushKey,
} from '../../../src/server/providers/pushEndpoint.ts'
import { badEndpoints, goodEndpoints, makePushKeys } from '../../support/corpora/pushVectors.ts'

const parse = (text: string, base: string) => new URL(text, base)

describe('an endpoint for notifications', () => {
  it.each(goodEndpoints)('is taken from a push service of a browser: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, parse)).toBe(true)
  })

  it('is refused in more than forty shapes that lead elsewhere', () => {
    expect(badEndpoints.length).toBeGreaterThanOrEqual(40)
    expect(badEndpoints.filter((endpoint) => isPushEndpoint(endpoint, parse))).toEqual([])
  })

  it('must have a host beneath a service that names its hosts', () => {
    expect(isPushHost('web.push.apple.com')).toBe(true)
    expect(isPushHost('push.apple.com')).toBe(false)
    expect(isPushHost('-.push.apple.com')).toBe(false)
    expect(isPushHost('a.fcm.googleapis.com')).toBe(false)
  })
})

describe("the browser's key", () => {
  it('is taken when it is a point of the curve, with or without padding', () => {
    for (let times = 0; times < 20; times++) {
      const { p256dh } = makePushKeys()
      expect(isPushKey(p256dh)).toBe(true)
      expect(isPushKey(`${p256dh}=`)).toBe(true)
    }
  })

  it('is refused when it is no point, another curve, compressed, too short, or not base64url', () => {
    const point = createECDH('prime256v1').generateKeys()
    const beside = Buffer.from(point)
    beside.writeUInt8((beside.readUInt8(64) + 1) % 256, 64)
    const bad = [
      beside.toString('base64url'),
      Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]).toString('base64url'),
      Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 0xff)]).toString('base64url'),
      createECDH('secp256k1').generateKeys().toString('base64url'),
      createECDH('prime256v1').generateKeys('base64', 'compressed'),
      point.subarray(0, 64).toString('base64url'),
      Buffer.concat([point, Buffer.alloc(1)]).toString('base64url'),
      `+${point.toString('base64url').slice(1)}`,
      `${point.toString('base64url')}*`,
      '',
    ]
    expect(bad.filter(isPushKey)).toEqual([])
  })

  it('has a secret of sixteen bytes', () => {
    expect(isPushAuth(randomBytes(16).toString('base64url'))).toBe(true)
    expect(isPushAuth(randomBytes(15).toString('base64url'))).toBe(false)
    expect(isPushAuth(randomBytes(17).toString('base64url'))).toBe(false)
    // one extra bit at the end, which no encoder writes
    expect(isPushAuth('AAAAAAAAAAAAAAAAAAAAAB')).toBe(false)
    expect(isPushAuth('')).toBe(false)
  })
})
