// Who is suspended sees nothing any more of what their device has saved of the other members.
import { expect, test, toUrl } from '../fixtures.ts'

test('a roster that was saved is gone when a reload finds the sign-in ended', async ({
  journey,
  doorProduct: product,
  places,
}) => {
  const page = await journey(places.club, 'child', { allowed: [/ 401 /, /status of 401/], product })
  await page.goto(toUrl(product, '/portal/member/roster', places.club.subdomain))
  const entries = page.locator('main li[aria-posinset], main tr[data-index]')
  await expect(entries.first()).toBeVisible()

  const answered = Promise.withResolvers<void>()
  await page.route('**/dart/core', async (route) => {
    if (route.request().headers()['x-dart-token'] === undefined) return route.fallback()
    await answered.promise
    await route.fulfill({
      status: 401,
      json: { success: false, code: 'needs-signin', errorMessage: 'Please sign in again.', receipt: null },
    })
  })
  await page.reload()
  // what was saved, while nobody has answered
  await expect(entries.first()).toBeVisible()
  answered.resolve()
  await expect(page.getByRole('dialog', { name: 'Your sign-in has ended' })).toBeVisible()
  await expect(entries).toHaveCount(0)
})
