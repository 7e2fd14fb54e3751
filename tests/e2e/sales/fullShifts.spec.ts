// An event whose shifts are all full says so, before somebody looks for a free one.
import { addDays } from '../../../src/domain/day.ts'
import { callAction } from '../../support/buying/apiBuyer.ts'
import { pressNext } from '../../support/buying/buyers.ts'
import { importClubs } from '../../support/clubs/doorClubs.ts'
import { expect, expectAccessible, test, toUrl } from '../fixtures.ts'

const slug = 'fullhands'
const today = new Date().toISOString().slice(0, 10)
const person = { fname: 'Lucía', lname: 'Tice', phone: '6145550144', email: 'lucia@example.org' }

test('who comes when all shifts are full is told so @proof', async ({ page, product }) => {
  const day = addDays(today, 20)
  const workers = [{ ref: 'w', ...person, email: 'first@example.org' }]
  await importClubs(product, [
    {
      showfield: 1,
      club: { slug, name: 'Full Hands Motor Club', timeZone: 'America/Chicago' },
      events: [
        {
          ref: 'full',
          name: 'Full Meet',
          startDate: day,
          endDate: day,
          workerSignup: true,
          workerStartDate: `${addDays(today, -20)}T12:00:00Z`,
          workerEndDate: `${addDays(today, 10)}T12:00:00Z`,
          shiftSchedules: [
            {
              ref: 'gate',
              name: 'Gate',
              shifts: [{ ref: 's', shiftDate: day, start: 8, duration: 2, capacity: 1, workers }],
            },
          ],
        },
      ],
    },
  ])
  const { events } = (await callAction(product, slug, 'get_upcoming_events', {})) as unknown as {
    events: { id: number }[]
  }
  await page.goto(toUrl(product, `/portal/events/${events[0]?.id}/volunteer`, slug))
  for (const [field, value] of Object.entries(person)) {
    await page.locator(`#field-personal-${field}`).fill(value)
  }
  await pressNext(page)
  await expect(page.getByText('All shifts are full. A place may come free: look again later.')).toBeVisible()
  await page.getByRole('radio', { name: /Gate/ }).check()
  await expect(page.getByRole('checkbox', { name: '8:00 AM – 10:00 AM' })).toBeDisabled()
  await expectAccessible(page)
})
