// Joining the club: from the list of memberships to a mail in the hand, in both languages and sizes.
import { findDay } from '../../src/domain/day.ts'
import {
  agree,
  button,
  buyersSlug,
  expectPaid,
  expectPrice,
  expectThanks,
  fillCard,
  fillPersonal,
  finish,
  flowWords,
  goOn,
  looks,
  makeBuyersClub,
  otherLooks,
  pay,
  readMails,
  reloadAtOtherSize,
  speak,
  watchTraffic,
} from '../support/buyers.ts'
import { bareSlug, importClubs, makeBareClub } from '../support/doorClubs.ts'
import { expect, expectAccessible, test, toUrl, watchForFaults } from './fixtures.ts'

test.beforeAll(async ({ product }) => {
  await importClubs(product, [makeBuyersClub(findDay(Date.now(), 'America/Chicago'))])
})

for (const { language, width, height } of looks) {
  test(`somebody joins, reloads at each step and pays by card, in ${language} from ${width} pixels on, and nothing leaves the origin (T2.37)`, async ({
    page,
    product,
  }) => {
    const email = `joins-${language}@example.org`
    const words = flowWords[language]
    const faults = watchForFaults(page)
    const traffic = watchTraffic(page, product)
    await page.setViewportSize({ width, height })
    await speak(page, language)
    await page.goto(toUrl(product, '/portal/join', buyersSlug))
    await page.getByRole('link', { name: words.joinNow }).click()
    await page.locator('#field-years').selectOption('2')
    await fillPersonal(page, email)
    await expectAccessible(page)
    await reloadAtOtherSize(page)
    await expect(page.locator('#field-years')).toHaveValue('2')
    await expect(page.locator('#field-personal-email')).toHaveValue(email)
    await expect(page.getByText(words.noBack)).toBeVisible()
    await goOn(page, language)
    await expect(page).toHaveURL(/step=agreement/)
    await expectAccessible(page)
    await page.locator('#field-agreed').check()
    await reloadAtOtherSize(page)
    await agree(page, language)
    await fillCard(page, undefined, language)
    await expectAccessible(page)
    await reloadAtOtherSize(page)
    await fillCard(page, undefined, language)
    await expectAccessible(page)
    await expect(button(page, '$91.50')).toHaveCount(0)
    await expectPrice(page, language, words.membership.replace('{n}', '2'), [
      '$90.00',
      '$90.00',
      '$1.50',
      '$0.00',
      '$91.50',
    ])
    await expect(page.getByRole('heading', { name: words.orderSummary })).toBeVisible()
    await pay(page, language)
    await expectPaid(page, language)
    await expectAccessible(page)
    await reloadAtOtherSize(page)
    await expectPaid(page, language)
    await expect(page).toHaveURL(/step=complete&key=[0-9a-f-]{36}|key=[0-9a-f-]{36}&step=complete/)
    await expect.poll(async () => (await readMails(product, email)).length).toBe(1)

    // nothing leads back to paying, and the address tells the same on another device
    const address = page.url()
    await page.goBack()
    await expectThanks(page, language)
    const other = await page.context().browser()?.newPage()
    await other?.goto(address)
    if (other !== undefined) await expectThanks(other)
    await other?.close()
    await finish(page, language)
    await expect(page).toHaveURL(toUrl(product, '/portal', buyersSlug))
    expect(faults).toEqual([])
    expect(traffic).toEqual({ foreign: [], numbers: [] })
  })
}

test('the list says what each membership is and when it renews, or that there are none', async ({
  page,
  product,
}) => {
  await importClubs(product, [makeBareClub()])
  await page.goto(toUrl(product, '/portal/join', buyersSlug))
  const panel = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(panel('Individual')).toContainText('One person.')
  await expect(panel('Individual')).toContainText('This membership will renew annually on this day.')
  await expect(panel('Guest')).toContainText('No description')
  await expect(panel('Season')).toContainText('This membership type renews annually on March 1')
  await expect(panel('Season').getByRole('link', { name: 'Join Now $30.00' })).toBeVisible()
  await expect(panel('Renew Membership').getByRole('link', { name: 'Renew Now' })).toBeVisible()
  await page.goto(toUrl(product, '/portal/join', bareSlug))
  await expect(
    page.getByText('There are no members types that you can join at this time, check back later.'),
  ).toBeVisible()
})

for (const { language, width, height } of otherLooks) {
  test(`a membership that costs nothing asks for no card, and a reload afterwards shows the same order, in ${language} at ${width} pixels`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height })
    await speak(page, language)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(toUrl(product, '/portal/join', buyersSlug))
    await page.getByRole('link', { name: flowWords[language].joinFree }).click()
    await fillPersonal(page, `guest-${language}@example.org`)
    await goOn(page, language)
    await agree(page, language)
    await expectThanks(page, language)
    expect(asked.filter((url) => url.includes('stripe'))).toEqual([])
    await expect(page.getByText(flowWords[language].succeeded)).toHaveCount(0)
    await page.reload()
    await expectThanks(page, language)
  })
}

test('whose address has a membership of another type is led to renewing that one, and charged nothing', async ({
  page,
  product,
}) => {
  const join = async (name: RegExp | string) => {
    await page.goto(toUrl(product, '/portal/join', buyersSlug))
    await page.getByRole('link', { name }).click()
    await fillPersonal(page, 'another-type@example.org')
    await goOn(page, 'en')
    await agree(page, 'en')
  }
  await join(flowWords.en.joinFree)
  await expectThanks(page, 'en')
  await join(flowWords.en.joinNow)
  await expect(page.getByText(/has a membership of another type already/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Renew Membership' }).click()
  await expect(page).toHaveURL(/\/portal\/renew/)
  await expect(page.locator('#field-lookupEmail')).toBeVisible()
})

test('what is missing is said beside each field, the first one has the focus, and Enter goes on', async ({
  page,
  product,
}) => {
  await page.goto(toUrl(product, '/portal/join', buyersSlug))
  await page.getByRole('link', { name: flowWords.en.joinNow }).click()
  const next = button(page, flowWords.en.next)
  await expect(next).toBeDisabled()
  await next.click({ force: true })
  await expect(page.locator('#field-personal-fname')).toBeFocused()
  await expect(page.locator('#field-personal-fname')).toHaveAccessibleDescription('Enter your first name.')
  await expect(page.getByText('8 fields need your attention')).toBeVisible()
  await expectAccessible(page)
  await fillPersonal(page, 'no address')
  await page.keyboard.press('Enter')
  await expect(page.locator('#field-personal-email')).toBeFocused()
  await page.locator('#field-personal-email').fill('ada@example.org')
  await expect(next).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/step=agreement/)
  await expect(page.locator('#step-heading')).toBeFocused()
})

test('half a form survives a reload, no address leads beyond the first open step, and the browser leads back and on', async ({
  page,
  product,
}) => {
  await page.goto(toUrl(product, '/portal/join', buyersSlug))
  await page.getByRole('link', { name: flowWords.en.joinNow }).click()
  await page.locator('#field-personal-fname').fill('Ada')
  await page.reload()
  await expect(page.locator('#field-personal-fname')).toHaveValue('Ada')
  await fillPersonal(page, 'reloads@example.org')
  await goOn(page)
  await expect(page.locator('#field-agreed')).toBeVisible()
  const beyond = new URL(page.url())
  beyond.searchParams.set('step', 'pay')
  await page.goto(beyond.href)
  await expect(page).toHaveURL(/step=agreement/)
  await agree(page)
  await fillCard(page)
  const heading = page.locator('#step-heading')
  for (const step of ['Agreement', 'Agreement', 'Personal Info']) {
    await page.goBack()
    await expect(heading).toContainText(step)
  }
  await expect(page.locator('#field-personal-email')).toHaveValue('reloads@example.org')
  for (const step of ['Agreement', 'Agreement', 'Pay']) {
    await page.goForward()
    await expect(heading).toContainText(step)
  }
  await fillCard(page)
  await pay(page)
  await expectThanks(page)
})

test('Cancel asks first, clears what was typed, and Finished follows only a redirect that the club allows', async ({
  page,
  product,
}) => {
  const address = new URL(toUrl(product, '/portal/join', buyersSlug))
  await page.goto(address.href)
  await page.getByRole('link', { name: flowWords.en.joinFree }).click()
  await page.locator('#field-personal-fname').fill('Ada')
  await page.getByRole('button', { name: /Order Summary/ }).click()
  await button(page, 'Cancel').click()
  await button(page, 'Clear and leave').click()
  await expect(page).toHaveURL(address.href)
  await page.getByRole('link', { name: flowWords.en.joinFree }).click()
  await expect(page.locator('#field-personal-fname')).toHaveValue('')

  const flow = new URL(page.url())
  for (const [redirect, reached] of [
    ['//evil.example', toUrl(product, '/portal', buyersSlug)],
    ['/about', `${product.origin}/about`],
  ] as const) {
    flow.searchParams.set('redirect', redirect)
    await page.goto(flow.href)
    await fillPersonal(page, 'redirected@example.org')
    await goOn(page)
    await agree(page)
    await expectThanks(page)
    await button(page, flowWords.en.finished).click()
    await expect(page).toHaveURL(reached)
  }
})
