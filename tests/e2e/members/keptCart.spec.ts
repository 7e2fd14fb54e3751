// A sign-in that runs out takes no cart along: its member is told, and finds it again; nobody else sees it.
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { defineClub, importClubs, password } from '../../support/clubs/world.ts'
import { endSignIn, expect, expectAccessible, goWithin, inFirst, signIn, test, toUrl } from '../fixtures.ts'

const words = inBoth(
  {
    add: 'Add to cart',
    ended: 'Your sign-in has ended',
    login: 'Log in',
    emptyCart: 'Your cart is empty',
    inCart: 'In your cart',
    kept: 'In your cart: 1. It stays on this device, and is here again once you have signed in.',
    asked: 'Delete what you have begun here?',
    cart: /^Cart.* 1 item$/,
  },
  {
    kept: 'En su carrito: 1. Sigue en este dispositivo y estará aquí de nuevo cuando haya iniciado sesión.',
    cart: /^Carrito.* 1 artículo$/,
  },
)

const toClub = (slug: string) =>
  defineClub(slug, {
    people: { buyer: 'Ada Quill', other: 'Otto Fields' },
    products: [{ ref: 'flag', name: 'Flag', inventories: [{ ref: 'f1', name: '', price: 9, quantity: 5 }] }],
  })
const clubs = { en: toClub('kept-cart-en'), es: toClub('kept-cart-es') }

test.beforeAll(({ product }) => importClubs(product, Object.values(clubs)))

for (const { language, viewport } of rounds) {
  test(`a cart outlives a sign-in that has run out, in "${language}", ${viewport.width} wide${inFirst(language)}`, async ({
    journey,
    product,
  }) => {
    const club = clubs[language]
    const text = words[language]
    const path = '/portal/member/store'
    const page = await journey(club, 'buyer', {
      path,
      language,
      viewport,
      allowed: [/ 401 /, /status of 401/],
    })
    const cart = page.getByRole('link', { name: text.cart })
    const open = (to: string) => page.goto(toUrl(product, to, club.subdomain))
    await page.getByRole('link', { name: /^Flag/ }).click()
    await page.getByRole('button', { name: text.add }).click()
    await expect(cart).toBeVisible()

    await endSignIn(page, club.subdomain)
    await goWithin(page, product, '/portal/member/roster', club.subdomain)
    const dialog = page.getByRole('dialog', { name: text.ended })
    await expect(dialog).toContainText(text.kept)
    await expectAccessible(page)
    await dialog.locator('input[type="password"]').fill(password)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await open(path)
    await expect(cart).toBeVisible()

    // the tab is closed and opened again, and somebody else signs in
    await endSignIn(page, club.subdomain)
    await signIn(page, product, club, 'other', `${path}/cart`)
    await expect(page.getByRole('heading', { name: text.emptyCart })).toBeVisible()
    await endSignIn(page, club.subdomain)
    await signIn(page, product, club, 'buyer', `${path}/cart`)
    await expect(page.getByRole('list', { name: text.inCart }).getByRole('listitem')).toHaveCount(1)
    // who signs out is asked, as before
    await open('/portal/logout')
    await expect(page.getByText(text.asked)).toBeVisible()
  })
}
