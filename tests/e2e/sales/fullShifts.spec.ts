// An event whose shifts are all full says so, before somebody looks for a free one.
import { fill, pressNext } from '../../support/buying/buyers.ts'
import { defineWorld, importEvents } from '../../support/clubs/world.ts'
import { expect, expectAccessible, test, toUrl } from '../fixtures.ts'
import { helper } from './saleFlows.ts'

const first = { ref: 'first', ...helper, email: 'first@example.org' }
const shifts = [{ day: 20, at: 8, hours: 2, places: 1, workers: [first] }]
const { fullhands } = defineWorld({
  clubs: { fullhands: { events: { 'Full Meet': { shifts: { Gate: { shifts } } } } } },
})

test('who comes when all shifts are full is told so @proof', async ({ page, product }) => {
  const ids = await importEvents(product, fullhands)
  await page.goto(toUrl(product, `/portal/events/${ids['Full Meet']}/volunteer`, fullhands.subdomain))
  await fill(page, 'personal', { ...helper, email: 'lucia@example.org' })
  await pressNext(page)
  await expect(page.getByText('All shifts are full. A place may come free: look again later.')).toBeVisible()
  await page.getByRole('radio', { name: /Gate/ }).check()
  await expect(page.getByRole('checkbox', { name: '8:00 AM – 10:00 AM' })).toBeDisabled()
  await expectAccessible(page)
})
