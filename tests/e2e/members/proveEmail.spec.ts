// A member whose address nobody has proved is asked for it at their sign-in, types the mailed code, and is asked no more.
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { readMails } from '../../support/buying/buyers.ts'
import { defineClub, importClubs } from '../../support/clubs/world.ts'
import { getMember } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, inFirst, signInOnScreens, test, toUrl } from '../fixtures.ts'

const words = inBoth(
  {
    ask: 'Please confirm your e-mail address',
    send: 'Send me a code',
    later: 'Later',
    code: 'Code from your e-mail',
    confirm: 'Confirm my address',
    wrong: 'This code is not right, or it has run out. Ask for a new one.',
    done: 'Thank you. Your address is confirmed.',
  },
  {},
)

const clubs = {
  en: defineClub('prove-en', { people: { joined: { name: 'Jo Marsh', emailProved: false } } }),
  lost: defineClub('prove-lost', { people: { joined: { name: 'Lee Orr', emailProved: false } } }),
  quiet: defineClub('prove-quiet', {
    portal: { socialTab: false, ridesTab: false, activitiesTab: false },
    people: { joined: { name: 'Ann Poe', emailProved: false } },
  }),
  es: defineClub('prove-es', { people: { joined: { name: 'Iris Vega', emailProved: false } } }),
}

test.beforeAll(({ product }) => importClubs(product, Object.values(clubs)))

for (const { language, viewport } of rounds) {
  test(`a member proves their address in "${language}", ${viewport.width} wide${inFirst(language)}`, async ({
    journey,
    product,
  }) => {
    const club = clubs[language]
    const text = words[language]
    const { email } = getMember(club, 'joined')
    const path = '/portal/member/profile'
    const page = await journey(club, 'joined', { path, language, viewport, allowed: [/status of 4/] })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button(text.later).click()
    await expect(page.getByText(text.ask)).toBeHidden()
    await page.reload()
    await expect(page.getByText(text.ask)).toBeVisible()
    await expectAccessible(page)
    await button(text.send).dblclick()
    const code = page.getByLabel(text.code)
    await expect(code).toBeFocused()
    await expectAccessible(page)
    await code.fill('ABCD-EFGH')
    await code.press('Enter')
    await expect(page.getByText(text.wrong)).toBeVisible()
    await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
    const mailed = /#proof=(\w+)/.exec((await readMails(product, email))[0]?.text ?? '')?.[1] ?? ''
    // the mail's link fills it in
    await page.goto(`${page.url().split('#')[0]}#proof=${mailed}`)
    await page.reload()
    await expect(code).toHaveValue(mailed)
    await button(text.confirm).click()
    await expect(page.getByText(text.done)).toBeVisible()
    await expect(page.getByText(text.ask)).toBeHidden()
    await page.reload()
    await expect(page.locator('form [name="fname"]')).toBeVisible()
    await expect(page.getByText(text.ask)).toBeHidden()
  })
}

test('who signs in is asked wherever that leads, and until they put it off', async ({ page, product }) => {
  const { ask, later } = words.en
  await signInOnScreens(page, product, clubs.quiet, 'joined')
  await expect(page).toHaveURL(/\/portal\/member\/events/)
  await expect(page.getByText(ask)).toBeVisible()
  // where the link of a mail has led
  await page.goto(toUrl(product, '/portal/member/files', clubs.quiet.subdomain))
  await expect(page.getByText(ask)).toBeVisible()
  // not beside a payment
  await page.goto(toUrl(product, '/portal/member/store/cart', clubs.quiet.subdomain))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(ask)).toBeHidden()
  await page.goto(toUrl(product, '/portal/member/files', clubs.quiet.subdomain))
  await page.getByRole('button', { name: later, exact: true }).click()
  await page.locator('a[href*="/portal/member/events"]:visible').first().click()
  await expect(page).toHaveURL(/\/portal\/member\/events/)
  await expect(page.getByText(ask)).toBeHidden()
})

test('an address is proved although the answer to "Send me a code" is lost, and in two tabs', async ({
  journey,
  product,
}) => {
  const { email } = getMember(clubs.lost, 'joined')
  const page = await journey(clubs.lost, 'joined', {
    path: '/portal/member/profile',
    allowed: [/status of 4/, /ERR_FAILED/],
  })
  const { ask, send, code, confirm } = words.en
  // with the sign-in of this tab
  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => void window.open(location.href))
  const other = await opened
  await expect(other.getByText(ask)).toBeVisible()

  await page.route('**/dart/core', async (route) => {
    if (!(route.request().postData() ?? '').includes('"send_email_proof"')) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: send, exact: true }).click()
  await expect(page.getByLabel(code)).toBeVisible()
  await expect(page.getByText('We have sent a code')).toHaveCount(0)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
  const mailed = /#proof=(\w+)/.exec((await readMails(product, email))[0]?.text ?? '')?.[1] ?? ''
  await other.goto(`${other.url().split('#')[0]}#proof=${mailed}`)
  await other.reload()
  await other.getByRole('button', { name: confirm, exact: true }).click()
  await expect(other.getByText(ask)).toBeHidden()

  await page.getByLabel(code).fill(mailed)
  await page.getByRole('button', { name: confirm, exact: true }).click()
  await expect(page.getByText(ask)).toBeHidden()
})
