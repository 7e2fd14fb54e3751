// What somebody has bought is on their phone: its codes at the gate without a network, and who leaves the phone.
import type { Page } from '@playwright/test'
import type { Product } from '../../support/browsers/product.ts'
import { buyByApi, toEventBuyer } from '../../support/buying/apiBuyer.ts'
import { asVisitor } from '../../support/community/elsewhere.ts'
import { readRecords } from '../device/deviceStore.ts'
import { expect, expectAccessible, findPlaces, signIn, test, toUrl, untilControlled } from '../fixtures.ts'

interface Saved {
  memberId: number
  passes: { code: string }[]
}

const listSaved = (page: Page) => readRecords<Saved>(page, 'showfield-passes', 'passes')
const listCodes = async (page: Page) =>
  (await listSaved(page)).flatMap(({ passes }) => passes.map(({ code }) => code))

async function findTicket(product: Product): Promise<number | undefined> {
  const { club, event } = findPlaces(product.demo)
  const { tickets } = (await asVisitor(product, club.subdomain).call('get_event', { event: event.id })).event
  return tickets.find(({ availability, options }) => availability === 0 && options.length === 0)?.id
}

/** The worker saves the app's other files once it is there. */
async function untilScreensSaved(page: Page): Promise<void> {
  const findSaved = () =>
    page.evaluate(async () => {
      const saved: string[] = []
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) saved.push(url)
      }
      return ['portal', 'wizard', 'SavedOrder', 'QrDrawing'].filter(
        (part) => !saved.some((url) => new RegExp(`/assets/${part}[.-]`).test(url)),
      )
    })
  await expect.poll(findSaved, { timeout: 60_000 }).toEqual([])
}

test('a visitor shows what they have bought with the server gone, and a member leaves it on the phone or not', async ({
  phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const email = 'gate@example.org'
  const bought = await buyByApi(product, club.subdomain, {
    kind: 'event',
    payload: {
      eventId: event.id,
      tickets: {
        ...toEventBuyer(email).contact,
        tickets: [{ ticket: await findTicket(product), quantity: 2 }],
      },
    },
    category: 5,
    email,
  })
  const link = new URL(toUrl(product, '/portal/order', club.subdomain))
  link.searchParams.set('key', bought.key)
  await phone.page.goto(link.href)
  await expect(phone.page.getByRole('link', { name: 'My tickets and cars' })).toBeVisible()
  await untilControlled(phone.page)
  await expect.poll(() => listCodes(phone.page)).toHaveLength(2)
  const codes = await listCodes(phone.page)
  await untilScreensSaved(phone.page)

  // the field has no network, and the phone was killed on the way
  await product.stop()
  await phone.killAndReopen()
  await phone.page.goto(link.href)
  await expect(phone.page.getByText(/^No connection\. This is what was saved at /)).toBeVisible()
  for (const code of codes) await expect(phone.page.getByText(code, { exact: true })).toBeVisible()
  await phone.page.goto(toUrl(product, '/portal', club.subdomain))
  await phone.page.getByRole('link', { name: 'My tickets and cars' }).click()
  await expect(phone.page.getByRole('heading', { name: event.name })).toBeVisible()
  for (const code of codes) {
    await expect(phone.page.getByText(code, { exact: true })).toBeVisible()
    await expect(phone.page.getByRole('img', { name: `QR code ${code}` })).toBeVisible()
  }
  await expectAccessible(phone.page)
  await product.start()

  // a member's come by themselves, and go with the sign-out
  await signIn(phone.page, product, club, 'member', '/portal/tickets')
  await expect.poll(async () => (await listSaved(phone.page)).some(({ memberId }) => memberId > 0)).toBe(true)
  const own = (await listSaved(phone.page)).find(({ memberId }) => memberId > 0)?.passes[0]?.code ?? ''
  await expect(phone.page.getByText(own, { exact: true })).toBeVisible()
  await phone.page.goto(toUrl(product, '/portal/logout', club.subdomain))
  const keep = phone.page.getByRole('button', { name: 'Keep them on this phone' })
  await expect(keep).toBeVisible()
  await expectAccessible(phone.page)
  expect(await listCodes(phone.page)).toEqual(codes)
  await keep.click()
  await expect(keep).toHaveCount(0)
  expect(await listCodes(phone.page)).toContain(own)

  // whoever holds the phone may remove them, after a question
  await phone.page.goto(toUrl(product, '/portal/tickets', club.subdomain))
  await expect(phone.page.getByText(own, { exact: true })).toBeVisible()
  await phone.page.getByRole('button', { name: 'Remove from this phone' }).first().click()
  await phone.page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(phone.page.getByRole('heading', { name: 'No tickets or cars on this phone' })).toBeVisible()
  expect(await listCodes(phone.page)).toEqual([])
})

test('what an order link has shown is there where the host alone names the club, and so is what an earlier build had filed', async ({
  page,
  ownProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const email = 'two-names@example.org'
  const bought = await buyByApi(product, club.subdomain, {
    kind: 'event',
    payload: {
      eventId: event.id,
      tickets: {
        ...toEventBuyer(email).contact,
        tickets: [{ ticket: await findTicket(product), quantity: 1 }],
      },
    },
    category: 5,
    email,
  })
  await page.goto(`${toUrl(product, '/portal/order', club.subdomain)}#key=${bought.key}`)
  await expect(page.getByRole('link', { name: 'My tickets and cars' })).toBeVisible()
  await expect.poll(() => listCodes(page)).toHaveLength(1)
  const [code = ''] = await listCodes(page)
  await page.goto(new URL('/portal/tickets', product.origin).href)
  await expect(page.getByText(code, { exact: true })).toBeVisible()

  // as a build has filed that did not know the host's club
  await page.evaluate(async (slug) => {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(`showfield:${slug}:`)) continue
      localStorage.setItem(name.replace(slug, ''), localStorage.getItem(name) ?? '')
      localStorage.removeItem(name)
    }
    const request = indexedDB.open('showfield-passes')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const store = request.result.transaction('passes', 'readwrite').objectStore('passes')
    const all = store.getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    for (const one of all.result) {
      store.delete(one.key)
      store.put({ ...one, club: '', key: one.key.replace(slug, '') })
    }
    await new Promise((resolve) => store.transaction.addEventListener('complete', resolve))
    request.result.close()
  }, club.subdomain)
  await page.goto(new URL('/portal', product.origin).href)
  await page.getByRole('link', { name: 'My tickets and cars' }).click()
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('a browser that saves nothing says so, and a member still sees what the club says @proof', async ({
  page,
  product,
}) => {
  const { club } = findPlaces(product.demo)
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No storage.', 'SecurityError')
    }
  })
  const refused = page.getByText('This browser saves nothing')
  await page.goto(toUrl(product, '/portal/tickets', club.subdomain))
  await expect(refused).toBeVisible()
  await expect(page.getByText('No tickets or cars on this phone')).toHaveCount(0)
  await signIn(page, product, club, 'member', '/portal/tickets')
  await expect(refused).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code / })).toBeVisible()
  await expectAccessible(page)
  // nothing was saved, so nobody is asked whether it stays
  await page.goto(toUrl(product, '/portal/logout', club.subdomain))
  await expect(page).toHaveURL(/\/portal\?/)
})
