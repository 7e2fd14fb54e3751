// Classifieds: listed with a price and pictures, found, read without a network, changed and removed, also by a
// moderator.
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { makePng, notes } from '../../support/pixels/plainPicture.ts'
import { expect, expectAccessible, lineIsCut, test, toUrl, untilControlled } from '../fixtures.ts'

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

const email = 'sal.mercer@example.org'
/** Nothing is for sale in their club. */
const clubs = defineWorld({
  clubs: { 'listings-en': {}, 'listings-es': {} },
  people: {
    seller: {
      name: 'Sal Mercer-Wainwright',
      email_address: email,
      phoneNumbers: [{ longCode: '6145550177' }, { longCode: '6145550178' }],
    },
    buyer: 'Bea Lund',
    moderator: { name: 'Mo Derby', settings: { moderator: true } },
  },
})

test.beforeAll(({ product }) => importClubs(product, Object.values(clubs)))

for (const { language, viewport } of rounds) {
  test(`a member lists something, and others find it, in "${language}", ${viewport.width} wide @proof`, async ({
    journey,
    context,
    product,
  }) => {
    const text = words[language]
    const club = clubs[`listings-${language}` as const]
    const path = '/portal/member/classifieds'
    const allowed = [lineIsCut]
    const page = await journey(club, 'seller', { path, language, viewport, allowed })
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
      await page
        .locator('[name="pictures"]')
        .setInputFiles([
          notes,
          await makePng('one.png', '#2060a0', 600, 300),
          await makePng('two.png', '#a02060', 600, 300),
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
      const seller = await signInElsewhere(product, club, 'seller')
      const others = [
        { label: 'Tapón de gasolina', price: 30, description: 'Cromado' },
        { label: 'Trailer', price: 2100, description: 'Tows straight' },
      ]
      for (const other of others) await seller.call('create_classified', other)
      await page.goto(toUrl(product, path, club.subdomain))
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
      const buyer = await journey(club, 'buyer', { path: address, language })
      await buyer.getByRole('button', { name: text.show }).click()
      await expect(buyer.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
      await expect(buyer.getByRole('link', { name: '(614) 555-0177' })).toHaveAttribute(
        'href',
        'tel:+16145550177',
      )
      await expect(buyer.getByText('Sal Mercer-Wainwright')).toBeVisible()
      await expectAccessible(buyer)
      await buyer.getByRole('button', { name: text.hide }).click()
      await expect(buyer.getByRole('link', { name: email })).toHaveCount(0)
      await expect(buyer.getByRole('link', { name: text.update })).toHaveCount(0)
      await expect(buyer.getByRole('button', { name: text.remove })).toHaveCount(0)
    })

    await test.step('a moderator changes and removes it', async () => {
      const moderator = await journey(club, 'moderator', { path: address, language })
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
    })

    await page.goto(address)
    await expect(page.getByRole('heading', { name: text.gone })).toBeVisible()
    await expectAccessible(page)
  })
}
