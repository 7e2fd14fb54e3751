// Every address of the portal, in both languages: drawn without an error, within the policy, accessible.
import type { Locator, Page } from '@playwright/test'
import { publicPaths as everybodys, fillPath, memberPaths as members } from '../support/browsers/addresses.ts'
import { inTwoSizes } from '../support/run/longTests.ts'
import { listBrokenWords } from './brokenWords.ts'
import {
  expect,
  expectAccessible,
  findPlaces,
  signIn,
  takeVoter,
  test,
  toUrl,
  untilApp,
  watchForFaults,
} from './fixtures.ts'
import { judging, key, number, openForm, typeNumber, verifyNewJudge } from './judgingScreens.ts'

const publicPaths = [
  ...everybodys,
  '/portal/events/{event}/juggle',
  '/portal/newsletter',
  '/portal/order',
  '/portal/viewer/{event}/schedule',
  '/portal/viewer/{event}/maps',
  '/portal/viewer/{event}/vendors',
  '/portal/viewer/{event}/more',
  '/portal/viewer/999999',
  '/portal/event/999999',
  '/portal/nowhere',
  '/about',
  '/privacy',
  '/terms',
]

/** The journeys of the other screens search for what axe finds with much data in them. */
const axedMemberPaths = 3
const memberPaths = [
  '/portal/member/social/1',
  '/portal/member/social/reports',
  ...members,
  '/portal/member/rides/mine',
  '/portal/member/rides/mine/new',
  '/portal/member/profile/close',
]

/** A refusal that a screen shows has an error status, which the browser reports as an error. */
const answeredRefusals = [
  /Failed to load resource: the server responded with a status of 404.*\/dart\/pack\/999999/,
]

/**
 * Each language with its own screen size and colour mode. `npm test` opens each address in one round, the
 * proof in both.
 */
const rounds = [
  { language: 'en', place: 'on a phone by day', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  {
    language: 'es',
    place: 'on a desk in the dark',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
  },
] as const

for (const [round, { language, place, viewport, colorScheme }] of rounds.entries()) {
  test.describe(`in "${language}", ${place}`, () => {
    test.use({ viewport, colorScheme })
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((tag) => localStorage.setItem('rcml-lang', tag), language)
    })

    async function expectDrawn(page: Page, address: string, isAxeDue = true): Promise<void> {
      await page.goto(address)
      await expect(page.locator('h1').first()).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      if (isAxeDue) await expectAccessible(page)
    }

    for (const { size, isLong, tag } of inTwoSizes('every other', 'every'))
      test(`${size} public address is drawn without a fault, within the policy (T2.37)${tag}`, async ({
        page,
        product,
        places,
      }) => {
        const { club, event } = places
        const faults = watchForFaults(page, answeredRefusals)
        const voter = takeVoter(product)
        for (const path of publicPaths.filter((_, at) => isLong || at % rounds.length === round)) {
          const filled = fillPath(path, { event: String(event.id), voter })
          await test.step(filled, () => expectDrawn(page, toUrl(product, filled, club.subdomain)))
        }
        expect(faults).toEqual([])
      })

    for (const { size: axed, isLong, tag } of inTwoSizes(axedMemberPaths, memberPaths.length)) {
      if (language === 'es' && !isLong) continue
      test(`every member's address is drawn without a fault, within the policy (T2.37)${tag}`, async ({
        page,
        product,
        places,
      }) => {
        const { club, event } = places
        const faults = watchForFaults(page)
        await signIn(page, product, club, 'parent')
        for (const [at, path] of memberPaths.entries()) {
          const filled = fillPath(path, { event: String(event.id) })
          const isAxeDue = at < axed
          await test.step(filled, () => expectDrawn(page, toUrl(product, filled, club.subdomain), isAxeDue))
        }
        expect(faults).toEqual([])
      })
    }
  })
}

test('a club whose colours cannot be read as given is readable all the same, in the dark too', async ({
  page,
  product,
}) => {
  const { other } = findPlaces(product.demo)
  const faults = watchForFaults(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of ['/portal', '/portal/events', '/portal/signin']) {
      await page.goto(toUrl(product, path, other.subdomain))
      await expect(page.locator('h1').first()).toBeVisible()
      await expectAccessible(page)
    }
  }
  expect(faults).toEqual([])
})

test('with letters of twice the size no car number and no word is cut, and no button is covered @proof', async ({
  page,
  product,
}) => {
  const { club, event } = findPlaces(product.demo)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  const width = page.viewportSize()?.width ?? 0
  const expectWhole = async (element: Locator) => {
    const box = await element.boundingBox()
    expect(box?.x ?? -1, String(element)).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? width) + (box?.width ?? 0), String(element)).toBeLessThanOrEqual(width)
    const isCut = await element.evaluate((node) => node.scrollWidth > node.clientWidth + 1)
    expect(isCut, String(element)).toBe(false)
  }

  // a judge's form, and the list of the cars
  await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await typeNumber(page, '205')
  await expectWhole(number(page))
  await expectWhole(key(page, 'Change'))
  for (const name of ['0', '10', 'Next criterion']) {
    await expectWhole(key(page, name))
    await expect(key(page, name)).toBeInViewport({ ratio: 1 })
  }
  const row = page.getByRole('spinbutton').first()
  await row.scrollIntoViewIfNeeded()
  await expect(row).toBeInViewport({ ratio: 1 })
  await expectWhole(row)
  await page.goto(judging(product, '/form/1/cars'))
  const car = page.getByRole('main').getByText('205', { exact: true })
  await expect(car.first()).toBeVisible()
  await expectWhole(car.first())

  // a wizard's bar
  await page.goto(toUrl(product, '/portal/donate', club.subdomain))
  await untilApp(page)
  await expect(page.getByRole('banner').getByText(club.name)).toBeVisible()
  expect(await listBrokenWords(page, 'header')).toEqual([])
  await page.locator('#field-amount').fill('1234567.89')
  const bar = page.locator('[data-action-bar]')
  const total = bar.getByText('$1,234,569.39')
  await expect(total).toBeVisible()
  const buttons = [bar.getByRole('button', { name: 'Back' }), bar.getByRole('button', { name: 'Next' })]
  for (const element of [total, ...buttons]) await expectWhole(element)
  const below = await total.boundingBox()
  for (const button of buttons) {
    const box = await button.boundingBox()
    const isBeside = (below?.x ?? 0) + (below?.width ?? 0) <= (box?.x ?? 0)
    const isAbove = (below?.y ?? 0) + (below?.height ?? 0) <= (box?.y ?? 0)
    expect(isBeside || isAbove).toBe(true)
  }

  // the ballot
  const voter = takeVoter(product)
  await page.goto(toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain))
  const submit = page.getByRole('button', { name: 'Submit Ballot' })
  await expect(submit).toBeVisible()
  await expectWhole(submit)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})
