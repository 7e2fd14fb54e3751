// Two people at one device: what the first leaves there, and a tab that slept while the second signed in.

import type { Page } from '@playwright/test'
import { holdAnswers } from '../../support/browsers/pageCalls.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { getMember, signInElsewhere } from '../../support/community/elsewhere.ts'
import {
  expect,
  findPlaces,
  listDrafts,
  signInOnScreens,
  test,
  toUrl,
  untilControlled,
  untilStill,
} from '../fixtures.ts'
import {
  openForm,
  readSheets,
  scoreCar,
  verifyNewJudge,
  waitForKit,
  whole,
} from '../judging/judgingScreens.ts'
import { openFromMenu } from './memberScreens.ts'

test.use({ serviceWorkers: 'allow' })

/** All that the origin keeps on the device, each thing as one text with the place where it is. */
function dumpDevice(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const things: string[] = []
    for (const [where, storage] of Object.entries({ localStorage, sessionStorage })) {
      for (const [name, value] of Object.entries(storage)) things.push(`${where} ${name} ${value}`)
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const opened = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([read(opened.getAllKeys()), read(opened.getAll())])
        for (const [at, key] of keys.entries()) {
          things.push(`${name} ${store} ${JSON.stringify(key)} ${JSON.stringify(values[at])}`)
        }
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const isText = /text|json/.test(answer?.headers.get('content-type') ?? '')
        // the app's own code names nobody
        const isCode = new URL(request.url).pathname.startsWith('/assets/')
        things.push(`${name} ${request.url} ${isText && !isCode ? await answer?.text() : ''}`)
      }
    }
    return things
  })
}

/** Where any of the words is on the device, without what is around it. */
async function findOnDevice(page: Page, words: readonly string[]): Promise<string[]> {
  const things = await dumpDevice(page)
  return words.flatMap((word) =>
    things
      .filter((thing) => thing.toLowerCase().includes(word.toLowerCase()))
      .map((thing) => `${word} in ${thing.slice(0, 80)}`),
  )
}

/** Whether the browser itself has kept the file, besides the worker. */
function isInBrowserCache(page: Page, address: string): Promise<boolean> {
  return page.evaluate(
    (url) =>
      fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    address,
  )
}

/** A code in what the device has saved: of the membership card, or of the member's tickets and cars for the gate. */
async function findCode(
  page: Page,
  place: 'get_membership_card' | 'showfield-passes passes',
): Promise<string> {
  const saved = (await dumpDevice(page)).find((thing) => thing.includes(place))
  return /"code":"([^"]+)"/.exec(saved ?? '')?.[1] ?? ''
}

const newKey = () => crypto.randomUUID()

test(`nothing of whoever has signed out is on the device, apart from what waits to be sent${inTurn('twoPeople')}`, async ({
  journey,
  ownClubs: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const page = await journey(club, 'visitor', { allowed: [/ERR_|401/] })
  const open = (path: string) => page.goto(toUrl(product, path, club.subdomain))
  const judgeId = await verifyNewJudge(page, product)
  await waitForKit(page)
  await untilControlled(page)
  // what the others do not see
  const own = await signInElsewhere(product, club, 'member')
  const { member: ownMember } = await own.call('member_authorize', {})
  await own.call('update_member', { id: ownMember.id, address: '7 Hollyhock Lane', key: newKey() })
  await own.call('update_member_settings', { rosterEmail: false, key: newKey() })
  await signInOnScreens(page, product, club, 'member')
  const account = page.getByRole('button', { name: /^Your account, / })
  const name = ((await account.getAttribute('aria-label')) ?? '').replace('Your account, ', '')
  for (const [path, shown] of [
    ['/portal/member/membership', page.getByText('Expiration date')],
    ['/portal/member/payments', page.getByText('You have no payment methods setup')],
    ['/portal/member/card', page.getByText(/^Valid until /)],
    ['/portal/member/profile', page.locator('form img')],
  ] as const) {
    await open(path)
    await expect(shown.first()).toBeVisible()
  }
  const picture = (await page.locator('form img').getAttribute('src')) ?? ''
  // what others have written for members
  const other = await signInElsewhere(product, club, 'parent')
  const { member: otherMember } = await other.call('member_authorize', {})
  await other.call('create_post', { message: 'Wedgewood', key: newKey() })
  await other.call('create_member_ride', { make: 'Zundapp', key: newKey() })
  await other.call('create_classified', { label: 'Quillfeather', price: 5, key: newKey() })
  await other.call('update_member', { id: otherMember.id, partner: 'Ferncastle', key: newKey() })
  await other.call('update_member_settings', { roster: true, rosterPartner: true, key: newKey() })
  const shared = { social: 'Wedgewood', rides: 'Zundapp', classifieds: 'Quillfeather', roster: 'Ferncastle' }
  for (const [screen, word] of Object.entries(shared)) {
    await open(`/portal/member/${screen}`)
    if (screen === 'roster') await page.getByRole('searchbox').fill(word)
    await expect(page.getByText(word).first()).toBeVisible()
    // what is shown is kept a moment later
    await expect.poll(() => findOnDevice(page, [word]), word).not.toEqual([])
  }
  const draft = 'Sunbeam, not posted'
  await open('/portal/member/social')
  await page.getByRole('link', { name: 'Create post' }).click()
  await page.getByLabel('Message', { exact: true }).fill(draft)
  await page.getByRole('button', { name: 'Back to the posts' }).click()
  await expect(page.getByText(draft)).toBeVisible()
  const [hash = ''] = /[0-9a-f]{40}/.exec(picture) ?? []
  await open('/portal/donate')
  await page.locator('#field-amount').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.locator('#field-personal-email')).toHaveValue(getMember(club, 'member').email)
  const cardCode = await findCode(page, 'get_membership_card')
  await expect.poll(() => findCode(page, 'showfield-passes passes')).not.toBe('')
  const gateCode = await findCode(page, 'showfield-passes passes')
  const token = await page.evaluate((key) => sessionStorage.getItem(key), `showfield:${club.subdomain}:token`)
  const [fname = '', lname = ''] = name.split(' ')
  const secrets = [getMember(club, 'member').email, 'Hollyhock', cardCode, gateCode, token ?? '']
  const words = [fname, lname, hash, ...secrets, ...Object.values(shared)]
  for (const word of words) {
    await expect.poll(() => findOnDevice(page, [word]), word).not.toEqual([])
  }
  await expect.poll(async () => JSON.stringify(await listDrafts(page))).toContain(lname)

  // what the same hands have judged waits for a network, while their owner signs out
  await product.stop()
  await open(`/portal/judging/${event.id}`)
  await openForm(page, 'Concours')
  await scoreCar(page, '101', whole)
  await expect(page.getByText('Your scores for 101 are saved on this phone.').last()).toBeVisible()
  await open('/portal/logout')
  // what they have written and not posted is asked about, and goes with them
  await expect(page.getByText('Posts and comments that you have not posted: 1')).toBeVisible()
  await expect(page.getByText('Orders and sign-ups that you have not finished: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Delete and sign out' }).click()
  await expect(page.getByText(/^Thank you for using/)).toBeVisible()
  await expect.poll(() => findOnDevice(page, [...words, draft])).toEqual([])
  expect(await findOnDevice(page, ['"submit_judging_form"'])).toHaveLength(1)
  await product.start()
  await open('/portal')
  expect(await isInBrowserCache(page, picture)).toBe(false)

  // the second one finds nothing of the first, and what waited is still the judge's
  await signInOnScreens(page, product, club, 'moderator')
  for (const path of ['membership', 'payments', 'card', 'profile']) {
    await open(`/portal/member/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await untilStill(page)
    await expect(page.getByText(lname)).toHaveCount(0)
  }
  await open('/portal/donate')
  await page.locator('#field-amount').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.locator('#field-personal-email')).toHaveValue(getMember(club, 'moderator').email)
  expect(await findOnDevice(page, words)).toEqual([])
  await expect.poll(async () => (await readSheets(product, judgeId)).length).toBe(1)
  for (const [screen, word] of Object.entries(shared)) {
    await open(`/portal/member/${screen}`)
    if (screen === 'roster') await page.getByRole('searchbox').fill(word)
    await expect(page.getByText(word).first()).toBeVisible()
    await untilStill(page)
    for (const secret of [...secrets, draft]) await expect(page.getByText(secret)).toHaveCount(0)
    await expect(page.getByText('Draft kept on this phone.')).toHaveCount(0)
  }
  expect(await findOnDevice(page, secrets)).toEqual([])

  // what they had begun to write is gone, as they were told
  await open('/portal/logout')
  await expect(page.getByText('Orders and sign-ups that you have not finished: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Delete and sign out' }).click()
  await expect(page.getByText(/^Thank you for using/)).toBeVisible()
  await signInOnScreens(page, product, club, 'member')
  await open('/portal/member/social')
  await untilStill(page)
  await expect(page.getByText(draft)).toHaveCount(0)
})

test('what is still on its way to whoever signs out is not kept', async ({ journey, places: { club } }) => {
  const page = await journey(club, 'member')
  const { answered, release } = await holdAnswers(page, 'get_membership_card')
  await openFromMenu(page, 'Membership card')
  await expect(page.getByRole('heading', { name: 'Membership card' })).toBeVisible()
  await answered
  await openFromMenu(page, 'Sign out')
  await expect(page.getByText(/^Thank you for using/)).toBeVisible()
  // the page may have gone on by itself meanwhile, and then nothing of it hears the answer
  await release()
  // what they have for the show is not here any more, and nobody wants it to stay
  await page.getByRole('button', { name: 'Remove them' }).click()
  // the goodbye leads there after five seconds
  await expect(page).toHaveURL(/\/portal\?/)
  expect(await findOnDevice(page, ['get_membership_card'])).toEqual([])
})

/** Hears nothing of other tabs, as if the phone had suspended it. */
async function openDeafTab(page: Page, address: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.addInitScript(() =>
    window.addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true }),
  )
  await tab.goto(address)
  return tab
}

test('tabs that slept while somebody else signed in say so before they ask the server anything @proof', async ({
  page,
  ownClubs: product,
}) => {
  const { club } = findPlaces(product.demo)
  const toPage = (path: string) => toUrl(product, path, club.subdomain)
  await page.addInitScript(
    (key) => localStorage.setItem(key, 'true'),
    `showfield:${club.subdomain}:keepLoggedIn`,
  )
  await signInOnScreens(page, product, club, 'parent')
  const woken = await openDeafTab(page, toPage('/portal/member/membership'))
  await expect(woken.getByText('Expiration date')).toBeVisible()
  const pressed = await openDeafTab(page, toPage('/portal/member/notifications'))
  const event = pressed.getByRole('checkbox', { name: 'New events and activities' })
  await event.click()
  const own = await pressed.evaluate((key) => localStorage.getItem(key), `showfield:${club.subdomain}:token`)

  const awake = await page.context().newPage()
  await awake.goto(toPage('/portal/member/profile'))
  await expect(awake.locator('form [name="lname"]')).toBeVisible()

  await page.goto(toPage('/portal/logout'))
  await expect(page.getByText(/^Thank you for using/)).toBeVisible()
  // who signs out leaves nothing in a tab that they forgot
  await expect(awake.getByRole('heading', { name: 'You are not authorized.' })).toBeVisible()
  await expect(awake.getByRole('dialog')).toHaveCount(0)
  await expect(awake.locator('form [name="lname"]')).toHaveCount(0)
  await awake.close()
  const asked: string[] = []
  for (const tab of [woken, pressed]) {
    tab.on('request', (request) => {
      if (request.url().includes('/dart/core')) asked.push(request.postData() ?? '')
    })
  }
  await signInOnScreens(page, product, club, 'moderator')
  expect(await findOnDevice(page, [getMember(club, 'parent').email, own ?? ''])).toEqual([])

  await woken.bringToFront()
  await woken.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new Event('focus'))
  })
  await pressed.getByRole('button', { name: 'Save', exact: true }).click()
  for (const tab of [woken, pressed]) {
    const dialog = tab.getByRole('dialog')
    await expect(dialog.getByText(/ is signed in on this device now$/)).toBeVisible()
    // below it stands what was the first one's
    await expect(tab.locator('main h1')).toBeHidden()
    expect(asked).toEqual([])
  }
  for (const tab of [woken, pressed]) {
    const goOn = tab.getByRole('dialog').getByRole('button', { name: /^Go on as / })
    const name = ((await goOn.textContent()) ?? '').replace('Go on as ', '')
    await goOn.click()
    await expect(tab.getByRole('button', { name: `Your account, ${name}` })).toBeVisible()
    await expect(tab.getByRole('dialog')).toHaveCount(0)
  }
  // what the first one had chosen is not the second one's
  await expect(event).toBeChecked()
})
