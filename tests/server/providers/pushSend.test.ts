// Sending to a push service: only to one, at a public address, without redirects, within a limited time.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { longestPushServiceRestMs } from '../../../src/server/limits/times.ts'
import { isPublicAddress, PushAgent, RefusedAddress } from '../../../src/server/providers/pushNetwork.ts'
import { createPushSender, type PushSender, type PushTarget } from '../../../src/server/providers/pushSend.ts'
import { type PushServer, startPushServer } from '../../support/alerts/pushServer.ts'
import { badEndpoints } from '../../support/corpora/pushVectors.ts'

const now = Date.parse('2026-06-12T16:00:00Z')
const longestMs = 400

let server: PushServer
let sender: PushSender
beforeAll(async () => {
  server = await startPushServer()
  sender = createPushSender({
    network: server.network,
    keys: webPush.generateVAPIDKeys(),
    subject: 'https://harbor.example',
    longestMs,
  })
})
afterEach(() => {
  server.reset()
  sender.close()
})
afterAll(() => server.close())

const makeTarget = (host?: string): PushTarget => {
  const { endpoint, keys } = server.makeDevice(host)
  return { endpoint, ...keys }
}
const send = (target: PushTarget) =>
  sender.send(target, { payload: '{"title":"Grüße ✓"}', ttlSeconds: 600.5, urgency: 'high' }, now)

describe('a message to a push service', () => {
  it('arrives encrypted for its device alone, signed by us, with its time and urgency', async () => {
    const target = makeTarget()
    expect(await send(target)).toEqual({ is: 'sent' })
    expect(server.received).toMatchObject([
      {
        endpoint: target.endpoint,
        notice: { title: 'Grüße ✓' },
        headers: { ttl: '600', urgency: 'high', 'content-encoding': 'aes128gcm' },
      },
    ])
    // an open connection is used again
    expect(await send(makeTarget())).toEqual({ is: 'sent' })
    expect(server.connections).toEqual([{ address: '142.250.1.95', host: 'fcm.googleapis.com' }])
  })

  it('goes to no address that leads elsewhere, however it is written and got stored', async () => {
    expect(badEndpoints.length).toBeGreaterThanOrEqual(40)
    const { endpoint: _, ...keys } = makeTarget()
    for (const endpoint of badEndpoints)
      expect(await send({ endpoint, ...keys })).toMatchObject({ is: 'refused' })
    expect(server.connections).toEqual([])
    expect(await send({ ...makeTarget(), p256dh: 'AAAA' })).toMatchObject({ is: 'refused' })
    expect(server.connections).toEqual([])
  })

  it('goes to no private address that a name of a service leads to, also as one of several', async () => {
    for (const inner of [
      ...['10.0.0.7', '127.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1', '0.0.0.0', '::1'],
      ...['::ffff:10.0.0.7', 'fd00::1', 'fe80::1%eth0', '64:ff9b::a00:1', '224.0.0.1', 'not an address'],
    ]) {
      for (const list of [[inner], ['142.250.1.95', inner]]) {
        server.addresses.set('fcm.googleapis.com', list)
        expect(await send(makeTarget())).toEqual({
          is: 'refused',
          reason: 'the address of the push service is not public',
        })
      }
    }
    server.addresses.set('fcm.googleapis.com', [])
    expect(await send(makeTarget())).toMatchObject({ is: 'refused' })
    expect(server.connections).toEqual([])
  })

  it('goes to the address that was checked, although the name leads elsewhere right after it', async () => {
    let looks = 0
    const rebinding = createPushSender({
      network: {
        resolve: async () => (looks++ === 0 ? ['142.250.1.95'] : ['127.0.0.1']),
        connect: server.network.connect,
      },
      keys: webPush.generateVAPIDKeys(),
      subject: 'https://harbor.example',
    })
    const message = { payload: '{}', ttlSeconds: 1, urgency: 'normal' } as const
    expect(await rebinding.send(makeTarget(), message, now)).toEqual({ is: 'sent' })
    expect([looks, server.connections]).toEqual([
      1,
      [{ address: '142.250.1.95', host: 'fcm.googleapis.com' }],
    ])
    rebinding.close()
    // a new connection looks again, and is refused
    expect(await rebinding.send(makeTarget(), message, now)).toMatchObject({ is: 'refused' })
    expect(server.connections).toHaveLength(1)
    rebinding.close()
  })

  it('leaves by no connection to another host or port, whoever asks for it', async () => {
    const agent = new PushAgent(server.network, {})
    const open = (host: string, port: number) =>
      new Promise((resolve) => {
        agent.createConnection({ host, port }, resolve)
      })
    expect(await open('evil.example', 443)).toBeInstanceOf(RefusedAddress)
    expect(await open('fcm.googleapis.com', 8443)).toBeInstanceOf(RefusedAddress)
    expect(server.connections).toEqual([])
    agent.destroy()
  })

  it('follows no redirect, and uses no proxy of the environment', async () => {
    process.env.HTTPS_PROXY = 'http://127.0.0.1:9'
    try {
      server.answer(() => ({ status: 302, headers: { location: 'http://127.0.0.1/admin' } }))
      expect(await send(makeTarget())).toEqual({ is: 'refused', reason: 'the push service answered 302' })
    } finally {
      delete process.env.HTTPS_PROXY
    }
    expect(server.received).toHaveLength(1)
    expect(server.connections).toHaveLength(1)
  })

  it('needs a service that proves its name', async () => {
    expect(await send(makeTarget('wns.notify.windows.com'))).toMatchObject({ is: 'later' })
    expect(server.received).toEqual([])
  })

  it('is lost when it went out and no answer came, and only then', async () => {
    server.answer(() => 'silent')
    expect(await send(makeTarget())).toEqual({ is: 'lost', reason: 'no answer came' })
    server.answer(() => 'cut')
    expect(await send(makeTarget())).toEqual({ is: 'lost', reason: 'no answer came' })
    expect(server.received).toHaveLength(2)
    const unreachable = createPushSender({
      network: {
        resolve: server.network.resolve,
        connect: () => {
          throw new Error('unreachable')
        },
      },
      keys: webPush.generateVAPIDKeys(),
      subject: 'https://harbor.example',
    })
    const message = { payload: '{}', ttlSeconds: 1, urgency: 'normal' } as const
    expect(await unreachable.send(makeTarget(), message, now)).toMatchObject({ is: 'later' })
    unreachable.close()
  })

  it('reads the status of an answer and nothing of a long body', async () => {
    server.answer(() => ({ status: 201, body: 'x'.repeat(5_000_000) }))
    expect(await send(makeTarget())).toEqual({ is: 'sent' })
    // that connection was given up, and the next message has another one
    expect(await send(makeTarget())).toEqual({ is: 'sent' })
    expect(server.connections).toHaveLength(2)
  })

  it('waits as long as the service wants, within limits', async () => {
    const wait = async (status: number, after?: string) => {
      server.answer(() => ({ status, ...(after === undefined ? {} : { headers: { 'retry-after': after } }) }))
      const result = await send(makeTarget())
      return result.is === 'later' ? result.hostWaitMs : result.is
    }
    expect(await wait(429, '120')).toBe(120_000)
    expect(await wait(503, new Date(now + 90_000).toUTCString())).toBe(90_000)
    expect(await wait(429, '99999999')).toBe(longestPushServiceRestMs)
    expect(await wait(429, 'soon')).toBe(30_000)
    expect(await wait(429)).toBe(30_000)
    expect(await wait(500, '120')).toBe(0)
    expect(await wait(410)).toBe('gone')
    expect(await wait(404)).toBe('gone')
    expect(await wait(400)).toBe('refused')
  })
})

it('an address is public only if the whole internet reaches it', () => {
  for (const address of ['142.250.1.95', '1.1.1.1', '2a00:1450:4001:80b::200a', '2606:4700::1111']) {
    expect(isPublicAddress(address), address).toBe(true)
  }
  for (const address of [
    ...[
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.8',
      '198.18.0.1',
      '203.0.113.9',
      '255.255.255.255',
    ],
    ...['::', '::1', '::ffff:1.1.1.1', '::1.1.1.1', '64:ff9b::101:101', '2002:a00:1::', '2001::1', 'fec0::1'],
    ...['2001:db8::1', 'ff02::1', '2a00:1450::1%eth0', '', 'localhost', '0x7f000001', '127.1'],
  ]) {
    expect(isPublicAddress(address), address).toBe(false)
  }
})
