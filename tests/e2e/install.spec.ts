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
