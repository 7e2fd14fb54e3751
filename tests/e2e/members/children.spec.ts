// Additional logins: added, invited, invited again and removed, and what stands there before the first one.

import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { readMails } from '../../support/buying/buyers.ts'
import { getMember } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, listDrafts, test, toUrl } from '../fixtures.ts'

const words = inBoth(
  {
    add: 'Add login',
    save: 'Save',
    invited: 'Invited, no password yet',
    again: 'Send the invitation again',
    sure: 'Remove this login?',
    remove: 'Remove',
    removeOf: /^Remove the login of Zoe/,
    taken: /belongs to another login/,
    missing: 'Enter the first name.',
    isFor: 'This link is for',
    goOn: 'Go on as Martin Keller',
    signOut: 'Sign Martin Keller out',
    deleted: 'What Martin Keller has begun here is deleted then',
    stays: /favourites stay on this device/,
    begun: 'Orders and sign-ups that you have not finished: 1',
    leave: 'Delete and sign out',
    password: 'New password',
  },
  {
    removeOf: /^Quitar el acceso de Zoe/,
    taken: /pertenece a otro acceso/,
    isFor: 'Este enlace es para',
    goOn: 'Seguir como Martin Keller',
    signOut: 'Cerrar la sesión de Martin Keller',
    deleted: 'Lo que Martin Keller ha empezado aquí se elimina entonces',
    begun: 'Pedidos e inscripciones sin terminar: 1',
    stays: /los favoritos permanecen en este dispositivo/,
  },
)

for (const { language, viewport } of rounds) {
  test(`a member adds and removes a login in "${language}", ${viewport.width} wide @proof`, async ({
    journey,
    product,
    places,
  }) => {
    const text = words[language]
    const path = '/portal/member/children'
    const page = await journey(places.club, 'parent', { path, language, viewport, allowed: [/status of 4/] })
    await page.getByRole('button', { name: text.add }).click()
    const save = page.getByRole('button', { name: text.save, exact: true })
    await expect(page.locator('[name="fname"]')).toBeFocused()
    await save.click()
    await expect(page.getByText(text.missing)).toBeVisible()
    const email = `zoe.${language}@${'a-long-mailbox-name'.repeat(2)}.example`
    await page.locator('[name="fname"]').fill('Zoe Wilhelmina-Alexandra Long')
    await page.locator('[name="lname"]').fill('Oakes')
    const own = getMember(places.club, 'member').email
    await page.locator('[name="email"]').fill(own)
    await page.locator('[name="email"]').press('Enter')
    await expect(page.getByText(text.taken)).toBeVisible()
    await expectAccessible(page)
    await page.locator('[name="email"]').fill(email)
    await save.dblclick()
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row.getByText(text.invited)).toBeVisible()
    await expectAccessible(page)
    await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
    await row.getByRole('button', { name: text.again }).click()
    await expect.poll(async () => (await readMails(product, email)).length).toBe(2)
    const invitation = /#invitation=\S+/.exec((await readMails(product, email))[1]?.text ?? '')?.[0] ?? ''
    const openInvitation = () =>
      page.goto(toUrl(product, '/portal/signin', places.club.subdomain) + invitation)
    await openInvitation()
    await expect(page.getByText(text.isFor)).toContainText(email)
    await expectAccessible(page)
    await page.getByRole('link', { name: text.goOn }).click()
    await expect(page).toHaveURL(/member\/social/)
    await page.goto(toUrl(product, path, places.club.subdomain))
    await row.getByRole('button', { name: text.removeOf }).click()
    const dialog = page.getByRole('alertdialog', { name: text.sure })
    await dialog.getByRole('button', { name: text.remove, exact: true }).click()
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goto(toUrl(product, '/portal/donate', places.club.subdomain))
    await page.locator('#field-amount').fill('5')
    await expect.poll(async () => (await listDrafts(page)).length).toBe(1)
    await openInvitation()
    await expect(page.getByText(text.deleted)).toBeVisible()
    await expect(page.getByText(text.stays)).toBeVisible()
    await page.getByRole('link', { name: text.signOut }).click()
    await expect(page.getByText(text.begun)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.leave }).click()
    // the link is there again, with its code
    await expect(page.getByLabel(text.password, { exact: true })).toBeFocused()
    expect(await listDrafts(page)).toEqual([])
  })
}
