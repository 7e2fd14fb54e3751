// A change of the event reaches a phone that was away, and shows how a favourite has changed.
import { leaveApp, wakeWorker } from '../support/browsers/workerEvents.ts'
import { readRecords } from './device/deviceStore.ts'
import {
  changeEvent,
  type ExportedEvent,
  expect,
  findPlaces,
  readEvent,
  saveForTheShow,
  test,
  toUrl,
} from './fixtures.ts'

function findLater([{ date, entries } = { date: '', entries: [] }]: ExportedEvent['schedule']) {
  const entry = entries.find(({ startTime }) => startTime >= '10:00')
  if (entry === undefined) throw new Error('the demo has no such entry')
  return { date, entry }
}

test('a schedule that changed while the phone was away appears by itself, and a moved favourite is announced', async ({
  phone,
  ownClubs,
}) => {
  const { club, event } = findPlaces(ownClubs.demo)
  const { page } = phone
  const { schedule: planned } = await readEvent(ownClubs)
  const { date, entry } = findLater(planned)

  await page.goto(toUrl(ownClubs, `/portal/viewer/${event.id}`, club.subdomain))
  await saveForTheShow(page)
  // its own day: midnight can come between the building of the demo and this minute
  const schedule = toUrl(ownClubs, `/portal/viewer/${event.id}/schedule?day=${date}`, club.subdomain)
  await page.goto(schedule)
  const starred = page.getByRole('listitem').filter({ hasText: entry.label }).first()
  await starred.getByRole('button', { name: /^Favourite: / }).click()
  await expect(starred.getByRole('button', { pressed: true })).toBeVisible()

  await phone.context.setOffline(true)
  await changeEvent(ownClubs, ({ schedule }) => {
    Object.assign(findLater(schedule).entry, { startTime: '05:05', endTime: '05:55' })
    return {}
  })
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

test('a saved event is refreshed with no page open when the browser says that it is time @worker', async ({
  page,
  ownClubs,
}) => {
  const { club, event } = findPlaces(ownClubs.demo)
  await page.goto(toUrl(ownClubs, `/portal/viewer/${event.id}`, club.subdomain))
  await saveForTheShow(page)
  await leaveApp(page, ownClubs)
  await changeEvent(ownClubs, ({ schedule }) => {
    Object.assign(findLater(schedule).entry, { startTime: '05:05', endTime: '05:55' })
    return {}
  })
  const readStarts = async () => JSON.stringify(await readRecords(page, 'showfield-library', 'shows'))
  expect(await readStarts()).not.toContain('05:05')
  await wakeWorker(page, ownClubs, 'periodicsync', 'saved-events')
  await expect.poll(readStarts).toContain('05:05')
})
