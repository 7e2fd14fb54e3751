// A page that the browser translates: each text is replaced as it appears, and everything goes on.
import type { Page } from '@playwright/test'
import type { Product } from '../support/browsers/product.ts'
import {
  acceptTerms,
  buyers,
  expectPaid,
  fillPersonal,
  flowWords,
  payByCard,
  pressNext,
  renewable,
} from '../support/buying/buyers.ts'
import { inTurn } from '../support/chance/turns.ts'
import { importClubs } from '../support/clubs/world.ts'
import { getSigner } from '../support/community/elsewhere.ts'
import { proofTag } from '../support/run/longTests.ts'
import { countTranslated, translatePage } from './device/translator.ts'
import { expect, findPlaces, signIn, takeVoter, test, toUrl, watchForFaults } from './fixtures.ts'
import { badge, number, openForm, score, scoreCar, verifyNewJudge, whole } from './judging/judgingScreens.ts'
import { importCells } from './sales/matrix/cellClub.ts'
import { type FlowName, listCells } from './sales/matrix/cells.ts'
import { walkCell } from './sales/matrix/walk.ts'

const atThePhone = (cell: { size: string; hand: string; webGl: boolean; language: string }) =>
  cell.size === 'phone' && cell.hand === 'touch' && cell.webGl && cell.language === 'en'

/** Each of them paid, but that of volunteers. */
function findCell(flow: FlowName) {
  const cells = listCells()
  const at = cells.findIndex(
    (cell) => cell.flow === flow && atThePhone(cell) && (cell.price === 'paid' || flow === 'volunteer'),
  )
  const cell = cells[at]
  if (cell === undefined) throw new Error(`no cell buys ${flow}`)
  return { cell, cellNumber: at }
}

for (const flow of ['tickets', 'register', 'vendor', 'volunteer'] as const) {
  // the others have the same frame and the same payment
  test(`a translated page: ${flow} from the first step to the order${flow === 'tickets' ? inTurn('translated') : ` ${proofTag}`}`, async ({
    browser,
    product,
  }) => {
    const ids = await importCells(product)
    await walkCell({ ...findCell(flow), browser, product, ids, prepare: translatePage })
  })
}

test.describe(`a translated page: a membership, a gift and the store ${proofTag}`, () => {
  let faults: string[] = []
  test.beforeAll(({ product }) => importClubs(product, [buyers]))
  test.beforeEach(async ({ page }) => {
    faults = watchForFaults(page)
    await translatePage(page)
  })
  test.afterEach(() => expect(faults).toEqual([]))

  test('somebody joins', async ({ page, product }) => {
    await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
    await page.getByRole('link', { name: flowWords.en.joinNow }).click()
    await fillPersonal(page, 'translated-join@example.org')
    await pressNext(page)
    await payInTranslation(page, product, buyers.subdomain, 'translated-join@example.org')
  })

  test('somebody renews', async ({ page, product }) => {
    await page.goto(toUrl(product, '/portal/renew', buyers.subdomain))
    await page.locator('#field-lookupEmail').fill(renewable.en)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Renata Quill')).toBeVisible()
    await pressNext(page)
    await pressNext(page)
    await payInTranslation(page, product, buyers.subdomain, renewable.en)
  })

  test('somebody donates', async ({ page, product, places: { club } }) => {
    await page.goto(toUrl(product, '/portal/donate', club.subdomain))
    await page.locator('#field-amount').fill('12')
    await pressNext(page)
    await fillPersonal(page, 'translated-gift@example.org')
    await pressNext(page)
    await payInTranslation(page, product, club.subdomain, 'translated-gift@example.org')
  })

  test('a member buys in the store', async ({ page, product, places: { club } }) => {
    await signIn(page, product, club, 'parent', '/portal/member/store')
    await page.getByRole('link', { name: /^Enamel mug/ }).click()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: /^Cart.* 1 item$/ }).click()
    await page.getByRole('link', { name: 'Buy now' }).click()
    await pressNext(page)
    await payInTranslation(page, product, club.subdomain, getSigner(club, 'parent').email)
  })
})

/** The club's order book has one more of theirs. */
async function payInTranslation(page: Page, product: Product, slug: string, payer: string): Promise<void> {
  const countOrders = async (): Promise<number> => {
    const { output } = await product.club('orders', payer, '--tenant', slug)
    return Number(/^(\d+) orders?\./m.exec(output)?.[1])
  }
  const before = await countOrders()
  await acceptTerms(page)
  await payByCard(page)
  await expectPaid(page)
  expect(await countTranslated(page)).toBeGreaterThan(0)
  expect(await countOrders()).toBe(before + 1)
}

test('a translated page: the viewer, a score sheet and a ballot', async ({ page, product, places }) => {
  const { club, event } = places
  const faults = watchForFaults(page)
  await translatePage(page)
  const main = page.getByRole('main')

  await page.goto(toUrl(product, `/portal/viewer/${event.id}`, club.subdomain))
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  for (const place of ['Schedule', 'Maps', 'Vendors', 'More of this event', 'All cars of the show', 'Home']) {
    const link = page.getByRole('link', { name: place, exact: true })
    await link.first().click()
    await expect(main).toBeVisible()
    await expect.poll(() => countTranslated(page)).toBeGreaterThan(0)
  }

  await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await scoreCar(page, '104', whole)
  await expect(page.getByText('Your scores for 104 have been accepted.').last()).toBeVisible()
  await expect(badge(page)).toHaveCount(0)
  await expect(number(page)).toHaveValue('')
  await expect(score(page, 'Paint and body')).toHaveValue('10')
  // what the app changes is shown, not what the translator had made of it before
  await expect(page.getByText('0 of 5 set')).toBeVisible()

  const voter = takeVoter(product)
  const { club: ofEvent, event: voted } = findPlaces(product.demo)
  await page.goto(toUrl(product, `/portal/voterballot/${voter}/${voted.id}`, ofEvent.subdomain))
  const choice = page.getByRole('combobox').first()
  await choice.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Submit Ballot' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Look over your ballot' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit Ballot' }).click()
  await expect(page.getByText(/accepted/i).first()).toBeVisible()
  expect(faults).toEqual([])
})
