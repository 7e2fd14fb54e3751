// The years of a member: joined, with a password, on desktop and phone, and renewed by the server alone
// (rules/payments 4.4).
import type { Page } from '@playwright/test'
import QRCode from 'qrcode'
import { toQrPath } from '../../../src/app/ui/qr/qrPath.ts'
import { addDays, addYears, toInstant } from '../../../src/domain/day.ts'
import { findLastValidDay } from '../../../src/domain/member.ts'
import { startAhead } from '../../support/browsers/startAhead.ts'
import { inBoth } from '../../support/browsers/words.ts'
import {
  acceptTerms,
  addCard,
  button,
  buyers,
  desk,
  fillPersonal,
  flowWords,
  makeBuyersClub,
  payByCard,
  person,
  pressNext,
  readMails,
  setLanguage,
  toMailedDay,
} from '../../support/buying/buyers.ts'
import { openCardSandbox } from '../../support/buying/cardSandbox.ts'
import { importClubs, readToday, timeZone } from '../../support/clubs/world.ts'
import { expect, test, toUrl, watchForFaults } from '../fixtures.ts'
import { readCode } from './memberScreens.ts'

const password = 'Rumble-Seat 1932'
const name = `${person.fname} ${person.lname}`

const words = inBoth(
  {
    code: 'Code from your e-mail',
    password: 'New password',
    next: 'Next',
    login: 'Login',
    account: `Your account, ${name}`,
    link: 'Mobile app link code',
    qr: 'QR code that signs in your phone',
    asked: `Sign in as ${name}?`,
    enter: `Sign in as ${name}`,
    linked: 'Your phone is signed in',
    renew: 'Renew now',
    pay: 'Pay $41.50',
    renewed: 'Your membership has been renewed and your new expiration date is {day}.',
    auto: 'Renew my membership automatically',
    on: 'Automatic renewal has been turned on.',
    soon: /^On .+, .+ is charged \$41\.50 for one year, and an e-mail is sent\. We write to you 14 and 3 days before\./,
    ended: 'Your sign-in has ended',
    expiration: 'Expiration date',
    paid: /#\d+ .*Paid$/,
    joined: 'Your membership, Individual, is good until {day}.',
    longer: 'Your membership, Individual, is now good until {day}.',
    subjects: {
      code: 'your code to choose a password',
      password: 'your password was set',
      cards: 'your saved cards have changed',
      auto: 'your automatic renewal has changed',
      notice: 'your membership renews on {day}',
    },
  },
  {
    account: `Su cuenta, ${name}`,
    asked: `¿Iniciar sesión como ${name}?`,
    enter: `Iniciar sesión como ${name}`,
    pay: 'Pagar $41.50',
    renewed: 'Su membresía se ha renovado y su nueva fecha de vencimiento es {day}.',
    soon: /^El .+ se cobran \$41\.50 a .+ por un año, y se envía un correo\. Le escribimos 14 y 3 días antes\./,
    paid: /#\d+ .*Pagado$/,
    joined: 'Su membresía, Individual, es válida hasta el {day}.',
    longer: 'Su membresía, Individual, es válida ahora hasta el {day}.',
    subjects: {
      code: 'su código para elegir una contraseña',
      password: 'su contraseña está lista',
      cards: 'sus tarjetas guardadas han cambiado',
      auto: 'su renovación automática ha cambiado',
      notice: 'su membresía se renueva el {day}',
    },
  },
)

for (const language of ['en', 'es'] as const) {
  test(`a new member joins, chooses a password, links a phone, saves a card, renews, and is renewed once by a server that was down on the day, in "${language}" @proof`, async ({
    browser,
    page: phone,
    ownProduct: product,
  }) => {
    test.setTimeout(360_000)
    const text = words[language]
    const email = `life-${language}@example.org`
    const [joinedTo, renewedTo, extendedTo] = [1, 2, 3].map((years) => addYears(readToday(), years))
    if (joinedTo === undefined || renewedTo === undefined || extendedTo === undefined)
      throw new Error('no day')
    // a membership can be renewed on any day
    await importClubs(product, [makeBuyersClub('buyers', { maxRenewDays: 0 })])
    const desktop = await browser.newPage({ viewport: desk, locale: 'en-US' })
    // the sign-ins that are over years later
    const faults = [watchForFaults(phone, [/ 401 /]), watchForFaults(desktop, [/ 401 /])]
    for (const page of [phone, desktop]) await setLanguage(page, language)
    const open = (page: Page, path: string) => page.goto(toUrl(product, path, buyers.subdomain))
    const sandbox = openCardSandbox(product.origin)
    const countCharges = async () =>
      (await sandbox.listDeliveries()).filter(({ eventType }) => eventType === 'charge.succeeded').length
    const readNewest = async (count: number) => {
      await expect.poll(async () => (await readMails(product, email)).length).toBe(count)
      return (await readMails(product, email)).at(-1)?.text ?? ''
    }
    const expectExpiration = (page: Page, day: string) =>
      expect(page.locator('dl > div').filter({ hasText: text.expiration })).toHaveText(
        `${text.expiration}${findLastValidDay(day)}`,
      )

    await test.step('joins on the phone', async () => {
      await open(phone, '/portal/join')
      await phone.getByRole('link', { name: flowWords[language].joinNow }).click()
      await fillPersonal(phone, email)
      await pressNext(phone, language)
      await acceptTerms(phone, language)
      await payByCard(phone, language)
    })

    await test.step('chooses a password on the desktop, with the mailed code', async () => {
      const receipt = await readNewest(1)
      expect(receipt).toContain(
        text.joined.replace('{day}', toMailedDay(findLastValidDay(joinedTo), language)),
      )
      const link = /http\S+\/portal\/signin\S+/.exec(receipt)?.[0] ?? ''
      await desktop.goto(link)
      await button(desktop, text.next).click()
      const code = desktop.getByLabel(text.code, { exact: true })
      await expect(code).toBeFocused()
      await code.fill(/#setup=(\w+)/.exec(await readNewest(2))?.[1] ?? '')
      await desktop.getByLabel(text.password, { exact: true }).fill(password)
      await desktop.keyboard.press('Enter')
      await button(desktop, text.login).click()
      await expect(button(desktop, text.account)).toBeVisible()
    })

    await test.step('links the phone by the QR code', async () => {
      await open(desktop, '/portal/member/membership')
      await expectExpiration(desktop, joinedTo)
      await desktop.getByRole('link', { name: text.link }).click()
      const code = (await readCode(desktop)).replace('-', '')
      const address = toUrl(product, `/portal/link/${code}`, buyers.subdomain)
      const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
      const drawn = desktop.getByRole('img', { name: text.qr }).locator('path')
      await expect(drawn).toHaveAttribute('d', toQrPath(modules.size, modules.data))
      await phone.goto(address)
      await expect(phone.getByRole('heading', { name: text.asked })).toBeVisible()
      await button(phone, text.enter).click()
      await expect(button(phone, text.account)).toBeVisible()
      await expect(desktop.getByText(text.linked)).toBeVisible()
    })

    await test.step('saves a card, renews with it and turns on automatic renewal', async () => {
      await open(phone, '/portal/member/payments')
      await addCard(phone, language)
      await expect(phone.getByText(flowWords[language].cardSaved)).toBeVisible()
      await open(phone, '/portal/member/membership')
      await button(phone, text.renew).click()
      await button(phone, text.pay).dblclick()
      await expect(phone.getByText(text.renewed.replace('{day}', findLastValidDay(renewedTo)))).toBeVisible()
      await expectExpiration(phone, renewedTo)
      await phone.getByRole('checkbox', { name: text.auto }).click()
      await expect(phone.getByText(text.on)).toBeVisible()
      await expect(phone.getByText(text.soon)).toBeVisible()
      await readNewest(6)
      expect(await countCharges()).toBe(2)
    })

    const noticeOf = (day: string) => text.subjects.notice.replace('{day}', toMailedDay(day, language))
    const goTo = async (day: string) => {
      expect(faults.flat()).toEqual([])
      await product.stop()
      await startAhead(product, toInstant(day, '12:00', timeZone) - Date.now())
      // of the open pages, whose calls may have met a server that was closing, or gone
      for (const ofPage of faults) ofPage.splice(0)
    }
    await test.step('is told 14 and 3 days before, and renewed when the server is back two days after', async () => {
      await goTo(addDays(renewedTo, -14))
      await readNewest(7)
      await goTo(addDays(renewedTo, -3))
      await readNewest(8)
      expect(await countCharges()).toBe(2)
      // down for the day before, the day itself and the day after
      await goTo(addDays(renewedTo, 2))
      await readNewest(9)
      await goTo(addDays(renewedTo, 3))
    })

    await test.step('and sees all of it on the screens, once', async () => {
      for (const page of [phone, desktop]) {
        await open(page, '/portal/member/membership')
        const again = page.getByRole('dialog', { name: text.ended })
        await again.locator('input[type="password"]').fill(password)
        await page.keyboard.press('Enter')
        await expect(again).toHaveCount(0)
        await expectExpiration(page, extendedTo)
        await expect(page.getByRole('checkbox', { name: text.auto })).toBeChecked()
        await open(page, '/portal/member/payments')
        // what joining cost was paid before there was a member
        await expect(page.getByRole('row').filter({ hasText: '$41.50' })).toHaveText([text.paid, text.paid])
      }
      const { code, password: chosen, cards, auto } = text.subjects
      const mails = await readMails(product, email)
      const { receipt } = flowWords[language]
      const notice = noticeOf(renewedTo)
      expect(mails.map(({ subject }) => subject.replace(new RegExp(`(${receipt}) \\d+$`), '$1'))).toEqual(
        [receipt, code, chosen, cards, receipt, auto, notice, notice, receipt].map(
          (subject) => `${buyers.name}: ${subject}`,
        ),
      )
      const receipts = mails.filter(({ subject }) => subject.includes(receipt))
      for (const [at, day] of [
        [1, renewedTo],
        [2, extendedTo],
      ] as const) {
        expect(receipts[at]?.text).toContain(
          text.longer.replace('{day}', toMailedDay(findLastValidDay(day), language)),
        )
      }
      for (const { html } of mails) expect(html).toContain(`<html lang="${language}">`)
      expect(await countCharges()).toBe(3)
    })
    expect(faults.flat()).toEqual([])
    await desktop.close()
  })
}
