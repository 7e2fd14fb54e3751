// A donation: an amount that is shaped while it is typed, and a receipt.
import type { Page } from '@playwright/test'
import { purchaseLifeMs } from '../../src/offline/drafts.ts'
import {
  agree,
  expectPaid,
  expectPrice,
  fillCard,
  fillPersonal,
  flowWords,
  goOn,
  pay,
  readMails,
  reloadAtOtherSize,
  speak,
  watchTraffic,
} from '../support/buyers.ts'
import { expect, expectAccessible, signIn, test, toUrl, watchForFaults } from './fixtures.ts'

const looks = [
  { language: 'en', width: 1280, height: 800 },
  { language: 'es', width: 320, height: 640 },
] as const

/** Whatever half-filled forms lie on the device, whoever's they are; with an instant, since when they do. */
function listDrafts(page: Page, since?: number): Promise<unknown[]> {
  return page.evaluate(
    (keptAt) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('showfield-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const tx = database.transaction('drafts', 'readwrite')
          const store = tx.objectStore('drafts')
          const reading = store.getAll()
          reading.onsuccess = () => {
            if (keptAt !== undefined) for (const draft of reading.result) store.put({ ...draft, keptAt })
          }
          tx.onabort = () => reject(tx.error)
          tx.oncomplete = () => {
            database.close()
            resolve(reading.result)
          }
        }
      }),
    since,
  )
}

for (const { language, width, height } of looks) {
  test(`somebody donates and reloads at each step, in ${language} from ${width} pixels on (T2.37)`, async ({
    page,
    product,
    places: { club },
  }) => {
    const email = `gives-${language}@example.org`
    const faults = watchForFaults(page)
    const traffic = watchTraffic(page, product)
    await page.setViewportSize({ width, height })
    await speak(page, language)
    await page.goto(toUrl(product, '/portal/donate', club.subdomain))
    const amount = page.locator('#field-amount')
    await amount.pressSequentially('-0012345678.509')
    await expect(amount).toHaveValue('$1,234,567.50')
    await amount.fill('125.5')
    await expect(amount).toHaveValue('$125.5')
    await expectAccessible(page)
    await reloadAtOtherSize(page)
    await expect(amount).toHaveValue('$125.5')
    await page.keyboard.press('Tab')
    await goOn(page, language)
    await fillPersonal(page, email)
    await reloadAtOtherSize(page)
    await expect(page.locator('#field-personal-email')).toHaveValue(email)
    await goOn(page, language)
    await page.locator('#field-agreed').check()
    await reloadAtOtherSize(page)
    await agree(page, language)
    await fillCard(page, undefined, language)
    await reloadAtOtherSize(page)
    await fillCard(page, undefined, language)
    const words = flowWords[language]
    await expectPrice(page, language, words.donation, ['$125.50', '$125.50', '$1.50', '$0.00', '$127.00'])
    await expect(page.getByRole('heading', { name: words.donationSummary })).toBeVisible()
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await pay(page, language)
    await expectPaid(page, language)
    await reloadAtOtherSize(page)
    await expectPaid(page, language)
    await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
    expect(faults).toEqual([])
    expect(traffic).toEqual({ foreign: [], numbers: [] })
  })
}

test('what a visitor began goes on once he is signed in, and nothing of it is left when he signs out, or a day later', async ({
  page,
  product,
  places: { club },
}) => {
  const donate = toUrl(product, '/portal/donate', club.subdomain)
  const amount = page.locator('#field-amount')
  await page.goto(donate)
  await amount.fill('12')
  await page.keyboard.press('Enter')
  await page.locator('#field-personal-fname').fill('Zed')
  await signIn(page, product, club, 'member')
  await page.goto(donate)
  await expect(amount).toHaveValue('$12')
  await page.reload()
  await expect(amount).toHaveValue('$12')
  await goOn(page)
  await expect(page.locator('#field-personal-fname')).toHaveValue('Zed')
  await expect(page.locator('#field-personal-email')).not.toHaveValue('')
  await page.goto(toUrl(product, '/portal/logout', club.subdomain))
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => listDrafts(page)).toEqual([])
  await page.goto(donate)
  await expect(amount).toHaveValue('')
  await amount.fill('12')
  await page.keyboard.press('Enter')
  await expect(page.locator('#field-personal-fname')).toHaveValue('')
  await expect(page.locator('#field-personal-email')).toHaveValue('')
  expect(await listDrafts(page, Date.now() - purchaseLifeMs)).toHaveLength(1)
  await page.goto(toUrl(product, '/portal', club.subdomain))
  await expect.poll(() => listDrafts(page)).toEqual([])
})
