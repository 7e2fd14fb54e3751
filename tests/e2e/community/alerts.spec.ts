// The messages of an event and of a club in the app, for those whose phone gets none.
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { expect, expectAccessible, signIn, test, toUrl, untilControlled } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const words = inBoth(
  {
    none: 'There are no messages about this event.',
    nothing: 'Nothing new of what you want to hear of.',
    title: 'Rain until noon',
    body: 'The tent beside the gate is open.',
    unread: '1 new message',
    fresh: 'New',
    stored: /^Saved for the show/,
    saved: /^No connection\. This is what was saved/,
    sends: /come within five minutes as a notification/,
    event: 'Event',
    device: 'This device',
  },
  {
    title: 'Lluvia hasta mediodía',
    body: 'La carpa junto a la entrada está abierta.',
    unread: '1 mensaje nuevo',
    stored: /^Guardado para la exhibición/,
    saved: /^Sin conexión\. Esto es lo guardado/,
    sends: /llegan en cinco minutos como notificación/,
  },
)

for (const { language, viewport } of rounds) {
  test(`what a phone is told is in the app too in "${language}", ${viewport.width} wide @proof`, async ({
    journey,
    doorProduct: product,
    places,
  }) => {
    // each round writes about an event of its own, which no other journey follows
    const club = language === 'en' ? places.club : places.other
    const event = club.events.at(-1)
    const text = words[language]
    const allowed = [/ERR_|Failed to fetch|status of 50/]
    const viewer = (tab: string) => toUrl(product, `/portal/viewer/${event?.id ?? 0}${tab}`, club.subdomain)
    const page = await journey(club, 'visitor', { path: viewer(''), language, viewport, allowed, product })
    const bar = page.getByRole('navigation', { name: text.event, exact: true })

    await test.step('an event without messages says so', async () => {
      await untilControlled(page)
      await expect(page.getByText(text.stored)).toBeVisible({ timeout: 30_000 })
      await page.goto(viewer('/more'))
      await expect(page.getByText(text.none)).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('an officer writes, and whoever opens the event sees that there is something new', async () => {
      const { code, output } = await product.club(
        ...['notify', String(event?.id), '--tenant', club.subdomain],
        ...['--title', words.en.title, '--text', words.en.body],
        ...['--title-es', words.es.title, '--text-es', words.es.body],
      )
      expect(code, output).toBe(0)
      await page.goto(viewer(''))
      await expect(bar.getByText(text.unread)).toBeAttached()
      await bar.getByRole('link').last().click()
      await expect(page.getByText(text.title, { exact: true })).toBeVisible()
      await expect(page.getByText(text.body)).toBeVisible()
      await expect(page.getByText(text.fresh, { exact: true })).toBeVisible()
      await expect(bar.getByText(text.unread)).toHaveCount(0)
      await expectAccessible(page)
    })

    await test.step('what was read is not new again, and is readable without a network', async () => {
      await product.stop()
      await page.reload()
      await expect(page.getByText(text.title, { exact: true })).toBeVisible()
      await expect(page.getByText(text.saved).first()).toBeVisible()
      await expect(page.getByText(text.fresh, { exact: true })).toHaveCount(0)
      await product.start()
    })

    await test.step("a member's messages are beside what they want to hear of, and what this device gets", async () => {
      await signIn(page, product, club, 'child', '/portal/member/notifications')
      await expect(page.getByText(text.nothing)).toBeVisible()
      await expect(page.getByRole('heading', { name: text.device })).toBeVisible()
      await expect(page.getByText(text.sends)).toBeVisible()
      await expectAccessible(page)
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  })
}
