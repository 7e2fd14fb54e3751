// Classifieds: listed with a price and pictures, found, read without a network, changed and removed, also by a
// moderator.
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Product } from '../../support/browsers/product.ts'
import { type Language, rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { importClubs } from '../../support/clubs/doorClubs.ts'
import { makeSmallClub, prepare, toSignInPlace } from '../../support/community/smallClub.ts'
import {
  expect,
  expectAccessible,
  inFirst,
  signIn,
  test,
  toUrl,
  untilControlled,
  watchForFaults,
} from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const words = inBoth(
  {
    first: 'Nothing is for sale yet',
    create: 'Create classified',
    save: 'Save',
    noTitle: 'Enter a title.',
    noPrice: 'Enter a price. It may be 0.',
    tooLong: 'The title is too long: at most 64 characters.',
    wrongFile: 'notes.txt is not a supported image type.',
    leave: 'Leave without saving?',
    stay: 'Stay here',
    needsConnection: 'Saving needs a connection. What you typed stays here.',
    listed: 'Your listing is in the classifieds.',
    saved: 'The listing was saved.',
    age: 'Listed within the last 24 hours',
    show: 'Show contact info',
    hide: 'Hide contact info',
    picture: 'Wire wheels, image 1 of 2',
    close: 'Close',
    update: 'Update',
    remove: 'Remove',
    sure: 'Remove this listing?',
    removed: 'The listing was removed.',
    search: 'Search the classifieds',
    sort: 'Sort by',
    notFound: 'No listing found',
    all: 'Show all listings',
    back: 'Back to classifieds',
    offline: /^No connection\. This is what was saved/,
    foreign: /This is another member's listing/,
    gone: 'This listing is not there any more.',
  },
  {
    tooLong: 'El título es demasiado largo: hasta 64 caracteres.',
    wrongFile: 'notes.txt no es un tipo de imagen admitido.',
    picture: 'Wire wheels, imagen 1 de 2',
    offline: /^Sin conexión\. Esto es lo guardado/,
    foreign: /Este anuncio es de otro socio/,
  },
)

const toSlug = (language: Language) => `listings-${language}`
const seller = { fname: 'Sal', lname: 'Mercer-Wainwright', email: 'sal.mercer@example.org' }
/** Nothing is for sale in their club. */
const people = [
  {
    ref: 'seller',
    fname: seller.fname,
    lname: seller.lname,
    email_address: seller.email,
    phoneNumbers: [{ longCode: '6145550177' }, { longCode: '6145550178' }],
  },
  { ref: 'buyer', fname: 'Bea', lname: 'Lund' },
  { ref: 'moderator', fname: 'Mo', lname: 'Derby', settings: { moderator: true } },
]

test.beforeAll(async ({ product }) => {
  await importClubs(
    product,
    (['en', 'es'] as const).map((language) =>
      makeSmallClub(toSlug(language), people, { classifiedTab: true }),
    ),
  )
})

for (const { language, viewport } of rounds) {
  test(`a member lists something, and others find it, in "${language}", ${viewport.width} wide${inFirst(language)}`, async ({
    page,
    context,
    browser,
    product,
  }) => {
    const text = words[language]
    const url = toUrl(product, '/portal/member/classifieds', toSlug(language))
    const faults = watchForFaults(page, [/ERR_INTERNET_DISCONNECTED/])
    await prepare(page, language, viewport)
    await signInAs(page, product, language, 'seller')
    await page.goto(url)
    await untilControlled(page)
    const label = page.locator('[name="label"]')
    const price = page.locator('[name="price"]')
    const save = page.getByRole('button', { name: text.save, exact: true })

    await test.step('the first one of all: with faults, and nothing is lost', async () => {
      await expect(page.getByRole('heading', { name: text.first })).toBeVisible()
      await page.getByRole('link', { name: text.create }).click()
      await save.click()
      await expect(page.getByText(text.noTitle).last()).toBeVisible()
      await expect(page.getByText(text.noPrice).last()).toBeVisible()
      await expectAccessible(page)
      await label.fill('x'.repeat(65))
      await expect(page.getByText(text.tooLong).last()).toBeVisible()
      await label.fill('Wire wheels')
      await price.pressSequentially('-0012345678a.98')
      await expect(price).toHaveValue('$1,234,567.98')
      await price.clear()
      await price.pressSequentially('1.200,50')
      await expect(price).toHaveValue('1.200,50')
      await save.click()
      await expect(price).toHaveAttribute('aria-invalid', 'true')
      await price.fill('480.5')
      await expect(price).toHaveValue('$480.5')
      await page.locator('textarea[name="description"]').fill('Fifteen inch, straight.\nNeed paint.')
      await page.locator('[name="pictures"]').setInputFiles([
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
        { name: 'one.png', mimeType: 'image/png', buffer: await makePicture('#2060a0') },
        { name: 'two.png', mimeType: 'image/png', buffer: await makePicture('#a02060') },
      ])
      await expect(page.getByText(text.wrongFile, { exact: true })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ has: page.getByRole('img') })).toHaveCount(2)
      await page.goBack()
      const dialog = page.getByRole('alertdialog', { name: text.leave })
      await dialog.getByRole('button', { name: text.stay }).click()
      await context.setOffline(true)
      await expect(page.getByText(text.needsConnection)).toBeVisible()
      await context.setOffline(false)
      await expect(label).toHaveValue('Wire wheels')
      await save.dblclick()
      await expect(page.getByText(text.listed)).toBeVisible()
    })

    const tile = page.getByRole('link', { name: /^Wire wheels/ })
    await test.step('it is there once, and opens', async () => {
      await expect(tile).toHaveCount(1)
      await expect(tile).toContainText('$480.50')
      await expectAccessible(page)
      await tile.click()
      await expect(page.getByRole('heading', { name: 'Wire wheels' })).toBeVisible()
      await expect(page.getByText(text.age)).toBeVisible()
      await page.getByRole('button', { name: text.picture }).click()
      await page.getByRole('dialog').getByRole('button', { name: text.close }).first().click()
      await expectAccessible(page)
    })

    await test.step('its owner changes it', async () => {
      await page.getByRole('link', { name: text.update }).click()
      await expect(price).toHaveValue('$480.50')
      await price.fill('')
      await price.pressSequentially('450')
      await price.press('Enter')
      await expect(page.getByText(text.saved)).toBeVisible()
      await expect(tile).toContainText('$450.00')
      await expect(page.locator('h1')).toBeFocused()
    })

    await test.step('it is found among others, and the way back leads to the same list', async () => {
      await list(page, toSlug(language), { label: 'Tapón de gasolina', price: 30, description: 'Cromado' })
      await list(page, toSlug(language), { label: 'Trailer', price: 2100, description: 'Tows straight' })
      await page.goto(url)
      const labels = page.locator('main ul a')
      await expect(labels).toHaveText([/^Trailer/, /^Tapón/, /^Wire/])
      await page.getByLabel(text.sort).selectOption('cheapest')
      await expect(labels).toHaveText([/^Tapón/, /^Wire/, /^Trailer/])
      await labels.last().scrollIntoViewIfNeeded()
      const scrolled = await page.evaluate(() => window.scrollY)
      await labels.last().click()
      await page.getByRole('link', { name: text.back }).click()
      await expect(labels.last()).toBeVisible()
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
      const search = page.getByRole('searchbox', { name: text.search })
      await search.fill('nowhere')
      await expect(page.getByRole('heading', { name: text.notFound })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: text.all }).click()
      await expect(labels).toHaveCount(3)
      await search.fill('STRAIGHT')
      await expect(labels).toHaveText([/^Wire/, /^Trailer/])
      await labels.first().click()
      await expect(page.getByRole('heading', { name: 'Wire wheels' })).toBeVisible()
      await page.getByRole('link', { name: text.back }).click()
      await expect(search).toHaveValue('STRAIGHT')
      await expect(page.getByLabel(text.sort)).toHaveValue('cheapest')
      await expect(labels).toHaveText([/^Wire/, /^Trailer/])
    })

    await test.step('what was read can be read without a network', async () => {
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText(text.offline)).toBeVisible()
      await page.getByRole('link', { name: /^Trailer/ }).click()
      await expect(page.getByText('Tows straight')).toBeVisible()
      await page.goBack()
      await tile.click()
      await expect(page.getByText('Need paint.')).toBeVisible()
      await page.getByRole('button', { name: text.remove }).click()
      await expect(page.getByRole('alertdialog', { name: text.sure })).toBeVisible()
      await page.keyboard.press('Escape')
      await context.setOffline(false)
    })

    const address = page.url()
    await test.step('another member reaches the seller, and changes nothing', async () => {
      const { buyer, end } = await openAs(browser, product, language, 'buyer')
      const found = watchForFaults(buyer)
      await buyer.goto(address)
      await buyer.getByRole('button', { name: text.show }).click()
      await expect(buyer.getByRole('link', { name: seller.email })).toHaveAttribute(
        'href',
        `mailto:${seller.email}`,
      )
      await expect(buyer.getByRole('link', { name: '(614) 555-0177' })).toHaveAttribute(
        'href',
        'tel:+16145550177',
      )
      await expect(buyer.getByText(`${seller.fname} ${seller.lname}`)).toBeVisible()
      await expectAccessible(buyer)
      await buyer.getByRole('button', { name: text.hide }).click()
      await expect(buyer.getByRole('link', { name: seller.email })).toHaveCount(0)
      await expect(buyer.getByRole('link', { name: text.update })).toHaveCount(0)
      await expect(buyer.getByRole('button', { name: text.remove })).toHaveCount(0)
      expect(found).toEqual([])
      await end()
    })

    await test.step('a moderator changes and removes it', async () => {
      const { buyer: moderator, end } = await openAs(browser, product, language, 'moderator')
      await moderator.goto(address)
      await moderator.getByRole('link', { name: text.update }).click()
      await expect(moderator.getByText(text.foreign)).toBeVisible()
      await moderator.locator('[name="label"]').fill('Wire wheels, four')
      await moderator.getByRole('button', { name: text.save, exact: true }).click()
      await moderator.getByRole('link', { name: /^Wire wheels, four/ }).click()
      await moderator.getByRole('button', { name: text.remove }).click()
      const dialog = moderator.getByRole('alertdialog', { name: text.sure })
      await dialog.getByRole('button', { name: text.remove, exact: true }).click()
      await expect(moderator.getByText(text.removed)).toBeVisible()
      await expect(moderator.getByRole('link', { name: /^Wire/ })).toHaveCount(0)
      await end()
    })

    await page.goto(address)
    await expect(page.getByRole('heading', { name: text.gone })).toBeVisible()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
}

function signInAs(page: Page, product: Product, language: Language, role: string): Promise<void> {
  return signIn(page, product, toSignInPlace(toSlug(language), people), role)
}

async function openAs(browser: Browser, product: Product, language: Language, role: string) {
  const context = await browser.newContext({ locale: 'en-US' })
  const buyer = await context.newPage()
  await prepare(buyer, language, { width: 390, height: 844 })
  await signInAs(buyer, product, language, role)
  return { buyer, end: () => context.close() }
}

function makePicture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Another listing of whoever is signed in. */
async function list(page: Page, subdomain: string, listing: object): Promise<void> {
  const answer = await page.evaluate(
    async ({ club, input }) => {
      const token = sessionStorage.getItem(`showfield:${club}:token`) ?? ''
      const response = await fetch('/dart/core', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Dart-Token': token },
        body: JSON.stringify({ action: 'create_classified', subdomain: club, ...input }),
      })
      return response.json()
    },
    { club: subdomain, input: listing },
  )
  expect(answer).toMatchObject({ success: true })
}
