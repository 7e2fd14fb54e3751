// Finding one's way at a show: one search on each tab, a pin on the map, and the list of the cars.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, toUrl, untilApp } from '../fixtures.ts'

const listFound = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^Show on map: / })
    .evaluateAll((links) => links.map((link) => link.ariaLabel))

test('whoever looks for the coffee finds the same on both tabs, is led to it with a pin, and finds a car by its number', async ({
  page,
  product,
  places: { club, event },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(toUrl(product, `/portal/viewer/${event.id}/schedule`, club.subdomain))
  await untilApp(page)
  const open = (tab: string) =>
    page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: tab }).click()
  const search = page.getByRole('searchbox', { name: 'Search the show' })

  // the schedule has a search of its own, which knows nothing of this one
  await expect(page.getByRole('button', { name: 'Search the schedule' })).toBeVisible()
  await open('Vendors')
  await search.fill('coffee')
  await expect(page.getByRole('region', { name: 'Vendors' })).toContainText('Kettle & Cup')
  await expect(page.getByRole('region', { name: 'Stalls of that kind' })).toContainText('Pie Wagon')
  await expectAccessible(page)
  const found = await listFound(page)
  // a word of the kind alone names nobody
  await search.fill('snack')
  await expect(page.getByText(/^Nobody lists snack\. Stalls of that kind: [1-9]/)).toBeVisible()
  await search.fill('coffee')

  await open('Maps')
  await page.getByRole('button', { name: 'Search the show' }).click()
  await expect(search).toHaveValue('coffee')
  expect(await listFound(page)).toEqual(found)
  await page.getByRole('link', { name: 'Show on map: Kettle & Cup' }).click()
  await expect(page.getByRole('dialog').getByText(/^Near /)).toBeVisible()
  await expect(page.locator('[data-pin]')).toBeInViewport({ ratio: 1 })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('[data-pin]')).toBeHidden()

  // where the car was left, by the keyboard alone
  await page.getByRole('button', { name: 'My car is here' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Move the map until the pin stands where your car is.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'My car' })).toBeVisible()
  await expect(page.locator('[data-pin]')).toBeInViewport({ ratio: 1 })
  await open('Home')
  await page.getByRole('link', { name: 'My car on the map' }).click()
  await page.getByRole('button', { name: 'Remove this spot' }).click()
  await expect(page.getByRole('button', { name: 'My car is here' })).toBeVisible()
  await open('Home')
  await expect(page.getByRole('link', { name: 'My car on the map' })).toHaveCount(0)

  await open('Vendors')
  await search.fill('restroom')
  await expect(page.getByRole('link', { name: 'Show on map: WC' })).toBeVisible()
  await search.fill('parade')
  await page.getByRole('region', { name: 'Schedule' }).getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toContainText(/parade/i)
  await page.goBack()
  await search.fill('parking')
  await page.getByRole('link', { name: /^Parking is free/ }).click()
  await expect(page.getByRole('heading', { name: 'Event Notes' })).toBeInViewport()
  await page.getByRole('link', { name: 'All cars of the show' }).click()
  await expect(search).toHaveValue('')

  await open('Vendors')
  await search.fill('203')
  await page.getByRole('link', { name: '1951 Jaguar XK120' }).first().click()
  await expect(page).toHaveURL(/\/cars\?.*car=203/)
  await expect(page.getByRole('listitem').filter({ hasText: /^203/ })).toBeInViewport()
  await expect(search).toHaveValue('')
  await expectAccessible(page)
})
