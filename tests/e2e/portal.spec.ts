// The portal in a browser: home, events, signing in and out, routing, languages, and errors.
import type { Locator, Route } from '@playwright/test'
import { tabTo } from '../support/browsers/keyboard.ts'
import { untilAnswered } from '../support/browsers/pageCalls.ts'
import type { Product } from '../support/browsers/product.ts'
import { bare, closing as closingDay, doors } from '../support/clubs/doorClubs.ts'
import { importClubs } from '../support/clubs/world.ts'
import { getMember } from '../support/community/elsewhere.ts'
import { listSavedAnswers } from './device/deviceStore.ts'
import {
  test as base,
  expect,
  expectAccessible,
  findPlaces,
  signIn,
  signInOnScreens,
  toUrl,
  untilApp,
  untilControlled,
} from './fixtures.ts'

const test = base.extend<object, { withDoors: Product }>({
  withDoors: [
    async ({ product }, use) => {
      await importClubs(product, [doors, bare])
      await use(product)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.describe('home', () => {
  test('the home shows the panels that the club has switched on, and each leads where it says', async ({
    page,
    product,
    places: { club, event },
  }) => {
    await page.goto(toUrl(product, '/portal', club.subdomain))
    const upcoming = page.getByRole('region', { name: 'Upcoming Events' })
    await expect(upcoming.getByRole('heading', { name: event.name })).toBeVisible()
    for (const [name, path] of [
      ['Find an event', '/portal/events'],
      ['Join now', '/portal/join'],
      ['Log in now', '/portal/signin'],
      ['Donate now', '/portal/donate'],
    ] as const) {
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        `${path}?subdomain=${club.subdomain}`,
      )
    }
    for (const name of ['Join/Renew Membership', 'Already a Member?', 'Donate']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Find an event' }).click()
    await expect(page).toHaveURL(toUrl(product, '/portal/events', club.subdomain))
  })

  test('a club without joining and donations shows neither panel nor tab @proof', async ({
    page,
    withDoors,
  }) => {
    await page.goto(toUrl(withDoors, '/portal', doors.subdomain))
    await expect(page.getByRole('heading', { name: 'Already a Member?' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Join/Renew Membership' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Donate' })).toHaveCount(0)
    const tabs = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
    await expect(tabs).toHaveText(['Home', 'Events'])
  })

  test('a club with a page of its own shows that page in place of the panels @proof', async ({
    page,
    product,
    places: { other },
  }) => {
    await page.goto(toUrl(product, '/portal', other.subdomain))
    await expect(page.getByRole('heading', { name: 'Small cars, big sea' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByText('Already a Member?')).toHaveCount(0)
    await expect(page.locator('main img')).toHaveJSProperty('complete', true)
    await page.getByRole('link', { name: 'All events' }).click()
    await expect(page).toHaveURL(toUrl(product, '/portal/events', other.subdomain))
    await expect(page.getByRole('article')).not.toHaveCount(0)
  })

  test('a club with nothing yet is told so, and its long name stays within the screen @proof', async ({
    page,
    withDoors,
  }) => {
    await page.goto(toUrl(withDoors, '/portal', bare.subdomain))
    await untilApp(page)
    const region = page.getByRole('region', { name: 'Upcoming Events' })
    await expect(
      region.getByText('There are no upcoming events at this time, check back later.'),
    ).toBeVisible()
    // nothing is behind the list, so its button does not stand out
    const look = (name: string) =>
      page.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).backgroundColor)
    expect(await look('Find an event')).toBe(await look('Log in now'))
    await expect(page.getByRole('banner').getByText(bare.name)).toBeInViewport()
    for (const width of [320, 390, 768, 769]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const signin = await page.getByRole('link', { name: 'Sign in', exact: true }).boundingBox()
      const name = await page.getByRole('banner').getByText(bare.name).boundingBox()
      expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(signin?.x ?? 0)
    }
    await page.goto(toUrl(withDoors, '/portal/events', bare.subdomain))
    await expect(
      page.getByRole('heading', { name: 'There are no upcoming events at this time, check back later.' }),
    ).toBeVisible()
  })
})

test.describe('events', () => {
  const closing = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(closingDay),
  )

  test('an event whose doors are open shows every block with its message filled in @proof', async ({
    page,
    withDoors,
  }) => {
    await page.goto(`${toUrl(withDoors, '/portal/events', doors.subdomain)}&redirect=%2Fportal`)
    const panel = page.getByRole('article', { name: 'Every Door Meet' })
    await expect(panel.getByText('TEST MODE')).toBeVisible()
    await expect(panel.getByText('No Image')).toBeAttached()
    await expect(panel.getByText(`Enter your car before ${closing}.`)).toBeVisible()
    await expect(
      panel.getByText('Members get a $7.50 discount at checkout when pre-registering.'),
    ).toBeVisible()
    // where the price is, and only there
    await expect(panel.getByText('+ $1.50 service fee, once for each order')).toHaveCount(1)
    await expect(panel.getByText('Sell what you like.')).toBeVisible()
    await expect(panel.getByText('Day passes are cheaper here.')).toBeVisible()
    await expect(panel.getByText(`Lend a hand until ${closing}.`)).toBeVisible()
    await expect(panel.getByText('Lookup my event purchase by email')).toBeVisible()
    await expect(panel.getByText('Nobody reads this')).toHaveCount(0)
    const own = await panel.getByRole('link', { name: 'Every Door Meet' }).getAttribute('href')
    const id = /\/portal\/event\/(\d+)/.exec(own ?? '')?.[1]
    for (const [name, action] of [
      ['Register Now $1,025.50', 'register'],
      ['Signup Now', 'vendor'],
      ['Purchase Now', 'tickets'],
      ['Volunteer Now', 'volunteer'],
      ['Lookup Purchase', 'lookup'],
    ] as const) {
      const href = await panel.getByRole('link', { name, exact: true }).getAttribute('href')
      const address = new URL(href ?? '', withDoors.origin)
      expect(address.pathname).toBe(`/portal/events/${id}/${action}`)
      expect(Object.fromEntries(address.searchParams)).toEqual({
        subdomain: doors.subdomain,
        redirect: '/portal',
      })
    }
    // the day stands inside the club's own sentence, so it stays in the club's language
    await page.getByRole('button', { name: /Español/ }).click()
    await expect(panel.getByRole('link', { name: 'Buscar compra' })).toBeVisible()
    await expect(panel.getByText(`Enter your car before ${closing}.`)).toBeVisible()
  })

  test('an event whose doors are shut shows its two lines and a single day @proof', async ({
    page,
    withDoors,
  }) => {
    await page.goto(toUrl(withDoors, '/portal/events', doors.subdomain))
    const panel = page.getByRole('article', { name: 'Shut Door Meet' })
    await expect(panel.getByText('Entries open in spring.')).toBeVisible()
    await expect(panel.getByText('Watch this page.')).toBeVisible()
    await expect(panel.getByText(/^\w+day, \w+ \d+, \d{4}$/)).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Lookup Purchase' })).toHaveCount(0)
    await expect(panel.getByRole('link', { name: 'Schedule, maps and vendors' })).toBeVisible()
  })

  test('an event has a page of its own that leads to its actions and into the viewer @proof', async ({
    page,
    withDoors,
  }) => {
    await page.goto(toUrl(withDoors, '/portal/events', doors.subdomain))
    await page.getByRole('link', { name: 'Every Door Meet' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Every Door Meet' })).toBeVisible()
    await expect(page.getByText('All doors stand open.')).toBeVisible()
    await expect(page).toHaveTitle(/Every Door Meet/)
    const address = page.url()
    for (const [name, title] of [
      ['Register Now $1,025.50', 'Register for Every Door Meet'],
      ['Signup Now', 'Signup for Every Door Meet'],
      ['Purchase Now', 'Purchase Day passes for Every Door Meet'],
      ['Volunteer Now', 'Volunteer for Every Door Meet'],
      ['Lookup Purchase', 'Lookup purchase for Every Door Meet'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(address)
    }
    await page.getByRole('link', { name: 'Schedule, maps and vendors' }).click()
    await expect(page).toHaveURL(new RegExp(`/portal/viewer/\\d+\\?subdomain=${doors.subdomain}$`))
    await expect(page.getByRole('heading', { level: 1, name: 'Every Door Meet' })).toBeVisible()
  })

  test('with the server away the list says so and comes when it is asked again; later it shows its copy @worker', async ({
    page,
    doorProduct: product,
  }) => {
    const { club, event } = findPlaces(product.demo)
    await page.goto(toUrl(product, '/about', club.subdomain))
    const toEvents = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Events' })
    await untilControlled(page)
    // a page that the worker came too late for was opened again, and is reading its club
    await expect(toEvents).toBeVisible()
    await product.stop()
    await toEvents.click()
    await expect(page.getByText(/^This was not opened on this device before/)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectAccessible(page)
    await product.start()
    // nobody presses for it
    const panel = page.getByRole('article', { name: event.name })
    await expect(panel).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)

    await product.stop()
    await page.reload()
    await expect(panel).toBeVisible()
    await expect(page.getByText(/^No connection\. This is what was saved at \d/)).toBeVisible()
    await expect(panel.getByText('To register, buy or sign up you need a connection.')).toBeVisible()
    await expectAccessible(page)
    await product.start()
    await expect(page.getByText(/^No connection\. This is what was saved/)).toHaveCount(0)
  })
})

test.describe('language', () => {
  test('the chosen language is shown at once, saved under its key, and stays', async ({
    page,
    product,
    places: { club },
  }) => {
    await page.goto(toUrl(product, '/portal', club.subdomain))
    await untilApp(page)
    await page.getByRole('button', { name: /Español/ }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('link', { name: 'Buscar un evento' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('rcml-lang'))).toBe('es')
    await page.reload()
    await expect(page.getByRole('link', { name: 'Buscar un evento' })).toBeVisible()
    await page.goto(toUrl(product, '/portal/signin', club.subdomain))
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
    await page.getByRole('button', { name: /English/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  })

  test('a browser in Spanish is asked once whether it should be Spanish here @proof', async ({
    browser,
    product,
    places: { club },
  }) => {
    const context = await browser.newContext({ locale: 'es-MX' })
    const page = await context.newPage()
    await page.goto(toUrl(product, '/portal', club.subdomain))
    const offer = page.getByText('¿En español?')
    await expect(offer).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await untilApp(page)
    await expect(page.getByRole('link', { name: 'Find an event' })).toBeVisible()
    await expect(offer).toHaveCount(0)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.getByRole('button', { name: 'Español', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await context.close()
  })
})

test.describe('root routing', () => {
  test('a visitor is led to the home, and the member area is closed to them', async ({
    page,
    product,
    places: { club },
  }) => {
    for (const path of ['/', '/portal/member']) {
      await page.goto(toUrl(product, path, club.subdomain))
      await expect(page).toHaveURL(toUrl(product, '/portal', club.subdomain))
    }
    await page.goto(toUrl(product, '/portal/member/membership', club.subdomain))
    await expect(page.getByRole('heading', { level: 1, name: 'You are not authorized.' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    const person = getMember(club, 'parent')
    await page.getByLabel('E-mail').fill(person?.email ?? '')
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(person?.password ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(toUrl(product, '/portal/member/membership', club.subdomain))
  })

  test('a member is led to the feed, and reaches the public pages all the same @proof', async ({
    page,
    product,
    places: { club },
  }) => {
    await signIn(page, product, club, 'member')
    for (const path of ['/', '/portal', '/portal/member', '/portal/signin']) {
      await page.goto(toUrl(product, path, club.subdomain))
      await expect(page).toHaveURL(toUrl(product, '/portal/member/social', club.subdomain))
    }
    await page.goto(toUrl(product, '/portal/events', club.subdomain))
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  test('an expired member begins at the membership, and finds the public pages open', async ({
    page,
    product,
    places: { club },
  }) => {
    await signIn(page, product, club, 'expired')
    const membership = toUrl(product, '/portal/member/membership', club.subdomain)
    for (const path of ['/', '/portal', '/portal/member', '/portal/member/social', '/portal/member/events']) {
      await page.goto(toUrl(product, path, club.subdomain))
      await expect(page).toHaveURL(membership)
    }
    for (const [way, address] of [
      ['See the events', /\/portal\/events\?/],
      ['Donate', /\/portal\/donate\?/],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name: way }).click()
      await expect(page).toHaveURL(address)
      await page.goBack()
      await expect(page).toHaveURL(membership)
    }
    // another address, while the membership that they are led to is still loading
    await page.goto(toUrl(product, '/portal/member/files', club.subdomain), { waitUntil: 'commit' })
    await page.waitForURL(membership, { waitUntil: 'commit' })
    await page.evaluate(
      (url) => history.pushState(null, '', url),
      toUrl(product, '/portal/member/roster', club.subdomain),
    )
    await expect(page).toHaveURL(membership)
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText([
      'Membership',
    ])
    await expect(page.getByText('Your membership has expired.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Renew your membership now' }).click()
    await expect(page).toHaveURL(/\/portal\/renew\?/)
    await page.getByRole('button', { name: /Order Summary/ }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(membership)
  })
})

test.describe('signing in', () => {
  test('everything is done by keyboard alone, also what goes wrong', async ({
    page,
    product,
    places: { club },
  }) => {
    const person = getMember(club, 'member')
    await page.goto(toUrl(product, '/portal/signin', club.subdomain))
    const email = page.getByLabel('E-mail')
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await tabTo(email, 15)

    await page.keyboard.type('nobody@nowhere.example')
    await page.keyboard.press('Enter')
    const unknown = page.getByText('There is no member with this e-mail address.')
    await expect(unknown).toBeVisible()
    await expect(email).toHaveAccessibleDescription('There is no member with this e-mail address.')
    await expect(email).toHaveAttribute('aria-invalid', 'true')

    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(person.email)
    await expect(unknown).toHaveCount(0)
    await page.keyboard.press('Enter')
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toBeFocused()
    await expect(email).toHaveValue(person.email)
    await expect(email).toHaveAttribute('readonly')

    await page.keyboard.type('not the password')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(password).toHaveAttribute('type', 'text')
    await page.keyboard.press('Space')
    await expect(password).toHaveAttribute('type', 'password')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription('The e-mail address or the password is not right.')
    // announced once, by the field itself
    await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is not right.')
    await expectAccessible(page)

    await expect(password).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(person.password ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(toUrl(product, '/portal/member/social', club.subdomain))
  })

  test('an account without a password is asked for the mailed code @proof', async ({
    page,
    product,
    places: { club },
  }) => {
    await page.goto(toUrl(product, '/portal/signin', club.subdomain))
    await page.getByLabel('E-mail').fill(getMember(club, 'no-password').email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('This account has no password yet')).toBeVisible()
    await expect(page.getByLabel('Code from your e-mail')).toBeFocused()
    await page.getByRole('button', { name: 'Use another e-mail address' }).click()
    await expect(page.getByLabel('E-mail')).toBeFocused()
  })

  test('"Keep Me Logged In" outlives the browser; without it the browser forgets @proof', async ({
    phone,
    product,
    places: { club, other },
  }) => {
    const home = toUrl(product, '/portal', club.subdomain)
    await signInOnScreens(phone.page, product, club, 'member')
    await phone.closeAndReopen()
    await phone.page.goto(home)
    await expect(phone.page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()

    const person = getMember(club, 'member')
    await phone.page.goto(toUrl(product, '/portal/signin', club.subdomain))
    await phone.page.getByLabel('E-mail').fill(person.email)
    await phone.page.keyboard.press('Enter')
    await phone.page.getByLabel('Keep Me Logged In').check()
    await phone.page.getByLabel('Password', { exact: true }).fill(person.password ?? '')
    await phone.page.keyboard.press('Enter')
    await phone.page.waitForURL(/\/portal\/member\/social/)
    await phone.closeAndReopen()
    await phone.page.goto(home)
    await expect(phone.page).toHaveURL(toUrl(product, '/portal/member/social', club.subdomain))
    await expect(phone.page.getByRole('button', { name: /^Your account/ })).toBeVisible()

    // T2.10: the other club on the same origin neither sees nor sends any of it
    const tokens: string[] = []
    phone.page.on('request', (request) => {
      const token = request.headers()['x-dart-token']
      if (token !== undefined) tokens.push(token)
    })
    await phone.page.goto(toUrl(product, '/portal/signin', other.subdomain))
    await phone.page.getByLabel('E-mail').fill(getMember(other, 'member').email)
    await phone.page.keyboard.press('Enter')
    await expect(phone.page.getByLabel('Keep Me Logged In')).not.toBeChecked()
    expect(tokens).toEqual([])
    await phone.page.goto(toUrl(product, '/portal/signin', club.subdomain))
    await expect(phone.page).toHaveURL(toUrl(product, '/portal/member/social', club.subdomain))
  })

  test('somebody who was asked to sign in returns to where they were, but never to a foreign site', async ({
    page,
    product,
    places: { club },
  }) => {
    await page.addInitScript((name) => {
      const watch = new MutationObserver(() => {
        if (document.body?.textContent?.includes('login again') !== true) return
        watch.disconnect()
        document.body.dataset.tokenAtGoodbye = sessionStorage.getItem(name) ?? 'none'
      })
      watch.observe(document, { subtree: true, childList: true, characterData: true })
    }, `showfield:${club.subdomain}:token`)
    // an account can be looked up ten times an hour, and other tests sign in on this server too
    for (const [role, redirect, path] of [
      ['member', '/portal/member/roster', '/portal/member/roster'],
      ['moderator', 'https://elsewhere.example/portal/', '/portal/member/social'],
      ['parent', '//elsewhere.example/portal/', '/portal/member/social'],
      ['moderator', 'javascript:alert(1)', '/portal/member/social'],
    ] as const) {
      const person = getMember(club, role)
      await page.goto(
        `${toUrl(product, '/portal/signin', club.subdomain)}&redirect=${encodeURIComponent(redirect)}`,
      )
      await page.getByLabel('E-mail').fill(person.email)
      await page.keyboard.press('Enter')
      await page.getByLabel('Password', { exact: true }).fill(person.password ?? '')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL((url) => url.pathname === path && url.origin === product.origin)
      expect(new URL(page.url()).searchParams.get('subdomain')).toBe(club.subdomain)
      await page.goto(toUrl(product, '/portal/logout', club.subdomain))
      // whoever has read the goodbye, and goes on or closes the tab, is signed out
      await expect(page.getByRole('link', { name: 'login again' })).toBeVisible()
      await expect(page.locator('body')).toHaveAttribute('data-token-at-goodbye', 'none')
    }
  })
})

test.describe('signing out', () => {
  test('says goodbye in the kept words, goes home after five seconds, and the token is dead', async ({
    page,
    product,
    places: { club },
  }) => {
    await page.clock.install()
    // who has tickets or cars for a show is asked about them first
    await signIn(page, product, club, 'expired')
    const token = await page.evaluate(
      (name) => sessionStorage.getItem(name),
      `showfield:${club.subdomain}:token`,
    )
    const authorize = async () =>
      (
        await page.request.post(`${product.origin}/dart/core`, {
          headers: { 'X-Dart-Token': token ?? '' },
          data: { action: 'member_authorize', subdomain: club.subdomain },
        })
      ).json()
    expect(await authorize()).toMatchObject({ success: true })
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.clock.pauseAt(Date.now() + 60_000)
    const farewell = untilAnswered(page, 'member_logout')
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toHaveText(
      `Thank you for using the ${club.name} member portal. You have been loggout out. You can close this browser tab or login again`,
    )
    await expect(page.getByRole('link', { name: 'login again' })).toHaveAttribute(
      'href',
      `/portal/signin?subdomain=${club.subdomain}`,
    )
    await farewell
    expect(await authorize()).toMatchObject({ success: false, code: 'needs-signin' })
    expect(
      await page.evaluate(() =>
        [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((name) =>
          /:(token|member)$/.test(name),
        ),
      ),
    ).toEqual([])
    await page.clock.runFor(4_900)
    await expect(page).toHaveURL(toUrl(product, '/portal/logout', club.subdomain))
    await page.clock.runFor(200)
    await expect(page).toHaveURL(toUrl(product, '/portal', club.subdomain))
  })
})

test.describe('addresses', () => {
  test('an address without a club, an event or a page each has its clear screen @proof', async ({
    journey,
    product,
    places: { club },
  }) => {
    const page = await journey(club, 'visitor', {
      allowed: [/status of 404 .*\/(dart\/(core|pack)|nowhere)/],
    })
    for (const [path, slug, heading] of [
      ['/portal', 'no-such-club', 'No club here'],
      ['/portal/events', '../../etc', 'No club here'],
      ['/portal/event/999999', club.subdomain, 'This event is not available.'],
      ['/portal/event/abc', club.subdomain, 'This event is not available.'],
      ['/portal/events/999999/register', club.subdomain, 'This event is not available.'],
      ['/portal/events/1/juggle', club.subdomain, 'Invalid action: juggle'],
      ['/portal/viewer/999999', club.subdomain, 'This event is not here'],
      ['/portal/viewer/1', 'no-such-club', 'This event is not here'],
      ['/portal/nowhere/at/all', club.subdomain, 'Page not found'],
      ['/nowhere', club.subdomain, 'There is nothing at this address.'],
    ] as const) {
      await test.step(`${path} of ${slug}`, async () => {
        await page.goto(toUrl(product, path, slug))
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expectAccessible(page)
      })
    }
  })

  test('a screen that cannot be loaded says so in its place, and comes when asked again @proof', async ({
    browser,
    product,
    places: { club },
  }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(toUrl(product, '/portal', club.subdomain))
    await untilApp(page)
    // it comes by itself too, but only to a page that is looked at; here the press is to bring it
    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }),
    )
    let asked = 0
    await context.route(/\/assets\/wizard[.-].*\.js/, (route) => {
      asked += 1
      return route.abort()
    })
    await page.getByRole('main').getByRole('link', { name: 'Donate now' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'This part needs a connection once' }),
    ).toBeVisible()
    await expectAccessible(page)
    // a file is asked for three times, at most 1.2 s apart
    let before = -1
    await expect
      .poll(
        () => {
          const isQuiet = asked === before
          before = asked
          return isQuiet
        },
        { intervals: [2_000] },
      )
      .toBe(true)
    await context.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Donate' })).toBeVisible()
    await context.close()
  })

  test('the second half of a double click presses nothing of the screen that has come in between', async ({
    page,
    product,
    places: { club },
  }) => {
    await page.goto(toUrl(product, '/portal', club.subdomain))
    await untilApp(page)
    const press = async (link: Locator, clickCount: number) => {
      await link.scrollIntoViewIfNeeded()
      const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {}
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down({ clickCount })
      await page.mouse.up({ clickCount })
    }
    const seen: string[] = []
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
    await press(page.getByRole('main').getByRole('link', { name: 'Find an event' }), 1)
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
    const below = (name: string) => page.getByRole('contentinfo').getByRole('link', { name })
    await press(below('Terms of use'), 2)
    await press(below('Privacy policy'), 1)
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
    expect(new Set(seen)).toEqual(new Set(['/portal/events', '/privacy']))
  })

  test('every link goes on naming the club @proof', async ({
    page,
    product,
    places: { club, event, other },
  }) => {
    const collect = async (path: string, slug: string) => {
      await page.goto(toUrl(product, path, slug))
      await expect(page.locator('h1:not([data-loading])').first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const hrefs = await page
        .locator('a[href]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      return hrefs
        .filter((href) => !href.startsWith('#'))
        .map((href) => new URL(href, page.url()))
        .filter(({ origin }) => origin === product.origin)
        .filter(({ searchParams }) => searchParams.get('subdomain') !== slug)
        .map(({ href }) => `${path}: ${href}`)
    }
    const nameless: string[] = []
    for (const path of [
      '/portal',
      '/portal/events',
      `/portal/event/${event.id}`,
      `/portal/events/${event.id}/register`,
      '/portal/signin',
      '/portal/join',
      '/portal/nowhere',
      '/nowhere',
      '/portal/member/roster',
      '/about',
      ...['', '/schedule', '/vendors', '/more'].map((tab) => `/portal/viewer/${event.id}${tab}`),
    ]) {
      nameless.push(...(await collect(path, club.subdomain)))
    }
    nameless.push(...(await collect('/portal', other.subdomain)))
    await signIn(page, product, club, 'parent')
    for (const path of ['/portal/member/social', '/portal/member/events', '/portal/logout']) {
      nameless.push(...(await collect(path, club.subdomain)))
    }
    expect(nameless).toEqual([])
  })
})

test.describe('menus', () => {
  test('on a phone the menu opens, leads and closes by keyboard @proof', async ({
    page,
    product,
    places: { club },
  }) => {
    await signIn(page, product, club, 'parent', '/portal/member/events')
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    await expect(button).toBeVisible()
    await tabTo(button, 15)
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('link')).toHaveText([
      'Social',
      'Rides',
      'Activities',
      'Events',
      'Files',
      'Store',
      'Classifieds',
      'Roster',
      'Profile',
      'Membership',
      'My tickets and cars',
      'Payments',
      'Notifications',
      'Additional logins',
      'Password',
      'Membership card',
      'Mobile app link code',
      'Sign out',
    ])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(menu.getByRole('link', { name: 'Rides' }), 15)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(toUrl(product, '/portal/member/rides', club.subdomain))
    await expect(menu).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Rides' })).toBeFocused()
  })

  test('the layout changes between 768 and 769 pixels @proof', async ({
    page,
    product,
    places: { club },
  }) => {
    const join = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Join/ })
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto(toUrl(product, '/portal', club.subdomain))
    await expect(join).toHaveText('Join/Renew', { useInnerText: true })
    await page.setViewportSize({ width: 769, height: 900 })
    await expect(join).toHaveText('Join/Renew Membership', { useInnerText: true })

    await signIn(page, product, club, 'moderator')
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
    await expect(button).toBeHidden()
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(button).toBeVisible()
    for (const width of [320, 768, 769]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})

test('an answer that is on its way when a member signs out is not kept', async ({
  page,
  product,
  places: { club },
}) => {
  await signIn(page, product, club, 'parent')
  const held: Route[] = []
  await page.route('**/dart/core', (route) => {
    if (!route.request().postData()?.includes('get_upcoming_events')) return route.continue()
    held.push(route)
    return undefined
  })
  await page.goto(toUrl(product, '/portal/events', club.subdomain))
  await untilApp(page)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'login again' })).toBeVisible()
  for (const route of held.splice(0)) {
    const answered = page.waitForEvent('requestfinished', (one) => one === route.request())
    await route.continue()
    await answered
  }
  await page.unrouteAll()
  // a visitor's answer comes after it, and is kept
  await expect(page).toHaveURL(toUrl(product, '/portal', club.subdomain))
  const visitors = `${club.subdomain}/0/`
  await expect
    .poll(async () => (await listSavedAnswers(page)).filter((key) => key.startsWith(visitors)))
    .toContainEqual(expect.stringContaining('get_upcoming_events'))
  const ofMembers = RegExp(`^${club.subdomain}/[1-9]`)
  expect((await listSavedAnswers(page)).filter((key) => ofMembers.test(key))).toEqual([])
})

test('the privacy policy names what the device keeps, and for how long @proof', async ({
  page,
  product,
  places,
}) => {
  await page.goto(toUrl(product, '/privacy', places.club.subdomain))
  const device = page.locator('section').filter({ hasText: 'On your device' })
  const server = page.locator('section').filter({ hasText: "On the club's server" })
  await expect(device).toContainText('your member number stays until you sign in again')
  await expect(device).toContainText(/A purchase that you began .+ 24 hours/)
  await expect(device).toContainText(/A ballot stays on the phone .+ name and e-mail address/)
  await expect(device).toContainText('30 days, without the name and the address')
  await expect(device).toContainText('the proof that the judge has verified')
  await expect(server).toContainText(
    'its brand, its last four digits, its expiration date and your agreement',
  )
  await expect(server).toContainText(/donations, with the name, the postal address/)
  await expect(server).toContainText(/Ballots with their votes .+ name and e-mail address/)
  await expect(server).toContainText('fingerprints of looked-up addresses')
})

test("what the device keeps carries the club's name (T2.10) @worker", async ({
  page,
  product,
  places: { club, event, other },
}) => {
  await signIn(page, product, club, 'moderator')
  for (const { subdomain, events } of [club, other]) {
    for (const path of ['/portal', '/portal/events', '/portal/signin', `/portal/viewer/${events[0]?.id}`]) {
      await page.goto(toUrl(product, path, subdomain))
      await expect(page.locator('h1:not([data-loading])').first()).toBeVisible()
    }
    await expect(page.getByText(/Saved for the show/)).toBeVisible({ timeout: 45_000 })
  }
  await page.goto(toUrl(product, `/portal/viewer/${event.id}/schedule`, club.subdomain))
  await page
    .getByRole('button', { name: /^Favourite: / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Favourite: /, pressed: true })).toHaveCount(1)

  const stored = await page.evaluate(async () => {
    const names = [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
    const keys: string[] = []
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const found = await new Promise<IDBValidKey[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAllKeys()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
        keys.push(...found.map((key) => `${name}/${store}: ${JSON.stringify(key)}`))
      }
      database.close()
    }
    return { names, keys }
  })
  const slugs = [club.subdomain, other.subdomain].join('|')
  /** The language is shared by all clubs; the router stores the scroll positions. */
  const neutral = /^(rcml-lang|tsr-scroll-restoration.*)$/
  expect(
    stored.names.filter((name) => !neutral.test(name) && !RegExp(`^showfield:(${slugs}):`).test(name)),
  ).toEqual([])
  expect(stored.keys.length).toBeGreaterThan(4)
  expect(stored.keys.filter((key) => !RegExp(`: \\[?"(showfield:)?(${slugs})[:/]`).test(key))).toEqual([])
})
