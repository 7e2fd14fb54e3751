// The club's files: folders, links that open in a window of their own, and the list without a network.
import type { Download } from '@playwright/test'
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { expect, expectAccessible, inFirst, signIn, test } from '../fixtures.ts'
import { untilFilesSaved } from '../members/memberScreens.ts'

test.use({ serviceWorkers: 'allow' })

const words = inBoth(
  {
    folder: /^Rules and forms\s+2 files$/,
    opened: 'Rules and forms',
    loose: 'In no folder',
    none: 'No files',
    window: '(opens in a new window)',
    saved: /^No connection\. This is what was saved/,
  },
  {
    folder: /^Rules and forms\s+2 archivos$/,
    opened: 'Rules and forms',
    saved: /^Sin conexión\. Esto es lo guardado/,
  },
)

for (const { language, viewport } of rounds) {
  test(`a member opens the club's files in "${language}", ${viewport.width} wide${inFirst(language, 'files')}`, async ({
    journey,
    page,
    context,
    doorProduct: product,
    places: { club, other },
  }) => {
    const text = words[language]
    const list = (name: string) => page.getByRole('list', { name, exact: true })
    const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name} `) })

    await test.step('a club without files says so', async () => {
      const allowed = [/ERR_|Failed to fetch|status of 50/]
      const path = '/portal/member/files'
      await journey(other, 'child', { path, language, viewport, allowed, product })
      await expect(page.getByText(text.none, { exact: true })).toBeVisible()
    })

    await test.step('a folder opens and closes by keyboard', async () => {
      await signIn(page, product, club, 'member', '/portal/member/files')
      const folder = page.getByRole('button', { name: text.folder })
      await expect(folder).toHaveAttribute('aria-expanded', 'false')
      await expect(link('How we judge')).toHaveCount(0)
      await folder.press('Enter')
      await expect(list(text.opened).getByRole('link')).toHaveCount(2)
      await expect(link('How we judge')).toContainText(/PDF · \d+ kB · /)
      await expect(link('How we judge')).toContainText(text.window)
      await expectAccessible(page)
      await folder.press('Enter')
      await expect(link('How we judge')).toHaveCount(0)
      await folder.press('Enter')
      await expect(list(text.loose).getByRole('link')).toHaveCount(2)
    })

    await test.step('a link opens in a window of its own, and runs nothing of ours', async () => {
      const saving = new Promise<Download>((resolve) => context.on('download', resolve))
      await link('Suppliers we trust').click()
      const download = await saving
      expect(download.suggestedFilename()).toBe('Suppliers we trust.csv')
      const url = (await link('How we judge').getAttribute('href')) ?? ''
      const answer = await page.request.get(`${product.origin}${url}`)
      expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
      // a link that has run out leads to the new ones
      const late = await context.newPage()
      await late.goto(`${product.origin}${url.replace(/proof=[^&]+/, 'proof=none')}`)
      await expect(late).toHaveURL(/\/portal\/member\/files\?subdomain=/)
      await late.close()
    })

    await test.step('without a network the list is there, and opens nothing', async () => {
      await untilFilesSaved(page)
      await product.stop()
      await page.reload()
      await expect(page.getByText(text.saved)).toBeVisible()
      await page.getByRole('button', { name: text.folder }).click()
      await expect(list(text.opened).getByRole('listitem')).toHaveCount(2)
      await expectAccessible(page)
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  })
}
