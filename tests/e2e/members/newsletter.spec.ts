// The newsletter at another address too: added, asked, confirmed, sent by an officer, and ended by its link.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { button, makeBuyersClub, readMails, signing } from '../../support/buying/buyers.ts'
import { importClubs } from '../../support/clubs/world.ts'
import { expect, expectAccessible, test, toUrl } from '../fixtures.ts'

const words = inBoth(
  {
    field: 'One more e-mail address',
    add: 'Add address',
    wrong: 'Enter an e-mail address such as name@example.org.',
    own: /^This is your own address\./,
    waiting: 'Not confirmed yet',
    confirm: 'Send it to this address',
    confirmed: 'Done. The next newsletter comes to this address.',
    stop: 'No more newsletters',
    stopped: 'Done. No more newsletters come to this address.',
    refused: 'Wants no newsletters',
    remove: /^Remove /,
    ask: 'do you want our newsletter here?',
  },
  {
    own: /^Es su propia dirección\./,
    remove: /^Quitar /,
    ask: '¿quiere recibir aquí nuestro boletín?',
  },
)

const clubs = {
  en: makeBuyersClub('news-en', { enewsletter: true }),
  es: makeBuyersClub('news-es', { enewsletter: true }),
}

test.beforeAll(({ product }) => importClubs(product, Object.values(clubs)))

for (const { language, viewport } of rounds) {
  test(`a newsletter goes to another address after it was confirmed, in "${language}", ${viewport.width} wide @proof`, async ({
    journey,
    product,
  }) => {
    const text = words[language]
    const club = clubs[language]
    const slug = club.subdomain
    const email = `${'a-long-mailbox-name'.repeat(2)}-${language}@elsewhere.example`
    const page = await journey(club, 'member', { language, viewport })
    const readNewest = async (subject: string) => {
      await expect.poll(async () => (await readMails(product, email)).at(-1)?.subject).toContain(subject)
      return (await readMails(product, email)).at(-1)?.text ?? ''
    }
    const findLink = (mail: string, purpose: string) =>
      new RegExp(`http\\S+/portal/newsletter\\S*#${purpose}=\\S+`).exec(mail)?.[0] ?? ''

    await test.step('the address is added, and asked', async () => {
      await page.goto(toUrl(product, '/portal/member/notifications', slug))
      const field = page.getByLabel(text.field)
      await field.fill('nobody')
      await field.press('Enter')
      await expect(page.getByText(text.wrong)).toBeVisible()
      await field.fill(signing.email)
      await button(page, text.add).click()
      await expect(page.getByText(text.own)).toBeVisible()
      await field.fill(email)
      await button(page, text.add).dblclick()
      await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText(text.waiting)
      await expect(field).toHaveValue('')
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    })

    await test.step('its reader confirms with a press', async () => {
      await page.goto(findLink(await readNewest(text.ask), 'confirm'))
      await button(page, text.confirm).click()
      await expect(page.getByText(text.confirmed)).toBeVisible()
      await expectAccessible(page)
      expect(await readMails(product, email)).toHaveLength(1)
    })

    await test.step('an officer sends a file, and its mail ends the next ones', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'showfield-news-'))
      const path = join(folder, 'Summer news.txt')
      await writeFile(path, 'What happened.')
      expect((await product.club('files', 'add', path, '--tenant', slug)).code).toBe(0)
      const sent = await product.club('newsletter', 'send', 'Summer news', '--tenant', slug)
      await rm(folder, { recursive: true })
      expect(sent.output).toContain('Sent: file')
      await page.goto(findLink(await readNewest('Summer news'), 'stop'))
      await button(page, text.stop).click()
      await expect(page.getByText(text.stopped)).toBeVisible()
      await page.goto(toUrl(product, '/portal/member/notifications', slug))
      const row = page.getByRole('listitem').filter({ hasText: email })
      await expect(row).toContainText(text.refused)
      await row.getByRole('button', { name: text.remove }).click()
      await expect(row).toHaveCount(0)
      await expect(page.getByLabel(text.field)).toBeFocused()
    })
  })
}
