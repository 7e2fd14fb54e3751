// Every screen, as data: a new screen is a line here.
import type { Page } from '@playwright/test'
import type { ClubName, Person } from './world.ts'

export interface Screen {
  readonly name: string
  /** Names in braces stand for what the club has of it. */
  readonly path: string
  /** The visitor, if left out. */
  readonly who?: Person
  /** The clubs whose screen it is: the demo, where much is, one that has nothing, one whose texts are long. */
  readonly clubs?: readonly ClubName[]
  /** Nothing is read for it: it has no other states. */
  readonly isStill?: true
  /** From what the address shows to the screen that is meant. */
  open?(page: Page): Promise<void>
}

const publicClubs = ['demo', 'quiet', 'hostile'] as const
const salesClubs = ['demo', 'hostileShow'] as const

const ofVisitor: readonly Screen[] = [
  { name: 'the home', path: '/portal', clubs: [...publicClubs, 'bare', 'coast'] },
  { name: 'the list of memberships', path: '/portal/join', clubs: publicClubs },
  { name: 'the form to join', path: '/portal/join/{type}', clubs: publicClubs },
  { name: 'the lookup of who renews', path: '/portal/renew', isStill: true },
  { name: 'the sign-in', path: '/portal/signin', clubs: [...publicClubs, 'coast'], isStill: true },
  { name: 'the list of events', path: '/portal/events', clubs: [...publicClubs, 'bare', 'coast'] },
  { name: 'an event', path: '/portal/event/{event}', clubs: publicClubs },
  { name: 'an event that is not there', path: '/portal/event/999999' },
  { name: 'an action that no event has', path: '/portal/events/{event}/x' },
  { name: 'the registration', path: '/portal/events/{event}/register', clubs: salesClubs },
  { name: 'the form of a vendor', path: '/portal/events/{event}/vendor', clubs: salesClubs },
  { name: 'the form for tickets', path: '/portal/events/{event}/tickets', clubs: salesClubs },
  { name: 'the form of a volunteer', path: '/portal/events/{event}/volunteer', clubs: salesClubs },
  { name: 'the lookup of a purchase', path: '/portal/events/{event}/lookup', clubs: salesClubs },
  { name: 'the donation', path: '/portal/donate', clubs: publicClubs },
  { name: 'an order that is not there', path: '/portal/order' },
  { name: 'the tickets of nobody', path: '/portal/tickets', isStill: true },
  { name: 'the shifts of a volunteer', path: '/portal/shifts#code={shifts}', clubs: ['demo'] },
  { name: 'the shifts without a link', path: '/portal/shifts', isStill: true },
  { name: 'the newsletter without a link', path: '/portal/newsletter', isStill: true },
  { name: 'a member area for a visitor', path: '/portal/member/rides', isStill: true },
  { name: 'the check of a card', path: '/portal/card/{card}', clubs: ['demo', 'hostile'] },
  { name: 'the check of no card', path: '/portal/card/none' },
  { name: 'a sign-in with no code', path: '/portal/link/none' },
  { name: 'an address that is not there', path: '/portal/nowhere', isStill: true },
  { name: 'about us', path: '/about', isStill: true },
  { name: 'the privacy notice', path: '/privacy', isStill: true },
  { name: 'the terms', path: '/terms', isStill: true },
]

const ofShow: readonly Screen[] = [
  { name: 'the viewer', path: '/portal/viewer/{event}', clubs: publicClubs },
  { name: 'the schedule', path: '/portal/viewer/{event}/schedule', clubs: publicClubs },
  { name: 'the maps', path: '/portal/viewer/{event}/maps', clubs: publicClubs },
  { name: 'the vendors', path: '/portal/viewer/{event}/vendors', clubs: publicClubs },
  {
    name: 'what the search finds',
    path: '/portal/viewer/{event}/vendors',
    isStill: true,
    async open(page) {
      // places, vendors and cars
      await page.locator('main input[type="search"]').fill('ma')
      await page.locator('main section').first().waitFor()
    },
  },
  {
    name: 'the way to a stall',
    path: '/portal/viewer/{event}/vendors',
    isStill: true,
    async open(page) {
      await page.locator('main a[href*="space="]').first().click()
      await page.locator('[data-pin]').waitFor()
    },
  },
  { name: 'the cars of a show', path: '/portal/viewer/{event}/cars', clubs: publicClubs },
  { name: 'what more the viewer has', path: '/portal/viewer/{event}/more', clubs: publicClubs },
  {
    name: 'a show that the browser does not promise to keep',
    path: '/portal/viewer/{event}/more',
    isStill: true,
    async open(page) {
      await page.evaluate(() => {
        Object.defineProperty(navigator.storage, 'persist', { value: async () => false, configurable: true })
      })
      await page.locator('main button:has(.lucide-refresh-cw) + button').click()
      await page.locator('main dl + p[role="status"]').waitFor()
    },
  },
  { name: 'the viewer of an event that is not there', path: '/portal/viewer/999999' },
  { name: 'the ballot', path: '/portal/voterballot/{voter}/{event}', clubs: ['demo', 'quiet'] },
  {
    name: 'the ballot with a fault',
    path: '/portal/voterballot/{voter}/{event}',
    isStill: true,
    async open(page) {
      // "other, not listed", without saying which
      await page
        .locator('main select')
        .nth(2)
        .selectOption({ index: (await page.locator('main select').nth(2).locator('option').count()) - 1 })
      await submit(page)
    },
  },
  {
    name: 'the cars of a class on the ballot',
    path: '/portal/voterballot/{voter}/{event}',
    isStill: true,
    async open(page) {
      await page.locator('main form button[type="button"]').nth(2).click()
      await page.locator('dialog[open] li').first().waitFor()
    },
  },
  {
    name: 'the ballot, looked over',
    path: '/portal/voterballot/{voter}/{event}',
    isStill: true,
    async open(page) {
      await page.locator('main select').nth(2).selectOption({ index: 1 })
      await submit(page)
    },
  },
  {
    name: 'a ballot that waits',
    path: '/portal/voterballot/{voter}/{event}',
    isStill: true,
    open: leaveBallot,
  },
  {
    name: 'what waits on a phone',
    path: '/portal/voterballot/{voter}/{event}',
    isStill: true,
    async open(page) {
      await leaveBallot(page)
      await page.locator('header button[data-not-prerendered]').click()
      await page.locator('dialog[open] li').first().waitFor()
    },
  },
  { name: "the judges' sign-in", path: '/portal/judging/{event}', clubs: salesClubs },
]

/** After the judge's link. The form's own words are the club's. */
const ofJudge: readonly Screen[] = (
  [
    { name: "a judge's forms" },
    { name: 'the sheet of no car yet', open: openConcours },
    {
      name: 'the sheet of a car',
      async open(page) {
        await openConcours(page)
        await page.locator('#car-number').fill('103')
        await page.keyboard.press('Enter')
      },
    },
    {
      name: 'the cars of a judge',
      async open(page) {
        await openConcours(page)
        await page.locator('a[href*="/cars"]').click()
        await page.locator('main li').first().waitFor()
      },
    },
  ] satisfies readonly Omit<Screen, 'path'>[]
).map((screen) => ({ open: seeForms, ...screen, path: '/portal/judging/{event}{judge}', isStill: true }))

/** Of a judge whose sheets were filed from another phone. */
const ofFiled: readonly Screen[] = (
  [
    {
      name: 'the cars of a judge with two phones',
      async open(page) {
        await openCars(page)
        // void, and accepted
        for (const icon of ['ban', 'check-check'])
          await page.locator(`main li .lucide-${icon}`).first().waitFor()
      },
    },
    {
      name: 'the sheet that was sent from another phone',
      open: (page) => openCar(page, '111'),
    },
    {
      name: 'the question where a sheet belongs',
      async open(page) {
        await openCar(page, '111')
        await pressFiled(page, 'move')
        // once with what is wrong in it
        await page.locator('dialog[open] input').fill('111')
      },
    },
    {
      name: 'the question to which car a sheet moves',
      async open(page) {
        await openCar(page, '111')
        await pressFiled(page, 'move')
        await page.locator('dialog[open] input').fill('114')
      },
    },
    {
      name: 'the question why a sheet is withdrawn',
      async open(page) {
        await openCar(page, '111')
        await pressFiled(page, 'withdraw')
        await page.keyboard.press('Enter')
      },
    },
    {
      name: 'a move that the phone has no room for',
      open: (page) => answerWithoutRoom(page, 'move', '116'),
    },
    {
      name: 'a withdrawal that the phone has no room for',
      open: (page) => answerWithoutRoom(page, 'withdraw', '?'),
    },
    { name: 'the car of a sheet that was withdrawn', open: (page) => openCar(page, '112') },
    { name: 'the car of a sheet that was moved', open: (page) => openCar(page, '113') },
    { name: 'the car of a sheet that an officer has voided', open: (page) => openCar(page, '115') },
    {
      name: 'the cars while a sheet is on its way to another',
      async open(page) {
        await openCar(page, '111')
        await goOffline(page)
        await pressFiled(page, 'move')
        await page.keyboard.type('116')
        await page.keyboard.press('Enter')
        await page.locator('dialog[open]').waitFor({ state: 'detached' })
        await openCars(page)
      },
    },
    {
      name: 'another number after a sheet that was begun',
      async open(page) {
        await openCar(page, '116')
        await page.locator('[data-action-bar] button').first().click()
        await page.locator('#car-number').fill('117')
        await page.keyboard.press('Enter')
      },
    },
    {
      name: 'the car of a sheet that is being withdrawn',
      async open(page) {
        await withdraw(page, '111')
        await openRow(page, '111')
      },
    },
    {
      name: 'the cars of a judge whose other phone was later',
      async open(page) {
        await withdraw(page, '111')
        await page.evaluate(overtakeAll)
        await page.reload()
        await page.locator('main li .lucide-send').waitFor()
      },
    },
  ] satisfies readonly Omit<Screen, 'path'>[]
).map((screen) => ({ ...screen, path: '/portal/judging/{event}{filed}', isStill: true }))

async function openCars(page: Page): Promise<void> {
  if ((await page.locator('#car-number').count()) === 0) await openConcours(page)
  await page.locator('a[href*="/cars"]').click()
  await page.locator('main li').first().waitFor()
}

async function openCar(page: Page, number: string): Promise<void> {
  await openCars(page)
  await openRow(page, number)
}

async function openRow(page: Page, number: string): Promise<void> {
  await page.locator(`main li a[href*="car=${number}&"]`).click()
  await page.locator('#car-number').waitFor()
}

/** The buttons of a filed sheet stand below its car. */
async function pressFiled(page: Page, what: 'move' | 'withdraw'): Promise<void> {
  const icon = what === 'move' ? '.lucide-arrow-right-left' : '.lucide-undo-2'
  await page.locator(`main button:has(${icon})`).click()
  await page.locator('dialog[open]').waitFor()
}

/** Where there is no network. */
async function withdraw(page: Page, number: string): Promise<void> {
  await openCar(page, number)
  await goOffline(page)
  await pressFiled(page, 'withdraw')
  await page.keyboard.type('?')
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await openCars(page)
}

/** From here on no call leaves the page, and it knows that there is no network. */
async function goOffline(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.setItem('lab-state', 'offline')
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })
  })
}

async function answerWithoutRoom(page: Page, what: 'move' | 'withdraw', typed: string): Promise<void> {
  await openCar(page, '111')
  await pressFiled(page, what)
  await refuseWrites(page)
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] [role="alert"]').waitFor()
}

/** The phone is full. */
async function refuseWrites(page: Page): Promise<void> {
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('There is no room.', 'QuotaExceededError')
    }
    Object.assign(IDBObjectStore.prototype, { add: refuse, put: refuse })
  })
}

/** In the page: the club has answered that a later sheet of another phone counts. */
async function overtakeAll(): Promise<void> {
  const opening = indexedDB.open('showfield-outbox')
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const tx = opening.result.transaction('entries', 'readwrite')
  const entries = tx.objectStore('entries')
  const reading = entries.getAll()
  reading.onsuccess = () => {
    for (const entry of reading.result) {
      const standing = { current: false, highest: entry.sequence + 1 }
      entries.put({ ...entry, state: 'accepted', settledAt: Date.now(), standing })
    }
  }
  await new Promise((resolve) => (tx.oncomplete = resolve))
  opening.result.close()
}

async function leaveBallot(page: Page): Promise<void> {
  await page.locator('main select').nth(2).selectOption({ index: 1 })
  await submit(page)
  await goOffline(page)
  await page.locator('main button:has(.lucide-send)').click()
  await page.locator('main button:has(.lucide-undo-2)').waitFor()
}

async function seeForms(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Concours', exact: true }).waitFor()
}

async function openConcours(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Concours', exact: true }).click()
  await page.locator('#car-number').waitFor()
}

async function submit(page: Page): Promise<void> {
  await page.locator('main form button[type="submit"]').last().click()
}

const memberClubs = ['demo', 'quiet', 'hostile'] as const

const ofMember: readonly Screen[] = (
  [
    { name: 'the feed', path: '/portal/member/social', clubs: memberClubs },
    { name: 'a post', path: '/portal/member/social/{post}', clubs: memberClubs },
    { name: 'the rides of all', path: '/portal/member/rides', clubs: memberClubs },
    { name: "a member's own rides", path: '/portal/member/rides/mine', clubs: memberClubs },
    { name: 'the form of a new ride', path: '/portal/member/rides/mine/new' },
    {
      name: 'the activities',
      path: '/portal/member/activities/1780272000000/1782863999999',
      clubs: memberClubs,
    },
    { name: "a member's events", path: '/portal/member/events', clubs: memberClubs },
    { name: "a member's tickets and cars", path: '/portal/tickets', clubs: ['demo', 'quiet', 'hostileShow'] },
    {
      name: 'the question at the sign-out',
      path: '/portal/tickets',
      isStill: true,
      async open(page) {
        await page.locator('main li').first().waitFor()
        await goOffline(page)
        await page.evaluate(() => history.pushState({}, '', `/portal/logout${location.search}`))
        await page.locator('main button').first().waitFor()
      },
    },
    { name: "a member's registration", path: '/portal/member/events/{event}/register', clubs: salesClubs },
    { name: "a member's form as a vendor", path: '/portal/member/events/{event}/vendor', clubs: salesClubs },
    { name: "a member's form for tickets", path: '/portal/member/events/{event}/tickets', clubs: salesClubs },
    { name: "a member's purchases at an event", path: '/portal/member/events/{event}/lookup' },
    { name: 'the files', path: '/portal/member/files', clubs: memberClubs },
    { name: 'the store', path: '/portal/member/store', clubs: ['demo', 'quiet', 'hostileShow'] },
    { name: 'a product', path: '/portal/member/store/{product}', clubs: ['demo', 'hostileShow'] },
    { name: 'the empty cart', path: '/portal/member/store/cart' },
    { name: 'the checkout of nothing', path: '/portal/member/store/checkout' },
    { name: 'the classifieds', path: '/portal/member/classifieds', clubs: memberClubs },
    { name: 'a listing', path: '/portal/member/classifieds/{listing}', clubs: memberClubs },
    { name: 'the roster', path: '/portal/member/roster', clubs: memberClubs },
    { name: 'the profile', path: '/portal/member/profile', clubs: memberClubs },
    { name: 'the end of an account', path: '/portal/member/profile/close' },
    { name: 'the membership', path: '/portal/member/membership', clubs: memberClubs },
    { name: 'the membership card', path: '/portal/member/card', clubs: memberClubs },
    { name: 'the payments', path: '/portal/member/payments', clubs: memberClubs },
    { name: 'the notifications', path: '/portal/member/notifications' },
    { name: 'the password', path: '/portal/member/password', isStill: true },
    { name: 'the additional logins', path: '/portal/member/children', clubs: ['quiet', 'hostileShow'] },
    { name: 'the code for a phone', path: '/portal/member/link', isStill: true },
  ] satisfies readonly Screen[]
).map((screen) => ({ ...screen, who: 'member' }))

const ofOthers: readonly Screen[] = [
  { name: "a family's additional logins", path: '/portal/member/children', who: 'parent' },
  { name: 'the reports', path: '/portal/member/social/reports', who: 'moderator', clubs: ['demo', 'quiet'] },
  { name: 'the membership that has expired', path: '/portal/member/membership', who: 'expired' },
  { name: 'the renewal', path: '/portal/renew', who: 'member' },
  { name: "an additional login's profile", path: '/portal/member/profile', who: 'child' },
]

export const screens: readonly Screen[] = [
  ...ofVisitor,
  ...ofShow,
  ...ofJudge,
  ...ofFiled,
  ...ofMember,
  ...ofOthers,
]
