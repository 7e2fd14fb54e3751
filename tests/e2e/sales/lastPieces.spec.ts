// Whoever holds the last pieces reads until when they are sure, and what became of them, and loses nothing of the form.
import { minuteMs } from '../../../src/domain/time.ts'
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { acceptTerms, button, payByCard, pressNext, setLanguage } from '../../support/buying/buyers.ts'
import { changeOrder } from '../../support/buying/orderAnswers.ts'
import { defineClub, importEvents } from '../../support/clubs/world.ts'
import { expect, expectAccessible, toUrl } from '../fixtures.ts'
import { fillBuyer, more, test } from './saleFlows.ts'

const words = inBoth(
  {
    unsure: 'Little is left of what you chose. Somebody else can get it as long as you have not paid.',
    gone: 'Somebody else wanted the last of it while you had not paid.',
    kept: 'What you filled in is kept. What was held for you may be taken by others now.',
    again: 'Order again',
    sure: /It is surely yours for 2:[0-5]\d; after that, somebody else can get it/,
  },
  { sure: /Es suyo con seguridad durante 2:[0-5]\d; después, otra persona puede llevárselo/ },
)

const toClub = (slug: string) =>
  defineClub(slug, {
    events: {
      'Hill Climb': { tickets: { 'Tower seat': { price: 20, quantity: 2 }, 'Day pass': { quantity: 90 } } },
    },
  })
const clubs = { en: toClub('last-en'), es: toClub('last-es') }

for (const { language, viewport } of rounds) {
  test(`the last pieces are said to be sure for three minutes, in "${language}", ${viewport.width} wide @proof`, async ({
    page,
    product,
  }) => {
    const club = clubs[language]
    const text = words[language]
    const ids: Record<string, number> = await importEvents(product, club)
    await page.clock.install()
    await page.setViewportSize(viewport)
    await setLanguage(page, language)
    await page.goto(toUrl(product, `/portal/events/${ids['Hill Climb']}/tickets`, club.subdomain))
    await fillBuyer(page, `last-${language}@example.org`)
    await pressNext(page, language)
    await more(page, 'Tower seat').click()
    await more(page, 'Tower seat').click()
    await pressNext(page, language)
    await acceptTerms(page, language)
    await expect(page.getByText(text.sure)).toBeVisible()
    await expectAccessible(page)

    await changeOrder(page, (order) => Object.assign(order, { sureUntil: new Date(0).toISOString() }))
    await page.clock.fastForward(minuteMs)
    await expect(page.getByText(text.unsure)).toBeVisible()
    await expect(page.getByText(text.sure)).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })

    await changeOrder(page, (order) =>
      Object.assign(order, { state: 'expired', holdUntil: null, gaveWay: true }),
    )
    await page.clock.fastForward(minuteMs)
    await expect(page.getByRole('alert').getByText(text.gone)).toBeVisible()
    await expect(page.getByText(text.kept)).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll({ behavior: 'wait' })
    // nobody had taken it after all: the same form is paid
    await button(page, text.again).click()
    await payByCard(page, language)
  })
}
