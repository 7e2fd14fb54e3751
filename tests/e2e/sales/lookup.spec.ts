// The look-up of purchases by e-mail: what strangers and members see, the limits, and the mail.

import type { Page } from '@playwright/test'
import { breakCalls, countCalls } from '../../support/browsers/pageCalls.ts'
import { readMails, setLanguage } from '../../support/buying/buyers.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { sale as club } from '../../support/clubs/saleClubs.ts'
import { today as day } from '../../support/clubs/world.ts'
import { getMember } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, signIn, toUrl, watchForFaults } from '../fixtures.ts'
import { buyAtEvent, test } from './saleEvents.ts'

const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
const car = { year: '1936', make: 'Ford', model: 'Pickup', car_class: 7 }

/** Which of these texts the device holds, in any storage. */
function findSaved(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const readAll = (name: string) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const stores = [...opening.result.objectStoreNames]
          if (stores.length === 0) return resolve([])
          const tx = opening.result.transaction(stores)
          const reads = stores.map((store) => tx.objectStore(store).getAll())
          tx.oncomplete = () => resolve(reads.map(({ result }) => result))
        }
      })
    const databases = await indexedDB.databases()
    const records = await Promise.all(databases.map(({ name = '' }) => readAll(name)))
    const saved = JSON.stringify([records, { ...localStorage }, { ...sessionStorage }])
    return wanted.filter((text) => saved.includes(text))
  }, texts)
}

test(`a stranger sees what was bought with an address but no code, no street and nothing saved, until too many were looked up${inTurn('lookup')}`, async ({
  page,
  product,
  sale,
}) => {
  const spring = sale['Spring Meet']
  const email = 'buyer@example.org'
  await buyAtEvent(product, spring, email, { cars: [car], spaces: [0, 1], passes: 1, dinners: 1 })
  const faults = watchForFaults(page, [/429/])
  const requests = countCalls(page, 'find_entry')
  await page.goto(toUrl(product, `/portal/events/${spring.id}/lookup`, club.subdomain))
  await expect(page.getByRole('heading', { level: 1, name: 'Lookup purchase for Spring Meet' })).toBeVisible()
  const status = page.getByRole('status').filter({ hasText: 'Status:' })
  const input = page.getByLabel('E-mail')
  await expect(status).toHaveText('Status: Enter email address and click Lookup button')
  await expect(input).toHaveValue('')
  await input.fill('not an address')
  await input.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Enter an e-mail address such as name@example.org.')
  await input.fill(`${'n'.repeat(40)}@example.org`)
  await input.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('At most 48 characters.')
  await expectAccessible(page)
  expect(requests()).toBe(0)

  await input.fill('Nobody@example.org')
  await input.press('Enter')
  await expect(status).toHaveText('Status: No purchases found for Nobody@example.org')
  await input.fill(` ${email}`)
  await page.getByRole('button', { name: 'Lookup', exact: true }).dblclick()
  await expect(status).toHaveText(`Status: Purchases found for ${email}`)
  expect(requests()).toBe(2)
  await expect(page.getByRole('heading', { name: 'Ada Okafor' })).toBeVisible()
  await expect(page.locator('address p')).toHaveText([/./, 'Millbrook, OH 43016', email])
  await expect(page.locator('address')).not.toContainText('Harrow')
  await expect(page.getByRole('listitem').filter({ hasText: today })).toHaveText([
    `7001: 1936 Ford Pickup (${today})Class 7, Trucks`,
    `Day pass: Ada O. (${today})`,
    `Dinner in the barn: ${today}`,
  ])
  await expect(page.getByRole('listitem').filter({ hasText: 'A-1, A-2' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code' })).toHaveCount(0)
  await expectAccessible(page)
  expect(await findSaved(page, [email, 'Pickup', 'Quarry Lane'])).toEqual(['Quarry Lane'])

  // another event, then another address and buyer: what was found goes, and what was typed stays
  const event = page.getByLabel('Which event are you interested in?')
  const other = await event.locator('option:not(:checked)').first().innerText()
  await event.selectOption(other)
  await expect(page.getByRole('heading', { name: 'Ada Okafor' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: `Lookup purchase for ${other}` })).toBeVisible()
  await expect(input).toHaveValue(email)
  await event.selectOption('Spring Meet')
  await input.fill('other@example.org')
  await expect(page.getByRole('heading', { name: 'Ada Okafor' })).toHaveCount(0)
  await expect(status).toHaveText('Status: Enter email address and click Lookup button')
  await breakCalls(page, 'find_entry')
  await input.press('Enter')
  await expect(status).toHaveText(/^Status: The club's server could not be reached\./)
  await page.unrouteAll({ behavior: 'wait' })
  faults.splice(0)
  for (let times = 1; times <= 5; times += 1) {
    await input.press('Enter')
    await expect(status).toHaveText('Status: No purchases found for other@example.org')
  }
  await input.press('Enter')
  await expect(status).toHaveText(/^Status: Too many attempts\. Try again in \d+ min\.$/)
  await expectAccessible(page)
  // the mailbox proves what the screen must not tell
  const mail = page.getByRole('button', { name: 'Mail me my purchases', exact: true })
  await input.fill(email)
  await mail.click()
  await expect(status).toHaveText(
    `Status: If there are purchases for ${email}, they are on their way to that address.`,
  )
  const listMails = async () =>
    (await readMails(product, email)).filter(({ subject }) => subject.includes('your purchases'))
  await expect.poll(async () => (await listMails()).length).toBe(1)
  expect((await listMails())[0]?.text).toMatch(/Day pass, Ada O.: \w{4}-\w{4}-\w{4}-\w{4}/)
  await input.fill('nobody@example.org')
  await mail.click()
  await expect(status).toHaveText(/^Status: If there are purchases for nobody@example\.org, /)
  expect(faults).toEqual([])
})

test('a member finds their own address filled in, and the codes of their tickets @proof', async ({
  page,
  product,
  sale,
}) => {
  const spring = sale['Spring Meet']
  await buyAtEvent(product, spring, getMember(club, 'nora').email, { passes: 2 })
  await setLanguage(page, 'es')
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, product, club, 'nora')
  await page.goto(toUrl(product, `/portal/member/events/${spring.id}/lookup`, club.subdomain))
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(getMember(club, 'nora').email)
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Estado:' })).toHaveText(
    `Estado: Se encontraron compras de ${getMember(club, 'nora').email}`,
  )
  const code = page.getByRole('img', { name: /^Código QR \w{4}-\w{4}-\w{4}-\w{4}$/ })
  await expect(code).toHaveCount(2)
  const text = (await code.first().getAttribute('aria-label'))?.replace('Código QR ', '') ?? ''
  await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver los eventos' }).click()
  await expect(page).toHaveURL(toUrl(product, '/portal/member/events', club.subdomain))
})
