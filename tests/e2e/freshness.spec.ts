// A change of the event reaches a phone that was away, and shows how a favourite has changed.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, findPlaces, saveForTheShow, test, toUrl } from './fixtures.ts'

interface ExportedClub {
  events: {
    name: string
    schedule: { date: string; entries: { startTime: string; endTime: string; label: string }[] }[]
  }[]
}

test('a schedule that changed while the phone was away appears by itself, and a moved favourite is announced', async ({
  phone,
  ownProduct,
}) => {
  const { club, event } = findPlaces(ownProduct.demo)
  const { page } = phone
  const file = join(ownProduct.dataDir, 'club.json')
  const exported = await ownProduct.club('export', file, '--tenant', club.subdomain)
  expect(exported.code, exported.output).toBe(0)
  const content: ExportedClub = JSON.parse(await readFile(file, 'utf8'))
  const show = content.events.find(({ name }) => name === event.name)
  const { date, entries } = show?.schedule[0] ?? {}
  const entry = entries?.find(({ startTime }) => startTime >= '10:00')
  if (date === undefined || entry === undefined) throw new Error('the demo has no such entry')

  await page.goto(toUrl(ownProduct, `/portal/viewer/${event.id}`, club.subdomain))
  await saveForTheShow(page)
  // its own day: midnight can come between the building of the demo and this minute
  const schedule = toUrl(ownProduct, `/portal/viewer/${event.id}/schedule?day=${date}`, club.subdomain)
  await page.goto(schedule)
  const starred = page.getByRole('listitem').filter({ hasText: entry.label }).first()
  await starred.getByRole('button', { name: /^Favourite: / }).click()
  await expect(starred.getByRole('button', { pressed: true })).toBeVisible()

  await phone.context.setOffline(true)
  entry.startTime = '05:05'
  entry.endTime = '05:55'
  await writeFile(file, JSON.stringify(content))
  const imported = await ownProduct.club('import', file)
  expect(imported.code, imported.output).toBe(0)
  await expect(page.getByText('05:05')).toHaveCount(0)

  await phone.context.setOffline(false)
  await expect(page.getByText(/has moved|moved to/i).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('listitem').filter({ hasText: entry.label }).first()).toContainText(/5:05/)

  // unread news stays after the app was closed, and goes away when it was read
  await phone.closeAndReopen()
  await phone.page.goto(schedule)
  const news = phone.page.getByText(/has moved|moved to/i)
  await expect(news.first()).toBeVisible()
  await phone.page.getByRole('button', { name: 'Got it' }).click()
  await expect(news).toHaveCount(0)
})
