// Payments that go wrong: declined, checked by the bank, pressed twice, killed, blocked, or at a higher
// price.
import type { BrowserContext, Page } from '@playwright/test'
import { createPolicy } from '../../src/server/http/securityHeaders.ts'
import { breakCalls, isRequestOf } from '../support/browsers/pageCalls.ts'
import type { Product } from '../support/browsers/product.ts'
import {
  acceptTerms,
  button,
  buyers,
  cards,
  expectPaid,
  expectThanks,
  type FlowLanguage,
  fillCard,
  fillPersonal,
  flowWords,
  listOrders,
  pay,
  pressNext,
  readMails,
  setLanguage,
  viewports,
} from '../support/buying/buyers.ts'
import { importClubs } from '../support/clubs/world.ts'
import { expect, expectAccessible, inFirst, buyerTest as test, toUrl, watchForFaults } from './fixtures.ts'

test.beforeAll(({ product }) => importClubs(product, [buyers]))

/** Fills in the steps up to the agreement of a membership that costs money. */
async function fillIn(
  page: Page,
  product: Product,
  email: string,
  language: FlowLanguage = 'en',
): Promise<void> {
  await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
  await page.getByRole('link', { name: flowWords[language].joinNow }).click()
  await fillPersonal(page, email)
  await pressNext(page, language)
}

/** The orders whose state the page requests, in order. */
function listQuestions(page: Page): number[] {
  const requested: number[] = []
  page.on('request', (request) => {
    if (!isRequestOf(request, 'get_order')) return
    const { receiptId } = request.postDataJSON() as { receiptId: number }
    requested.push(receiptId)
  })
  return requested
}

/** The receipts of the payments that the server began. */
function listReceipts(page: Page): number[] {
  const receipts: number[] = []
  page.on('response', async (response) => {
    if (!isRequestOf(response.request(), 'create_payment_intent')) return
    const { receiptId } = (await response.json()) as { receiptId: number }
    receipts.push(receiptId)
  })
  return receipts
}

for (const { language, width, height } of viewports) {
  test.describe(`in "${language}" at ${width} pixels${inFirst(language)}`, () => {
    const words = flowWords[language]
    test.use({ viewport: { width, height } })
    test.beforeEach(({ page }) => setLanguage(page, language))

    test('a declined card is said, nothing was charged, and another card pays', async ({ page, product }) => {
      const email = `declined-${language}@example.org`
      const requested = listQuestions(page)
      const receipts = listReceipts(page)
      await fillIn(page, product, email, language)
      await acceptTerms(page, language)
      await fillCard(page, cards.declined, language)
      // on a low screen the reason is far above the pressed button
      await page.setViewportSize({ width, height: 480 })
      await page.evaluate('scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" })')
      await pay(page, language)
      await expect(page.getByText(words.declined)).toBeInViewport({ ratio: 1 })
      await page.getByText(words.declined).click({ trial: true })
      await page.setViewportSize({ width, height })
      await expect(page.getByText(words.uncharged)).toBeVisible()
      await expectAccessible(page)
      await fillCard(page, cards.insufficient, language)
      await pay(page, language)
      await expect(page.getByText(words.insufficient)).toBeVisible()
      await fillCard(page, cards.failsLater, language)
      await pay(page, language)
      await expect(page.getByText(words.declined)).toBeVisible()
      await fillCard(page, cards.noTestCard, language)
      await pay(page, language)
      const frame = page.frameLocator(`iframe[title="${words.cardFrame}"]`)
      await expect(frame.getByText(words.noTestCard)).toBeVisible()
      // once after each of the three cards that went to the provider
      expect(requested).toHaveLength(3)
      expect(await readMails(product, email)).toEqual([])
      await fillCard(page, cards.pays, language)
      await pay(page, language)
      await expectThanks(page, language)
      await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
      expect([...new Set(requested)]).toEqual(receipts)
    })

    test('a bank that could not confirm the holder charges nothing; once it could, the order stands @proof', async ({
      page,
      product,
    }) => {
      const faults = watchForFaults(page)
      const bank = page.frameLocator(`iframe[title="${words.bankFrame}"]`)
      await fillIn(page, product, `holder-${language}@example.org`, language)
      await acceptTerms(page, language)
      await fillCard(page, cards.needsAuthentication[language], language)
      await pay(page, language)
      await expect(button(page, words.processing)).toBeVisible()
      const fail = bank.getByRole('button', { name: words.fail })
      await expect(fail).toBeVisible()
      // no address leads away from a card that is being charged
      await page.goBack()
      await expect(page).toHaveURL(/step=pay/)
      await fail.click()
      await expect(page.getByText(words.unproven)).toBeVisible()
      await expect(page.getByText(words.uncharged)).toBeVisible()

      // the server cannot reach the provider, as in tests/server/order/checkout.test.ts
      await page.route('**/dart/core*', async (route) => {
        if (!isRequestOf(route.request(), 'get_order')) return route.continue()
        const response = await route.fetch()
        const answer = (await response.json()) as { order: { uncharged: boolean } }
        answer.order.uncharged = false
        return route.fulfill({ response, json: answer })
      })
      await pay(page, language)
      await bank.getByRole('button', { name: words.fail }).click()
      await expect(page.getByText(words.unknown)).toBeVisible()
      await expect(page.getByText(words.uncharged)).toHaveCount(0)
      await page.unroute('**/dart/core*')
      await pay(page, language)
      await bank.getByRole('button', { name: words.complete }).click()
      await expectPaid(page, language)
      expect(faults).toEqual([])
    })

    test('a double click pays once @proof', async ({ page, product }) => {
      const email = `twice-${language}@example.org`
      const receipts = listReceipts(page)
      const confirmed: string[] = []
      page.on('request', (request) => {
        if (/\/payment_intents\/[^/]+\/confirm/.test(request.url())) confirmed.push(request.url())
      })
      await fillIn(page, product, email, language)
      await acceptTerms(page, language)
      await fillCard(page, undefined, language)
      await button(page, words.payNow).dblclick()
      await expectThanks(page, language)
      expect(confirmed).toHaveLength(1)
      await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
      expect(receipts).toHaveLength(1)
      const [orders, books] = await Promise.all([
        listOrders(product, buyers.subdomain, email),
        product.club('reconcile', '--tenant', buyers.subdomain),
      ])
      expect(orders).toEqual([
        expect.stringMatching(new RegExp(`^ *${receipts[0]} .* fulfilled .*\\$46\\.50 `)),
      ])
      expect(books.code, books.output).toBe(0)
    })

    test('a tab that dies right after paying, and says no word of it, leaves a finished order, a mail, and no second payment', async ({
      page,
      product,
    }) => {
      const email = `killed-${language}@example.org`
      await fillIn(page, product, email, language)
      await acceptTerms(page, language)
      await fillCard(page, undefined, language)
      const charged = page.waitForResponse(/\/payment_intents\/[^/]+\/confirm/)
      // the page reports nothing: the order is finished without it
      await breakCalls(page, 'create_member', 'get_order')
      await pay(page, language)
      await charged
      const context: BrowserContext = page.context()
      const address = page.url()
      await page.close()
      await expect.poll(async () => (await readMails(product, email)).length, { timeout: 30_000 }).toBe(1)
      const back = await context.newPage()
      await setLanguage(back, language)
      await back.goto(address)
      await expectThanks(back, language)
      expect(await readMails(product, email)).toHaveLength(1)
    })
  })
}

test('an order that is changed on the way back takes the place of the first, and two tabs pay it once @proof', async ({
  page,
  product,
}) => {
  const email = 'tabs@example.org'
  const requested: { key: string; replaces: unknown }[] = []
  await page.route('**/dart/core*', async (route) => {
    if (!isRequestOf(route.request(), 'create_payment_intent')) return route.fallback()
    const { key, replaces } = route.request().postDataJSON() as (typeof requested)[number]
    requested.push({ key, replaces })
    if (requested.length > 1) return route.fallback()
    // the order is made, and the answer is lost
    await route.fetch()
    return route.abort()
  })
  await fillIn(page, product, email)
  await acceptTerms(page)
  await expect(page.getByText('No connection. What you typed is kept;')).toBeVisible()
  for (const [years, total] of [
    ['2', '$91.50'],
    ['3', '$136.50'],
  ] as const) {
    await button(page, flowWords.en.back).click()
    await button(page, flowWords.en.back).click()
    await page.locator('#field-years').selectOption(years)
    await pressNext(page)
    await pressNext(page)
    await expect(button(page, `Pay Now ${total}`)).toBeEnabled()
  }
  const [first, second, third] = [requested[0]?.key, requested[2]?.key, requested[3]?.key]
  expect(requested).toEqual([
    { key: first, replaces: undefined },
    { key: first, replaces: undefined },
    { key: second, replaces: { key: first } },
    { key: third, replaces: { key: second, receiptId: expect.any(Number) } },
  ])

  const other = await page.context().newPage()
  await other.goto(page.url())
  await fillCard(other)
  await pay(other)
  await expectThanks(other)
  await other.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expectThanks(page)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(1)

  // the next order begins beside it: a paid order deletes only its own draft
  const next = await page.context().newPage()
  await fillIn(next, product, 'wife@example.org')
  await page.reload()
  await expectThanks(page)
  await button(page, flowWords.en.finished).click()
  await expect(page).toHaveURL(toUrl(product, '/portal', buyers.subdomain))
  await next.evaluate(() => window.dispatchEvent(new Event('focus')))
  await next.reload()
  await button(next, flowWords.en.back).click()
  await expect(next.locator('#field-personal-email')).toHaveValue('wife@example.org')
})

test('after five declined cards the form goes, and how long to wait is said beside why @proof', async ({
  page,
  product,
}) => {
  await fillIn(page, product, 'tries@example.org')
  await acceptTerms(page)
  await fillCard(page, cards.declined)
  const said = page.getByText(flowWords.en.declined)
  for (let times = 1; times < 5; times += 1) {
    await pay(page)
    await expect(said).toBeVisible()
  }
  await pay(page)
  await expect(page.getByText('Too many attempts. Try again in 10 min.')).toBeVisible()
  await expect(said).toBeVisible()
  await expect(page.getByText('use another card')).toHaveCount(0)
  await expect(page.locator('#step-heading')).toBeFocused()
  await expect(button(page, flowWords.en.payNow)).toHaveCount(0)
  await expectAccessible(page)
})

test('whom their bank sends back without a payment is told so and goes on paying @proof', async ({
  page,
  product,
}) => {
  const email = 'sentback@example.org'
  await fillIn(page, product, email)
  const requested = page.waitForRequest((request) => isRequestOf(request, 'create_payment_intent'))
  await acceptTerms(page)
  const { key } = (await requested).postDataJSON() as { key: string }
  await fillCard(page)
  const back = new URL(page.url())
  back.searchParams.set('step', 'complete')
  back.searchParams.set('key', key)
  await page.goto(back.href)
  await expect(page.getByText('Not paid yet')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem')).toHaveText([
    'Personal Infocomplete',
    'Agreementcomplete',
    'Payto do',
    'Completeactive',
  ])
  await expectAccessible(page)
  // if the time to pay is over meanwhile, the next order takes over what this one holds
  const wished: unknown[] = []
  page.on('request', (request) => {
    if (!isRequestOf(request, 'create_payment_intent')) return
    wished.push((request.postDataJSON() as { replaces?: unknown }).replaces)
  })
  let isOver = true
  await page.route('**/dart/core*', (route) => {
    if (!isOver || !isRequestOf(route.request(), 'create_payment_intent')) {
      return route.fallback()
    }
    isOver = false
    return route.fulfill({ json: { success: false, code: 'order-expired', errorMessage: 'Over.' } })
  })
  await button(page, 'Back to payment').click()
  await expect(page).toHaveURL(/step=pay/)
  await fillCard(page)
  expect(wished).toEqual([undefined, { receiptId: expect.any(Number), key }])
  // a bank that takes its time has not said that it pays
  await page.route(/\/payment_intents\/[^/]+\/confirm/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), status: 'processing' } })
  })
  await breakCalls(page, 'get_order')
  await pay(page)
  await expect(page.getByText('Processing membership...')).toBeVisible()
  await expect(page.getByText(flowWords.en.succeeded)).toHaveCount(0)
  await page.unroute('**/dart/core*')
  await expectPaid(page)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
})

test('a server that takes longer than a minute: the order is safe, and the page goes on asking @proof', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await fillIn(page, product, 'late@example.org')
  const away = "The club's server is not available at the moment."
  let isAway = true
  await page.route('**/dart/core*', (route) =>
    isAway && isRequestOf(route.request(), 'create_payment_intent')
      ? route.fulfill({
          status: 503,
          json: { success: false, code: 'unavailable', errorMessage: 'Not now.' },
        })
      : route.continue(),
  )
  await acceptTerms(page)
  await expect(page.getByRole('alert').filter({ hasText: away })).toBeVisible()
  await expect(page.getByText('No connection.')).toHaveCount(0)
  // nobody presses, and no network event comes
  isAway = false
  await page.clock.fastForward(16_000)
  await fillCard(page)
  await breakCalls(page, 'get_order')
  await page.route('**/dart/core*', (route) =>
    isRequestOf(route.request(), 'create_member')
      ? route.fulfill({
          status: 503,
          json: { success: false, code: 'unavailable', errorMessage: 'Not now.' },
        })
      : route.fallback(),
  )
  await pay(page)
  // one region for all states: a region that appears with its words is not announced
  const region = page.getByRole('status').filter({ hasText: 'Processing membership...' })
  await region.evaluate((element) => element.setAttribute('data-told', ''))
  await expect(page.getByRole('status').filter({ hasText: 'Payment Succeeded' })).toBeVisible()
  const refused = page.getByText(away)
  await expect(refused).toBeVisible()
  await expect(page.getByText('Do not click the back button.')).toBeVisible()
  const finished = button(page, flowWords.en.finished)
  await expect(finished).toBeDisabled()
  const isSafe = page.getByText('This takes longer than usual. Your order is safe.')
  await expect(isSafe).toHaveCount(0)
  await page.clock.fastForward(61_000)
  await expect(isSafe).toBeVisible()
  await expect(finished).toBeDisabled()
  await expectAccessible(page)
  await page.unroute('**/dart/core*')
  await page.clock.fastForward(11_000)
  await expectPaid(page)
  await expect(page.locator('[data-told]')).toContainText(flowWords.en.thanks)
  await expect(refused).toHaveCount(0)
})

test('a payment for which the browser made no key, and a card form that is blocked, say so, and come with "Try again" or with the network @proof', async ({
  page,
  product,
}) => {
  await page.clock.install()
  let tries = 0
  await page.route('**/sandbox/stripe/v3.js', (route) => {
    tries += 1
    return route.abort()
  })
  // like an address without https, and then without any source of keys
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined }))
  await fillIn(page, product, 'blocked@example.org')
  await page.evaluate(() =>
    Object.defineProperty(crypto, 'getRandomValues', { value: undefined, configurable: true }),
  )
  await acceptTerms(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
  await page.evaluate(() => Reflect.deleteProperty(crypto, 'getRandomValues'))
  await button(page, 'Try again').click()
  const isBlocked = page.getByText('The card form could not be loaded')
  await expect(isBlocked).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Try again').click()
  await expect(page.locator('#step-heading')).toBeFocused()
  await expect.poll(() => tries).toBe(2)
  await expect(isBlocked).toBeVisible()
  await page.unroute('**/sandbox/stripe/v3.js')

  // the script loads, but the frame's own document never does
  const isRequested = page.waitForRequest('**/sandbox/stripe/card')
  await page.route('**/sandbox/stripe/card', () => undefined)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await isRequested
  await expect(isBlocked).toHaveCount(0)
  await page.clock.fastForward(20_000)
  await expect(isBlocked).toBeVisible()
  await page.unroute('**/sandbox/stripe/card')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await fillCard(page)
  // a form that has loaded stays
  await page.clock.fastForward(20_000)
  await expect(button(page, flowWords.en.payNow)).toBeEnabled()
})

test('without a network Pay waits, and an answer that was lost on the way is asked for once it is back', async ({
  page,
  product,
}) => {
  const email = 'offline@example.org'
  const context = page.context()
  await fillIn(page, product, email)
  await page.locator('#field-agreed').check()
  await expect(button(page, flowWords.en.next)).toBeEnabled()
  await context.setOffline(true)
  await pressNext(page)
  await expect(page.getByText('No connection. What you typed is kept;').first()).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await fillCard(page)

  await context.setOffline(true)
  await expect(page.getByText('No connection. Paying waits until there is one.')).toBeVisible()
  await expect(button(page, flowWords.en.payNow)).toBeDisabled()
  await context.setOffline(false)
  await expect(button(page, flowWords.en.payNow)).toBeEnabled()

  const isUnknown = page.getByText("We can't tell yet whether your card was charged.")
  await page.route(/\/payment_intents\/[^/]+\/confirm/, async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort()
  })
  await pay(page)
  await expect(isUnknown).toBeVisible()
  await context.setOffline(false)
  await expectThanks(page)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
})

test('a price that went up is agreed to again before anything is charged @proof', async ({
  page,
  product,
}) => {
  await fillIn(page, product, 'dearer@example.org')
  const [first, ...rest] = buyers.file.memberTypes ?? []
  if (first === undefined) throw new Error('the club sells nothing')
  await importClubs(product, [{ ...buyers.file, memberTypes: [{ ...first, price: 50 }, ...rest] }])
  try {
    await acceptTerms(page)
    await expect(page.getByText('The total was $46.50 and is $51.50 now.')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Continue with $51.50').click()
    await expect(page.locator('#step-heading')).toBeFocused()
    await fillCard(page)
    await expect(button(page, 'Pay Now $51.50')).toBeEnabled()
  } finally {
    await importClubs(product, [buyers])
  }
})

test("with the provider's own address and policy the same bundle pays, within that policy (T2.37) @proof", async ({
  page,
  product,
  traffic,
}) => {
  const faults = watchForFaults(page)
  const script = await (await fetch(`${product.origin}/sandbox/stripe/v3.js`)).text()
  const requested: string[] = []
  await page.route('https://js.stripe.com/**', (route) => {
    requested.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })
  // the sandbox's frames are on our own origin, which the real policy does not allow
  const wanted = createPolicy(true).replace('frame-src', "frame-src 'self'")
  await page.route('**/portal/join**', async (route) => {
    const response = await route.fetch()
    const policy = withHashes(wanted, response.headers()['content-security-policy'] ?? '')
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
  })
  await page.route('**/dart/core*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { stripe?: { mode: string } }
    if (answer.stripe !== undefined) answer.stripe.mode = 'test'
    await route.fulfill({ response, json: answer })
  })
  await fillIn(page, product, 'provider@example.org')
  await acceptTerms(page)
  await fillCard(page)
  await pay(page)
  await expectThanks(page)
  expect(requested.length).toBe(1)
  expect(traffic.foreign.splice(0)).toEqual(requested)
  expect(faults).toEqual([])
  expect(requested[0]).toMatch(/^https:\/\/js\.stripe\.com\/[a-z]+\/stripe\.js$/)
})

/** The texts inside the document are allowed by their hash, under any policy. */
function withHashes(policy: string, served: string): string {
  return ['script-src', 'style-src'].reduce((text, directive) => {
    const hashes = new RegExp(`${directive} 'self'((?: 'sha256-[^']+')+)`).exec(served)?.[1] ?? ''
    return text.replace(`${directive} 'self'`, `${directive} 'self'${hashes}`)
  }, policy)
}
