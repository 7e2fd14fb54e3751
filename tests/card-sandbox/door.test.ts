// Who may do what at the card sandbox, and that it stores no card number anywhere.
import { networkInterfaces } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFromThisServer } from '../../src/server/http/sandboxMessages.ts'
import { parseConfig } from '../../src/server/process/config.ts'
import { hasCardSandbox } from '../../src/server/providers/cardAddresses.ts'
import { describeOnEachEngine } from '../support/database/database.ts'
import { cardsOnly, type OpenCards, openCards } from './openCards.ts'

const sandboxToken = 'a token of the sandbox'

describeOnEachEngine('the door of the card sandbox', (engine) => {
  let cards: OpenCards
  beforeAll(async () => {
    cards = await openCards(engine, { env: { SANDBOX_TOKEN: sandboxToken } })
  })
  afterAll(() => cards.world.dispose())

  const elsewhere = { host: 'portal.example.com' }
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  it('shows a browser its own intent, and nothing more of it than it needs', async () => {
    const { publishableKey } = cards.provider
    const intent = await cards.stripe.paymentIntents.create({ ...cardsOnly, metadata: { order: 'private' } })
    const path = `/sandbox/stripe/v1/payment_intents/${intent.id}`
    const headers = { ...elsewhere, ...bearer(publishableKey) }
    const shown = await cards.world.send(`${path}?client_secret=${intent.client_secret}`, { headers })
    expect(shown.status).toBe(200)
    expect(shown.json()).toMatchObject({ id: intent.id, amount: 4200, status: 'requires_payment_method' })
    for (const name of ['metadata', 'customer', 'latest_charge'])
      expect(shown.json()).not.toHaveProperty(name)
    for (const query of ['', '?client_secret=', `?client_secret=${intent.id}_secret_wrong`]) {
      expect((await cards.world.send(path + query, { headers })).status).toBe(400)
    }
  })

  it('lets a browser do nothing but ask and confirm', async () => {
    const { publishableKey } = cards.provider
    const { id, client_secret: secret } = await cards.stripe.paymentIntents.create(cardsOnly)
    const post = (path: string, form: Record<string, string>) =>
      cards.world.send(`/sandbox/stripe${path}`, {
        method: 'POST',
        headers: { ...elsewhere, ...bearer(publishableKey) },
        body: new URLSearchParams(form).toString(),
      })
    const base = `/v1/payment_intents/${id}`
    const form = { client_secret: secret ?? '', payment_method: 'pm_card_visa' }
    for (const path of ['/v1/payment_intents', '/v1/refunds', '/v1/customers', base, `${base}/cancel`]) {
      expect([path, (await post(path, form)).status]).toEqual([path, 401])
    }
    expect((await post(`${base}/confirm`, { payment_method: 'pm_card_visa' })).status).toBe(400)
    expect((await post(`${base}/confirm`, { ...form, off_session: 'true' })).status).toBe(400)
    const paid = await post(`${base}/confirm`, form)
    expect(paid.json()).toMatchObject({ status: 'succeeded' })
    expect(paid.json()).not.toHaveProperty('latest_charge')
  })

  it('takes no key but its own two, and the version that the SDK speaks', async () => {
    const sendWith = (headers: Record<string, string>) => cards.world.send('/v1/customers', { headers })
    for (const key of ['', 'sk_test_wrong', cards.provider.publishableKey]) {
      expect((await sendWith(bearer(key))).status).toBe(401)
    }
    const { secretKey } = cards.keys
    expect((await sendWith(bearer(secretKey))).status).toBe(200)
    expect((await sendWith({ ...bearer(secretKey), 'stripe-version': '2020-08-27' })).status).toBe(400)
  })

  it('takes commands as JSON, and from no page of another site', async () => {
    const send = (headers: Record<string, string>) =>
      cards.world.send('/sandbox/stripe/test', { method: 'POST', headers, body: '{"do":"read"}' })
    const json = { 'content-type': 'application/json' }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json, text/plain']) {
      expect([type, (await send({ 'content-type': type })).status]).toEqual([type, 415])
    }
    expect((await send({})).status).toBe(415)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      expect([headers, (await send({ ...json, ...headers } as Record<string, string>)).status]).toEqual([
        headers,
        403,
      ])
    }
    expect(
      (await send({ ...json, 'sec-fetch-site': 'same-origin', origin: cards.world.origin })).status,
    ).toBe(200)
  })

  it("keeps its controls and the SDK's own address for whoever sits at the machine", async () => {
    const control = (headers: Record<string, string>, body = '{"do":"read"}') =>
      cards.world.send('/sandbox/stripe/test', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    expect((await control({})).status).toBe(200)
    expect((await control({}, '{"do":"anything"}')).status).toBe(400)
    expect((await control({}, '{"do":"webhook","url":"http://example.com:80/"}')).status).toBe(400)
    expect((await control(elsewhere)).status).toBe(404)
    expect((await control({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
    expect((await control({ ...elsewhere, ...bearer(sandboxToken) })).status).toBe(200)
    const key = bearer(cards.keys.secretKey)
    expect((await cards.world.send('/v1/customers', { headers: { ...elsewhere, ...key } })).status).toBe(404)
  })

  it('serves what browsers load, with frames that only our own pages may hold', async () => {
    for (const name of ['v3.js', 'card.js', 'bank.js', 'frames.css', 'archivo.woff2', 'card', 'bank']) {
      const received = await cards.world.send(`/sandbox/stripe/${name}`, { headers: elsewhere })
      expect([name, received.status]).toEqual([name, 200])
      const isPage = name === 'card' || name === 'bank'
      expect(String(received.headers['content-security-policy'])).toContain(
        isPage ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
      )
    }
    const script = await cards.world.send('/sandbox/stripe/v3.js')
    expect(script.text).not.toMatch(/4242|4000002/)
  })

  it("holds no card's number in a row or a line of the log, and no key in the log", async () => {
    await cards.stripe.paymentIntents.create({ ...cardsOnly, confirm: true, payment_method: 'pm_card_visa' })
    const { rows } = await cards.world.database.withoutClub((tx) =>
      sql<{
        text: string
      }>`select coalesce(json_agg(o)::text, '') as text from sandbox_card_object o`.execute(tx),
    )
    expect(rows[0]?.text).toContain('"last4":"4242"')
    const lines = cards.world.lines().join('\n')
    for (const text of [rows[0]?.text ?? '', lines])
      expect(text).not.toMatch(/\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?4242/)
    for (const secret of Object.values(cards.keys)) expect(lines).not.toContain(secret)
    expect(lines).not.toContain('_secret_')
  })
})

it('there is a card sandbox where no card keys are set, and nowhere else', () => {
  const keys = {
    ORIGIN: 'https://a.example',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  }
  expect(hasCardSandbox(parseConfig({}, []))).toBe(true)
  expect(hasCardSandbox(parseConfig(keys, []))).toBe(false)
})

describe('a server that listens on an address of its machine alone', () => {
  const ask = (host: string, from: string, more: Record<string, string> = {}): boolean => {
    const socket = { remoteAddress: from, localAddress: '10.0.0.1' }
    const request = { headers: { host, ...more }, raw: { socket } } as unknown as FastifyRequest
    return isFromThisServer(request, parseConfig({ HOST: '10.0.0.1' }, []))
  }

  it('knows itself by both ends and the host, and nobody else', () => {
    expect(ask('10.0.0.1:3000', '10.0.0.1')).toBe(true)
    expect(ask('10.0.0.1:3000', '10.0.0.2')).toBe(false)
    expect(ask('shows.example.org', '10.0.0.1')).toBe(false)
    expect(ask('10.0.0.1:3000', '10.0.0.1', { 'x-forwarded-for': '10.0.0.1' })).toBe(false)
  })

  it('reaches its card sandbox', async (test) => {
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)
    if (own === undefined) return test.skip('this machine has the loopback alone')
    const { world, stripe } = await openCards('embedded', { env: { HOST: own.address } })
    try {
      expect((await stripe.paymentIntents.list()).data).toEqual([])
    } finally {
      await world.dispose()
    }
  })
})
