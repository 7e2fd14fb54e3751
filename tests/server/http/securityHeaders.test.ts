import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { setUpWorld } from '../../support/database/setUp.ts'

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

describe('every answer that is no document', () => {
  const world = setUpWorld('embedded', {
    env: { ORIGIN: 'https://portal.example.com', DEFAULT_TENANT: 'harbor' },
  })

  it('says what a browser may do with it, also past the framework', async () => {
    const pack = `/dart/pack/${world.clubs.a.show.id}`
    const etag = String((await world.send(pack)).headers.etag)
    for (const [path, status, sent] of [
      [pack, 200, {}],
      [pack, 304, { headers: { 'if-none-match': etag } }],
      [pack, 200, { method: 'HEAD' }],
      ['/dart/pack/999999', 404, {}],
      ['/dart/core', 405, {}],
      ['/healthz', 200, {}],
      ['/manifest.webmanifest', 200, {}],
      ['/media/none.webp', 404, {}],
      ['/sandbox/stripe/v3.js', 200, {}],
      ['/webhooks/stripe', 400, { method: 'POST', body: 'x' }],
      ['/reports/csp', 204, { method: 'POST', body: 'x' }],
      ['/%zz', 404, {}],
      ['/nothing', 404, {}],
    ] as const) {
      const received = await world.send(path, sent)
      expect({ path, status: received.status, ...received.headers }).toMatchObject({
        path,
        status,
        ...everywhere,
      })
    }
  })

  it.each([
    ['what is no HTTP', 'NONSENSE\r\n\r\n', 400],
    ['a head that is too large', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('also to %s', async (_name, sent, status) => {
    const socket = connect(world.port, '127.0.0.1')
    socket.write(sent)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    const [head = '', body] = bytes.toString().split('\r\n\r\n')
    const [line, ...headers] = head.split('\r\n')
    expect(line).toContain(` ${status} `)
    expect(headers.map((header) => header.toLowerCase())).toEqual(
      expect.arrayContaining(Object.entries(everywhere).map(([name, value]) => `${name}: ${value}`)),
    )
    expect(body).toBe('')
  })
})
