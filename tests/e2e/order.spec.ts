// Orders that did not simply end well: their link shows the truth on any device, and a hold lasts as long as
// the server says.

import { randomUUID } from 'node:crypto'
import { toHeading } from '../../src/app/text/useStandingWords.ts'
import { standingWords } from '../../src/domain/sales/standing.ts'
import { breakCalls, isRequestOf } from '../support/browsers/pageCalls.ts'
import type { Product } from '../support/browsers/product.ts'
import { type BoughtOrder, buyByApi } from '../support/buying/apiBuyer.ts'
import {
  acceptTerms,
  button,
  buyers,
  expectThanks,
  fillCard,
  fillPersonal,
  flowWords,
  pay,
  person,
  pressNext,
  setLanguage,
} from '../support/buying/buyers.ts'
import { changeOrder, type OrderAnswer } from '../support/buying/orderAnswers.ts'
import { inTurn } from '../support/chance/turns.ts'
import { importClubs } from '../support/clubs/world.ts'
import { asVisitor } from '../support/community/elsewhere.ts'
import { expect, expectAccessible, buyerTest as test, toUrl } from './fixtures.ts'

test.beforeAll(({ product }) => importClubs(product, [buyers]))

/** Pays for a membership by calls to the server, without a browser. */
async function buy(product: Product, email: string): Promise<BoughtOrder & { type: number }> {
  const { memberTypes } = await asVisitor(product, buyers.subdomain).call('get_available_membertypes', {})
  const type = memberTypes.find(({ label }) => label === 'Individual')?.id ?? 0
  const { address1: address, ...rest } = person
  const payload = {
    ...rest,
    state: 'OH',
    address,
    phoneNumbers: [{ longCode: '6145550123' }],
    email_address: email,
    type,
  }
  const bought = await buyByApi(product, buyers.subdomain, {
    kind: 'membership',
    payload,
    category: 1,
    email,
  })
  return { ...bought, type }
}

test('the link of a receipt says on any device how an order stands that came to another end @proof', async ({
  page,
  product,
}) => {
  const { key, receiptId } = await buy(product, 'stands@example.org')
  const link = new URL(toUrl(product, '/portal/order', buyers.subdomain))
  link.hash = `key=${key}`
  await page.goto(link.href)
  await expect(page.getByRole('heading', { name: flowWords.en.thanks, level: 2 })).toBeVisible()
  await expectAccessible(page)

  // the officer's command is real; the sweeper refunds within a minute, but no test waits for that
  const refund = ['--refund', '--reason', 'By an officer.', '--yes']
  const given = await product.club('orders', String(receiptId), '--tenant', buyers.subdomain, ...refund)
  expect(given.code, given.output).toBe(0)
  await page.reload()
  await expect(page.getByText(toHeading(standingWords.en.order.refunding))).toBeVisible()
  await expect(page.getByText('$46.50 goes back to your card')).toBeVisible()

  const cancelled = toHeading(standingWords.en.part.returned)
  const allBack = toHeading(standingWords.en.order.refunded)
  const partial = { state: 'fulfilled_partial', refundedCents: 1500 }
  const some = ['delivered', 'failed']
  const isMissing = toHeading(standingWords.en.part.failed)
  const outcomes: { to: Record<string, unknown>; lines?: string[]; texts: string[]; thanks?: 1 }[] = [
    { to: { state: 'refunded' }, texts: [allBack, cancelled, '$46.50 went back to your card.'] },
    {
      to: { state: 'refunded', returned: { expiration: '2031-07-02', isOver: false } },
      texts: [allBack, 'goes back too: it is now valid until Tuesday, July 1, 2031.'],
    },
    {
      to: { state: 'refunded', returned: { expiration: '2020-07-02', isOver: true } },
      texts: [allBack, 'goes back too: it is over now.'],
    },
    // lost to the buyer's bank: the club refunded nothing
    { to: { state: 'refunded', refundedCents: 0 }, texts: [cancelled] },
    { to: { state: 'review' }, texts: [toHeading(standingWords.en.order.review), 'Do not pay again.'] },
    {
      to: partial,
      lines: some,
      texts: [isMissing, 'Membership (x1 Years)', '$15.00 of it goes back to your card.'],
      thanks: 1,
    },
    { to: { ...partial, refundedCents: 0 }, lines: some, texts: [isMissing], thanks: 1 },
    // an officer has taken back all goods
    { to: partial, lines: ['returned'], texts: [cancelled, '$15.00 of it goes back to your card.'] },
  ]
  for (const { to, lines, texts, thanks = 0 } of outcomes) {
    await changeOrder(page, (order) => {
      Object.assign(order, to)
      if (lines !== undefined) order.lines = lines.map((state) => ({ ...order.lines[0], state }))
    })
    await page.reload()
    for (const text of texts) await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByText(/\$0\.00 .*card/)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: flowWords.en.thanks, level: 2 })).toHaveCount(thanks)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await expectAccessible(page)
})

test('a flow that is reloaded at its end says the same, promises nothing of an order that it does not know, and lets go @proof', async ({
  page,
  product,
}) => {
  const { key, type } = await buy(product, 'ends@example.org')
  await page.setViewportSize({ width: 1280, height: 800 })
  await setLanguage(page, 'es')
  // the step's own button, and the one beside the summary
  const finished = button(page, flowWords.es.finished)
  const canFinish = async () => {
    await expect(finished).toHaveCount(2)
    for (const one of await finished.all()) await expect(one).toBeEnabled()
  }
  const ends = page.getByRole('listitem').filter({ hasText: /^(Pagar|Listo)/ })
  const flow = new URL(toUrl(product, `/portal/join/${type}`, buyers.subdomain))
  flow.searchParams.set('step', 'complete')
  flow.searchParams.set('key', key)
  await changeOrder(page, (order) => {
    Object.assign(order, { state: 'refunding', refundedCents: 4650 })
    for (const one of order.lines) one.state = 'failed'
  })
  await page.goto(flow.href)
  await expect(page.getByText(toHeading(standingWords.es.order.refunding))).toBeVisible()
  await expect(page.getByText(toHeading(standingWords.es.part.failed))).toBeVisible()
  await expect(ends).toHaveText(['Pagarcompleto', 'Listoactual'])
  await canFinish()
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'wait' })
  await changeOrder(page, (order) => Object.assign(order, { state: 'expired', paid: false }))
  await page.reload()
  await expect(page.getByText(toHeading(standingWords.es.order.expired))).toBeVisible()
  await expect(ends).toHaveText(['Pagarpendiente', 'Listoactual'])
  await page.unrouteAll({ behavior: 'wait' })

  flow.searchParams.set('key', randomUUID())
  await page.goto(flow.href)
  await expect(page.getByText('No encontramos este pedido')).toBeVisible()
  await canFinish()
  await breakCalls(page, 'get_order')
  await page.reload()
  await expect(page.getByText('Consultando el estado de su pedido…')).toBeVisible()
  await expect(page.getByText('Procesando')).toHaveCount(0)
  await expectAccessible(page)
})

test(`what is held counts down by the word of the server, ends without a charge, and is ordered again${inTurn('order')}`, async ({
  page,
  product,
}) => {
  // nothing that can be bought yet is scarce, so the test adds a hold to the server's answers
  const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const requested: { key: string; replaces: string | undefined }[] = []
  let promised = 100
  let extended = 300
  const refuse = (code: string, more = {}) => ({ json: { success: false, code, errorMessage: '', ...more } })
  await page.route('**/dart/core*', async (route) => {
    const request = route.request()
    const isPayment = isRequestOf(request, 'create_payment_intent')
    if (!isPayment && !isRequestOf(request, 'get_order')) return route.continue()
    if (isPayment) {
      const { key, replaces } = request.postDataJSON() as { key: string; replaces?: { key: string } }
      requested.push({ key, replaces: replaces?.key })
      if (requested.length === 4) return route.fulfill(refuse('order-expired'))
      const faults = [{ path: 'order.lines.0', message: 'Space A-12' }]
      if (requested.length === 5) return route.fulfill(refuse('sold-out', { faults }))
    }
    const response = await route.fetch()
    const answer = (await response.json()) as OrderAnswer
    Object.assign(isPayment ? answer : answer.order, { holdUntil: soon(isPayment ? promised : extended) })
    return route.fulfill({ response, json: answer })
  })
  const clock = page.getByText(/^Held for you: /)
  await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
  await page.getByRole('link', { name: flowWords.en.joinNow }).click()
  await fillPersonal(page, 'held@example.org')
  await pressNext(page)
  await acceptTerms(page)
  await expect(clock).toHaveText(/ [01]:\d\d$/)
  await expect(page.getByText('Two minutes are left to pay.')).toBeAttached()

  promised = 4
  await page.reload()
  // meanwhile a bank checks the payer, and the server extends the hold
  await expect(clock).toHaveText(/[45]:\d\d/)
  await expect(page.getByText('Two minutes are left to pay.')).toHaveCount(0)

  promised = 3
  extended = -60
  await page.reload()
  await expect(page.getByText('The time to pay is over')).toBeVisible()
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
  await expect(clock).toHaveCount(0)
  await expect(button(page, flowWords.en.payNow)).toBeDisabled()
  await expectAccessible(page)

  promised = 300
  await button(page, 'Order again').click()
  await expect(page.locator('#step-heading')).toBeFocused()
  await expect(page.getByText('No longer available: Space A-12. Nothing was charged.')).toBeVisible()
  await expect(page.getByText('Everything else that you chose is kept.')).toBeVisible()
  await button(page, 'Try again').click()
  await expect(page.locator('#step-heading')).toBeFocused()
  await fillCard(page)
  const [first, second] = [requested[0]?.key, requested[4]?.key]
  expect(second).not.toBe(first)
  expect(requested).toEqual([
    { key: first, replaces: undefined },
    { key: first, replaces: undefined },
    { key: first, replaces: undefined },
    { key: first, replaces: undefined },
    { key: second, replaces: first },
    { key: second, replaces: first },
  ])
  await pay(page)
  await expectThanks(page)
})
