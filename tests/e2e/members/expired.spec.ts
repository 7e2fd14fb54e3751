// Whose membership has ended is a visitor outside the member area: what the page of the membership offers leads
// somewhere, and what the account's screens say is true (rules/security 1.5).
import {
  acceptTerms,
  button,
  expectPaid,
  fillPersonal,
  finish,
  payByCard,
  pressNext,
} from '../../support/buying/buyers.ts'
import { expect, expectAccessible, signIn, buyerTest as test, toUrl } from '../fixtures.ts'

test('an expired member donates, finds the tickets, and reads what is true of logins and messages', async ({
  page,
  product,
  places: { club, event },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, product, club, 'expired')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Donate' }).click()
  await page.locator('#field-amount').fill('20')
  await pressNext(page)
  await fillPersonal(page, 'gives-expired@example.org')
  // never cut to 555, which would be another number
  const phone = page.locator('#field-personal-phone')
  await phone.fill('555-CALL')
  await phone.blur()
  await expect(phone).toHaveValue('555-CALL')
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await phone.fill('555-010-0140')
  await expect(phone).toHaveValue('(555) 010-0140')
  await pressNext(page)
  await acceptTerms(page)
  await payByCard(page)
  await expectPaid(page)
  await finish(page)
  await expect(page).toHaveURL(toUrl(product, '/portal/member/membership', club.subdomain))

  await main.getByRole('link', { name: 'See the events' }).click()
  await expect(page).toHaveURL(/\/portal\/events\?/)
  await expect(main.getByRole('article').first()).toBeVisible()
  const links = await main
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links.filter((href) => href?.includes('/portal/member/'))).toEqual([])
  await page.goto(toUrl(product, `/portal/events/${event.id}/tickets`, club.subdomain))
  await expect(page.locator('h1:not([data-loading])')).toContainText('Purchase Show tickets for')

  await page.goto(toUrl(product, '/portal/member/children', club.subdomain))
  await expect(button(page, 'Add login')).toHaveAccessibleDescription(
    'Your membership has expired. Logins can be added again once it is renewed.',
  )
  await page.goto(toUrl(product, '/portal/member/notifications', club.subdomain))
  await expect(main.getByText('Your membership has expired, so the club tells you nothing new')).toBeVisible()
  await expect(button(page, 'Try again')).toHaveCount(0)
  await expectAccessible(page)
})
