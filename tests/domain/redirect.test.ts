import { describe, expect, it } from 'vitest'
import { findRedirect } from '../../src/domain/redirect.ts'

const origin = 'https://harbor.showfield.example'
const hosts = ['club.com', 'www.club.com:8443']

function find(value: string | null | undefined): string | undefined {
  return findRedirect(value, origin, hosts, (text, base) => new URL(text, base))
}

describe('T2.36 where "Finished" may send the browser', () => {
  it.each([
    ['/portal/events', `${origin}/portal/events`],
    ['portal/events?x=1#y', `${origin}/portal/events?x=1#y`],
    [`${origin}/portal`, `${origin}/portal`],
    ['https://club.com/thanks', 'https://club.com/thanks'],
    ['https://CLUB.com', 'https://club.com/'],
    ['https://www.club.com:8443/', 'https://www.club.com:8443/'],
    // only the server that gets it decodes it, and that is our own host
    ['%2f%2fevil.example', `${origin}/%2f%2fevil.example`],
  ])('goes from %j to %s', (value, address) => {
    expect(find(value)).toBe(address)
  })

  it.each([
    null,
    undefined,
    '',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http://club.com',
    'https://club.com:444',
    'https://club.com.evil.example',
    'https://club.com@evil.example',
    'https://evil.example/club.com',
    'https://evil.example#club.com',
    'https://xclub.com',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://harbor.showfield.example/1',
    'filesystem:https://harbor.showfield.example/1',
    'ftp://club.com',
    'https://',
    `/${'a'.repeat(2048)}`,
  ])('stays at the default route for %j', (value) => {
    expect(find(value)).toBeUndefined()
  })
})
