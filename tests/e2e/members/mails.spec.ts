// The mails of members' accounts on a narrow phone: nothing is wider than the screen.

import { writeLetter } from '../../../src/server/assembly/letters.ts'
import { createTheme } from '../../../src/server/club/theme.ts'
import { toLetterHtml } from '../../../src/server/mail/letterHtml.ts'
import { listMails } from '../../screens/mails.ts'
import { makeLetterContext } from '../../support/clubs/letterContexts.ts'
import { expect, test } from '../fixtures.ts'

const portal = {
  headerBackgroundColor: '#19332a',
  headerColor: '#f3e6c4',
  buttonBackgroundColor: '#a5201d',
  buttonColor: '#ffffff',
}
const mails = listMails('2027-09-14', 0).filter(({ kind }) => /^(?:renewal-notice|invitation)$/.test(kind))

for (const language of ['en', 'es'] as const) {
  test(`the facts of a mail in "${language}" fit a phone of 320 pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    expect(mails).toHaveLength(2)
    for (const message of mails) {
      const letter = await writeLetter(message, makeLetterContext(language))
      if (letter === undefined) throw new Error(`there is no letter of kind ${message.kind}`)
      await page.setContent(toLetterHtml(letter, createTheme(portal, '').variants))
      await expect(page.getByRole('heading', { name: letter.heading })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  })
}
