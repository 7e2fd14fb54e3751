import { describe, expect, it } from 'vitest'
import { setUpWorld } from '../../support/database/setUp.ts'

describe('T2.9 no other origin may call or read', () => {
  const world = setUpWorld('embedded', {
    env: { HOST_DOMAIN: 'showfield.example', ORIGIN: 'https://showfield.example' },
  })

  const host = 'harbor.showfield.example'
  const call = { action: 'get_tenant', subdomain: 'harbor' }

  it.each([
    'https://evil.example',
    'null',
    'https://mesa.showfield.example',
    'https://harbor.showfield.example.evil.example',
    'https://harbor.showfield.example:8443',
    'https://evil.example/harbor.showfield.example',
    'file://',
    'not an origin',
  ])('refuses a call from %j and sends no permission to read', async (origin) => {
    const received = await world.post(call, { host, origin })
    expect(received.status).toBe(403)
    expect(received.json()).toMatchObject({ success: false, code: 'cross-site' })
    expect(Object.keys(received.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it.each(['cross-site', 'same-site'])('refuses what the browser calls %s', async (site) => {
    const received = await world.post(call, { host, 'sec-fetch-site': site })
    expect(received.json()).toMatchObject({ success: false, code: 'cross-site' })
  })

  it('takes a call from its own page', async () => {
    for (const headers of [
      { origin: `https://${host}`, 'sec-fetch-site': 'same-origin' },
      { origin: `http://${host}` },
      { 'sec-fetch-site': 'none' },
      {},
    ]) {
      expect((await world.post(call, { host, ...headers })).json()).toMatchObject({ success: true })
    }
  })

  it('answers no question about permission, on any address', async () => {
    for (const path of ['/dart/core', '/dart/pack/1', '/media/x.webp', '/portal', '/healthz']) {
      const received = await world.send(path, {
        method: 'OPTIONS',
        headers: { host, origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      })
      expect(received.status).toBeGreaterThanOrEqual(404)
      expect(Object.keys(received.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    const pack = await world.send(`/dart/pack/${world.clubs.a.show.id}`, {
      headers: { host, origin: 'https://evil.example' },
    })
    expect(pack.status).toBe(200)
    expect(Object.keys(pack.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
