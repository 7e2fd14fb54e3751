// Renewing a membership: found by its e-mail address, paid, and a year longer.
import type { Locator } from '@playwright/test'
import { addDays, addYears, countDays } from '../../src/domain/day.ts'
import { isRequestOf, untilAnswered } from '../support/browsers/pageCalls.ts'
import {
  acceptTerms,
  button,
  buyers,
  cancel,
  child,
  counted,
  desk,
  early,
  expectPaid,
  expectPrice,
  expectReceipt,
  expectTerms,
  type FlowLanguage,
  fillCard,
  finish,
  flowWords,
  late,
  limited,
  pay,
  payByCard,
  pressNext,
  readAutoRenew,
  readMails,
  reloadAtOtherSize,
  renewable,
  setLanguage,
  signing,
  suspended,
  toMailedDay,
  viewports,
} from '../support/buying/buyers.ts'
import { importClubs, today } from '../support/clubs/world.ts'
import {
  endSignIn,
  expect,
  expectAccessible,
  inFirst,
  listDrafts,
  signIn,
  buyerTest as test,
  toUrl,
} from './fixtures.ts'

/** The texts of the receipts, besides the sums. */
const receipts = {
  en: {
    line: 'Renewal of membership (2 years)',
    until: 'Your membership, Individual, is now good until {day}.',
  },
  es: {
    line: 'Renovación de la membresía (2 años)',
    until: 'Su membresía, Individual, es válida ahora hasta el {day}.',
  },
} as const

/** Where Finished leads: to the default page, or to the address that the link asked for. */
const ends = {
  en: { query: '', path: '/portal' },
  es: { query: '?redirect=/about', path: '/about' },
} as const

function toWholeDay(day: string, language: FlowLanguage): string {
  return new Intl.DateTimeFormat(`${language}-US`, { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(day),
  )
}

test.beforeAll(({ product }) => importClubs(product, [buyers]))

for (const { language, width, height } of viewports) {
  test(`a visitor finds a membership by e-mail, sees no street of it, reloads at each step and renews it for two years, which keeps no card, in ${language} from ${width} pixels on (T2.37)${inFirst(language, 'renew')}`, async ({
    journey,
    product,
  }) => {
    const words = flowWords[language]
    const email = renewable[language]
    const { query, path } = ends[language]
    const visit = { path: `/portal/renew${query}`, language, viewport: { width, height } }
    const page = await journey(buyers, 'visitor', visit)
    await expect(page.getByText(words.lookupHint, { exact: true })).toBeVisible()
    await page.locator('#field-lookupEmail').fill(email)
    // a screen reader announces words that appear in an existing region
    const regions = page.getByRole('status')
    await regions.evaluateAll((all) => {
      for (const region of all) region.setAttribute('data-before', '')
    })
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-before]').filter({ hasText: 'Renata Quill' })).toBeVisible()
    // people read the last valid day
    const current = toWholeDay(addDays(today, 29), language)
    for (const text of [
      words.foundType.replace('{type}', 'Individual'),
      words.foundDay.replace('{day}', current),
    ]) {
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('9 Mill Lane')).toHaveCount(0)
    await expect(page.getByText('Dublin, OH 43016', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await reloadAtOtherSize(page)
    await expect(page.getByText('Renata Quill')).toBeVisible()
    await pressNext(page, language)
    await page.getByLabel(words.renewYears).selectOption('2')
    const day = addDays(addYears(addDays(today, 30), 2), -1)
    const written = toWholeDay(day, language)
    const facts = page.locator('dl > div')
    for (const [name, value] of [
      [words.membershipType, 'Individual'],
      [words.currentDay, current],
      [words.newDay, written],
    ] as const) {
      await expect(facts.filter({ hasText: name })).toHaveText(`${name}${value}`)
    }
    await reloadAtOtherSize(page)
    await expect(page.getByText(written)).toBeVisible()
    await expect(page.getByText(words.noBack)).toHaveCount(0)
    await expectAccessible(page)
    // whoever has not signed in may be anybody
    await expect(page.locator('#field-autoRenew')).toHaveCount(0)
    await expect(page.getByText(words.keepsNoCard)).toBeVisible()
    await pressNext(page, language)
    await expectTerms(page, language, `${buyers.name} membership`)
    await page.locator('#field-agreed').check()
    await reloadAtOtherSize(page)
    await expect(page.locator('#field-agreed')).toBeChecked()
    await pressNext(page, language)
    await fillCard(page, undefined, language)
    await reloadAtOtherSize(page)
    await expect(page.getByText(words.savesCard)).toHaveCount(0)
    await fillCard(page, undefined, language)
    await expectPrice(page, language, words.renewal.replace('{n}', '2'), [
      '$80.00',
      '$80.00',
      '$1.50',
      '$0.00',
      '$81.50',
    ])
    await pay(page, language)
    await expectPaid(page, language)
    await expect(page.getByText(words.renewed.replace('{club}', buyers.name), { exact: true })).toBeVisible()
    await expect(facts.filter({ hasText: words.newDay })).toHaveText(`${words.newDay}${written}`)
    await expect.poll(() => listDrafts(page)).toEqual([])
    await reloadAtOtherSize(page)
    await expectPaid(page, language)
    await expect(page.getByText(written)).toBeVisible()
    await expect(page.getByText(words.renewsItself)).toHaveCount(0)
    expect(await readAutoRenew(product, email)).not.toBe(true)
    const { line, until } = receipts[language]
    await expectReceipt(page, product, {
      to: email,
      language,
      club: buyers.name,
      slug: buyers.subdomain,
      texts: [
        until.replace('{day}', toMailedDay(day, language)),
        `${line}: $80.00`,
        `${words.sums[3]}: $81.50`,
      ],
    })
    await finish(page, language)
    await expect(page).toHaveURL(
      query === '' ? toUrl(product, path, buyers.subdomain) : `${product.origin}${path}`,
    )
  })
}

const readColour = (element: Locator) => element.evaluate((node) => getComputedStyle(node).color)

test('a look-up says why a membership cannot be renewed now, and Next stays shut @proof', async ({
  page,
  product,
}) => {
  await page.goto(toUrl(product, '/portal/renew', buyers.subdomain))
  const email = page.locator('#field-lookupEmail')
  const lookUp = async (address: string) => {
    await email.fill(address)
    await button(page, flowWords.en.lookup).click()
  }
  const goBack = button(page, 'Go back')
  const next = button(page, flowWords.en.next)
  // never cut: a cut address may be somebody else's
  const long = `${'x'.repeat(40)}@example.org`
  await lookUp(long)
  await expect(page.getByText('Status: At most 48 characters.')).toBeVisible()
  await expect(email).toHaveValue(long)
  await lookUp('nobody@example.org')
  const status = page.getByText('Status: There is no member with this e-mail address.')
  await expect(status).toBeVisible()
  const red = await readColour(status)
  await expect(page.getByText('Look up your membership first.')).toHaveCount(0)
  await expect(next).toBeDisabled()
  // another look-up cannot help an additional login, and one button leads back, also after a reload
  await lookUp(child)
  const refused = page.getByText(
    'Status: This is a child membership and cannot be used to renew a membership.',
  )
  for (const load of [async () => undefined, () => page.reload()]) {
    await load()
    await expect(refused).toBeVisible()
    expect(await readColour(refused)).toBe(red)
    await expect(goBack).toBeEnabled()
    await expect(next).toHaveCount(0)
  }
  // who is suspended reads no reason, and Next stays shut
  await lookUp(suspended)
  await expect(
    page.getByText('Status: This membership cannot be renewed here. Ask an officer of the club for help.'),
  ).toBeVisible()
  await expect(next).toHaveCount(0)
  await email.fill(early)
  await expect(next).toBeVisible()
  await expect(refused).toHaveCount(0)
  await lookUp(early)
  // said once, and not as a failure
  const days = page.getByText('Days until you can renew: 140')
  await expect(days).toHaveCount(1)
  expect(await readColour(days)).not.toBe(red)
  await expect(page.getByText('Status:')).toHaveCount(0)
  // nothing is missing, and one button leads back
  await expect(page.getByText(/^You can renew from \w+ \d+, \d{4}\.$/)).toBeVisible()
  await expect(page.getByText('Something is still missing in this step.')).toHaveCount(0)
  await expect(next).toHaveCount(0)
  await expect(goBack).toBeVisible()
  await cancel(page, /Order Summary/)
  await expect(page).toHaveURL(toUrl(product, '/portal/join', buyers.subdomain))
})

test('a late renewal says how many days it has, and what joining anew would give @proof', async ({
  page,
  product,
}) => {
  await page.goto(toUrl(product, '/portal/renew', buyers.subdomain))
  await page.locator('#field-lookupEmail').fill(late)
  await button(page, flowWords.en.lookup).click()
  await pressNext(page)
  const days = countDays(today, addYears(addDays(today, -326), 1))
  await expect(page.getByText(`so it is valid for ${days} days from today.`)).toBeVisible()
  const anew = toMailedDay(addDays(addYears(today, 1), -1), 'en')
  const told = page.getByText('at the price for joining, you are a member until')
  await expect(told).toContainText(anew)
  await expectAccessible(page)
  await page.locator('#field-years').selectOption('2')
  await expect(told).toHaveCount(0)
  await page.locator('#field-years').selectOption('1')
  await told.getByRole('link', { name: 'join anew' }).click()
  await expect(page).toHaveURL(/\/portal\/join\/\d+/)
})

test('a look-up that has run out is asked for again, and says why; past the limit of look-ups a link is mailed, which opens the renewal without one @proof', async ({
  page,
  product,
}) => {
  await importClubs(product, [counted])
  await page.setViewportSize(desk)
  await page.goto(toUrl(product, '/portal/renew', counted.subdomain))
  await page.locator('#field-lookupEmail').fill(limited)
  const status = page.getByRole('status').filter({ hasText: 'Status:' })
  for (let times = 0; times < 5; times += 1) {
    const answered = untilAnswered(page, 'lookup_member')
    await button(page, flowWords.en.lookup).click()
    await answered
    await expect(button(page, flowWords.en.next)).toBeEnabled()
  }
  await page.route('**/dart/core*', (route) =>
    isRequestOf(route.request(), 'create_payment_intent')
      ? route.fulfill({ json: { success: false, code: 'lookup-expired', errorMessage: 'Over.' } })
      : route.continue(),
  )
  await pressNext(page)
  await pressNext(page)
  await acceptTerms(page)
  const isOver = 'More than an hour has passed since the membership was looked up. Look it up again.'
  await expect(page.getByRole('alert').filter({ hasText: isOver })).toBeVisible()
  await expect(page).toHaveURL(/step=lookup/)
  await button(page, flowWords.en.lookup).click()
  await expect(status).toContainText('Too many attempts.')
  const red = await readColour(status)
  await expectAccessible(page)
  await button(page, 'Mail me a link to renew').click()
  await expect(status).toContainText('a mail with a link to renew is on its way')
  expect(await readColour(status)).not.toBe(red)
  await expect.poll(async () => (await readMails(product, limited)).length).toBe(1)
  const [mail] = await readMails(product, limited)
  const [link = ''] = /https?:\/\/\S+#lookup=\S+/.exec(mail?.text ?? '') ?? []
  const other = await page.context().newPage()
  await other.setViewportSize(desk)
  const lookups: string[] = []
  other.on('request', (request) => {
    if (isRequestOf(request, 'lookup_member')) lookups.push(request.postData() ?? '')
  })
  await other.goto(link)
  await expect(other.getByText('Renata Quill')).toBeVisible()
  expect(other.url()).not.toContain('lookup=')
  await pressNext(other)
  await button(other, flowWords.en.back).click()
  await expect(other.getByText('Renata Quill')).toBeVisible()
  await pressNext(other)
  // the link names no address for the receipt
  await expect(button(other, flowWords.en.next)).toBeDisabled()
  await other.locator('#field-receiptEmail').fill('receipt@example.org')
  await pressNext(other)
  // the first tab, where another address was typed, takes over the found membership and deletes nothing
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText('Renata Quill')).toBeVisible()
  await expect(page.getByText(isOver)).toHaveCount(0)
  await other.bringToFront()
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await acceptTerms(other)
  await payByCard(other)
  expect(lookups, 'a link is used once').toHaveLength(1)
})

test('a member who is signed in is known to each form, begins at their membership, renews it, and ends in their own area @proof', async ({
  page,
  product,
}) => {
  const language = 'es'
  const { email } = signing
  await setLanguage(page, language)
  await signIn(page, product, buyers, 'member', '/portal/donate')
  await page.locator('#field-amount').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.locator('#field-personal-email')).toHaveValue(email)
  await expect(page.locator('#field-personal-fname')).toHaveValue('Renata')
  await expect(page.locator('#field-personal-address1')).toHaveValue('9 Mill Lane')
  await expect(page.locator('#field-personal-state')).toHaveValue('OH')
  await expect(page.locator('#field-personal-phone')).toHaveValue('(614) 555-0177')

  await page.goto(toUrl(product, '/portal/renew', buyers.subdomain))
  await expect(page).toHaveURL(/step=membership/)
  await expect(button(page, flowWords[language].back)).toBeDisabled()
  await expectAccessible(page)
  await pressNext(page, language)
  const requested = page.waitForRequest((request) => isRequestOf(request, 'create_payment_intent'))
  await acceptTerms(page, language)
  expect((await requested).postDataJSON()).toMatchObject({
    memberId: expect.any(Number),
    receiptEmail: email,
    order: { kind: 'renewal', payload: { years: 1 } },
  })
  await payByCard(page, language)
  await finish(page, language)
  await expect(page).toHaveURL(/\/portal\/member\//)
})

test('a child membership is refused, and a sign-in that ends on the way to paying is renewed over the form @proof', async ({
  page,
  product,
  places: { club },
}) => {
  const renew = toUrl(product, '/portal/renew', club.subdomain)
  await signIn(page, product, club, 'child', renew)
  await expect(page.getByText('This is a child membership and cannot be used')).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(button(page, flowWords.en.next)).toHaveCount(0)
  await expect(button(page, 'Go back')).toBeVisible()
  await page.goto(toUrl(product, '/portal/logout', club.subdomain))
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()

  await signIn(page, product, club, 'expired', renew)
  const password = club.members.find(({ role }) => role === 'expired')?.password ?? ''
  await expect(page.locator('#field-years')).toBeVisible()
  await endSignIn(page, club.subdomain)
  await page.locator('#field-years').selectOption('2')
  const over = page.getByRole('alert').filter({ hasText: 'Your sign-in has ended' })
  await expect(over).toContainText('Nothing of this form is kept on this device until you sign in again')
  await expect(page.getByText(flowWords.en.saves)).toHaveCount(0)
  const dialog = page.getByRole('dialog', { name: 'Your sign-in has ended' })
  await over.getByRole('button', { name: 'Sign in again' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectAccessible(page)
  await pressNext(page)
  let hasEnded = false
  await page.route('**/dart/core*', async (route) => {
    const isPayment = isRequestOf(route.request(), 'create_payment_intent')
    if (!isPayment || hasEnded) return route.continue()
    hasEnded = true
    return route.fulfill({ json: { success: false, code: 'needs-signin', errorMessage: '' } })
  })
  await acceptTerms(page)
  // the price is the member's own
  await expect(dialog).toBeVisible()
  await dialog.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  await expect.poll(() => hasEnded).toBe(true)
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  // back from the password manager: the form still has all its values
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await dialog.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  await fillCard(page)
  await page.reload()
  await fillCard(page)
  await button(page, flowWords.en.back).click()
  await button(page, flowWords.en.back).click()
  await expect(page.locator('#field-years')).toHaveValue('2')
})
