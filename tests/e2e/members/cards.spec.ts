// A member's own cards: saved with the bank's confirmation, chosen for renewals, deleted; and what they want to
// hear of (rules/payments 5.18).
import { breakCalls, endpoint, loseAnswers } from '../../support/browsers/pageCalls.ts'
import { inBoth } from '../../support/browsers/words.ts'
import {
  addCard,
  button,
  cards,
  fillCard,
  flowWords,
  makeBuyersClub,
  readMails,
  signing,
  viewports,
} from '../../support/buying/buyers.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, inFirst, lineIsCut, buyerTest as test, toUrl } from '../fixtures.ts'

const lineIsBroken = /ERR_FAILED/

const texts = inBoth(
  {
    none: 'You have no payment methods setup',
    noHistory: 'You have no recent payment history',
    failed: /^Saving Failed: Your card was declined/,
    unproven: /^Saving Failed: Your bank could not confirm/,
    done: 'Done',
    used: 'Used for renewals',
    use: /^Use for renewals: Visa/,
    remove: /^Delete Visa/,
    charges: /Automatic renewal charges this card/,
    others: /No other card takes its place/,
    confirm: 'Delete the card',
    keep: 'Keep the card',
    off: 'Automatic renewal has been turned off.',
    choose: /No card is charged for renewals now/,
    event: 'New events and activities',
    renewNow: 'Renew now',
    renewed: /^Your membership has been renewed/,
    asking: 'We are asking whether your membership was renewed',
    unsure: "We can't tell yet whether your card was charged.",
    form: 'Renew your membership now',
    bankAsks: 'Your bank wants you to confirm the renewal',
    askingPayment: 'We are asking whether your payment went through.',
    uncharged: 'Nothing has been charged so far.',
    notArrived:
      'This renewal has not arrived at the club. Renew again: your saved card is charged once at most.',
    store: 'Save',
    stored: 'Your settings have been saved.',
  },
  {
    failed: /^No se pudo guardar: /,
    unproven: /^No se pudo guardar: Su banco no pudo confirmar/,
    use: /^Usar para renovaciones: Visa/,
    remove: /^Eliminar Visa/,
    charges: /La renovación automática se cobra a esta tarjeta/,
    others: /Ninguna otra tarjeta toma su lugar/,
    choose: /no se cobran las renovaciones a ninguna tarjeta/,
    renewed: /^Su membresía se ha renovado/,
  },
)

for (const { language, width, height } of viewports) {
  test.describe(`in "${language}" at ${width} pixels${inFirst(language)}`, () => {
    test.use({ viewport: { width, height } })
    const words = texts[language]
    const flow = flowWords[language]
    // a renewal can be made once, so each test has a club of its own
    let club = makeBuyersClub(`cards-${language}`)
    test.beforeEach(async ({ product }, { testId }) => {
      club = makeBuyersClub(`cards-${language}-${testId.slice(-8)}`)
      await importClubs(product, [club])
    })
    const path = '/portal/member/payments'

    test(`cards are added, declined, confirmed by the bank, chosen and deleted, and the last one ends automatic renewal${inTurn('cards')}`, async ({
      journey,
      product,
    }) => {
      const page = await journey(club, 'member', { path, language, allowed: [/402|401/] })
      await expect(page.getByText(words.none)).toBeVisible()
      await expect(page.getByText(words.noHistory)).toBeVisible()
      await expect(page.getByText(flow.testMode)).toBeVisible()

      await addCard(page, language, cards.declined)
      await expect(page.getByText(words.failed)).toBeVisible()
      await fillCard(page, cards.needsAuthentication.es, language)
      await button(page, flow.saveCard).click()
      const bank = page.frameLocator(`iframe[title="${flow.bankFrame}"]`)
      await bank.getByRole('button', { name: flow.fail }).click()
      await expect(page.getByText(words.unproven)).toBeVisible()
      await expectAccessible(page)
      await button(page, flow.saveCard).dblclick()
      await bank.getByRole('button', { name: flow.complete }).click()
      await expect(page.getByText(flow.cardSaved)).toBeVisible()
      await button(page, words.done).click()
      await expect(button(page, flow.addCard)).toBeFocused()
      await expect(page.getByRole('row').filter({ hasText: '3155' })).toContainText(words.used)

      await addCard(page, language, cards.failsLater)
      await button(page, words.done).click()
      await expect(page.getByRole('row').filter({ hasText: '0341' })).toContainText(words.used)
      await button(page, words.use).click()
      const first = page.getByRole('row').filter({ hasText: '3155' })
      await expect(first).toContainText(words.used)
      const elsewhere = await signInElsewhere(product, club, 'member')
      await elsewhere.call('update_member_settings', { autoRenew: true })
      await page.reload()
      await expectAccessible(page)

      await first.getByRole('button', { name: words.remove }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText(words.charges)
      await expect(dialog).toContainText(words.others)
      await page.keyboard.press('Escape')
      await expect(first).toBeVisible()
      await first.getByRole('button', { name: words.remove }).click()
      await button(page, words.confirm).dblclick()
      await expect(page.getByText(words.off)).toBeVisible()
      await expect(first).toHaveCount(0)
      await expect(page.getByText(words.choose)).toBeVisible()
      await page.getByRole('button', { name: words.remove }).click()
      await button(page, words.confirm).click()
      await expect(page.getByText(words.none)).toBeVisible()
      // two saved, one chosen, one that ended renewal, one removed
      const listSubjects = async () => (await readMails(product, signing.email)).filter(isOwn).length
      await expect.poll(listSubjects).toBeGreaterThanOrEqual(5)
    })

    test('a renewal with the saved card is paid in one dialog, and the focus is where it is told @proof', async ({
      journey,
      product,
    }) => {
      const page = await journey(club, 'member', { path, language })
      await addCard(page, language, cards.pays)
      await button(page, words.done).click()
      await page.goto(toUrl(product, '/portal/member/membership', club.subdomain))
      await button(page, words.renewNow).click()
      await page.getByRole('dialog').getByRole('button', { name: '$41.50' }).dblclick()
      const renewed = page.getByRole('status').filter({ hasText: words.renewed })
      await expect(renewed).toBeFocused()
      await expect(button(page, words.renewNow)).toHaveCount(0)
      await expectAccessible(page)
    })

    test('a renewal without an answer is asked about until the club has said what became of it @proof', async ({
      journey,
      product,
    }) => {
      const page = await journey(club, 'member', { path, language, allowed: [lineIsBroken] })
      await addCard(page, language, cards.pays)
      await button(page, words.done).click()
      await page.goto(toUrl(product, '/portal/member/membership', club.subdomain))
      const renew = async () => {
        await button(page, words.renewNow).click()
        await page.getByRole('dialog').getByRole('button', { name: '$41.50' }).click()
      }
      const asking = page.getByRole('status').filter({ hasText: words.asking })
      await breakCalls(page, 'stripe_membership_renew')
      await renew()
      await expect(asking).toContainText(words.unsure)
      await expect(page.getByText(words.notArrived)).toBeVisible()
      await expect(asking).toHaveCount(0)
      await page.unroute(endpoint)

      await loseAnswers(page, 'stripe_membership_renew')
      await breakCalls(page, 'get_own_membership')
      await renew()
      await expect(asking).toContainText(words.unsure)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(button(page, words.renewNow)).toHaveCount(0)
      await expect(page.getByRole('link', { name: words.form })).toHaveCount(0)
      await expectAccessible(page)
      await page.unroute(endpoint)
      await expect(page.getByRole('status').filter({ hasText: words.renewed })).toBeVisible()
      await expect(asking).toHaveCount(0)
    })

    test('a renewal that the bank asks about is called uncharged only by its order @proof', async ({
      journey,
      product,
    }) => {
      const page = await journey(club, 'member', { path, language, allowed: [/402/, lineIsBroken] })
      await addCard(page, language, cards.needsAuthentication.en)
      const bank = page.frameLocator(`iframe[title="${flow.bankFrame}"]`)
      await bank.getByRole('button', { name: flow.complete }).click()
      await button(page, words.done).click()
      await page.goto(toUrl(product, '/portal/member/membership', club.subdomain))
      await breakCalls(page, 'get_order')
      await button(page, words.renewNow).click()
      await page.getByRole('dialog').getByRole('button', { name: '$41.50' }).click()
      const asks = page.getByRole('alert').filter({ hasText: words.bankAsks })
      await expect(asks).toContainText(words.askingPayment)
      await expect(asks).not.toContainText(words.uncharged)
      await expectAccessible(page)
      await page.unroute(endpoint)
      await expect(asks).toContainText(words.uncharged)
    })

    test('what a member wants to hear of is saved, and waits for a connection @proof', async ({
      journey,
    }) => {
      const allowed = [lineIsCut]
      const page = await journey(club, 'member', { path: '/portal/member/notifications', language, allowed })
      const event = page.getByRole('checkbox', { name: words.event })
      await expect(event).toBeChecked()
      await page.context().setOffline(true)
      await event.uncheck()
      await expect(button(page, words.store)).toBeDisabled()
      await page.context().setOffline(false)
      await expect(event).not.toBeChecked()
      await button(page, words.store).click()
      await expect(page.getByText(words.stored)).toBeVisible()
      await page.reload()
      await expect(event).not.toBeChecked()
    })
  })
}

function isOwn({ subject }: { subject: string }): boolean {
  return /saved cards|automatic renewal|tarjetas guardadas|renovación automática/.test(subject)
}
