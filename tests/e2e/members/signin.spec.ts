// The ways to a password: the first one with a mailed code, a temporary one, a change, and taking a change back.
import { holdCalls, untilAnswered } from '../../support/browsers/pageCalls.ts'
import { rounds } from '../../support/browsers/rounds.ts'
import { startAhead } from '../../support/browsers/startAhead.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { readMails } from '../../support/buying/buyers.ts'
import { getMember } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, findPlaces, inFirst, signInOnScreens, test, toUrl } from '../fixtures.ts'

const words = inBoth(
  {
    email: 'E-mail',
    code: 'Code from your e-mail',
    first: 'New password',
    password: 'Password',
    next: 'Next',
    login: 'Login',
    forgot: 'Forgot password',
    create: 'Create Temporary Password',
    back: 'Go back to login',
    temporary: /Temporary password: ([A-Z2-9-]+)/,
    mustChange: 'You signed in with a temporary password. Choose a new one to go on.',
    retype: 'Retype password',
    save: 'Save Password',
    changed: 'Your password has been changed.',
    wrongCode: /This code is not right/,
    weak: /^The password must have at least 8 characters/,
    notMe: 'It was not me',
    choose: 'Choose a password',
  },
  {
    email: 'Correo electrónico',
    temporary: /Contraseña temporal: ([A-Z2-9-]+)/,
    wrongCode: /Este código no es correcto/,
    weak: /^La contraseña debe tener al menos 8 caracteres/,
  },
)

for (const { language, viewport } of rounds) {
  test(`from no password to a taken back one, in "${language}", ${viewport.width} wide${inFirst(language, 'password')}`, async ({
    journey,
    ownProduct: product,
  }) => {
    const { club } = findPlaces(product.demo)
    const text = words[language]
    const page = await journey(club, 'visitor', { language, viewport, allowed: [/status of 4/], product })
    const email = getMember(club, 'no-password').email
    const open = (path: string) => page.goto(toUrl(product, path, club.subdomain))
    const readNewest = async (count: number) => {
      await expect.poll(async () => (await readMails(product, email)).length).toBe(count)
      return (await readMails(product, email)).at(-1)?.text ?? ''
    }
    const field = (label: string) => page.getByLabel(label, { exact: true })

    await open('/portal/signin')
    await field(text.email).fill(email)
    await page.keyboard.press('Enter')
    await expect(field(text.code)).toBeFocused()
    await expectAccessible(page)
    const setup = /#setup=(\w+)/.exec(await readNewest(1))?.[1] ?? ''
    await field(text.code).fill('ABCD-EFGH')
    await field(text.first).fill('weak')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text.weak)).toBeVisible()
    await field(text.first).fill('Rumble-Seat 1932')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text.wrongCode)).toBeVisible()
    await expect(field(text.first)).toHaveValue('Rumble-Seat 1932')
    await field(text.code).fill(`${setup.slice(0, 4).toLowerCase()} ${setup.slice(4)}`)
    await page.getByRole('button', { name: text.next, exact: true }).dblclick()
    // the flow goes on with the password step
    await page.getByRole('button', { name: text.login, exact: true }).click()
    await expect(page).toHaveURL(/\/portal\/member\//)

    await open('/portal/logout')
    await expect(page.locator('main [role=status]')).toBeVisible()
    await open('/portal/signin')
    await field(text.email).fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: text.forgot }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: text.create }).click()
    await expect(page.getByRole('heading', { name: text.forgot })).toBeFocused()
    const temporary = text.temporary.exec(await readNewest(3))?.[1] ?? ''
    await page.getByRole('button', { name: text.back }).click()
    await field(text.password).fill(temporary)
    await page.keyboard.press('Enter')
    await expect(page.getByText(text.mustChange)).toBeVisible()
    await expectAccessible(page)
    // and nowhere else
    await open('/portal/member/profile')
    await expect(page.getByText(text.mustChange)).toBeVisible()
    const save = page.getByRole('button', { name: text.save })
    await field(text.first).fill('Whitewall+Tyres 57')
    await field(text.retype).fill('Whitewall+Tyres 58')
    await expect(save).toBeDisabled()
    await field(text.retype).fill('Whitewall+Tyres 57')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text.changed)).toBeVisible()
    await expect(page.getByText(text.mustChange)).toBeHidden()
    await open('/portal/member/profile')
    await expect(page).toHaveURL(/member\/profile/)

    const undo = /(http\S+undo-password\S+)/.exec(await readNewest(4))?.[1] ?? ''
    await page.goto(undo)
    await expectAccessible(page)
    // what says that this sign-in is over comes late
    const answerNow = await holdCalls(page, 'member_authorize')
    const undone = untilAnswered(page, 'undo_password_change')
    await page.getByRole('button', { name: text.notMe }).click()
    await undone
    await expect(page.getByRole('link', { name: text.choose })).toBeHidden()
    answerNow()
    await page.getByRole('link', { name: text.choose }).click()
    await expect(field(text.email)).toHaveValue(email)
    await field(text.email).press('Enter')
    await expect(field(text.code)).toBeVisible()
    // a link that has been used offers nothing
    await page.goto(undo)
    await page.getByRole('button', { name: text.notMe }).click()
    await expect(page.getByRole('alert').first()).not.toBeEmpty()
    await expect(page.getByRole('button', { name: text.notMe })).toHaveCount(0)
  })
}

test('who signed in a while ago proves it again, and loses nothing of what was typed @proof', async ({
  page,
  ownProduct: product,
}) => {
  const { club } = findPlaces(product.demo)
  const own = club.members.find(({ role }) => role === 'member')?.password ?? ''
  await signInOnScreens(page, product, club, 'member')
  await product.stop()
  await startAhead(product, 20 * 60_000)
  await page.goto(toUrl(product, '/portal/member/profile', club.subdomain))
  const email = page.getByRole('textbox', { name: 'E-mail', exact: true })
  await email.fill('ruth.new@example.org')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const again = page.getByRole('dialog', { name: 'Please log in again to change your e-mail address.' })
  await expect(again).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()
  await expect(email).toHaveValue('ruth.new@example.org')
  await save.click()
  await again.getByLabel('Present password').fill(own)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your profile changes have been saved.')).toBeVisible()
  await expect(again).toBeHidden()
  await expect.poll(async () => (await readMails(product, 'ruth.new@example.org')).length).toBe(1)

  await product.stop()
  await startAhead(product, 40 * 60_000)
  await page.goto(toUrl(product, '/portal/member/password', club.subdomain))
  const text = words.en
  await page.getByLabel(text.first, { exact: true }).fill('Whitewall+Tyres 57')
  await page.getByLabel(text.retype).fill('Whitewall+Tyres 57')
  await page.getByRole('button', { name: text.save }).click()
  const dialog = page.getByRole('dialog', { name: 'Please log in again to change your password.' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Present password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The e-mail address or the password is not right.').first()).toBeVisible()
  await dialog.getByLabel('Present password').fill(own)
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.changed)).toBeVisible()
})
