// Joining the club: from the list of memberships to the mail, in both languages and sizes.
import { addYears } from '../../src/domain/day.ts'
import { findLastValidDay } from '../../src/domain/member.ts'
import { untilAnswered } from '../support/browsers/pageCalls.ts'
import {
  acceptTerms,
  button,
  buyers,
  cancel,
  desk,
  early,
  expectPaid,
  expectPrice,
  expectReceipt,
  expectTerms,
  expectTestMode,
  expectThanks,
  expectTotalInSight,
  fillCard,
  fillPersonal,
  finish,
  flowWords,
  listOrders,
  otherViewports,
  pay,
  pressNext,
  readMails,
  reloadAtOtherSize,
  setLanguage,
  toMailedDay,
  viewports,
} from '../support/buying/buyers.ts'
import { bare } from '../support/clubs/doorClubs.ts'
import { importClubs, readToday } from '../support/clubs/world.ts'
import { getMember } from '../support/community/elsewhere.ts'
import {
  expect,
  expectAccessible,
  inFirst,
  listDrafts,
  buyerTest as test,
  toUrl,
  untilApp,
} from './fixtures.ts'

/** The texts of the receipts, besides the sums. */
const receipts = {
  en: {
    years: 'Membership (2 years)',
    year: 'Membership (1 year)',
    until: 'Your membership, {type}, is good until {day}.',
  },
  es: {
    years: 'Membresía (2 años)',
    year: 'Membresía (1 año)',
    until: 'Su membresía, {type}, es válida hasta el {day}.',
  },
} as const

test.beforeAll(({ product }) => importClubs(product, [buyers, bare]))

for (const { language, width, height } of viewports) {
  test(`somebody joins, reloads at each step and pays by card, in ${language} from ${width} pixels on, and nothing leaves the origin (T2.37)${inFirst(language, 'join')}`, async ({
    journey,
    product,
  }) => {
    const email = `joins-${language}@example.org`
    const words = flowWords[language]
    const page = await journey(buyers, 'visitor', {
      path: '/portal/join',
      language,
      viewport: { width, height },
    })
    await page.getByRole('link', { name: words.joinNow }).click()
    await expect(button(page, words.back)).toBeDisabled()
    await page.getByLabel(words.joinYears).selectOption('2')
    await fillPersonal(page, email)
    await expect(page.locator('#field-personal-phone')).toHaveAccessibleDescription(words.phoneHint)
    await page.locator('#field-personal-partner').fill('Grace')
    await page.locator('#field-personal-address2').fill('Unit 4')
    await page.locator('#field-personal-allowEmailMarketing').uncheck()
    await expectTotalInSight(page, '$91.50')
    await expectAccessible(page)
    await reloadAtOtherSize(page)
    await expect(page.locator('#field-years')).toHaveValue('2')
    await expect(page.locator('#field-personal-email')).toHaveValue(email)
    await expect(page.locator('#field-personal-partner')).toHaveValue('Grace')
    await expect(page.locator('#field-personal-address2')).toHaveValue('Unit 4')
    await expect(page.locator('#field-personal-allowEmailMarketing')).not.toBeChecked()
    await expect(page.getByText(words.noBack)).toBeVisible()
    await pressNext(page, language)
    await expect(page).toHaveURL(/step=agreement/)
    await expectTerms(page, language, `${buyers.name} membership`)
    await expectAccessible(page)
    await page.locator('#field-agreed').check()
    await reloadAtOtherSize(page)
    await expect(page.locator('#field-agreed')).toBeChecked()
    await pressNext(page, language)
    await fillCard(page, undefined, language)
    const day = toMailedDay(findLastValidDay(addYears(readToday(), 2)), language)
    await expect(page.locator('dt', { hasText: words.memberUntil }).locator('..')).toContainText(day)
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
    await expectTestMode(page, language)
    await pay(page, language)
    await expectPaid(page, language)
    await expect(page.getByText(words.joined.replace('{club}', buyers.name), { exact: true })).toBeVisible()
    await expect(button(page, words.back)).toHaveCount(0)
    await expect.poll(() => listDrafts(page)).toEqual([])
    await expectAccessible(page)
    await reloadAtOtherSize(page)
    await expectPaid(page, language)
    await expect(page).toHaveURL(/step=complete&key=[0-9a-f-]{36}|key=[0-9a-f-]{36}&step=complete/)
    const { years, until } = receipts[language]
    await expectReceipt(page, product, {
      to: email,
      language,
      club: buyers.name,
      slug: buyers.subdomain,
      texts: [
        until.replace('{type}', 'Individual').replace('{day}', day),
        `${years}: $90.00`,
        `${words.sums[3]}: $91.50`,
      ],
    })

    // there is no way back to paying, and the address shows the same on another device
    const address = page.url()
    await page.goBack()
    await expectThanks(page, language)
    const other = await page.context().browser()?.newPage()
    await other?.goto(address)
    if (other !== undefined) await expectThanks(other)
    await other?.close()
    await finish(page, language)
    await expect(page).toHaveURL(toUrl(product, '/portal', buyers.subdomain))
  })
}

test('on a phone on its side the first field is in sight, and so is the bar with Next @proof', async ({
  page,
  product,
}) => {
  const phone = { width: 844, height: 390 }
  await page.setViewportSize(phone)
  await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
  await untilApp(page)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await page.getByRole('link', { name: flowWords.en.joinNow }).click()
  const years = page.getByLabel(flowWords.en.joinYears)
  await expect(years).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  const bar = await page.locator('[data-action-bar]').boundingBox()
  const field = await years.boundingBox()
  const barTop = bar?.y ?? 0
  expect(barTop + (bar?.height ?? 0)).toBe(phone.height)
  expect(barTop).toBeGreaterThan(phone.height * 0.7)
  expect((field?.y ?? phone.height) + (field?.height ?? 0)).toBeLessThanOrEqual(barTop)
  await expect(page.locator('[data-action-bar]').getByText('$46.50')).toBeInViewport({ ratio: 1 })
  await expect(button(page, flowWords.en.next)).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
})

test('the list says what each membership is and when it renews, or that there are none @proof', async ({
  page,
  product,
}) => {
  await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
  const panel = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(panel('Individual')).toContainText('One person.')
  await expect(panel('Individual')).toContainText('This membership will renew annually on this day.')
  await expect(panel('Guest')).toContainText('No description')
  await expect(panel('Season')).toContainText('This membership type renews annually on March 1')
  await expect(panel('Season').getByRole('link', { name: 'Join Now $30.00' })).toBeVisible()
  await expect(panel('Renew Membership').getByRole('link', { name: 'Renew Now' })).toBeVisible()
  await page.goto(toUrl(product, '/portal/join', bare.subdomain))
  await expect(
    page.getByText('There are no members types that you can join at this time, check back later.'),
  ).toBeVisible()
})

for (const { language, width, height } of otherViewports) {
  test(`a membership that costs nothing asks for no card, and a reload afterwards shows the same order, in ${language} at ${width} pixels @proof`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height })
    await setLanguage(page, language)
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
    await page.getByRole('link', { name: flowWords[language].joinFree }).click()
    const email = `guest-${language}@example.org`
    await fillPersonal(page, email)
    await pressNext(page, language)
    await acceptTerms(page, language)
    await expectThanks(page, language)
    expect(urls.filter((url) => url.includes('stripe'))).toEqual([])
    await expect(page.getByText(flowWords[language].succeeded)).toHaveCount(0)
    await expect.poll(() => listDrafts(page)).toEqual([])
    await page.reload()
    await expectThanks(page, language)
    const { year, until } = receipts[language]
    const day = toMailedDay(findLastValidDay(addYears(readToday(), 1)), language)
    await expectReceipt(page, product, {
      to: email,
      language,
      club: buyers.name,
      slug: buyers.subdomain,
      texts: [
        until.replace('{type}', 'Guest').replace('{day}', day),
        `${year}: $0.00`,
        `${flowWords[language].sums[3]}: $0.00`,
      ],
    })
  })
}

test('whose address has a membership of another type is led to renewing that one, and charged nothing @proof', async ({
  page,
  product,
  places: { club },
}) => {
  // in the demo's own club: an order that shows a member's data counts as a look-up, and renewals here need
  // those
  const email = getMember(club, 'no-password').email
  await page.goto(toUrl(product, '/portal/join', club.subdomain))
  await page.getByRole('link', { name: 'Join Now $65.00' }).click()
  await fillPersonal(page, email)
  await pressNext(page)
  const answered = untilAnswered(page, 'create_payment_intent')
  await acceptTerms(page)
  expect(await (await answered).json()).toMatchObject({ success: false, code: 'already-member' })
  await expect(page.getByText(/has a membership of another type already/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Renew Membership' }).click()
  await expect(page).toHaveURL(/\/portal\/renew/)
  await expect(page.locator('#field-lookupEmail')).toBeVisible()
  expect(await listOrders(product, club.subdomain, email)).toEqual([])
  expect(await readMails(product, email)).toEqual([])
})

test('who joins again long before their membership ends is led to renewing it @proof', async ({
  page,
  product,
}) => {
  await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
  await page.getByRole('link', { name: flowWords.en.joinNow }).click()
  await fillPersonal(page, early)
  await pressNext(page)
  await acceptTerms(page)
  await expect(page.getByText(/membership of this e-mail address still runs/)).toBeVisible()
  await page.getByRole('link', { name: 'See when it can be renewed' }).click()
  await expect(page).toHaveURL(/\/portal\/renew/)
  expect(await listOrders(product, buyers.subdomain, early)).toEqual([])
})

test('what is missing is said beside each field, the first one has the focus, and Enter leads to the next field or step', async ({
  page,
  product,
}) => {
  await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
  await page.getByRole('link', { name: flowWords.en.joinNow }).click()
  const next = button(page, flowWords.en.next)
  await expect(next).toBeDisabled()
  // a fault that is shown changes its language with the interface
  const email = page.locator('#field-personal-email')
  await email.fill('no address')
  await email.blur()
  await expect(email).toHaveAccessibleDescription(/Enter an e-mail address such as/)
  await button(page, /Español/).click()
  await expect(email).toHaveAccessibleDescription(/Escriba un correo electrónico/)
  await button(page, /English/).click()
  await email.fill('')
  await next.click({ force: true })
  await expect(page.locator('#field-personal-fname')).toBeFocused()
  await expect(page.locator('#field-personal-fname')).toHaveAccessibleDescription('Enter your first name.')
  await expect(page.getByText('8 fields need your attention')).toBeVisible()
  await expectAccessible(page)
  await fillPersonal(page, 'no address')
  await page.keyboard.press('Enter')
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')

  // before the form is complete, Enter goes to the next field, as on a phone's keyboard
  await page.reload()
  await page.locator('#field-personal-fname').press('Enter')
  await expect(page.locator('#field-personal-lname')).toBeFocused()
  // a numeric keyboard would have no hyphen
  await expect(page.locator('#field-personal-zip')).not.toHaveAttribute('inputmode', 'numeric')
  await page.locator('#field-personal-city').press('Enter')
  await expect(page.locator('#field-personal-state')).toBeFocused()
  // the fault below the field no longer moves the button away from the mouse
  await page.setViewportSize(desk)
  await email.fill('no address')
  await next.click({ force: true, position: { x: 20, y: 6 } })
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')

  await email.fill('ada@example.org')
  await expect(next).toBeEnabled()
  await page.locator('#field-personal-fname').press('Enter')
  await expect(page).toHaveURL(/step=agreement/)
  await expect(page.locator('#step-heading')).toBeFocused()
})

test('half a form survives a reload, no address leads beyond the first open step, and the browser leads back and on @proof', async ({
  page,
  product,
}) => {
  await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
  await page.getByRole('link', { name: flowWords.en.joinNow }).click()
  await page.locator('#field-personal-fname').fill('Ada')
  await page.reload()
  await expect(page.locator('#field-personal-fname')).toHaveValue('Ada')
  // the total of an earlier choice is not shown
  const total = page.locator('[data-action-bar] .number')
  await expect(total).toHaveText('$46.50')
  await page.context().setOffline(true)
  await page.locator('#field-years').selectOption('2')
  await expect(total).toHaveText('No price yet')
  await expect(page.getByText('No connection. What you typed is kept; paying waits.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(total).toHaveText('$91.50')
  await fillPersonal(page, 'reloads@example.org')
  await pressNext(page)
  await expect(page.locator('#field-agreed')).toBeVisible()
  const beyond = new URL(page.url())
  beyond.searchParams.set('step', 'pay')
  await page.goto(beyond.href)
  await expect(page).toHaveURL(/step=agreement/)
  const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem')
  const standing = (...words: string[]) =>
    ['Personal Info', 'Agreement', 'Pay', 'Complete'].map((step, at) => `${step}${words[at]}`)
  await expect(steps).toHaveText(standing('complete', 'active', 'to do', 'to do'))
  await acceptTerms(page)
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
  await expect(steps).toHaveText(standing('complete', 'complete', 'complete', 'complete'))
})

for (const { language, ...viewport } of [...viewports, ...otherViewports]) {
  test(`in ${language} at ${viewport.width} the state is a list in the United States and a text elsewhere, and nothing moves`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize(viewport)
    await setLanguage(page, language)
    await page.goto(toUrl(product, '/portal/join', buyers.subdomain))
    await page.getByRole('link', { name: flowWords[language].joinNow }).click()
    const [state, country] = [page.locator('#field-personal-state'), page.locator('#field-personal-country')]
    await expect(country).toHaveValue('US')
    const controls = [state, page.locator('#field-personal-zip'), country]
    const findPlaces = () => Promise.all(controls.map((control) => control.boundingBox()))
    await state.selectOption('OH')
    // the page has scrolled there before anything is measured
    await country.fill('USA')
    const before = await findPlaces()
    await country.fill('Canada')
    await expect(state).toHaveJSProperty('tagName', 'INPUT')
    await expect(state).not.toHaveAttribute('aria-required', 'true')
    expect(await findPlaces()).toEqual(before)
    await country.fill('U.S.A.')
    await expect(state).toHaveJSProperty('tagName', 'SELECT')
    await expect(state).toHaveValue('OH')
    expect(await findPlaces()).toEqual(before)
  })
}

test('half a form outlives its browser, which the phone has killed @proof', async ({ phone, product }) => {
  await phone.page.goto(toUrl(product, '/portal/join', buyers.subdomain))
  await phone.page.getByRole('link', { name: flowWords.en.joinNow }).click()
  await phone.page.locator('#field-personal-fname').pressSequentially('Ada')
  await phone.page.locator('#field-personal-state').selectOption('OH')
  await expect.poll(async () => JSON.stringify(await listDrafts(phone.page))).toContain('"OH"')
  const address = phone.page.url()
  await phone.killAndReopen()
  await phone.page.goto(address)
  await expect(phone.page.locator('#field-personal-fname')).toHaveValue('Ada')
  await expect(phone.page.locator('#field-personal-state')).toHaveValue('OH')
})

test('Cancel asks first, clears what was typed, and Finished follows only a redirect that the club allows @proof', async ({
  page,
  product,
}) => {
  const address = new URL(toUrl(product, '/portal/join', buyers.subdomain))
  // where to go back to goes along from the list
  const listed = new URL(address)
  listed.searchParams.set('redirect', '/about')
  await page.goto(listed.href)
  for (const name of [flowWords.en.joinFree, 'Renew Now']) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', /[?&]redirect=%2Fabout(&|$)/)
  }

  await page.goto(address.href)
  await page.getByRole('link', { name: flowWords.en.joinFree }).click()
  await page.locator('#field-personal-fname').fill('Ada')
  await cancel(page, /Order Summary/)
  await expect(page).toHaveURL(address.href)
  await page.getByRole('link', { name: flowWords.en.joinFree }).click()
  await expect(page.locator('#field-personal-fname')).toHaveValue('')

  const flow = new URL(page.url())
  for (const [email, redirect, reached] of [
    ['away@example.org', '//evil.example', toUrl(product, '/portal', buyers.subdomain)],
    ['about@example.org', '/about', `${product.origin}/about`],
  ] as const) {
    flow.searchParams.set('redirect', redirect)
    await page.goto(flow.href)
    await fillPersonal(page, email)
    await pressNext(page)
    await acceptTerms(page)
    await expectThanks(page)
    await button(page, flowWords.en.finished).click()
    await expect(page).toHaveURL(reached)
  }
})
