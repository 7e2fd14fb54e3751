// Vendors: who they are, spaces on the map by touch, list and keyboard, a space that somebody else takes, and the
// payment.
import type { Page } from '@playwright/test'
import { toLaunchOptions, withoutWebGl } from '../../support/browsers/browser.ts'
import { isRequestOf, untilAnswered } from '../../support/browsers/pageCalls.ts'
import type { Product } from '../../support/browsers/product.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { holdByApi } from '../../support/buying/apiBuyer.ts'
import {
  acceptTerms,
  button,
  expectThanks,
  type FlowLanguage,
  flowWords,
  payByCard,
  pressNext,
  readMails,
  setLanguage,
} from '../../support/buying/buyers.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { stalls } from '../../support/clubs/saleClubs.ts'
import { asVisitor } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, toUrl } from '../fixtures.ts'
import { findSelected } from '../map/mapPixels.ts'
import { fillVendor, findListed, test, toStalls, vendor } from './saleFlows.ts'

const words = inBoth(
  {
    list: 'Show all spaces as a list',
    map: 'Show the map',
    current: 'Current map:',
    confirm: 'Purchase tickets',
    thanks: /space/i,
  },
  {
    thanks: /espacio/i,
  },
)

async function open(page: Page, product: Product, id: number, tree = '/portal/events'): Promise<void> {
  await page.goto(toUrl(product, `${tree}/${id}/vendor`, stalls.subdomain))
  await expect(page.locator('#field-vendor-name')).toBeVisible()
}

const stageOf = (page: Page) => page.getByRole('application')
const barOf = (page: Page) => page.locator('[data-action-bar]')
const remove = (page: Page, label: string) =>
  page.getByRole('button', { name: new RegExp(`(Remove space|Quitar el espacio) ${label}$`) })

async function untilDrawn(page: Page): Promise<void> {
  await expect(page.locator('[data-state="drawing"]')).toBeVisible()
}

async function chooseFromList(
  page: Page,
  labels: readonly string[],
  language: FlowLanguage = 'en',
): Promise<void> {
  await button(page, words[language].list).click()
  for (const label of labels) {
    const row = await findListed(page, label)
    await row.click()
    await expect(row).toHaveAttribute('aria-pressed', 'true')
  }
}

interface Space {
  eventMapId: number
  elementId: number
}

/** A space by its label, as the event itself has it. */
async function findSpace(product: Product, event: number, label: string): Promise<Space> {
  const { maps } = await asVisitor(product, stalls.subdomain).call('get_event', { event })
  for (const { id, elements } of maps) {
    const found = elements.find(({ row: letter, num }) => `${letter}${num}` === label)
    if (found !== undefined) return { eventMapId: id, elementId: found.id }
  }
  throw new Error(`there is no space ${label}`)
}

/** Somebody else comes as far as the payment of this space. */
async function takeSpace(product: Product, eventId: number, label: string): Promise<void> {
  const email = `other${label.toLowerCase()}@example.org`
  const payload = {
    eventId,
    vendor: { ...vendor, email },
    reservations: [await findSpace(product, eventId, label)],
  }
  await holdByApi(product, stalls.subdomain, { kind: 'event', payload, category: 4, email })
}

test('a vendor chooses their state from the list, as everybody does, or types one that is not in it', async ({
  page,
  product,
  stalls: ids,
}) => {
  await page.goto(toStalls(product, ids['Millbrook Swap Meet']))
  await fillVendor(page, 'state@example.org')
  const state = page.locator('#field-vendor-state')
  await expect(state.locator('option:checked')).toHaveText('Ohio')
  const before = await state.boundingBox()
  await state.selectOption('Not in this list')
  await expect(state).toBeFocused()
  expect(await state.boundingBox()).toEqual(before)
  // the letters of a state on the way to another one do not bring the list back
  await state.fill('OH')
  await expect(state).toHaveJSProperty('tagName', 'INPUT')
  await state.fill('Ontario')
  await expectAccessible(page)
  await pressNext(page)
  await expect(page.getByRole('heading', { name: 'Select Spaces' })).toBeVisible()
  await page.reload()
  await button(page, flowWords.en.back).click()
  await expect(state).toHaveValue('Ontario')
  // who leaves it empty has the list again
  await state.fill('')
  await state.blur()
  await expect(state).toHaveJSProperty('tagName', 'SELECT')
  await expect(state).toHaveValue('')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test(`a visitor taps spaces on the map, sees one taken meanwhile, adds a ticket, pays, and gets the spaces${inTurn('vendor')}`, async ({
    page,
    product,
    stalls: ids,
  }) => {
    const event = ids['Millbrook Swap Meet']
    await open(page, product, event)
    await expect(page.getByText('all fields required')).toBeVisible()
    await expect(page.getByText('numbers only')).toBeVisible()
    await pressNextForce(page)
    await expect(page.locator('#field-vendor-name')).toHaveAttribute('aria-invalid', 'true')
    await fillVendor(page, 'ridge@example.org')
    await page.getByLabel('What visitors read').fill('Wire wheels and hubs.')
    await page.getByLabel('Describe what you will be selling').fill('Wire wheels, secret to the club.')
    await expect(
      page.getByRole('checkbox', { name: 'Opt-in to recieving marketing emails about this event' }),
    ).toBeChecked()
    await expectAccessible(page)
    await pressNext(page)

    await untilDrawn(page)
    await expect(page.getByLabel('Current map:').locator('option')).toHaveText(['South field', 'North field'])
    await chooseFromList(page, ['B6'])
    await button(page, words.en.map).click()
    await untilDrawn(page)
    const first = await findSelected(stageOf(page), barOf(page))
    // the spaces are 90 apart and 72 wide
    const step = (first.width * 90) / 72
    await page.touchscreen.tap(first.x + step, first.y)
    await expect(remove(page, 'B7')).toBeVisible()
    await expect(page.getByText('Type: Swap power outlet')).toBeVisible()
    await expect(page.getByText('Space B7 is selected: $60.00.')).toBeVisible()
    await expect(page.getByText('They are held for you from Pay on, not before.')).toBeVisible()
    await expect(page.getByText('$60.00 Swap', { exact: true })).toBeVisible()
    await page.touchscreen.tap(first.x + step, first.y)
    await expect(remove(page, 'B7')).toHaveCount(0)
    await expect(page.getByText('Space B7 is selected')).toHaveCount(0)
    // one that the club does not let: it says why
    await page.touchscreen.tap(first.x - step, first.y - (first.width * 100) / 72)
    await expect(page.getByRole('status').getByText('Space A5 is not for sale.')).toBeVisible()
    await expect(remove(page, 'A5')).toHaveCount(0)
    // somebody else takes a neighbour: no reload
    await takeSpace(product, event, 'B5')
    await button(page, words.en.list).click()
    const taken = await findListed(page, 'B5')
    await expect(taken).toContainText('Unavailable')
    await taken.click()
    await expect(page.getByRole('status').getByText('Space B5 is taken. Choose another one.')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(remove(page, 'B6')).toBeVisible()
    await pressNext(page)

    await expect(page.getByRole('heading', { name: 'Purchase tickets' })).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('button', { name: /^(More|One more|Add|\+).*Day pass|Day pass.*(more|plus)/i })
      .first()
      .click()
    await button(page, /Order Summary/).click()
    const summary = page.getByRole('dialog')
    await expect(summary.locator('dt')).toHaveText([
      ...['Spaces (x1)', 'Tickets (x1)', 'Member Discount', 'Sub-total', 'Service fee', 'Taxes', 'Total'],
    ])
    await expect(summary.getByText('$76.50')).toBeVisible()
    await page.keyboard.press('Escape')
    await pressNext(page)
    await expect(page.getByText('No open fire.')).toBeVisible()
    await acceptTerms(page)
    await expect(page.getByText(/^Held for you: 1[45]:\d\d/)).toBeVisible()
    // one's own hold is not somebody else's
    await button(page, 'Back').click()
    await button(page, 'Back').click()
    await button(page, 'Back').click()
    await untilAnswered(page, 'get_event_availability')
    await untilAnswered(page, 'get_event_availability')
    await expect(remove(page, 'B6')).toBeVisible()
    await button(page, words.en.list).click()
    await expect(await findListed(page, 'B6')).toContainText('Selected')
    await expect(page.getByText('No longer available')).toHaveCount(0)
    for (let step = 0; step < 3; step += 1) await pressNext(page)
    await payByCard(page)
    await expectAccessible(page)
    await expect.poll(async () => (await readMails(product, 'ridge@example.org')).length).toBe(1)
    // what the vendor wrote to the club is not what visitors read
    const seen = JSON.stringify(await asVisitor(product, stalls.subdomain).call('get_event', { event }))
    expect(seen).toContain(vendor.name)
    expect(seen).not.toContain('secret to the club')
    // and visitors read it at once, beside the pack that was made before
    await page.goto(toUrl(product, `/portal/viewer/${event}/vendors`, stalls.subdomain))
    await expect(page.getByText('Wire wheels and hubs.')).toBeVisible()
  })

  test('a space that another buyer holds is told before paying, and the vendor goes on without it @proof', async ({
    page,
    product,
    stalls: ids,
  }) => {
    const event = ids['Millbrook Swap Meet']
    await open(page, product, event)
    await fillVendor(page, 'late@example.org')
    await pressNext(page)
    await chooseFromList(page, ['A1', 'A2', 'A3'])
    await pressNext(page)
    await pressNext(page)
    await page.locator('#field-agreed').check()
    await takeSpace(product, event, 'A2')
    await pressNext(page)
    await expect(page.getByText('No longer available: South field A2. Nothing was charged.')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Change your choice').click()
    await expect(page.getByText('No longer available: A2', { exact: true })).toBeVisible()
    await expect(page.getByText('Somebody else was faster.')).toBeVisible()
    // it stays in the list until the vendor decides
    await expect(remove(page, 'A2')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Go on without it').click()
    await expect(page.getByText(/^Held for you: /)).toBeVisible()
    await payByCard(page)
  })

  test('a space that is lost while choosing is marked at once, and another one is chosen in its place @proof', async ({
    page,
    product,
    stalls: ids,
  }) => {
    const event = ids['Trial Fair']
    await setLanguage(page, 'es')
    await open(page, product, event)
    await fillVendor(page, 'ensayo@example.org')
    // the club's map asks for none
    await expect(page.locator('#field-vendor-taxId')).toHaveCount(0)
    await pressNext(page, 'es')
    await chooseFromList(page, ['Y1'], 'es')
    // free spaces are taken by the order itself
    await asVisitor(product, stalls.subdomain).call('create_vendor', {
      key: crypto.randomUUID(),
      eventId: event,
      vendor: { ...vendor, email: 'quick@example.org' },
      reservations: [await findSpace(product, event, 'Y1')],
    })
    await expect(page.getByText('Ya no disponible: Y1', { exact: true })).toBeVisible()
    await pressNextForce(page, 'es')
    await expect(page.locator('#step-heading')).toContainText('Elegir espacios')
    await expectAccessible(page)
    await button(page, 'Elegir otro').click()
    await expect(remove(page, 'Y1')).toHaveCount(0)
    await (await findListed(page, 'Y2')).click()
    await pressNext(page, 'es')
    // no ticket is on sale, so the agreement follows; in test mode nobody pays
    await expect(page.locator('#step-heading')).toContainText('Acuerdo')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    // only its price tells that there is nothing to pay
    await expect(barOf(page).locator('[aria-busy]')).toHaveCount(0)
    await acceptTerms(page, 'es')
    await expectThanks(page, 'es')
    await expectAccessible(page)
  })
})

test('a vendor hears that a space is meant for others, and that visitors do not read what is for the club', async ({
  page,
  product,
  stalls: ids,
}) => {
  await open(page, product, ids['Millbrook Swap Meet'])
  await fillVendor(page, 'meant@example.org')
  await page.getByLabel('Describe what you will be selling').fill('Wire wheels.')
  await pressNext(page)
  await chooseFromList(page, ['F1', 'B8'])
  await expect(page.getByText(/^It is meant for “Food”, and you sell “Swapper”/)).toHaveCount(1)
  // a step in which nothing has to be filled in is done once somebody has been there
  const confirm = page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ hasText: 'Confirm' })
  await expect(confirm).toContainText('to do')
  await pressNext(page)
  await expect(page.getByText(/^Visitors will see only your name/)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Show them my description').click()
  await expect(page.getByText(/^Visitors will see only your name/)).toHaveCount(0)
  await button(page, 'Back').click()
  await expect(confirm).toContainText('complete')
  await button(page, 'Back').click()
  await expect(page.getByLabel('What visitors read')).toHaveValue('Wire wheels.')
})

test('a hold that runs out is told, charges nothing, and is ordered again @proof', async ({
  page,
  product,
  stalls: ids,
}) => {
  let promised = 3
  let sent = 0
  await page.route('**/dart/core*', async (route) => {
    const isPayment = isRequestOf(route.request(), 'create_payment_intent')
    if (!isPayment && !isRequestOf(route.request(), 'get_order')) return route.continue()
    if (isPayment) sent += 1
    const response = await route.fetch()
    const answer = await response.json()
    const soon = new Date(Date.now() + (isPayment ? promised : -60) * 1000).toISOString()
    Object.assign(isPayment ? answer : answer.order, { holdUntil: soon })
    return route.fulfill({ response, json: answer })
  })
  await open(page, product, ids['Millbrook Swap Meet'])
  await fillVendor(page, 'slow@example.org')
  await pressNext(page)
  await chooseFromList(page, ['C9'])
  await pressNext(page)
  await pressNext(page)
  await acceptTerms(page)
  await expect(page.getByText('Two minutes are left to pay.')).toBeAttached()
  await expect(page.getByText('The time to pay is over')).toBeVisible()
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
  await expect(button(page, flowWords.en.payNow)).toBeDisabled()
  await expectAccessible(page)
  promised = 900
  await button(page, 'Order again').click()
  await expect(page.getByText(/^Held for you: 1[45]:/)).toBeVisible()
  expect(sent).toBe(2)
})

test('an event without spaces says so, and offline the map is read and says what waits @proof', async ({
  page,
  product,
  stalls: ids,
}) => {
  await open(page, product, ids['Quiet Fair'])
  await fillVendor(page, 'none@example.org')
  await pressNext(page)
  await expect(
    page.getByText("We're sorry, there are no available spaces to purchase at this time.", { exact: false }),
  ).toBeVisible()
  await expectAccessible(page)
  await open(page, product, ids['Millbrook Swap Meet'])
  await fillVendor(page, 'away@example.org')
  await pressNext(page)
  await untilDrawn(page)
  await page.context().setOffline(true)
  await expect(page.getByText('others may have taken spaces meanwhile', { exact: false })).toBeVisible()
  await chooseFromList(page, ['C1'])
  await expect(remove(page, 'C1')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('others may have taken spaces meanwhile', { exact: false })).toHaveCount(0)
})

test('without WebGL the map is drawn all the same, and spaces of two thousand are chosen on it and from the list @proof', async ({
  product,
  stalls: ids,
  playwright,
}) => {
  const browser = await playwright.chromium.launch(toLaunchOptions(...withoutWebGl))
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await open(page, product, ids['Giant Fair'])
  await fillVendor(page, 'list@example.org')
  await pressNext(page)
  await untilDrawn(page)
  await expect(page.locator('canvas[data-painter="canvas"]')).toBeVisible()
  await button(page, words.en.list).click()
  const row = await findListed(page, 'Tb50')
  // in a form Enter would leave the step
  await page.keyboard.press('Enter')
  await row.click()
  await expect(remove(page, 'Tb50')).toBeVisible()
  await button(page, words.en.map).click()
  const chosen = await findSelected(stageOf(page), barOf(page))
  await page.mouse.click(chosen.x, chosen.y)
  await expect(remove(page, 'Tb50')).toHaveCount(0)
  await expectAccessible(page)
  await browser.close()
})

test('on a map of two thousand spaces an unchanged answer draws nothing, and a space that is taken shows @proof', async ({
  page,
  product,
  stalls: ids,
}) => {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { draws: number }
    counted.draws = 0
    const { prototype } = WebGL2RenderingContext
    const draw = prototype.drawElements
    prototype.drawElements = function (...drawn) {
      counted.draws += 1
      return draw.apply(this, drawn)
    }
  })
  const countDraws = () => page.evaluate(() => (globalThis as unknown as { draws: number }).draws)
  let polls = 0
  page.on('response', (response) => {
    if (isRequestOf(response.request(), 'get_event_availability')) polls += 1
  })
  const untilPolled = async () => {
    const wanted = polls + 1
    await expect.poll(() => polls).toBeGreaterThanOrEqual(wanted)
  }
  const event = ids['Giant Fair']
  await open(page, product, event)
  await fillVendor(page, 'giant@example.org')
  await pressNext(page)
  await untilDrawn(page)
  await untilPolled()
  const before = await countDraws()
  expect(before).toBeGreaterThan(0)
  await untilPolled()
  expect(await countDraws()).toBe(before)
  await takeSpace(product, event, 'Aa2')
  await expect.poll(countDraws).toBeGreaterThan(before)
})

/** Next before the step is complete. */
async function pressNextForce(page: Page, language: FlowLanguage = 'en'): Promise<void> {
  await button(page, flowWords[language].next).click({ force: true })
}
