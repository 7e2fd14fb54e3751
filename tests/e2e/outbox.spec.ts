// An entry that is "Saved on this phone" survives anything that happens to browser, tabs and storage, and is
// delivered once.

import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { syncTag } from '../../src/offline/messages.ts'
import type { OutboxEntry } from '../../src/offline/outboxRecords.ts'
import { makeBuild } from '../support/browsers/builds.ts'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { endProduct } from '../support/browsers/productEnd.ts'
import { leaveApp, wakeWorker } from '../support/browsers/workerEvents.ts'
import { inTurn } from '../support/chance/turns.ts'
import { asVisitor } from '../support/community/elsewhere.ts'
import { readRecords } from './device/deviceStore.ts'
import {
  expect,
  expectAccessible,
  findPlaces,
  type Phone,
  readOutbox,
  test,
  toUrl,
  untilControlled,
  watchForFaults,
} from './fixtures.ts'
import {
  badge,
  judging,
  key,
  number,
  openForm,
  typeNumber,
  verifyNewJudge,
  waitForKit,
  whole,
} from './judging/judgingScreens.ts'

const saved = (car: string) => `Your scores for ${car} are saved on this phone.`

/** Until the phone has everything that the judge needs, so that it needs no server. */
async function saveForTheField(page: Page): Promise<void> {
  await waitForKit(page)
  await untilControlled(page)
}

async function open(page: Page, product: Product): Promise<void> {
  await page.goto(judging(product))
  await openForm(page, 'Concours')
}

/** Fills in a whole sheet by the pad, without submitting it. */
async function fillIn(page: Page, car: string): Promise<void> {
  await typeNumber(page, car)
  for (const one of whole) await key(page, String(one)).click()
  await expect(page.getByText('5 of 5 set')).toBeVisible()
}

/** The sheet's Submit button, which names the car. */
const submit = (page: Page, car: string) => page.getByRole('button', { name: `Submit Scores for ${car}` })

async function score(page: Page, car: string): Promise<void> {
  await fillIn(page, car)
  await submit(page, car).click()
}

/** The first cars of the event, from the server. */
async function listCars(product: Product): Promise<string[]> {
  const { club, event } = findPlaces(product.demo)
  const { cars } = await asVisitor(product, club.subdomain).call('get_entries', { eventId: event.id })
  return cars.map(({ number }) => number)
}

async function findCars<const N extends string[]>(
  product: Product,
  ...names: N
): Promise<{ [K in keyof N]: string }> {
  const cars = await listCars(product)
  return names.map((_, at) => cars[at] ?? '') as { [K in keyof N]: string }
}

async function listStates(page: Page): Promise<string[]> {
  return (await readOutbox(page)).map(({ about, state }) => `${about?.number} ${state}`)
}

/** The server's answer to the same key: everybody who sends it gets the same. */
async function sendAgain(page: Page, product: Product, entry: OutboxEntry): Promise<unknown> {
  const [held] = await readRecords<{ grant: string }>(page, 'showfield-outbox', 'grants')
  const answer = await fetch(`${product.origin}/dart/core`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...entry.input,
      action: entry.action,
      key: entry.key,
      grant: held?.grant,
      tenantUUID: entry.tenantId,
    }),
  })
  return ((await answer.json()) as { receipt: unknown }).receipt
}

test(`a sheet is on the phone after a power cut right behind "saved", and arrives once${inTurn('powerCut')}`, async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const [car] = await findCars(product, 'car')
  await verifyNewJudge(phone.page, product)
  await saveForTheField(phone.page)
  await open(phone.page, product)
  await product.stop()
  await score(phone.page, car)
  await phone.page.getByText(saved(car)).waitFor({ state: 'attached' })
  await phone.killAndReopen()

  const { page } = phone
  await page.goto(judging(product))
  await expect(badge(page)).toHaveAccessibleName('1 on this phone')
  await badge(page).click()
  const sheet = page.getByRole('dialog', { name: '1 waits on this phone' })
  await expect(sheet.getByRole('listitem').filter({ hasText: car })).toContainText('Saved on this phone')
  await expect(sheet.getByRole('button', { name: 'Send now' })).toBeEnabled()
  await product.start()
  // it goes by itself as soon as the server answers
  await expect(page.getByRole('dialog').getByText('Accepted by the club')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The club has everything.')).toBeVisible()
  const [entry] = await readOutbox(page)
  if (entry === undefined) throw new Error('the tombstone is gone')
  expect(await sendAgain(page, product, entry)).toEqual(entry.receipt)
})

/** Holds batches until the test releases them. The server never sees dropped batches. */
async function holdBatches(context: BrowserContext) {
  const held: (() => void)[] = []
  let isOpen = false
  const { promise: first, resolve: arrived } = Promise.withResolvers<void>()
  await context.route('**/dart/core', async (route) => {
    const isBatch = route.request().postData()?.includes('"submit_batch"') ?? false
    if (isBatch && !isOpen) {
      arrived()
      await new Promise<void>((resolve) => held.push(resolve))
    }
    await route.continue().catch(ignoreEnded)
  })
  return {
    first,
    /** From now on batches pass. Batches that are held stay held. */
    open() {
      isOpen = true
    },
    release() {
      isOpen = true
      for (const go of held) go()
    },
  }
}

/** Runs in the page: the worker does not send. */
function withoutSync() {
  Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
}

/** The tab of the request was closed. */
function ignoreEnded(): void {}

test('with five tabs open the one that sends is closed, and another one delivers @proof', async ({
  phone,
  product,
}) => {
  const [, car] = await findCars(product, 'first', 'second')
  const { context } = phone
  const sender = phone.page
  await verifyNewJudge(sender, product)
  const others: Page[] = []
  for (let tab = 0; tab < 4; tab++) {
    const other = await context.newPage()
    await other.goto(judging(product))
    await expect(other.getByText('Your have been verified.')).toBeVisible()
    others.push(other)
  }
  const door = await holdBatches(context)
  await open(sender, product)
  await score(sender, car)
  await door.first
  const [watcher] = others
  if (watcher === undefined) throw new Error('no other tab')
  expect(await listStates(watcher)).toEqual([`${car} sending`])
  door.open()
  await sender.close()
  await expect.poll(() => listStates(watcher), { timeout: 30_000 }).toEqual([`${car} accepted`])
  const [entry] = await readOutbox(watcher)
  expect(entry?.attempts).toBe(2)
})

/** Runs in the page: puts a hundred more entries like the one that waits there into the outbox. */
async function multiply(count: number): Promise<void> {
  const opening = indexedDB.open('showfield-outbox')
  await new Promise<void>((resolve, reject) => {
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const tx = opening.result.transaction('entries', 'readwrite')
      const entries = tx.objectStore('entries')
      const reading = entries.getAll()
      reading.onsuccess = () => {
        const [entry] = reading.result as OutboxEntry[]
        for (let at = 1; at <= count; at++) {
          // of a car of its own, so that it waits for no other
          const input = { ...entry?.input, entryId: String(990_000 + at) }
          const later = { order: 1 + at, nextAt: Date.now() + 3_600_000, sentAt: Date.now() }
          entries.put({ ...entry, ...later, input, key: crypto.randomUUID(), state: 'waiting' })
        }
      }
      tx.onabort = () => reject(tx.error)
      tx.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

/** Runs in the page, as the browser tells it that it has left the front or come there. */
function setSeen(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a long outbox is drawn as far as it is read, and a tab in the background tells the truth when it comes back @proof', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { page, context } = phone
  const [car] = await findCars(product, 'car')
  await verifyNewJudge(page, product)
  await saveForTheField(page)
  await open(page, product)
  await product.stop()
  await score(page, car)
  await expect.poll(() => listStates(page)).toEqual([`${car} waiting`])
  await page.evaluate(multiply, 100)
  await page.reload()
  await expect(badge(page)).toHaveAccessibleName('101 on this phone')
  const other = await context.newPage()
  await other.goto(judging(product))
  await expect(badge(other)).toHaveAccessibleName('101 on this phone')
  await other.evaluate(setSeen, 'hidden' as const)

  await page.bringToFront()
  await badge(page).click()
  const rows = page.getByRole('dialog', { name: '101 wait on this phone' }).getByRole('listitem')
  await expect(rows).toHaveCount(40)
  await expect(rows.first()).toHaveAttribute('aria-setsize', '101')
  await expect(rows.last()).toHaveAttribute('aria-posinset', '40')
  await expectAccessible(page)
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(101, { timeout: 500 })
  }).toPass()
  await expect(rows.last()).toContainText(car)
  await expect(rows.last()).not.toHaveAttribute('aria-setsize')

  await product.start()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('100 were not accepted')).toBeVisible()
  // nobody looks at it
  await expect(badge(other)).toHaveAccessibleName('101 on this phone')
  await other.evaluate(setSeen, 'visible' as const)
  await expect(badge(other)).toHaveAccessibleName('100 on this phone')
})

test('the worker delivers with no tab of the app open', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const [first, second] = await findCars(product, 'first', 'second')
  const { page } = phone
  await verifyNewJudge(page, product)
  await saveForTheField(page)
  await open(page, product)
  await product.stop()
  for (const car of [first, second]) {
    await score(page, car)
    await page.getByText(saved(car)).waitFor({ state: 'attached' })
  }
  await leaveApp(page, product)
  await product.start()
  expect((await readOutbox(page)).map(({ receipt }) => receipt)).toEqual([undefined, undefined])
  await wakeWorker(page, product, 'sync', syncTag)
  await expect.poll(() => listStates(page)).toEqual([`${first} accepted`, `${second} accepted`])
})

test('after a rollback the older build sends what a newer one has saved @proof', async ({
  phone,
  product,
}) => {
  const [, , car] = await findCars(product, 'first', 'second', 'third')
  const { page } = phone
  await page.addInitScript(withoutSync)
  await verifyNewJudge(page, product)
  const door = await holdBatches(phone.context)
  await open(page, product)
  await score(page, car)
  await door.first
  await leaveApp(page, product)
  // what a newer build would have left: a store, a field and a state that this build does not know
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('showfield-outbox', 9)
        opening.onerror = () => reject(opening.error)
        opening.onupgradeneeded = () => void opening.result.createObjectStore('attachments')
        opening.onsuccess = () => {
          const database = opening.result
          const tx = database.transaction('entries', 'readwrite')
          const reading = tx.objectStore('entries').getAll()
          reading.onsuccess = () => {
            for (const entry of reading.result) {
              tx.objectStore('entries').put({ ...entry, schema: 2, state: 'paused', colour: 'red' })
            }
          }
          tx.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )
  door.open()
  await page.goto(judging(product))
  await expect.poll(() => listStates(page)).toEqual([`${car} accepted`])
  expect((await readOutbox(page))[0]).toMatchObject({ schema: 2, colour: 'red' })
})

/** Limits the origin's storage until the returned function is called. */
async function limitStorage(phone: Phone, product: Product, quotaSize: number): Promise<() => Promise<void>> {
  const session = await phone.context.newCDPSession(phone.page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: product.origin, quotaSize })
  return () => session.detach()
}

test('on a full phone a sheet is not saved, its values stay, and it is saved when there is room', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const [car] = await findCars(product, 'car')
  await verifyNewJudge(phone.page, product)
  // the browser remembers for a while how much room there was
  await phone.closeAndReopen()
  const { page } = phone
  const makeRoom = await limitStorage(phone, product, 1)
  await open(page, product)
  await product.stop()
  await fillIn(page, car)
  const values = await page
    .getByRole('spinbutton')
    .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value))
  await submit(page, car).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved' })).toBeVisible()
  await expect(number(page)).toHaveValue(car)
  expect(
    await page
      .getByRole('spinbutton')
      .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value)),
  ).toEqual(values)
  expect(await readOutbox(page)).toEqual([])
  await makeRoom()
  await submit(page, car).click()
  await page.getByText(saved(car)).waitFor({ state: 'attached' })
  // it is sent at once, finds no server, and waits
  await expect.poll(() => listStates(page)).toEqual([`${car} waiting`])
})

test(`a refused sheet says why, can be saved as a file, corrected, and put away only after a question${inTurn('refusedSheet')}`, async ({
  phone,
  product,
}) => {
  const { page } = phone
  const faults = watchForFaults(page)
  await verifyNewJudge(page, product)
  await open(page, product)
  await fillIn(page, '9876')
  await submit(page, '9876').click()
  const insist = page.getByRole('button', { name: 'Submit Scores for 9876 as shown' })
  await expect(insist).toBeVisible()
  // a second press too soon after the first counts as an accident
  await expect(async () => {
    if (await insist.isVisible()) await insist.click()
    await expect(number(page)).toHaveValue('', { timeout: 1_000 })
  }).toPass()
  await expect.poll(() => listStates(page)).toEqual(['9876 refused'])
  await badge(page).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText(
    'Your scores for 9876 were not accepted. Reason: There is no car with this number at this event.',
  )
  await expect(sheet.getByText('Needs attention')).toBeVisible()
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save as file' }).click()
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(file).toMatchObject({
    format: 'showfield-outbox',
    entries: [{ state: 'refused', reason: { code: 'car-not-found' }, input: { entryId: '9876' } }],
  })
  expect(JSON.stringify(file)).not.toContain('grant')

  await sheet.getByRole('button', { name: 'Dismiss' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(sheet.getByText('Needs attention')).toBeVisible()
  await sheet.getByRole('button', { name: 'Correct' }).click()
  await expect(number(page)).toHaveValue('9876')

  // a judge who has left this phone has to verify here before they correct it
  await page.goto(judging(product))
  await page.getByRole('button', { name: 'Not you?' }).click()
  await page.getByRole('button', { name: 'Leave judging on this phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  const judgingId = page.getByRole('textbox', { name: 'Judging id' })
  await expect(judgingId).toBeVisible()
  await badge(page).click()
  await expect(sheet).toContainText(/It is from judge \w+, who has left this phone\./)
  await expect(sheet.getByRole('button', { name: 'Correct' })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Verify' }).click()
  await expect(judgingId).toBeVisible()

  await badge(page).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await question.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing waits on this phone' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(badge(page)).toHaveCount(0)
  expect(faults).toEqual([])
})

test('a new build is not taken while a sheet is on its way @proof', async ({ phone }) => {
  const folder = await mkdtemp(join(tmpdir(), 'showfield-builds-'))
  const app = join(folder, 'app')
  await rename(await makeBuild(folder, 'one'), app)
  const product = await startProduct({ appDir: app })
  try {
    const [car] = await findCars(product, 'car')
    const { page } = phone
    await verifyNewJudge(page, product)
    await saveForTheField(page)
    const door = await holdBatches(phone.context)
    await open(page, product)
    await score(page, car)
    await door.first
    const next = await makeBuild(folder, 'two')
    await rename(app, join(folder, 'before'))
    await rename(next, app)
    const home = await phone.context.newPage()
    await home.goto(toUrl(product, '/portal', findPlaces(product.demo).club.subdomain))
    await home.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    await home.getByRole('button', { name: 'Update now' }).click()
    await expect(home.getByText(/Finish what is open/)).toBeVisible()
    door.release()
    await expect.poll(() => listStates(home)).toEqual([`${car} accepted`])
    await home.getByRole('button', { name: 'Update now' }).click()
    await expect
      .poll(() =>
        home
          .evaluate(() => document.querySelector('meta[name="build"]')?.getAttribute('content'))
          .catch(() => undefined),
      )
      .toBe('two')
    await endProduct(product)
  } finally {
    await product.dispose()
    await rm(folder, { recursive: true, force: true })
  }
})
