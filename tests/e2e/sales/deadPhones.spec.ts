// Forty people pay while every answer to it is lost, and their browsers die. Whatever the line does when they come
// back, no screen denies a charge, calls their own goods lost, or takes their money twice. With a seed; the proof alone.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createRandom, type Random } from '../../chaos/random.ts'
import { breakCalls, endpoint, isRequestOf, loseAnswers } from '../../support/browsers/pageCalls.ts'
import {
  acceptTerms,
  button,
  expectThanks,
  fillCard,
  listOrders,
  pay,
  pressNext,
  readMails,
} from '../../support/buying/buyers.ts'
import { defineWorld, importEvents, makeRow } from '../../support/clubs/world.ts'
import { expect, toUrl } from '../fixtures.ts'
import { chooseSpace, fillBuyer, fillVendor, findListed, more, test } from './saleFlows.ts'

const purchases = 40
/** Who buys at the same time. */
const side = 3
const rows = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']

const { storm: club } = defineWorld({
  clubs: {
    storm: {
      name: 'Stormy Lane Motor Club',
      serviceFee: 1.5,
      events: {
        'Storm Fair': {
          tickets: { 'Day pass': { price: 12.5, quantity: 500 } },
          maps: {
            Field: {
              spaces: rows.flatMap((row, at) =>
                makeRow(row, {
                  count: 10,
                  x: 60,
                  step: 90,
                  y: 60 + at * 100,
                  w: 72,
                  h: 86,
                  type: 1,
                  cost: 60,
                }),
              ),
            },
          },
        },
      },
    },
  },
})

/** What a card form needs, and what tells of it. */
const answers = ['create_event_customer', 'get_order', 'stripe_complete_payment'] as const
/** True only on the word of the server, of goods that are somebody else's. */
const denials = /No longer available|Nothing was charged|Somebody else was faster/

interface Buyer {
  email: string
  random: Random
  address: string
  /** Of their own; undefined for who buys a ticket. */
  spaces: readonly string[] | undefined
}

async function choose(page: Page, { email, address, spaces }: Buyer): Promise<void> {
  await page.goto(address)
  if (spaces === undefined) {
    await fillBuyer(page, email)
    await pressNext(page)
    await more(page, 'Day pass').click()
    await pressNext(page)
  } else {
    const [first = '', second = ''] = spaces
    await fillVendor(page, email)
    await pressNext(page)
    await chooseSpace(page, first)
    await (await findListed(page, second)).click()
    await expect(button(page, `Remove space ${second}`)).toBeVisible()
    await pressNext(page)
    await pressNext(page)
  }
  await acceptTerms(page)
  await fillCard(page)
}

/** Pressed, and the phone dies: before the card is charged, or after it. Whether it was is the server's to say. */
async function payAndDie(page: Page, random: Random): Promise<void> {
  for (const action of answers) await loseAnswers(page, action)
  // the last rule is asked first: half of them do not even reach the server
  if (random.isLucky(0.5)) await breakCalls(page, 'create_event_customer', 'get_order')
  const charged = page.waitForResponse(/\/payment_intents\/[^/]+\/confirm/)
  charged.catch(() => undefined)
  await pay(page)
  if (random.isLucky(0.75)) await charged
  await page.waitForTimeout(random.between(0, 2_500))
  await page.close()
}

/** For a while the server cannot be asked, or says nothing of use. */
async function openOnBadLine(context: BrowserContext, { address, random }: Buyer) {
  const page = await context.newPage()
  const kind = random.pick(['unavailable', 'cut', 'good'] as const)
  if (kind === 'cut') await breakCalls(page, 'get_order')
  if (kind === 'unavailable') {
    await page.route(endpoint, (route) =>
      isRequestOf(route.request(), 'get_order')
        ? route.fulfill({ status: 503, body: 'no server' })
        : route.fallback(),
    )
  }
  await page.goto(address)
  return { page, isBad: kind !== 'good' }
}

const asking = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'We are asking whether your payment went through' })

async function comeBack(context: BrowserContext, buyer: Buyer): Promise<void> {
  const { page, isBad } = await openOnBadLine(context, buyer)
  if (isBad) {
    await expect(asking(page)).toBeVisible()
    for (let presses = buyer.random.between(0, 2); presses > 0; presses -= 1) await pressNext(page)
    await expect(
      asking(page)
        .or(page.getByText(/^We do not know yet/))
        .first(),
    ).toBeVisible()
    await expect(page.getByText(denials)).toHaveCount(0)
    await page.unroute(endpoint)
  }
  const thanks = page.getByRole('heading', { name: 'Thank You' })
  const goOn = button(page, 'Go on')
  await expect(thanks.or(goOn).first()).toBeVisible()
  if (await goOn.isVisible()) {
    await expect(page.getByRole('status').filter({ hasText: 'You were about to pay' })).toContainText(
      'Nothing was charged.',
    )
    await goOn.click()
    await fillCard(page)
    await pay(page)
  }
  await expectThanks(page)
}

async function buy(browser: Browser, buyer: Buyer): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    await choose(page, buyer)
    await payAndDie(page, buyer.random)
    await comeBack(context, buyer)
  } catch (error) {
    throw new Error(`${buyer.email}: ${error instanceof Error ? error.message : error}`, { cause: error })
  } finally {
    await context.close()
  }
}

for (const seed of ['3', '8']) {
  test(`forty purchases whose answers are lost, on browsers that die, are paid once each, and no screen denies it, seed ${seed} @proof`, async ({
    browser,
    ownProduct: product,
  }) => {
    test.setTimeout(1_800_000)
    const { 'Storm Fair': fair } = await importEvents(product, club)
    const random = createRandom(seed)
    const spaces = random.shuffle(
      rows.flatMap((row) => Array.from({ length: 10 }, (_, at) => `${row}${at + 1}`)),
    )
    const waiting = Array.from({ length: purchases }, (_, at): Buyer => {
      const isVendor = at % 2 === 0
      return {
        email: `storm${at}@example.org`,
        random: random.fork(`buyer ${at}`),
        address: toUrl(product, `/portal/events/${fair}/${isVendor ? 'vendor' : 'tickets'}`, club.subdomain),
        spaces: isVendor ? spaces.slice(at, at + 2) : undefined,
      }
    })
    const emails = waiting.map(({ email }) => email)
    const found: string[] = []
    await Promise.all(
      Array.from({ length: side }, async () => {
        for (let buyer = waiting.shift(); buyer !== undefined; buyer = waiting.shift()) {
          await buy(browser, buyer).catch((error: Error) => found.push(error.message))
        }
      }),
    )
    for (const email of emails) {
      await expect.poll(async () => (await readMails(product, email)).length, { message: email }).toBe(1)
      const orders = await listOrders(product, club.subdomain, email)
      const paid = orders.filter((order) => /fulfilled/.test(order))
      if (paid.length !== 1) found.push(`${email} has ${paid.length} paid orders:\n${orders.join('\n')}`)
    }
    const books = await product.club('reconcile', '--tenant', club.subdomain)
    if (books.code !== 0) found.push(books.output)
    expect(found).toEqual([])
  })
}
