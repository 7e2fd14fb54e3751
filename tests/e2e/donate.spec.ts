// A donation: an amount that is formatted while it is typed, and a receipt.
import { purchaseLifeMs } from '../../src/offline/drafts.ts'
import {
  button,
  cancel,
  expectPaid,
  expectPrice,
  expectReceipt,
  expectTerms,
  fillCard,
  fillPersonal,
  finish,
  flowWords,
  pay,
  pressNext,
  reloadAtOtherSize,
} from '../support/buying/buyers.ts'
import { readRecords } from './device/deviceStore.ts'
import {
  expect,
  expectAccessible,
  inFirst,
  listDrafts,
  signIn,
  buyerTest as test,
  toUrl,
  untilApp,
} from './fixtures.ts'

const viewports = [
  { language: 'en', width: 1280, height: 800 },
  { language: 'es', width: 320, height: 640 },
] as const

/** The texts of the receipts, besides the sums. */
const receipts = {
  en: { line: 'Donation', thanks: 'Thank you for your donation. 100% of it goes to {club}.' },
  es: { line: 'Donación', thanks: 'Gracias por su donación. El 100 % es para {club}.' },
} as const

/** On a host that the club file names. */
const thanksPage = 'https://www.alderhollow.example/thanks'

for (const { language, width, height } of viewports) {
  test(`somebody donates and reloads at each step, in ${language} from ${width} pixels on (T2.37)${inFirst(language, 'donate')}`, async ({
    journey,
    product,
    traffic,
    places: { club },
  }) => {
    const email = `gives-${language}@example.org`
    const words = flowWords[language]
    const hasRedirect = language === 'en'
    const query = hasRedirect ? `?redirect=${encodeURIComponent(thanksPage)}` : ''
    const visit = { path: `/portal/donate${query}`, language, viewport: { width, height } }
    const page = await journey(club, 'visitor', visit)
    await expect(button(page, words.back)).toBeDisabled()
    const amount = page.locator('#field-amount')
    // a caret that is still to be set would take the selection back from what fills the field next
    const refill = async (value: string) => {
      await amount.blur()
      await amount.fill(value)
    }
    // what could mean two amounts stays as it was written
    for (const doubtful of ['-5', '1e9', '1.000,50']) {
      await refill('')
      await amount.pressSequentially(doubtful)
      await expect(amount).toHaveValue(doubtful)
    }
    // the meaning of a comma shows only after it
    for (const [typed, read] of [
      ['1234,50', '$1,234.50'],
      ['1,000', '$1,000'],
      ['001,234,567.50', '$1,234,567.50'],
    ] as const) {
      await refill('')
      await amount.pressSequentially(typed)
      await expect(amount).toHaveValue(read)
    }
    await refill('125.5')
    await expect(amount).toHaveValue('$125.5')
    await expectAccessible(page)
    await reloadAtOtherSize(page)
    await expect(amount).toHaveValue('$125.5')
    // a try that failed here says nothing about the next step
    await amount.fill('')
    await button(page, words.next).click({ force: true })
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await amount.fill('125.5')
    await page.keyboard.press('Tab')
    await pressNext(page, language)
    // faults appear when a field loses focus, after the first step as in it
    const address = page.locator('#field-personal-email')
    await expect(address).toBeVisible()
    // the second half of a double click lands on this step's own Next
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
    await address.pressSequentially('ada')
    await expect(address).not.toHaveAttribute('aria-invalid', 'true')
    await address.blur()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await fillPersonal(page, email)
    await reloadAtOtherSize(page)
    await expect(page.locator('#field-personal-email')).toHaveValue(email)
    await pressNext(page, language)
    await expectTerms(page, language, `${club.name} donation`)
    await page.locator('#field-agreed').check()
    await reloadAtOtherSize(page)
    await expect(page.locator('#field-agreed')).toBeChecked()
    await pressNext(page, language)
    await fillCard(page, undefined, language)
    await reloadAtOtherSize(page)
    await fillCard(page, undefined, language)
    await expectPrice(page, language, words.donation, ['$125.50', '$125.50', '$1.50', '$0.00', '$127.00'])
    await expect(page.getByRole('heading', { name: words.donationSummary })).toBeVisible()
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await pay(page, language)
    await expectPaid(page, language)
    await expect(page.getByText(words.donated.replace('{club}', club.name), { exact: true })).toBeVisible()
    await expect.poll(() => listDrafts(page)).toEqual([])
    await reloadAtOtherSize(page)
    await expectPaid(page, language)
    const { line, thanks } = receipts[language]
    await expectReceipt(page, product, {
      to: email,
      language,
      club: club.name,
      slug: club.subdomain,
      texts: [thanks.replace('{club}', club.name), `${line}: $125.50`, `${words.sums[3]}: $127.00`],
    })
    await page.route(`${thanksPage}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Thanks</title>' }),
    )
    await finish(page, language)
    await expect(page).toHaveURL(hasRedirect ? thanksPage : toUrl(product, '/portal', club.subdomain))
    expect(traffic.foreign.splice(0)).toEqual(hasRedirect ? [thanksPage] : [])
  })
}

test('on a phone on its side the amount is in sight, under a low header @proof', async ({
  page,
  product,
  places: { club },
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  for (const path of ['/portal', '/portal/donate']) {
    await page.goto(toUrl(product, path, club.subdomain))
    await untilApp(page)
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(60)
  }
  const amount = await page.locator('#field-amount').boundingBox()
  const bar = await page.locator('[data-action-bar]').boundingBox()
  if (amount === null || bar === null) throw new Error('the step is not on the screen')
  expect(amount.y + amount.height).toBeLessThanOrEqual(bar.y)
})

test('what a visitor began goes on once they are signed in, and nothing of it is left when they sign out, or a day later @proof', async ({
  page,
  product,
  places: { club },
}) => {
  const donate = toUrl(product, '/portal/donate', club.subdomain)
  const amount = page.locator('#field-amount')
  await page.goto(donate)
  await amount.fill('12')
  await page.keyboard.press('Enter')
  // longer than what is taken: it stays as it was typed, and what is wrong is said
  const typed = 'Zed'.repeat(20)
  await page.locator('#field-personal-fname').fill(typed)
  await page.locator('#field-personal-phone').fill('6'.repeat(13))
  await signIn(page, product, club, 'moderator', donate)
  await expect(amount).toHaveValue('$12')
  await page.reload()
  await expect(amount).toHaveValue('$12')
  await pressNext(page)
  await expect(page.locator('#field-personal-fname')).toHaveValue(typed)
  await expect(page.locator('#field-personal-phone')).toHaveValue('6'.repeat(13))
  const email = page.locator('#field-personal-email')
  await expect(email).not.toHaveValue('')
  const address = `${'z'.repeat(40)}@long.example.org`
  await email.fill(address)
  await button(page, flowWords.en.next).click({ force: true })
  for (const [field, most] of [
    ['fname', 24],
    ['phone', 12],
    ['email', 48],
  ] as const) {
    await expect(page.locator(`#field-personal-${field}`)).toHaveAccessibleDescription(
      new RegExp(`At most ${most} characters`),
    )
  }
  await expect(email).toHaveValue(address)
  await page.goto(toUrl(product, '/portal/logout', club.subdomain))
  await expect(page.getByText('Orders and sign-ups that you have not finished: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Delete and sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => listDrafts(page)).toEqual([])
  await page.goto(donate)
  await expect(amount).toHaveValue('')
  await amount.fill('12')
  await page.keyboard.press('Enter')
  await expect(page.locator('#field-personal-fname')).toHaveValue('')
  await expect(page.locator('#field-personal-email')).toHaveValue('')
  const [draft] = await listDrafts<{ value: object }>(page)
  const keptAt = Date.now() - purchaseLifeMs
  const kept = { keptAt, value: { ...draft?.value, at: keptAt } }
  expect(await readRecords(page, 'showfield-outbox', 'drafts', kept)).toHaveLength(1)
  await page.goto(toUrl(product, '/portal', club.subdomain))
  await expect.poll(() => listDrafts(page)).toEqual([])
  await page.goto(donate)
  await amount.fill('12')
  const written = async () =>
    (await listDrafts(page)).map((draft) => (draft as { value: { at: number } }).value)
  await expect.poll(written).toHaveLength(1)
  // the phone's clock is put forward by more than a day while the form is open, with no line and no answer under way,
  // because an answer of the server would correct it; a tab that still writes its own draft looks at nothing, and
  // looks again with the next focus
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.evaluate((ms) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + ms
  }, purchaseLifeMs + 60_000)
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      return (await written())[0]?.at
    })
    .toBeGreaterThan(Date.now() + purchaseLifeMs)
  await expect(amount).toHaveValue(/^\$?12$/)
  await page.context().setOffline(false)
  await cancel(page, /Donation Summary/)
  await expect(page).toHaveURL(toUrl(product, '/portal', club.subdomain))
})
