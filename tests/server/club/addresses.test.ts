import { describe, expect, it } from 'vitest'
import {
  toMemberPictureAddress,
  toPageAddress,
  toPictureAddress,
} from '../../../src/server/club/addresses.ts'

const club = { slug: 'harbor' }
const shared = { origin: 'https://portal.example', hostDomain: null }
const own = { origin: 'https://portal.example:8443', hostDomain: 'portal.example' }

describe('an address that we hand out', () => {
  it("carries the club's name where the host does not", () => {
    expect(toPictureAddress(shared, club, 'abc')).toBe('/media/abc.webp?subdomain=harbor')
    expect(toMemberPictureAddress(shared, club, 'abc')).toBe('/media/member/abc.webp?subdomain=harbor')
    expect(toPageAddress(shared, club, '/portal/events?redirect=x')).toBe(
      'https://portal.example/portal/events?redirect=x&subdomain=harbor',
    )
  })

  it("has the club's name before the product's own domain", () => {
    expect(toPictureAddress(own, club, 'abc')).toBe('/media/abc.webp')
    expect(toPageAddress(own, club, '/portal')).toBe('https://harbor.portal.example:8443/portal')
  })

  it('is empty where there is no picture', () => {
    expect(toPictureAddress(shared, club, null)).toBe('')
    expect(toMemberPictureAddress(own, club, '')).toBe('')
  })
})
