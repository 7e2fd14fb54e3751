// A renewal by the job about which the bank asks: the holder opens the mail's link and confirms the same payment
// (rules/payments 4.4 and 5.18).
import { addDays, addYears, toInstant } from '../../../src/domain/day.ts'
import { findLastValidDay } from '../../../src/domain/member.ts'
import { breakCalls, endpoint } from '../../support/browsers/pageCalls.ts'
import { startAhead } from '../../support/browsers/startAhead.ts'
import { inBoth } from '../../support/browsers/words.ts'
import {
  addCard,
  button,
  buyers,
  cards,
  flowWords,
  readMails,
  setLanguage,
  signing,
  toMailedDay,
} from '../../support/buying/buyers.ts'
import { openCardSandbox } from '../../support/buying/cardSandbox.ts'
import { importClubs, timeZone, today } from '../../support/clubs/world.ts'
import { expect, expectAccessible, signIn, test, toUrl, watchForFaults } from '../fixtures.ts'

const words = inBoth(
  {
    auto: 'Renew my membership automatically',
    on: 'Automatic renewal has been turned on.',
    asks: 'please confirm the renewal',
    confirm: 'Confirm the payment',
    uncharged: 'Nothing has been charged so far.',
    asking: 'We are asking whether your payment went through.',
    denied: /Nothing has been charged|Payment Failed|could not be confirmed/,
    longer: 'Your membership, Individual, is now good until {day}.',
  },
  {
    asks: 'confirme la renovación',
    denied: /Hasta ahora no se ha cobrado nada|El pago falló|No se pudo confirmar/,
    longer: 'Su membresía, Individual, es válida ahora hasta el {day}.',
  },
)

/** From the page to the card provider about a payment. */
const providerCalls = /\/payment_intents\//

for (const language of ['en', 'es'] as const) {
  test(`a renewal that the bank asks about is confirmed from its mail, after a refusal, and extends once, in "${language}" @proof`, async ({
    page,
    ownProduct: product,
  }) => {
    const text = words[language]
    const flow = flowWords[language]
    const day = addDays(today, 30)
    await importClubs(product, [buyers])
    const faults = watchForFaults(page, [/401|402/])
    await setLanguage(page, language)
    const open = (path: string) => page.goto(toUrl(product, path, buyers.subdomain))
    const sandbox = openCardSandbox(product.origin)
    const countCharges = async () =>
      (await sandbox.listDeliveries()).filter(({ eventType }) => eventType === 'charge.succeeded').length
    const listOf = async (subject: string) =>
      (await readMails(product, signing.email)).filter((mail) => mail.subject.includes(subject))
    const bank = page.frameLocator(`iframe[title="${flow.bankFrame}"]`)

    await signIn(page, product, buyers, 'member', '/portal/member/payments', language)
    // the bank asks each time; about the other card it asks only before it is saved
    await addCard(page, language, cards.needsAuthentication.en)
    await bank.getByRole('button', { name: flow.complete }).click()
    await expect(page.getByText(flow.cardSaved)).toBeVisible()
    await open('/portal/member/membership')
    await page.getByRole('checkbox', { name: text.auto }).click()
    await expect(page.getByText(text.on)).toBeVisible()

    expect(faults).toEqual([])
    await product.stop()
    await startAhead(product, toInstant(day, '12:00', timeZone) - Date.now())
    // of the open page, whose calls may have met a server that was closing, or gone
    faults.splice(0)
    await expect.poll(async () => (await listOf(text.asks)).length, { timeout: 90_000 }).toBe(1)
    expect(await countCharges()).toBe(0)
    const [asked] = await listOf(text.asks)
    const link = /http\S+\/portal\/order\?\S+/.exec(asked?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByText(text.uncharged, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await button(page, text.confirm).click()
    await bank.getByRole('button', { name: flow.fail }).click()
    await expect(page.getByRole('alert').filter({ hasText: flow.unproven })).toBeVisible()
    expect(await countCharges()).toBe(0)
    await button(page, text.confirm).dblclick()
    await expect(bank.getByRole('button', { name: flow.complete })).toBeVisible()
    await expect(page.getByText(text.denied)).toHaveCount(0)
    // the card is charged, and no answer says so
    await breakCalls(page, 'get_order')
    await page.route(providerCalls, (route) => route.abort())
    await bank.getByRole('button', { name: flow.complete }).click()
    await expect(page.getByText(text.asking, { exact: true })).toBeVisible()
    await expect.poll(countCharges).toBe(1)
    await expect(page.getByText(text.denied)).toHaveCount(0)
    await expectAccessible(page)
    await page.unroute(endpoint)
    await page.unroute(providerCalls)
    faults.splice(0)
    const thanks = page.getByText(flow.renewed.replace('{club}', buyers.name))
    await expect(thanks).toBeVisible()
    await page.reload()
    await expect(thanks).toBeVisible()
    await expect(button(page, text.confirm)).toHaveCount(0)
    await expectAccessible(page)

    await expect.poll(async () => (await listOf(flow.receipt)).length).toBe(1)
    const [receipt] = await listOf(flow.receipt)
    expect(receipt?.text).toContain(
      text.longer.replace('{day}', toMailedDay(findLastValidDay(addYears(day, 1)), language)),
    )
    expect(await listOf(text.asks)).toHaveLength(1)
    expect(await countCharges()).toBe(1)
    expect(faults).toEqual([])
  })
}
