// Two tabs on one phone: each keeps what was entered in it, and what both submit counts once.

import type { Page } from '@playwright/test'
import { inTurn } from '../support/chance/turns.ts'
import { readRecords } from './device/deviceStore.ts'
import {
  expect,
  expectAccessible,
  findPlaces,
  listDrafts,
  type Phone,
  readOutbox,
  signIn,
  signInOnScreens,
  takeVoter,
  test,
  toUrl,
} from './fixtures.ts'
import {
  judging,
  key,
  number,
  openForm,
  readSheets,
  score,
  scoreCar,
  submit,
  typeNumber,
  verifyNewJudge,
  waitForKit,
  whole,
} from './judging/judgingScreens.ts'

async function openTab(phone: Pick<Phone, 'context'>, address: string): Promise<Page> {
  const page = await phone.context.newPage()
  await page.goto(address)
  return page
}

const rowOf = (page: Page, car: string) => page.getByRole('listitem').filter({ hasText: car })

/** Of each half-filled sheet its car and how many scores are set. */
async function listSheetDrafts(page: Page): Promise<string[]> {
  const drafts = (await listDrafts(page)) as { value: { number?: string; scores?: object } }[]
  return drafts.flatMap(({ value: { number, scores } }) =>
    scores === undefined ? [] : [`${number} ${Object.keys(scores).length}`],
  )
}

test(`two tabs of one judge keep both half-filled sheets, and one sheet that both submit is one${inTurn('judgesTabs')}`, async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const judgeId = await verifyNewJudge(phone.page, product)
  await waitForKit(phone.page)
  const second = await openTab(phone, judging(product))
  await openForm(second, 'Concours')
  // a tab in the background draws a frame each second, and a click waits for two
  await phone.page.bringToFront()
  await openForm(phone.page, 'Concours')
  await typeNumber(phone.page, '101')
  for (const one of [9, 8, 7]) await key(phone.page, String(one)).click()
  await phone.page.getByLabel('Notes').fill('Chrome pitted')
  await second.bringToFront()
  await typeNumber(second, '102')
  await key(second, '5').click()
  await expect(second.getByText('1 of 5 set')).toBeVisible()
  // on the disk, not only on the screens
  await expect.poll(async () => (await listSheetDrafts(second)).sort()).toEqual(['101 3', '102 1'])

  await phone.killAndReopen()
  const { page } = phone
  await page.goto(judging(product))
  await openForm(page, 'Concours')
  // the sheet that was changed last; the other one goes to the next tab
  await expect(number(page)).toHaveValue('102')
  const other = await openTab(phone, judging(product))
  await openForm(other, 'Concours')
  await expect(number(other)).toHaveValue('101')
  await expect(other.getByText('3 of 5 set')).toBeVisible()
  await expect(other.getByLabel('Notes')).toHaveValue('Chrome pitted')
  await page.bringToFront()
  for (const one of whole.slice(1)) await key(page, String(one)).click()
  await submit(page).click()
  await expect(page.getByText('Your scores for 102 have been accepted.').last()).toBeVisible()
  await other.bringToFront()
  await other.reload()
  await expect(other.getByText('3 of 5 set')).toBeVisible()

  // the judge goes on with 101 in the first tab, which the other tab says
  await page.bringToFront()
  await page.getByRole('link', { name: 'My cars' }).click()
  await expect(rowOf(page, '1912 Ford Model T')).toContainText('Started')
  await page.getByRole('link', { name: '1912 Ford Model T' }).click()
  await expect(page.getByText('3 of 5 set')).toBeVisible()
  await expect(other.getByText('The sheet for 101 is open in another tab.')).toBeVisible()
  await expect(submit(other)).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(other)
  await key(page, '6').click()
  await other.bringToFront()
  await other.getByRole('button', { name: 'Continue here' }).click()
  await expect(other.getByText('4 of 5 set')).toBeVisible()
  await expect(page.getByText('The sheet for 101 is open in another tab.')).toBeVisible()
  await key(other, '4').click()
  await submit(other).click()
  await expect(other.getByText('Your scores for 101 have been accepted.').last()).toBeVisible()
  await expect(page.getByText('The sheet for 101 was sent from another tab.')).toBeVisible()
  await expect(page.getByText('This is what you sent.')).toBeVisible()

  // the same values entered in both
  await page.reload()
  await expect(page.getByText('0 of 5 set')).toBeVisible()
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await typeNumber(tab, '103')
    for (const one of whole) await key(tab, String(one)).click()
  }
  await submit(other).click()
  await expect(number(other)).toHaveValue('')
  await expect(page.getByText('The sheet for 103 was sent from another tab.')).toBeVisible()
  await expect.poll(async () => (await readSheets(product, judgeId)).length).toBe(3)
  expect(
    (await readSheets(product, judgeId)).map(({ entryId, sequence }) => [entryId, sequence]).sort(),
  ).toEqual([
    ['101', 1],
    ['102', 1],
    ['103', 1],
  ])
})

test('a started sheet and a started correction can be discarded, and what was sent stays @proof', async ({
  page,
  product,
}) => {
  await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await scoreCar(page, '101', whole)
  await expect(page.getByText('Your scores for 101 have been accepted.').last()).toBeVisible()
  await typeNumber(page, '104')
  // the very number that stands there as the starting value
  for (const [title, digit] of [
    ['Engine bay', '0'],
    ['Originality', '5'],
  ] as const) {
    await score(page, title).focus()
    await page.keyboard.type(digit)
  }
  await expect(page.getByText('2 of 5 set')).toBeVisible()
  await page.getByRole('link', { name: 'My cars' }).click()
  await page.getByRole('link', { name: '1912 Ford Model T' }).click()
  await score(page, 'Interior').click()
  await key(page, '2').click()
  await page.getByRole('link', { name: 'My cars' }).click()

  const corrected = rowOf(page, '1912 Ford Model T')
  await expect(corrected).toContainText('Accepted by the club')
  await expect(corrected).toContainText('With a correction not yet sent')
  const started = rowOf(page, '1935 Packard One-Twenty')
  await expect(started).toContainText('Started')
  await expect(page.getByRole('heading', { name: '1 of 250 cars scored' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^To do/ })).toContainText('249')
  await expect(page.getByRole('button', { name: /^Accepted/ })).toContainText('1')
  await expectAccessible(page)
  await started.getByRole('button', { name: 'Discard the sheet for 104' }).click()
  const dialog = page.getByRole('alertdialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(started).toContainText('Started')
  await started.getByRole('button', { name: 'Discard the sheet for 104' }).click()
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(started).toContainText('Not scored')

  await page.getByRole('link', { name: '1912 Ford Model T' }).click()
  await expect(score(page, 'Interior')).toHaveValue('2')
  await page.getByRole('button', { name: 'Discard the correction for 101' }).click()
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(score(page, 'Interior')).toHaveValue('8')
  await expect(page.getByText('This is what you sent.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('0 of 5 set')).toBeVisible()
})

test('a judge who verifies in another tab changes nothing in this one, and who goes on is asked before a sheet is sent @proof', async ({
  page,
  product,
}) => {
  const first = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await typeNumber(page, '101')
  for (const one of whole.slice(0, 4)) await key(page, String(one)).click()
  const other = await openTab({ context: page.context() }, judging(product))
  await expect(other.getByText(`Judge ${first}, `)).toBeVisible()
  const second = await verifyNewJudge(other, product)

  await expect(page.getByText(`Judge ${first}, N. Novak`)).toBeVisible()
  await key(page, '4').click()
  await submit(page).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Who goes on here?' })
  await expect(question.getByRole('heading', { name: 'Who goes on here?' })).toBeFocused()
  await expectAccessible(page)
  const stay = question.getByRole('button', { name: `Go on as judge ${first}, N. Novak` })
  await expect(question.getByRole('button', { name: `Go on as judge ${second}, N. Novak` })).toBeVisible()
  // nothing is sent for nobody's answer
  await page.keyboard.press('Escape')
  await expect(number(page)).toHaveValue('101')
  await submit(page).click()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(stay).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your scores for 101 have been accepted.').last()).toBeVisible()
  await scoreCar(page, '102', whole)
  await expect(question).toHaveCount(0)

  // the next one takes over this tab too: what was begun stays with its judge
  const third = await verifyNewJudge(other, product)
  await typeNumber(page, '103')
  for (const one of whole) await key(page, String(one)).click()
  await submit(page).click()
  await question.getByRole('button', { name: `Go on as judge ${third}, N. Novak` }).click()
  await expect(page.getByText(`Judge ${third}, N. Novak`)).toBeVisible()
  await expect(number(page)).toHaveValue('')
  await scoreCar(page, '104', whole)
  await expect.poll(async () => (await readSheets(product, third)).length).toBe(1)
  expect((await readSheets(product, first)).map(({ entryId }) => entryId).sort()).toEqual(['101', '102'])
  expect((await readSheets(product, third)).map(({ entryId }) => entryId)).toEqual(['104'])
  expect(await readSheets(product, second)).toEqual([])
})

/** As from another phone of the judge who is at this one. */
async function sendFromOtherPhone(page: Page, sequence: number): Promise<void> {
  const [entry] = await readOutbox(page)
  const [held] = await readRecords<{ grant: string }>(page, 'showfield-outbox', 'grants')
  const sheet = { ...entry?.input, sequence, grant: held?.grant, key: crypto.randomUUID() }
  const answer = await page.request.post(new URL('/dart/core', page.url()).href, {
    data: { ...sheet, action: 'submit_judging_form', tenantUUID: entry?.tenantId },
  })
  expect(await answer.json()).toMatchObject({ accepted: true })
}

test('a sheet beside which a later one of another phone counts is not called accepted, and can be corrected @proof', async ({
  page,
  product,
}) => {
  const judgeId = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await scoreCar(page, '101', whole)
  await expect(page.getByText('Your scores for 101 have been accepted.').last()).toBeVisible()
  // a phone that does not hear of the other one in time
  await page.route('**/dart/core', (route) =>
    (route.request().postData() ?? '').includes('get_judge_sheets') ? route.abort() : route.continue(),
  )
  await sendFromOtherPhone(page, 3)
  const correct = async (interior: string) => {
    await page.getByRole('list', { name: 'Last sheets' }).getByRole('button', { name: 'Correct' }).click()
    await score(page, 'Interior').click()
    await key(page, interior).click()
    await submit(page).click()
    await expect(number(page)).toHaveValue('')
  }
  await correct('2')
  const row = rowOf(page, '1912 Ford Model T')
  await expect(row).toContainText('A later sheet of yours counts, from another phone.')
  await expect(row).not.toContainText('Accepted')
  await correct('3')
  await expect(row).toContainText('Accepted by the club')
  expect(await readSheets(product, judgeId)).toMatchObject([
    { sequence: 1 },
    { sequence: 3, current: false },
    { sequence: 2, current: false },
    { sequence: 4, current: true },
  ])
  // with a signal, My cars hears of it without a delivery
  await sendFromOtherPhone(page, 9)
  await page.unroute('**/dart/core')
  await page.getByRole('link', { name: 'My cars' }).click()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(row).toContainText('A later sheet of yours counts, from another phone.')
})

test("a tab whose sign-in ran out says that another member is signed in, and asks nothing in that member's name", async ({
  page,
  product,
  places,
}) => {
  const { club } = places
  await signIn(page, product, club, 'parent')
  const other = await page.context().newPage()
  await other.goto(toUrl(product, '/portal/signin', club.subdomain))
  await other.evaluate(
    (name) => localStorage.setItem(name, 'true'),
    `showfield:${club.subdomain}:keepLoggedIn`,
  )
  await signInOnScreens(other, product, club, 'moderator')
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/dart/core')) tokens.push(request.headers()['x-dart-token'])
  })
  const own = await page.evaluate((name) => sessionStorage.getItem(name), `showfield:${club.subdomain}:token`)
  // its time is over
  await page.evaluate((name) => sessionStorage.removeItem(name), `showfield:${club.subdomain}:token`)
  await other.bringToFront()
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const notice = page.getByRole('dialog').getByText(/ is signed in on this device now$/)
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  expect(tokens.every((token) => token === undefined || token === own)).toBe(true)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Go on as / })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/portal\/member/)
})

test("a voter's tab takes over what another one filled in, and brings nothing back after the ballot @proof", async ({
  browser,
  product,
}) => {
  // no worker and no word from tab to tab, so that the second one does not hear that the ballot was submitted
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.addInitScript(() => Object.defineProperty(window, 'BroadcastChannel', { value: undefined }))
  const { club, event } = findPlaces(product.demo)
  const voter = takeVoter(product)
  const url = toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain)
  const first = await openTab({ context }, url)
  const second = await openTab({ context }, url)
  const choice = (page: Page) => page.getByRole('combobox').first()
  const comeTo = async (page: Page) => {
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  }
  await expect(choice(second)).toBeVisible()
  await choice(first).selectOption({ index: 1 })
  await first.getByLabel('First name').fill('Ada')
  await expect.poll(() => listDrafts(first)).toMatchObject([{ value: { values: { fname: 'Ada' } } }])
  await comeTo(second)
  await expect(second.getByLabel('First name')).toHaveValue('Ada')
  await expect(choice(second)).toHaveValue(await choice(first).inputValue())

  // what was changed here is not taken away
  await second.getByLabel('First name').fill('Grace')
  await expect.poll(() => listDrafts(second)).toMatchObject([{ value: { values: { fname: 'Grace' } } }])
  await comeTo(first)
  await expect(first.getByLabel('First name')).toHaveValue('Ada')

  for (const step of ['Look over your ballot', 'Your ballot has been accepted']) {
    await first.getByRole('button', { name: 'Submit Ballot' }).click()
    await expect(first.getByRole('heading', { name: step })).toBeVisible()
  }
  await expect.poll(() => listDrafts(first)).toEqual([])
  await second.getByLabel('First name').fill('Grace H')
  await expect(second.getByLabel('First name')).toHaveValue('Grace H')
  await expect.poll(() => listDrafts(second)).toEqual([])
  await second.reload()
  await expect(second.getByRole('heading', { name: 'Your ballot has been accepted' })).toBeVisible()
  expect(await listDrafts(second)).toEqual([])
  await context.close()
})

test('two tabs of one voter each say what became of their own choices @proof', async ({
  browser,
  product,
}) => {
  // no worker and no word from tab to tab, so that both submit before they hear of each other
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.addInitScript(() => Object.defineProperty(window, 'BroadcastChannel', { value: undefined }))
  const { club, event } = findPlaces(product.demo)
  const voter = takeVoter(product)
  const url = toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain)
  const tabs = [await openTab({ context }, url), await openTab({ context }, url)] as const
  const press = (page: Page) => page.getByRole('button', { name: 'Submit Ballot' }).click()
  for (const [at, page] of tabs.entries()) {
    await page
      .getByRole('combobox')
      .first()
      .selectOption({ index: at + 1 })
    await press(page)
    await expect(page.getByRole('heading', { name: 'Look over your ballot' })).toBeVisible()
  }
  const [first, second] = tabs
  await press(first)
  await expect(first.getByRole('heading', { name: 'Your ballot has been accepted' })).toBeVisible()
  await press(second)
  await expect(
    second.getByRole('heading', { name: 'The choices from this tab were not counted' }),
  ).toBeVisible()
  await expectAccessible(second)
  await second.reload()
  await expect(
    second.getByRole('heading', { name: 'The choices from this tab were not counted' }),
  ).toBeVisible()
  await second.getByRole('button', { name: 'Understood' }).click()
  await expect(second.getByRole('heading', { name: 'Your ballot has been accepted' })).toBeVisible()
  await expect(second.getByRole('button', { name: /on this phone$/ })).toHaveCount(0)
  await context.close()
})
