// Taking one's data and closing one's account: what stays is said first, and afterwards nothing of the member is left
// on the device.
import { readFile } from 'node:fs/promises'
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import {
  addCard,
  button,
  flowWords,
  makeBuyersClub,
  readMails,
  signing,
} from '../../support/buying/buyers.ts'
import { importClubs } from '../../support/clubs/world.ts'
import { expect, expectAccessible, inFirst, lineIsCut, listDrafts, test, toUrl } from '../fixtures.ts'

const words = inBoth(
  {
    renew: 'Renew now',
    pay: 'Pay $41.50',
    renewed: /^Your membership has been renewed/,
    data: 'Save my data',
    close: 'Close my account',
    stays: 'What stays',
    label: /^Type your e-mail address to confirm/,
    wrong: 'This is not the e-mail address of your account.',
    offline: 'This needs a connection.',
    begun: 'Orders and sign-ups that you have not finished: 1',
    here: /favourites stay on this device/,
    closed: /^Your account is closed\./,
    subject: 'your account is closed',
  },
  {
    pay: 'Pagar $41.50',
    renewed: /^Su membresía se ha renovado/,
    label: /^Escriba su correo electrónico para confirmar/,
    begun: 'Pedidos e inscripciones sin terminar: 1',
    here: /los favoritos permanecen en este dispositivo/,
    closed: /^Su cuenta está cerrada\./,
    subject: 'su cuenta está cerrada',
  },
)

const clubs = { en: makeBuyersClub('leaving-en'), es: makeBuyersClub('leaving-es') }

test.beforeAll(({ product }) => importClubs(product, Object.values(clubs)))

for (const { language, viewport } of rounds) {
  test(`a member takes their data and leaves, in "${language}", ${viewport.width} wide${inFirst(language, 'leaving')}`, async ({
    journey,
    page,
    context,
    product,
  }) => {
    const text = words[language]
    const club = clubs[language]
    const slug = club.subdomain

    await test.step('who has paid something', async () => {
      const allowed = [lineIsCut, /40[12]/]
      await journey(club, 'member', { path: '/portal/member/payments', language, viewport, allowed })
      await addCard(page, language)
      await expect(page.getByText(flowWords[language].cardSaved)).toBeVisible()
      await page.goto(toUrl(product, '/portal/member/membership', slug))
      await button(page, text.renew).click()
      await button(page, text.pay).click()
      await expect(page.getByText(text.renewed)).toBeVisible()
    })

    await test.step('the file', async () => {
      await page.goto(toUrl(product, '/portal/member/profile', slug))
      const saving = page.waitForEvent('download')
      await button(page, text.data).click()
      const download = await saving
      expect(download.suggestedFilename()).toMatch(new RegExp(`^${slug}-my-data-[\\d-]{10}\\.zip$`))
      const bytes = await readFile(await download.path())
      expect(bytes.toString('latin1', 0, 4)).toBe('PK\x03\x04')
      expect(bytes.toString()).toContain(signing.email)
      await expectAccessible(page)
    })

    await test.step('something is begun on this device', async () => {
      await page.goto(toUrl(product, '/portal/donate', slug))
      await page.locator('#field-amount').fill('5')
      await expect.poll(async () => (await listDrafts(page)).length).toBe(1)
      await page.goto(toUrl(product, '/portal/member/profile', slug))
    })

    await test.step('what stays comes first, and nothing happens without the address', async () => {
      await page.getByRole('link', { name: text.close }).click()
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(text.stays)
      await expect(page.getByText('$41.50')).toBeVisible()
      await expect(page.getByText(text.begun)).toBeVisible()
      await expect(page.getByText(text.here)).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel(text.label).press('Enter')
      await expect(page.getByText(text.wrong)).toBeVisible()
      await context.setOffline(true)
      await expect(page.getByText(text.offline)).toHaveCount(2)
      await context.setOffline(false)
      await expect(page.getByText(text.offline)).toHaveCount(0)
    })

    await test.step('the account is closed, and the device forgets it', async () => {
      await page.getByLabel(text.label).fill(signing.email)
      await page.getByLabel(text.label).press('Enter')
      await expect(page.getByText(text.closed)).toBeVisible()
      await expect(page.getByText(text.here)).toBeVisible()
      await expect.poll(() => listDrafts(page)).toEqual([])
      await expectAccessible(page)
      await expect
        .poll(async () => (await readMails(product, signing.email)).at(-1)?.subject)
        .toContain(text.subject)
      const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      expect(left).not.toContain(signing.email)
      await page.goBack()
      await expect(page.getByText('$41.50')).toHaveCount(0)
    })
  })
}
