// The profile on a phone and on a desk: picture, fields, roster, a new e-mail address, and what is not lost.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { breakCalls, holdCalls, untilAnswered } from '../../support/browsers/pageCalls.ts'
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { readMails } from '../../support/buying/buyers.ts'
import { notes } from '../../support/pixels/plainPicture.ts'
import { expect, expectAccessible, lineIsCut, test, toUrl } from '../fixtures.ts'

const words = inBoth(
  {
    save: 'Save',
    saved: 'Your profile changes have been saved.',
    use: 'Use this picture',
    wrong: 'notes.txt is not a supported image type.',
    leave: 'Leave without saving?',
    stay: 'Stay here',
    waiting: /Waiting for you to open the mail in/,
    confirm: 'Confirm this address',
    keep: 'Keep my old address',
    signIn: 'Sign in',
    done: /From now on you sign in with/,
    missing: 'Enter your last name.',
    notYet: /^Your images are still being prepared\./,
  },
  {
    wrong: 'notes.txt no es un tipo de imagen admitido.',
    waiting: /Esperamos a que abra el correo en/,
    done: /Desde ahora inicia sesión con/,
    notYet: /^Sus imágenes aún se están preparando\./,
  },
)

const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`)

for (const { language, viewport } of rounds) {
  const role = language === 'en' ? 'member' : 'moderator'

  test(`a member changes their profile in "${language}", ${viewport.width} wide @proof`, async ({
    journey,
    context,
    product,
    places,
  }) => {
    const text = words[language]
    const allowed = [lineIsCut, /401|ERR_FAILED/]
    const path = '/portal/member/profile'
    const page = await journey(places.club, role, { path, language, viewport, allowed })
    const save = page.getByRole('button', { name: text.save, exact: true })
    await expect(save).toBeInViewport()
    await expect(field(page, 'roster')).toBeVisible()

    await test.step('a picture', async () => {
      const file = page.locator('input[type="file"]')
      await file.setInputFiles(notes)
      await expect(page.getByText(text.wrong)).toBeVisible()
      const photo = sharp({ create: { width: 600, height: 300, channels: 3, background: '#2060a0' } })
      const buffer = await photo.jpeg().toBuffer()
      await page.evaluate(() => {
        const { decode } = HTMLImageElement.prototype
        HTMLImageElement.prototype.decode = async function decodeLater(this: HTMLImageElement) {
          HTMLImageElement.prototype.decode = decode
          await new Promise((resolve) => Object.assign(window, { decodeNow: resolve }))
          return decode.call(this)
        }
      })
      await file.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
      await save.click()
      await expect(page.getByText(text.notYet)).toBeVisible()
      await page.evaluate(() => (window as unknown as { decodeNow(): void }).decodeNow())
      const zoom = page.getByRole('slider').first()
      await zoom.focus()
      await zoom.press('ArrowRight')
      await expectAccessible(page)
      await page.getByRole('button', { name: text.use }).click()
      await expect(page.getByText(text.wrong)).toBeHidden()
    })

    await test.step('a fault is said beside its field, and nothing is lost', async () => {
      const before = await field(page, 'lname').inputValue()
      await field(page, 'partner').fill('Jo Partner')
      await field(page, 'lname').fill('')
      await save.click()
      await expect(page.getByText(text.missing).first()).toBeVisible()
      await field(page, 'lname').fill(before)
      await context.setOffline(true)
      await save.click({ force: true })
      await context.setOffline(false)
      await expect(field(page, 'partner')).toHaveValue('Jo Partner')
    })

    await test.step('why it was not saved stands behind one word', async () => {
      await breakCalls(page, 'update_member')
      await save.click()
      await expect(page.getByText(/^Error:\S/)).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
    })

    await test.step('leaving by accident asks first', async () => {
      await page.locator('header a[href*="/portal"]').first().click()
      const dialog = page.getByRole('alertdialog', { name: text.leave })
      await dialog.getByRole('button', { name: text.stay }).click()
      await expect(field(page, 'partner')).toHaveValue('Jo Partner')
    })

    const wanted = `new.${role}@mail.example`
    await test.step('one press, also a double one, saves all of it', async () => {
      await field(page, 'phone').fill('+1 (614) 555-0177')
      await expect(field(page, 'phone')).toHaveValue('6145550177')
      await field(page, 'email_address').fill(wanted)
      await field(page, 'rosterEmail').click()
      const isListed = await field(page, 'rosterEmail').isChecked()
      const readNow = await holdCalls(page, 'member_authorize')
      const isSaved = untilAnswered(page, 'update_member_settings')
      await save.dblclick()
      await isSaved
      // what is typed before the profile is read again would be lost
      await expect(field(page, 'partner')).toHaveJSProperty('readOnly', true)
      await expect(field(page, 'title')).toHaveAttribute('aria-disabled', 'true')
      readNow()
      await expect(page.getByText(text.saved)).toBeVisible()
      await expect(field(page, 'partner')).toHaveJSProperty('readOnly', false)
      await page.reload()
      await expect(field(page, 'partner')).toHaveValue('Jo Partner')
      await expect(field(page, 'rosterEmail')).toBeChecked({ checked: isListed })
      await expect(page.locator('form img')).toHaveAttribute('src', /\/media\/member\/[0-9a-f]{40}\.webp/)
      await expect(page.getByText(text.waiting)).toContainText(wanted)
    })

    await test.step('the mail confirms the new address', async () => {
      await expect.poll(async () => (await readMails(product, wanted)).length).toBe(1)
      const [mail] = await readMails(product, wanted)
      const link = /https?:\S+#confirm=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
      const address = toUrl(product, '/portal/confirm-email', places.club.subdomain) + new URL(link).hash
      await page.goto(address)
      await expectAccessible(page)
      const confirm = page.getByRole('button', { name: text.confirm })
      await confirm.click()
      await expect(page.getByText(text.done)).toContainText(wanted)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await page.goto(toUrl(product, '/portal/member/profile', places.club.subdomain))
      await expect(field(page, 'email_address')).toHaveValue(wanted)
      // a link that has been used offers nothing
      await page.goto(address)
      await confirm.click()
      await expect(page.getByRole('alert').first()).not.toBeEmpty()
      await expect(confirm).toHaveCount(0)
    })

    await test.step('the mail to the old address takes it back, and leads on to a new password', async () => {
      const { email = '' } = places.club.members.find((one) => one.role === role) ?? {}
      const mails = await readMails(product, email)
      const hash = /#undo=\S+/.exec(mails.map((mail) => mail.text).join('\n'))?.[0] ?? ''
      // a mail opens a page of its own, and never only another fragment of this one
      await page.goto(toUrl(product, '/portal/home', places.club.subdomain))
      await page.goto(toUrl(product, '/portal/confirm-email', places.club.subdomain) + hash)
      await page.getByRole('button', { name: text.keep }).click()
      await page.locator('main').getByRole('link', { name: text.signIn }).click()
      await expect(page).toHaveURL(/signin\?.*redirect=%2Fportal%2Fmember%2Fpassword/)
    })
  })
}
