// Buys by calls to the running product, without a browser.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { Product } from '../browsers/product.ts'
import { asVisitor } from '../community/elsewhere.ts'
import { person } from './buyers.ts'

export type Answer = { success: boolean } & Record<string, unknown>

/** Any answer of an action. */
export async function tryAction(
  product: Product,
  subdomain: string,
  action: string,
  payload: object,
): Promise<Answer> {
  const response = await fetch(`${product.origin}/dart/core`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action, subdomain, ...payload }),
  })
  return (await response.json()) as Answer
}

/** The same, but fails the test if it is refused. */
export async function callAction(
  product: Product,
  subdomain: string,
  action: string,
  payload: object,
): Promise<Answer> {
  const answer = await tryAction(product, subdomain, action, payload)
  expect(answer, action).toMatchObject({ success: true })
  return answer
}

export interface WantedOrder {
  kind: string
  payload: object
  category: number
  email: string
}

/** The order's address has its key. */
export interface BoughtOrder {
  key: string
  receiptId: number
}

/** As far as the payment: so long, what is wanted is held. What costs nothing at an event is created. */
export async function holdByApi(
  product: Product,
  subdomain: string,
  { kind, payload, category, email }: WantedOrder,
): Promise<BoughtOrder & { clientSecret?: string }> {
  const order = { kind, payload }
  const { quote } = (await callAction(product, subdomain, 'quote_order', { order })) as unknown as {
    quote: { grandTotalCents: number }
  }
  const key = randomUUID()
  const amount = quote.grandTotalCents
  const answer =
    amount === 0
      ? await callAction(product, subdomain, 'create_event_customer', { ...payload, key })
      : await callAction(product, subdomain, 'create_payment_intent', {
          amount,
          receiptEmail: email,
          category,
          key,
          order,
        })
  return { key, ...(answer as unknown as { receiptId: number; clientSecret?: string }) }
}

/** Confirms the payment at the sandbox too, as the provider's script does in a browser. */
export async function buyByApi(
  product: Product,
  subdomain: string,
  wanted: WantedOrder,
): Promise<BoughtOrder> {
  const { key, receiptId, clientSecret } = await holdByApi(product, subdomain, wanted)
  if (clientSecret === undefined) return { key, receiptId }
  const { stripe } = await asVisitor(product, subdomain).call('get_tenant', {})
  const intent = clientSecret.split('_secret_')[0] ?? ''
  const confirmed = await fetch(`${product.origin}/sandbox/stripe/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stripe.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  expect(confirmed.status).toBe(200)
  await callAction(product, subdomain, 'stripe_complete_payment', { ids: [receiptId], status: 3 })
  return { key, receiptId }
}

/** The person of the flows' tests, as each part of an order at an event has them. */
export function toEventBuyer(email: string) {
  const { address1, fname, lname, country, ...place } = { ...person, state: 'OH', phone: '6145550123', email }
  return {
    owner: { ...place, fname, lname, address1, country },
    contact: { ...place, name: `${fname} ${lname}`, address: address1 },
  }
}
