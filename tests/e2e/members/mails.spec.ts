// The mails of members' accounts on a narrow phone: nothing is wider than the screen.
import { writeCardRenewalLetter } from '../../../src/server/mail/cardRenewalLetter.ts'
import { toLetterHtml } from '../../../src/server/mail/letterHtml.ts'
import { writeMemberLetter } from '../../../src/server/mail/members/memberLetters.ts'
import { createTheme } from '../../../src/server/portal/theme.ts'
import { expect, test } from '../fixtures.ts'

const portal = {
  headerBackgroundColor: '#19332a',
  headerColor: '#f3e6c4',
  buttonBackgroundColor: '#a5201d',
  buttonColor: '#ffffff',
}
const email = `${'maximiliana.bartholomea.'.repeat(4)}@${'long-provider-'.repeat(2)}name.example`

for (const language of ['en', 'es'] as const) {
  test(`the facts of a mail in "${language}" fit a phone of 320 pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    const frame = { language, clubName: 'Alder Hollow Motor Club' }
    const notice = writeCardRenewalLetter(
      {
        kind: 'renewal-notice',
        day: '2027-09-28',
        typeLabel: 'Family, with everybody beneath one roof',
        amountCents: 599_950,
        card: { brand: 'Mastercard', last4: '4444' },
      },
      { ...frame, isTest: true, toAddress: (path) => path },
    )
    const invitation = writeMemberLetter(
      { kind: 'invitation', fname: 'Pia', by: 'Martin Keller', email, codeId: '1' },
      { ...frame, findAddress: (path) => path, findCode: () => 'ABCDEFGH' },
    )
    for (const letter of [notice, invitation]) {
      await page.setContent(toLetterHtml(letter, createTheme(portal, '').variants))
      await expect(page.getByRole('heading', { name: letter.heading })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  })
}
