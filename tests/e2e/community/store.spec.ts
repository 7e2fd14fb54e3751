// The club's store: products and sizes, a cart that stays on the device, and a checkout that sells nothing twice.
import type { Page } from '@playwright/test'
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import {
  acceptTerms,
  button,
  cards,
  expectPaid,
  expectPrice,
  expectReceipt,
  expectTerms,
  fill,
  fillCard,
  finish,
  flowWords,
  pay,
  pressNext,
  readMails,
} from '../../support/buying/buyers.ts'
import { goods, nogoods } from '../../support/clubs/saleClubs.ts'
import { importClubs } from '../../support/clubs/world.ts'
import { getSigner } from '../../support/community/elsewhere.ts'
import {
  expect,
  expectAccessible,
  inFirst,
  lineIsCut,
  signIn,
  buyerTest as test,
  toUrl,
} from '../fixtures.ts'
import { untilFilesSaved } from '../members/memberScreens.ts'

test.use({ serviceWorkers: 'allow' })
test.beforeAll(({ product }) => importClubs(product, [goods, nogoods]))

const words = inBoth(
  {
    store: 'Club store',
    empty: 'The store is empty',
    saved: /^No connection\. This is what was saved/,
    out: 'Out of stock',
    add: 'Add to cart',
    all: 'All that are left are in your cart.',
    back: 'Back to the store',
    cart: (count: number) => new RegExp(`^Cart.* ${count} items?$`),
    inCart: 'In your cart',
    subtotal: /Subtotal \((\d) items?\)/,
    quantity: 'quantity: 1',
    remove: /^Remove /,
    removed: 'Removed: Enamel mug',
    buy: 'Buy now',
    left: /^In your cart: \d$/,
    leave: 'Delete and sign out',
    changed: 'What is in your cart has other prices now',
    wasPrice: 'The price was $28.00 and is $30.00 now.',
    wasPostage: 'Shipping was $5.00 and is $5.50 now.',
    goOn: 'Go on with these prices',
    emptyCart: 'Your cart is empty',
    toStore: 'Go back to store',
    gone: 'No longer available',
    goneTitle: 'Something in your cart is no longer available',
    soldOut: /No longer available: Club shirt \(L\)/,
    toCart: 'Go to your cart',
    elsewhere: 'Send it to another address',
    missing: 'Enter the city.',
    lines: ['Products (x1)', 'Shipping', 'Discounts'],
    thanks: `Thank you for your purchase from the store of ${goods.name}. Store merchandise is delivered in 5 to 10 business days.`,
    mail: 'It is delivered in 5 to 10 business days.',
  },
  {
    saved: /^Sin conexión\. Esto es lo guardado/,
    cart: (count: number) => new RegExp(`^Carrito.* ${count} artículos?$`),
    subtotal: /Subtotal \((\d) artículos?\)/,
    remove: /^Quitar /,
    wasPrice: 'El precio era $28.00 y ahora es $30.00.',
    wasPostage: 'El envío era $5.00 y ahora es $5.50.',
    removed: 'Se quitó: Enamel mug',
    left: /^En su carrito: \d$/,
    soldOut: /disponible: Club shirt \(L\)/,
    lines: ['Productos (x1)', 'Envío', 'Descuentos'],
    thanks: `Gracias por su compra en la tienda de ${goods.name}. La mercancía de la tienda se entrega en un plazo de 5 a 10 días hábiles.`,
    mail: 'Se entrega en un plazo de 5 a 10 días hábiles.',
  },
)

/** To somebody else. */
const gift = {
  fname: 'Otto',
  lname: 'Fields',
  address1: '4 Lake View',
  city: 'Athens',
  zip: '45701',
  phone: '7405550199',
}

for (const { language, viewport } of rounds) {
  test(`a member buys in the store in "${language}", ${viewport.width} wide${inFirst(language, 'store')}`, async ({
    journey,
    page,
    product,
  }) => {
    const text = words[language]
    const { email } = getSigner(goods, language)
    const allowed = [lineIsCut, /status of 402|Failed to fetch/]
    const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
    const open = (path: string, slug = goods.subdomain) => page.goto(toUrl(product, path, slug))
    const officer = async (...args: string[]) => {
      const { code, output } = await product.club('store', ...args, '--tenant', goods.subdomain)
      expect(code, output).toBe(0)
      return output
    }
    const findNumber = async (size: string) =>
      new RegExp(`^ *(\\d+) .*Club shirt +${size} `, 'm').exec(await officer())?.[1] ?? ''

    await test.step('a store without products says so', async () => {
      await journey(nogoods, language, { path: '/portal/member/store', language, viewport, allowed })
      await expect(page.getByRole('heading', { name: text.empty })).toBeVisible()
    })

    await test.step('tiles show the first price there is, or that there is none', async () => {
      await signIn(page, product, goods, language, '/portal/member/store')
      await expect(page.getByRole('heading', { level: 1, name: text.store })).toBeVisible()
      await expect(link(/^Club shirt/)).toContainText('$28.50')
      await expect(link(/^Flag/)).toContainText(text.out)
      await expect(link(text.cart(0))).toBeVisible()
      await link(/^Flag/).click()
      await expect(button(page, text.add)).toBeDisabled()
      await link(text.back).click()
    })

    await test.step('a size is chosen by keyboard, and goes into the cart', async () => {
      await link(/^Club shirt/).click()
      const size = (name: RegExp) => page.getByRole('radio', { name })
      await expect(size(/^S \$28\.50/)).toBeDisabled()
      await expect(size(/^M \$28\.50/)).toBeChecked()
      await size(/^M/).press('ArrowRight')
      await expect(size(/^L \$30\.00/)).toBeChecked()
      await button(page, text.add).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: text.store })).toBeVisible()
      await expect(link(text.cart(1))).toBeVisible()
    })

    await test.step('no more can be chosen than there are', async () => {
      await link(/^Enamel mug/).click()
      await button(page, text.add).click()
      await expect(link(text.cart(2))).toBeVisible()
      await link(/^Enamel mug/).click()
      await expect(page.getByText(text.all)).toBeVisible()
      await button(page, text.add).click({ force: true })
      await expect(link(text.cart(2))).toBeVisible()
    })

    await test.step('the cart stays after a reload and in another tab, and a thing is taken out', async () => {
      await link(text.cart(2)).click()
      const rows = page.getByRole('list', { name: text.inCart }).getByRole('listitem')
      await expect(rows).toHaveCount(2)
      await expect(rows.first()).toContainText('Club shirt (L)')
      await expect(rows.first()).toContainText(text.quantity)
      await expect(page.getByRole('status').filter({ hasText: text.subtotal })).toContainText('$46.00')
      await page.reload()
      await expect(rows).toHaveCount(2)
      await expectAccessible(page)
      // a tab that this one opens is signed in too
      const opened = page.waitForEvent('popup')
      await page.evaluate(() => void window.open(location.href))
      const second = await opened
      await second.getByRole('button', { name: text.remove }).last().click()
      await second.close()
      await expect(rows).toHaveCount(1)
      await expect(page.getByRole('status').filter({ hasText: text.subtotal })).toContainText('$30.00')
    })

    await test.step('the club may rename what is in the cart; another price is said before paying', async () => {
      await page.evaluate(() => {
        const name = Object.keys(localStorage).find((one) => one.includes('cart')) ?? ''
        const [entry] = JSON.parse(localStorage.getItem(name) ?? '[]')
        const before = { ...entry, product: 'Old shirt', cost: { ...entry.cost, price: 28, shipping: 5 } }
        localStorage.setItem(name, JSON.stringify([before]))
      })
      await page.reload()
      await expect(page.getByText(text.changed)).toBeVisible()
      await expect(page.getByRole('list', { name: text.inCart })).toContainText(text.wasPrice)
      await expect(page.getByRole('list', { name: text.inCart })).toContainText(text.wasPostage)
      await expectAccessible(page)
      await open('/portal/member/store/checkout')
      await expect(page.getByRole('alert')).toContainText(text.wasPrice)
      await expectAccessible(page)
      await button(page, text.goOn).click()
      await expect(page.locator('#field-personal-fname')).toHaveValue('Ada')
      await open('/portal/member/store/cart')
      await expect(page.getByText('Club shirt (L)')).toBeVisible()
      await expect(page.getByText(text.changed)).toHaveCount(0)
    })

    await test.step('without a network the store and the cart are there, and nothing can be paid', async () => {
      await link(text.toStore).click()
      await expect(link(/^Club shirt/)).toBeVisible()
      await untilFilesSaved(page)
      await page.context().setOffline(true)
      await page.reload()
      await expect(page.getByText(text.saved)).toBeVisible()
      await expect(link(/^Club shirt/)).toContainText('$28.50')
      await link(text.cart(1)).click()
      await expect(page.getByRole('list', { name: text.inCart })).toContainText('$30.00')
      await expectAccessible(page)
      await page.context().setOffline(false)
      await page.reload()
      await expect(page.getByText(text.saved)).toHaveCount(0)
    })

    await test.step('who buys is known; where it goes may be another address', async () => {
      await link(text.buy).click()
      await expect(page.locator('#field-personal-fname')).toHaveValue('Ada')
      await expect(page.locator('#field-personal-email')).toHaveValue(email)
      await page.getByRole('checkbox', { name: text.elsewhere }).check()
      // a step that is not complete says why
      await button(page, flowWords[language].next).click({ force: true })
      await expect(page.getByText(text.missing).last()).toBeVisible()
      await expectAccessible(page)
      await fill(page, 'shipping', gift)
      await page.locator('#field-shipping-state').selectOption('OH')
      await pressNext(page, language)
      await expectTerms(page, language, `${goods.name} store purchase`)
      await expectAccessible(page)
    })

    await test.step('what is gone meanwhile is said before the payment, and the cart shows it', async () => {
      const large = await findNumber('L')
      await officer('stock', large, '0')
      await acceptTerms(page, language)
      await expect(page.getByRole('alert').filter({ hasText: text.soldOut })).toBeVisible()
      await expectAccessible(page)
      await link(text.toCart).click()
      await expect(page.getByText(text.goneTitle)).toBeVisible()
      await expect(page.getByText(text.gone, { exact: true })).toBeVisible()
      await expect(link(text.buy)).toHaveCount(0)
      await expectAccessible(page)
      await officer('stock', large, '5')
      await page.reload()
      await link(text.buy).click()
    })

    await test.step('the price is that of the club, and a card that is declined may be another one', async () => {
      await expect(page.locator('#field-shipping-city')).toHaveValue('Athens')
      await pressNext(page, language)
      await openSummary(page, language)
      await expectPrice(page, language, text.lines, [
        ...['$30.00', '$5.50', '−$2.00'],
        ...['$33.50', '$1.50', '$0.00', '$35.00'],
      ])
      await closeSummary(page)
      if (await page.locator('#field-agreed').isVisible()) await acceptTerms(page, language)
      await fillCard(page, cards.declined, language)
      await pay(page, language)
      await expect(page.getByText(flowWords[language].declined)).toBeVisible()
      await fillCard(page, cards.pays, language)
      await pay(page, language)
      await expectPaid(page, language)
      await expect(page.getByText(text.thanks)).toBeVisible()
      await expect(page.getByText('Club shirt (L)').first()).toBeVisible()
      await expectAccessible(page)
      await page.reload()
      await expect(page.getByText(text.thanks)).toBeVisible()
    })

    await test.step('one mail comes, the cart is empty, and the officer knows where to send it', async () => {
      await expectReceipt(page, product, {
        to: email,
        language,
        club: goods.name,
        slug: goods.subdomain,
        texts: ['Club shirt (L)', text.mail, '$35.00'],
      })
      await finish(page, language)
      await expect(page).toHaveURL(/\/portal\/member\/social/)
      await open('/portal/member/store/cart')
      await expect(page.getByRole('heading', { name: text.emptyCart })).toBeVisible()
      await expectAccessible(page)
      await link(text.toStore).click()
      await expect(link(text.cart(0))).toBeVisible()
      await open('/portal/member/store/checkout')
      await expect(page.getByRole('heading', { name: text.emptyCart })).toBeVisible()
      const orders = await officer('orders')
      expect(orders).toContain('Club shirt (L)')
      expect(orders).toContain('Otto Fields')
      expect(orders).toContain('Athens, OH 45701')
      expect(await readMails(product, email)).toHaveLength(1)
    })

    await test.step('what is not there any more, and what was chosen, goes with the sign-out', async () => {
      await open('/portal/member/store/999999')
      await link(text.back).click()
      await link(/^Club shirt/).click()
      await button(page, text.add).click()
      await expect(link(text.cart(1))).toBeVisible()
      await open('/portal/logout')
      await expect(page.getByText(text.left)).toBeVisible()
      await button(page, text.leave).click()
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('cart'))))
        .toEqual([])
    })
  })
}

/** On a phone the summary is in a sheet. */
async function openSummary(page: Page, language: 'en' | 'es'): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > 768) return
  await page.locator('[data-action-bar] button[aria-haspopup="dialog"]').click()
  await expect(page.getByRole('dialog', { name: flowWords[language].orderSummary })).toBeVisible()
}

async function closeSummary(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > 768) return
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
