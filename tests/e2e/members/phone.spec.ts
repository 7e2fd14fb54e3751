// A member's phone: signed in by a QR code or a short code, and the membership card that it shows without a network.
import type { Page } from '@playwright/test'
import { inTurn } from '../../support/chance/turns.ts'
import { readRecords } from '../device/deviceStore.ts'
import { expect, expectAccessible, listDrafts, signIn, test, toUrl, watchForFaults } from '../fixtures.ts'
import { openFromMenu, readCode, untilFilesSaved } from './memberScreens.ts'

test(`a desktop signs in a phone once, and never over somebody else${inTurn('phone')}`, async ({
  page,
  phone: { page: phone },
  product,
  places: { club },
}) => {
  const faults = [watchForFaults(page), watchForFaults(phone)]
  const hosts = new Set<string>()
  phone.on('request', (request) => hosts.add(new URL(request.url()).host))
  await signIn(page, product, club, 'member')
  await openFromMenu(page, 'Mobile app link code')
  await expect(page.getByRole('heading', { level: 1, name: 'Mobile app link code' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code that signs in your phone' })).toBeVisible()
  await expect(page.getByText(/^Works once, for (9|10):\d\d more$/)).toBeVisible()
  const code = await readCode(page)
  const link = toUrl(product, `/portal/link/${code.replace('-', '')}`, club.subdomain)

  await phone.goto(link)
  const asked = phone.getByRole('heading', { name: /^Sign in as .+\?$/ })
  await expect(asked).toBeVisible()
  const name = ((await asked.textContent()) ?? '').replace(/^Sign in as (.+)\?$/, '$1')
  await expectAccessible(phone)
  // the look alone has used nothing up
  await expect(page.getByText('Your phone is signed in')).toBeHidden()
  await phone.getByRole('checkbox', { name: 'Keep Me Logged In' }).check()
  await phone.getByRole('button', { name: `Sign in as ${name}` }).click()
  await expect(phone).toHaveURL(/\/portal\/member\//)
  await expect(phone.getByRole('button', { name: `Your account, ${name}` })).toBeVisible()
  await expect(page.getByText('Your phone is signed in')).toBeVisible()
  await expectAccessible(page)
  expect([...hosts]).toEqual([new URL(product.origin).host])

  await phone.goto(link)
  await expect(phone.getByText(/^This code has been used already/)).toBeVisible()
  await expect(phone.getByRole('link', { name: /^Go on as / })).toBeVisible()
  await page.getByRole('button', { name: 'New code' }).click()
  const second = await readCode(page)
  expect(second).not.toBe(code)
  await phone.goto(toUrl(product, `/portal/link/${second}`, club.subdomain))
  await expect(phone.getByText('You are signed in here already')).toBeVisible()

  // what they have begun on this phone, and what they have for the show
  const findOwn = async () => ({
    drafts: (await listDrafts<{ id: string }>(phone)).map(({ id }) => id.split('/')[0]).sort(),
    passes: (await readRecords<{ memberId: number }>(phone, 'showfield-passes', 'passes')).filter(
      ({ memberId }) => memberId > 0,
    ).length,
  })
  await phone.goto(toUrl(product, '/portal/tickets', club.subdomain))
  await expect(phone.getByRole('img', { name: /^QR code / }).first()).toBeVisible()
  await phone.goto(toUrl(product, '/portal/donate', club.subdomain))
  await phone.locator('#field-amount').fill('5')
  await expect.poll(async () => (await findOwn()).drafts).toEqual(['purchase'])
  await phone.goto(toUrl(product, '/portal/member/social', club.subdomain))
  await phone.getByRole('link', { name: 'Create post' }).click()
  await phone.getByLabel('Message', { exact: true }).fill('Not posted')
  const begun = ['post', 'purchase']
  await expect.poll(async () => (await findOwn()).drafts).toEqual(begun)
  expect((await findOwn()).passes).toBeGreaterThan(0)

  // another member's code on this phone
  await page.goto(toUrl(product, '/portal/logout', club.subdomain))
  await expect(page.getByText(/^Thank you for using/)).toBeVisible()
  await signIn(page, product, club, 'moderator')
  await openFromMenu(page, 'Mobile app link code')
  const others = await readCode(page)
  await phone.goto(toUrl(product, `/portal/link/${others}`, club.subdomain))
  await expect(phone.getByText(`${name} is signed in on this device`)).toBeVisible()
  await expectAccessible(phone)
  await expect(phone.getByRole('button', { name: /^Sign in as/ })).toHaveCount(0)
  const signOut = phone.getByRole('link', { name: `Sign ${name} out` })
  await expect(phone.getByText(`What ${name} has begun here is deleted then`)).toBeVisible()
  await signOut.click()
  await expect(phone.getByText('Orders and sign-ups that you have not finished: 1')).toBeVisible()
  await expectAccessible(phone)
  expect((await findOwn()).drafts).toEqual(begun)
  await phone.goBack()
  await signOut.click()
  await phone.getByRole('button', { name: 'Delete and sign out' }).click()
  await phone.getByRole('button', { name: 'Remove them' }).click()
  // it is back at the code that is somebody else's
  await expect(phone).toHaveURL(toUrl(product, `/portal/link/${others.replace('-', '')}`, club.subdomain))
  expect(await findOwn()).toEqual({ drafts: [], passes: 0 })
  await phone.getByRole('button', { name: /^Sign in as/ }).click()
  await expect(phone).toHaveURL(/\/portal\/member\//)
  await expect(page.getByText('Your phone is signed in')).toBeVisible()
  expect(faults.flat()).toEqual([])
})

test('a short code is typed on the sign-in screen, as people type @proof', async ({
  page,
  phone: { page: phone },
  product,
  places: { club },
}) => {
  await signIn(page, product, club, 'parent', '/portal/member/link')
  const code = await readCode(page)

  await phone.goto(toUrl(product, '/portal/signin', club.subdomain))
  await phone.getByRole('button', { name: 'Sign in with a code' }).click()
  const field = phone.getByRole('textbox', { name: 'Code' })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await field.fill('abc')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('A code has 8 letters and digits, such as ABCD-2345.')).toBeVisible()
  await field.fill('ABCD-2345')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText(/^There is no such code/)).toBeVisible()
  await expectAccessible(phone)
  await field.fill(` ${code.toLowerCase().replace('-', ' ')}`)
  await phone.keyboard.press('Enter')
  await phone.getByRole('button', { name: 'Use another code' }).click()
  await expect(field).toBeFocused()
  await phone.keyboard.press('Enter')
  await phone.getByRole('button', { name: /^Sign in as/ }).click()
  await expect(phone).toHaveURL(/\/portal\/member\//)
  await expect(page.getByText('Your phone is signed in')).toBeVisible()
})

test('a card is shown without a network, checked by an officer, and gone at sign-out', async ({
  page,
  phone: { page: phone },
  doorProduct: product,
  places: { club },
}) => {
  await signIn(phone, product, club, 'parent')
  await openFromMenu(phone, 'Membership card')
  const card = phone.getByRole('region', { name: 'Membership card' })
  await expect(card.getByText(/^Valid until /)).toBeVisible()
  const picture = card.getByRole('img', { name: /^QR code/ })
  await expect(picture).toBeVisible()
  const drawn = await picture.locator('path').getAttribute('d')
  const saved = await readRecords<{ answer: { code?: string } }>(phone, 'showfield-answers', 'answers')
  const code = saved.find(({ answer }) => answer.code !== undefined)?.answer.code ?? ''

  // the card that is kept has the member's new name, without being opened again
  await openFromMenu(phone, 'Profile')
  await phone.getByLabel('First name').fill('Marigold')
  await phone.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(phone.getByText('Your profile changes have been saved.')).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await readRecords(phone, 'showfield-answers', 'answers')))
    .toMatch(/"code":[^}]*Marigold|Marigold[^}]*"code":/)
  await openFromMenu(phone, 'Membership card')
  await expect(card.getByText(/^Marigold /)).toBeVisible()

  await untilFilesSaved(phone)
  await product.stop()
  await phone.clock.install()
  await phone.reload()
  await expect(card.getByText(/^Valid until /)).toBeVisible()
  await expect(picture.locator('path')).toHaveAttribute('d', drawn ?? '')
  // the day too, and also today: whoever checks it does not know when the phone was last connected
  await expect(card.getByText(/^Valid as of [A-Z][a-z]+ \d+, \d{4}, \d+:\d\d\s[AP]M/)).toBeVisible()
  await expect(phone.getByText(/^No connection\. This is what was saved at/)).toBeVisible()
  await expectAccessible(phone)
  await phone.clock.fastForward(3 * 366 * 24 * 3_600_000)
  await expect(card.getByText(/^Expired\. It was valid until /)).toBeVisible()
  await expect(card.getByText(/^Last confirmed on [A-Z][a-z]+ \d+, \d{4}, \d+:\d\d\s[AP]M/)).toBeVisible()
  await expect(card.getByText(/^Valid/)).toHaveCount(0)
  await phone.clock.setSystemTime(new Date())
  // without the club there is no new code to have
  await expect(phone.getByRole('button', { name: 'New QR code' })).toHaveCount(0)
  await product.start()

  // an officer's phone, on which nobody is signed in
  const check = toUrl(product, `/portal/card/${code}`, club.subdomain)
  const document = await page.goto(check)
  expect(document?.headers()['x-robots-tag']).toBe('noindex')
  expect(document?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(page.getByText('Valid', { exact: true })).toBeVisible()
  // it would be asked by itself, but for the clock that this test has moved
  await phone.getByRole('button', { name: 'Try again' }).click()
  await phone.getByRole('button', { name: 'New QR code' }).click()
  await expect(picture.locator('path')).not.toHaveAttribute('d', drawn ?? '')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('No such card', { exact: true })).toBeVisible()

  await phone.goto(toUrl(product, '/portal/logout', club.subdomain))
  await expect(phone.getByText(/^Thank you for using/)).toBeVisible()
  await product.stop()
  await phone.goto(toUrl(product, '/portal/member/card', club.subdomain))
  await expect(phone.getByText('You are not authorized.')).toBeVisible()
})

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test('on an iPhone the short code comes first, and a scanned one says how the app is signed in @proof', async ({
  page,
  browser,
  product,
  places: { club },
}) => {
  const linkScreen = toUrl(product, '/portal/member/link', club.subdomain)
  const ways = (one: Page) => one.getByRole('heading', { level: 2 }).allTextContents()
  const [scan, type] = ["Scan it with the phone's camera", 'Type it in the app']
  await signIn(page, product, club, 'moderator', linkScreen)
  const code = await readCode(page)
  // a desktop does not know which phone it will be
  expect(await ways(page)).toEqual([scan, type])
  await expect(page.getByText(/^On an iPhone it opens the browser\./)).toBeVisible()

  const context = await browser.newContext({ userAgent: iPhone, hasTouch: true, locale: 'en-US' })
  const safari = await context.newPage()
  const hint = safari.getByText(`then "Sign in with a code", and type ${code}.`)
  const scanned = toUrl(product, `/portal/link/${code.replace('-', '')}`, club.subdomain)
  await safari.goto(scanned)
  await expect(safari.getByText('For the app on your Home Screen')).toBeVisible()
  await expect(hint).toBeVisible()
  await expectAccessible(safari)
  await safari.getByRole('button', { name: /^Sign in as/ }).click()
  await expect(safari).toHaveURL(/\/portal\/member\//)

  await safari.goto(linkScreen)
  await readCode(safari)
  expect(await ways(safari)).toEqual([type, scan])
  await expectAccessible(safari)
  await context.close()

  // a phone of another kind opens the app itself
  await page.goto(scanned)
  await expect(
    page.getByText(/^This code has been used already|^You are signed in here already/),
  ).toBeVisible()
  await expect(page.getByText('For the app on your Home Screen')).toHaveCount(0)
})
