// The club's own manifest, and a browser that offers to install it.
import { expect, findPlaces, saveForTheShow, test, toUrl } from './fixtures.ts'

test('the event installs as the club, and starts at its viewer @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  await phone.page.goto(toUrl(product, `/portal/viewer/${event.id}`, club.subdomain))
  await saveForTheShow(phone.page)
  const session = await phone.context.newCDPSession(phone.page)
  const { url, data, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  const manifest = JSON.parse(data ?? '{}')
  expect(manifest.name).toContain(club.name)
  expect(manifest.start_url).toContain(`/portal/viewer/${event.id}`)
  expect(manifest.start_url).toContain(`subdomain=${club.subdomain}`)
  expect(manifest.icons.some((icon: { purpose?: string }) => icon.purpose === 'maskable')).toBe(true)
  for (const icon of manifest.icons) {
    const answer = await fetch(new URL(icon.src, product.origin))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('image/')
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})

test('installing is offered once when the show is saved, moves nothing, and is declined for good @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const { page } = phone
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const home = toUrl(product, `/portal/viewer/${event.id}`, club.subdomain)
  const offer = page.getByRole('region', { name: 'Install' })
  await page.goto(home)
  // the phone was asked when it saved the show
  const name = `showfield:${club.subdomain}:install-offered`
  expect(await page.evaluate((key) => localStorage.getItem(key), name)).toBe('true')
  await page.evaluate((key) => localStorage.removeItem(key), name)
  await page.goto(home)
  await expect(page.getByText(/Saved for the show/)).toBeVisible({ timeout: 30_000 })
  await expect(offer).toBeVisible()
  const shifts = await page.evaluate<number[]>('shifts')
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
  await offer.getByRole('button', { name: 'No, thanks' }).click()
  await expect(offer).toBeHidden()
  await page.goto(home)
  await expect(page.getByText(/Saved for the show/)).toBeVisible({ timeout: 30_000 })
  // the offer has come again, which More shows
  await page.getByRole('link', { name: 'More of this event' }).click()
  await expect(page.getByRole('button', { name: 'Install' })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText(/Saved for the show/)).toBeVisible()
  await expect(offer).toBeHidden()
})
