import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { setUpWorld } from '../../support/database/setUp.ts'
import { startWorld } from '../../support/database/world.ts'

describe('T2.11 a host names a club only as it should', () => {
  const world = setUpWorld('embedded', {
    env: { HOST_DOMAIN: 'showfield.example', ORIGIN: 'https://showfield.example', DEFAULT_TENANT: 'mesa' },
  })

  async function findClub(headers: Record<string, string>, input: object = {}): Promise<unknown> {
    const answer = (await world.post({ action: 'get_tenant', ...input }, headers)).json()
    return answer.success === true ? (answer.tenant as { subdomain: string }).subdomain : answer.code
  }

  async function sendRaw(request: string): Promise<string> {
    const socket = connect(world.port, '127.0.0.1')
    socket.write(request)
    return text(socket)
  }

  it.each([
    ['harbor.showfield.example', 'harbor'],
    ['HARBOR.Showfield.Example', 'harbor'],
    ['harbor.showfield.example:8443', 'harbor'],
    ['mesa.showfield.example', 'mesa'],
    ['showfield.example', 'mesa'],
    ['127.0.0.1', 'mesa'],
    ['[::1]:3000', 'mesa'],
    ['localhost:3000', 'mesa'],
    ['nobody.showfield.example', 'unknown-tenant'],
    ['www.showfield.example', 'unknown-tenant'],
    ['admin.showfield.example', 'unknown-tenant'],
    ['harbor.showfield.example.', 'unknown-tenant'],
    ['harbor.showfield.example.evil.example', 'unknown-tenant'],
    ['a.harbor.showfield.example', 'unknown-tenant'],
    ['harborshowfield.example', 'unknown-tenant'],
    ['evil.example', 'unknown-tenant'],
    ['xn--hrbor-esa.showfield.example', 'unknown-tenant'],
    ['-harbor.showfield.example', 'unknown-tenant'],
    ['harbor%00.showfield.example', 'unknown-tenant'],
    ['har bor.showfield.example', 'unknown-tenant'],
    [`${'a'.repeat(64)}.showfield.example`, 'unknown-tenant'],
  ])('takes %j for %s', async (host, expected) => {
    expect(await findClub({ host })).toBe(expected)
  })

  it('lets the host decide, and the payload only agree', async () => {
    const { a, b } = world.clubs
    const host = 'harbor.showfield.example'
    expect(await findClub({ host }, { tenantId: a.id })).toBe('harbor')
    expect(await findClub({ host }, { tenantId: b.id })).toBe('tenant-mismatch')
    expect(await findClub({ host }, { subdomain: 'mesa' })).toBe('tenant-mismatch')
    const token = await world.signIn(b, 'member')
    const received = await world.post({ action: 'member_authorize' }, { host, 'x-dart-token': token })
    expect(received.json()).toMatchObject({ code: 'tenant-mismatch' })
  })

  it('does not believe a forwarded host or address of a stranger', async () => {
    const forged = { 'x-forwarded-host': 'harbor.showfield.example', 'x-forwarded-for': '203.0.113.9' }
    expect(await findClub({ host: 'showfield.example', ...forged })).toBe('mesa')
    expect(await findClub({ host: 'mesa.showfield.example', ...forged })).toBe('mesa')
  })

  it('answers no request that names two hosts, of which a proxy may have read the other', async () => {
    for (const hosts of [
      ['harbor.showfield.example', 'mesa.showfield.example'],
      ['mesa.showfield.example', 'mesa.showfield.example'],
    ]) {
      const lines = hosts.map((host) => `Host: ${host}\r\n`).join('')
      const answer = await sendRaw(`GET /healthz HTTP/1.1\r\n${lines}\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    }
    expect(await sendRaw('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })

  it('says the same of a club that is not there as of a host that is none', async () => {
    const answers = await Promise.all(
      ['nobody.showfield.example', 'evil.example'].map((host) =>
        world.post({ action: 'get_tenant' }, { host }),
      ),
    )
    expect(answers[0]?.text).toBe(answers[1]?.text)
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })

  it('keeps packs and the manifest to the club of the host', async () => {
    const { a, b } = world.clubs
    const host = 'harbor.showfield.example'
    expect((await world.send(`/dart/pack/${a.show.id}`, { headers: { host } })).status).toBe(200)
    expect((await world.send(`/dart/pack/${b.show.id}`, { headers: { host } })).status).toBe(
      a.show.id === b.show.id ? 200 : 404,
    )
    expect((await world.send(`/dart/pack/${a.show.id}?subdomain=mesa`, { headers: { host } })).status).toBe(
      403,
    )
    expect((await world.send('/manifest.webmanifest', { headers: { host } })).json()).toMatchObject({
      name: 'Harbor Classics',
      start_url: '/portal',
    })
    expect((await world.send('/manifest.webmanifest?subdomain=mesa', { headers: { host } })).status).toBe(403)
  })
})

describe('T2.11 a trusted proxy', () => {
  it('may say which host was asked for, and who asks', async () => {
    const world = await startWorld('embedded', {
      env: {
        HOST_DOMAIN: 'showfield.example',
        ORIGIN: 'https://showfield.example',
        TRUSTED_PROXY: '127.0.0.1',
      },
    })
    const received = await world.post(
      { action: 'get_tenant' },
      { host: 'inner.local', 'x-forwarded-host': 'harbor.showfield.example' },
    )
    expect(received.json()).toMatchObject({
      success: true,
      tenant: { subdomain: 'harbor', ownHost: 'harbor.showfield.example' },
    })
    await world.dispose()
  })
})

describe('T2.11 without a domain of the product', () => {
  it('no host names a club, and the default is the one of the configuration', async () => {
    const world = await startWorld('embedded', { env: { DEFAULT_TENANT: 'mesa' } })
    for (const host of ['harbor.showfield.example', 'evil.example', 'localhost']) {
      const received = await world.post({ action: 'get_tenant' }, { host })
      expect(received.json()).toMatchObject({ tenant: { subdomain: 'mesa', ownHost: '*' } })
    }
    expect((await world.post({ action: 'get_tenant', subdomain: 'harbor' })).json()).toMatchObject({
      tenant: { subdomain: 'harbor', ownHost: '' },
    })
    await world.dispose()
  })
})
