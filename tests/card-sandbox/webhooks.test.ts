// The card sandbox's webhooks: signed like the provider's, tried again, and held, doubled or dropped for a
// test.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { describeOnEachEngine } from '../support/database/database.ts'
import { cardsOnly, type OpenCards, openCards } from './openCards.ts'

interface Heard {
  readonly body: string
  readonly signature: string
}

describeOnEachEngine('webhooks of the card sandbox', (engine) => {
  let cards: OpenCards
  let listener: Server
  let heard: Heard[] = []
  let status = 200
  beforeAll(async () => {
    cards = await openCards(engine)
    listener = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8')
      request.on('data', (part: string) => {
        body += part
      })
      request.on('end', () => {
        heard.push({ body, signature: String(request.headers['stripe-signature']) })
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as AddressInfo
    await cards.sandbox.sendTo(`http://127.0.0.1:${port}/webhooks/stripe`)
  })
  afterEach(async () => {
    await cards.sandbox.setRules([])
    await cards.sandbox.drop()
    heard = []
    status = 200
  })
  afterAll(async () => {
    listener.close()
    await cards.world.dispose()
  })

  const pay = () =>
    cards.stripe.paymentIntents.create({ ...cardsOnly, confirm: true, payment_method: 'pm_card_visa' })
  const listTypes = () => heard.map(({ body }) => (JSON.parse(body) as Stripe.Event).type)
  const paidTypes = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']

  it('arrive in order, signed for the secret of this instance', async () => {
    const { id } = await pay()
    await expect.poll(listTypes).toEqual(paidTypes)
    for (const { body, signature } of heard) {
      const event = cards.provider.readEvent(body, signature)
      expect(event).toEqual(JSON.parse(body))
      expect(() => cards.provider.readEvent(`${body} `, signature)).toThrow(
        Stripe.errors.StripeSignatureVerificationError,
      )
    }
    expect((JSON.parse(heard[2]?.body ?? '') as { data: { object: { id: string } } }).data.object.id).toBe(id)
    await expect
      .poll(async () => (await cards.sandbox.listDeliveries()).map(({ state }) => state))
      .toEqual(['delivered', 'delivered', 'delivered'])
  })

  it('are tried again until they are taken', async () => {
    status = 500
    const rule = { types: ['payment_intent.created'] }
    await cards.sandbox.setRules([rule, { state: 'dropped' }])
    await pay()
    await expect.poll(listTypes).toEqual(['payment_intent.created'])
    const find = async () =>
      (await cards.sandbox.listDeliveries()).findLast(({ state }) => state !== 'dropped')
    await expect.poll(async () => (await find())?.status).toBe(500)
    expect((await find())?.state).toBe('waiting')
    status = 204
    await cards.sandbox.advance(5)
    await expect.poll(async () => (await find())?.state).toBe('delivered')
    expect(heard.map(({ body }) => body)).toEqual([heard[0]?.body, heard[0]?.body])
  })

  it('are held, then sent in any order and as often as one likes', async () => {
    await cards.sandbox.setRules([{ state: 'held' }])
    await pay()
    const held = (await cards.sandbox.listDeliveries()).filter(({ state }) => state === 'held')
    expect(held.map(({ eventType }) => eventType)).toEqual(paidTypes)
    const [created = 0, charged = 0, paid = 0] = held.map(({ id }) => id)
    expect(await cards.sandbox.send([paid, created, paid])).toEqual([200, 200, 200])
    expect(listTypes()).toEqual([paidTypes[2], paidTypes[0], paidTypes[2]])
    await cards.sandbox.release([charged])
    await expect.poll(listTypes).toEqual([paidTypes[2], paidTypes[0], paidTypes[2], paidTypes[1]])
  })

  it('are dropped, doubled and late as a rule says', async () => {
    await cards.sandbox.setRules([
      { types: ['payment_intent.created'], state: 'dropped' },
      { types: ['charge.succeeded'], copies: 3 },
      { delaySeconds: 60 },
    ])
    await pay()
    await expect.poll(listTypes).toEqual(['charge.succeeded', 'charge.succeeded', 'charge.succeeded'])
    await cards.sandbox.advance(59)
    expect(listTypes()).toHaveLength(3)
    await cards.sandbox.advance(1)
    await expect.poll(listTypes).toHaveLength(4)
    expect(listTypes()[3]).toBe('payment_intent.succeeded')
  })
})
