// A judge's day: they verify and score with and without a network, and no sheet is lost or doubled.

import type { Locator, Page, Request } from '@playwright/test'
import { expectNoFaults } from '../../support/browsers/axe.ts'
import { tabTo } from '../../support/browsers/keyboard.ts'
import type { Product } from '../../support/browsers/product.ts'
import { inTurn, isOnTurn } from '../../support/chance/turns.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'
import { readRecords } from '../device/deviceStore.ts'
import {
  addJudge,
  changeEvent,
  expect,
  expectAccessible,
  findPlaces,
  test,
  untilControlled,
  untilStill,
} from '../fixtures.ts'
import {
  badge,
  judging,
  key,
  number,
  openForm,
  openLink,
  readSheets,
  score,
  scoreCar,
  submit,
  typeNumber,
  verifyByLink,
  verifyNewJudge,
  waitForKit,
  whole,
} from './judgingScreens.ts'

async function listMessages(product: Product, phone: string): Promise<{ text: string }[]> {
  const answer = await fetch(`${product.origin}/sandbox/sms.json`)
  return ((await answer.json()) as { to: string; text: string }[]).filter(({ to }) => to === phone)
}

/** Asks for a code and answers it. The server sends the message a moment after its answer. */
async function requestCode(page: Page, product: Product, phone: string): Promise<string> {
  const before = (await listMessages(product, phone)).length
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect.poll(async () => (await listMessages(product, phone)).length).toBeGreaterThan(before)
  const code = /\b\d{7}\b/.exec((await listMessages(product, phone)).at(-1)?.text ?? '')?.[0]
  if (code === undefined) throw new Error('no code was sent')
  // the message may be there before the page has its answer
  await expect(page.getByLabel('Verification code')).toBeVisible()
  return code
}

/** Replaces the phone's grant by one that the server does not know. */
async function spoilGrant(page: Page): Promise<void> {
  await readRecords(page, 'showfield-outbox', 'grants', { grant: 'A'.repeat(43) })
}

const firstCars = ['101', '102', '103', '104', '105', '106', '107', '108', '109', '110']
const moreCars = ['111', '112', '113', '114', '115', '116', '117', '118', '119', '120']

test('a judge verifies by a code, scores a car by the pad, and reads that it was accepted', async ({
  journey,
  product,
  places: { club, event },
}) => {
  const phone = event.judges.find((judge) => judge.judgeId === '41')?.phone ?? ''
  const page = await journey(club, 'visitor', { path: judging(product) })
  await expect(page.getByText('Provide your judging id to begin the verification process')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send verification code' })).toBeDisabled()
  await page.getByLabel('Judging id').fill('41')
  await requestCode(page, product, phone)
  // a phone may throw the page away while the judge reads the message; another id is another code
  await page.reload()
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await expect(page.getByLabel('Judging id')).toHaveValue('41')
  await page.getByLabel('Judging id').fill('4')
  await page.reload()
  await expect(page.getByLabel('Judging id')).toHaveValue('')
  await expect(page.getByLabel('Verification code')).toHaveCount(0)
  await page.getByLabel('Judging id').fill('41')
  const code = await requestCode(page, product, phone)
  await page.reload()
  await expect(
    page.getByText('Enter the verification code that was just sent as a text message to you.'),
  ).toBeVisible()
  await expect(page.getByText(/^If 41 judges this show, the code is on its way/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend verificaiton code' })).toBeVisible()
  await page.getByLabel('Verification code').fill(code === '1234567' ? '7654321' : '1234567')
  await page.getByRole('button', { name: 'Submit Verification code' }).click()
  await expect(page.getByText(/^This code is not right/)).toBeVisible()
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Submit Verification code' }).click()
  await expect(page.getByText('Your have been verified.')).toBeVisible()
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.includes('Code'))),
  ).toEqual([])
  await expect(page.getByText('Select the judging form you would like to use:')).toBeVisible()

  await openForm(page, 'Concours')
  await expect(page.getByRole('banner')).toContainText('Judge 41, ')
  await expect(page.getByRole('banner')).toContainText(findPlaces(product.demo).event.name)
  await expect(page.getByText('Scoring: min: 0 - max: 10 (Weight: 2)')).toBeVisible()
  await expect(score(page, 'Paint and body')).toHaveValue('10')
  await key(page, '1').click()
  await key(page, '0').click()
  await expect(page.getByText("No car 10 on this phone's list so far.")).toBeVisible()
  await key(page, '3').click()
  await expect(page.getByRole('heading', { name: '1933 Austin Seven' })).toBeVisible()
  // no other number begins with 103, so the form has gone on; who presses the key anyway loses nothing
  await expect(page.getByRole('group', { name: 'Paint and body' })).toBeVisible()
  await key(page, 'To the scores').click()
  await key(page, '9').click()
  await expect(score(page, 'Paint and body')).toHaveValue('9')
  await expect(page.getByText('1 of 5 set')).toBeVisible()
  for (const one of ['8', '7', '6', '4']) await key(page, one).click()
  await submit(page).click()
  await expect(page.getByText('Your scores for 103 have been accepted.').last()).toBeVisible()
  await expect(number(page)).toHaveValue('')
  await expect(number(page)).toBeFocused()
  await expect(score(page, 'Paint and body')).toHaveValue('10')

  // an accidental tap submits nothing
  await submit(page).click()
  await expect(page.getByText('Enter the car number first.')).toBeAttached()
  await expect(badge(page)).toHaveCount(0)
  expect(await readSheets(product, '41')).toMatchObject([
    { entryId: '103', sequence: 1, current: true, late: false },
  ])
})

test('a link verifies once: its secret leaves the address, and a lost answer is given again @proof', async ({
  page,
  product,
}) => {
  const { judgeId, link } = await addJudge(product, '--form', 'Concours')
  const sent: string[] = []
  // the server answers, but the phone never gets the answer
  await page.route('**/dart/core', async (route) => {
    const body = route.request().postData() ?? ''
    if (!body.includes('linkSecret')) return route.continue()
    sent.push(body)
    await route.fetch()
    await route.abort()
  })
  await page.goto(link)
  await expect(page.getByText(/could not be reached/)).toBeVisible()
  expect(page.url()).toBe(judging(product))
  expect(await page.evaluate(() => history.length)).toBeLessThan(4)
  expect(JSON.parse(sent[0] ?? '').linkSecret).toBe(new URL(link).hash.slice(1))

  await page.unroute('**/dart/core')
  await page.reload()
  await expect(page.getByText('Your have been verified.')).toBeVisible()
  await expect(page.getByText(`Judge ${judgeId}, N. Novak`)).toBeVisible()
  // restricted to one form
  await expect(page.getByRole('link', { name: 'Concours', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Preservation', exact: true })).toHaveCount(0)

  const other = await page.context().browser()?.newContext()
  const stranger = await other?.newPage()
  if (stranger === undefined) throw new Error('no second browser')
  await stranger.goto(link)
  await expect(stranger.getByText(/^This link has been used already/)).toBeVisible()
  // a judge who is verified there hears it too, and goes on as themselves
  const own = await addJudge(product)
  await openLink(stranger, own.link, own.judgeId)
  await stranger.goto('about:blank')
  await stranger.goto(link)
  await expect(stranger.getByText(/^This link has been used already/)).toBeVisible()
  await stranger.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(stranger.getByText(`Judge ${own.judgeId}, N. Novak`)).toBeVisible()
  await other?.close()
})

// three are enough to come in some order
for (const { size: count, tag, isLong } of inTwoSizes(3, 10)) {
  if (!isLong && !isOnTurn('fieldSheets')) continue
  test(`${count} sheets scored without a server arrive within ten seconds of its return, and as many outlive the browser, once each${tag}`, async ({
    savedPhone: phone,
    doorProduct: product,
  }) => {
    const judgeId = await verifyNewJudge(phone.page, product)
    await waitForKit(phone.page)
    await openForm(phone.page, 'Concours')
    await product.stop()
    for (const car of firstCars.slice(0, count)) await scoreCar(phone.page, car, whole)
    await expect(
      phone.page.getByText('No connection. Keep scoring; sheets wait on this phone.'),
    ).toBeVisible()
    await expect(badge(phone.page)).toHaveText(new RegExp(`^${count}`))
    await expect(phone.page.getByText(/have been accepted/)).toHaveCount(0)
    await product.start()
    const backAt = Date.now()
    await expect(badge(phone.page)).toHaveCount(0, { timeout: 30_000 })
    expect(Date.now() - backAt).toBeLessThan(10_000)

    await product.stop()
    for (const car of moreCars.slice(0, count)) await scoreCar(phone.page, car, whole)
    await expect(badge(phone.page)).toHaveText(new RegExp(`^${count}`))
    await phone.killAndReopen()
    await phone.page.goto(judging(product))
    await expect(phone.page.getByText('Your have been verified.')).toBeVisible()
    await expect(badge(phone.page)).toHaveText(new RegExp(`^${count}`))
    await product.start()
    await expect(badge(phone.page)).toHaveCount(0, { timeout: 60_000 })
    const sheets = await readSheets(product, judgeId)
    expect(sheets.map(({ entryId }) => entryId).sort()).toEqual([
      ...firstCars.slice(0, count),
      ...moreCars.slice(0, count),
    ])
    expect(sheets.every(({ sequence, current }) => sequence === 1 && current)).toBe(true)
  })
}

test(`a half-filled sheet outlives a reload and a kill, and a started one waits while another is scored${inTurn('halfFilled')}`, async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  await verifyNewJudge(phone.page, product)
  await waitForKit(phone.page)
  await openForm(phone.page, 'Concours')
  await typeNumber(phone.page, '104')
  await key(phone.page, '3').click()
  await key(phone.page, '2').click()
  // the last key and the reload at the same moment
  await phone.page.getByLabel('Notes').pressSequentially('Chrome pitted')
  await phone.page.reload()
  await expect(phone.page.getByText('2 of 5 set')).toBeVisible()
  await phone.killAndReopen()
  await phone.page.goto(judging(product))
  await openForm(phone.page, 'Concours')
  await expect(number(phone.page)).toHaveValue('104')
  await expect(score(phone.page, 'Paint and body')).toHaveValue('3')
  await expect(phone.page.getByLabel('Notes')).toHaveValue('Chrome pitted')

  await phone.page.getByRole('link', { name: 'My cars' }).click()
  await expect(phone.page.getByRole('listitem').filter({ hasText: '1935 Packard One-Twenty' })).toContainText(
    'Started',
  )
  await phone.page.getByRole('link', { name: '1929 Bentley 4½ Litre' }).click()
  await expect(number(phone.page)).toHaveValue('105')
  await expect(phone.page.getByText('0 of 5 set')).toBeVisible()
  for (const one of whole) await key(phone.page, String(one)).click()
  await submit(phone.page).click()
  await expect(phone.page.getByText('Your scores for 105 have been accepted.').last()).toBeVisible()
  await phone.page.goBack()
  await phone.page.getByRole('link', { name: '1935 Packard One-Twenty' }).click()
  await expect(phone.page.getByText('2 of 5 set')).toBeVisible()
  await expect(phone.page.getByLabel('Notes')).toHaveValue('Chrome pitted')
})

test('starting values are asked about once, in place, and a second press means it @proof', async ({
  page,
  product,
}) => {
  const judgeId = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await typeNumber(page, '101')
  await key(page, '9').click()
  await key(page, '8').click()
  await submit(page).dblclick()
  await expect(page.getByText('3 scores are still starting values.')).toBeVisible()
  await expect(number(page)).toHaveValue('101')
  await expect(page.getByRole('button', { name: 'Submit Scores for 101 as shown' })).toBeVisible()
  await expect(async () => {
    await submit(page).click({ timeout: 1000 })
    await expect(number(page)).toHaveValue('', { timeout: 1000 })
  }).toPass()
  await expect(page.getByText('Your scores for 101 have been accepted.').last()).toBeVisible()
  const [sheet] = await readSheets(product, judgeId)
  expect(sheet?.scores?.map((one) => one.score)).toEqual([9, 8, 10, 10, 5])
})

test('an accepted sheet is corrected with a higher sequence, and the earlier one stays as history', async ({
  page,
  product,
}) => {
  const judgeId = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await scoreCar(page, '101', whole)
  await expect(page.getByText('Your scores for 101 have been accepted.').last()).toBeVisible()
  await page.getByRole('link', { name: 'My cars' }).click()
  const row = page.getByRole('link', { name: '1912 Ford Model T' })
  await row.click()
  const sent = page.getByText('This is what you sent. To correct it, change a score.')
  await expect(sent).toBeVisible()
  // the sentence is not cut
  expect(await sent.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0)
  await expect(page).not.toHaveURL(/car=/)
  // looking at it changes nothing
  await score(page, 'Interior').click()
  await key(page, '8').click()
  await page.getByRole('link', { name: 'My cars' }).click()
  await expect(page.getByRole('listitem').filter({ has: row })).toContainText('Accepted by the club')
  await row.click()
  await expect(sent).toBeVisible()
  await score(page, 'Interior').click()
  await key(page, '2').click()
  await submit(page).click()
  await expect(number(page)).toHaveValue('')
  await expect.poll(async () => (await readSheets(product, judgeId)).length).toBe(2)
  const sheets = await readSheets(product, judgeId)
  expect(sheets).toMatchObject([
    { sequence: 1, current: false },
    { sequence: 2, current: true },
  ])
  expect(sheets[1]?.scores?.map((one) => one.score)).toEqual([9, 2, 7, 6, 4])
})

test('a number that the phone does not know is said before, refused by the club, and corrected @proof', async ({
  page,
  product,
}) => {
  await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await typeNumber(page, '999')
  for (const one of whole) await key(page, String(one)).click()
  await submit(page).click()
  await expect(page.getByText(/^There is no car 999 on this phone's list/).last()).toBeVisible()
  await expect(async () => {
    await submit(page).click({ timeout: 1000 })
    await expect(number(page)).toHaveValue('', { timeout: 1000 })
  }).toPass()
  const reason =
    'Your scores for 999 were not accepted. Reason: There is no car with this number at this event.'
  await expect(page.getByText(reason).last()).toBeVisible()
  await expect(badge(page)).toHaveText(/^1/)
  await page.getByRole('link', { name: 'My cars' }).click()
  const first = page.getByRole('main').getByRole('listitem').first()
  await expect(first).toContainText('Needs attention')
  await expect(first).toContainText(reason)
  // no filter without cars
  await expect(page.getByRole('group', { name: 'Show' }).getByRole('button')).toHaveText([
    /^All/,
    /^To do/,
    /^Attention\s*1$/,
  ])

  await badge(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Correct' }).click()
  await expect(number(page)).toHaveValue('999')
  await expect(page.getByText('5 of 5 set')).toBeVisible()
  // the number is what is wrong
  await expect(page.getByRole('button', { name: 'Change' })).toHaveCount(0)
  await number(page).fill('')
  await typeNumber(page, '110')
  await submit(page).click()
  await expect(page.getByText('Your scores for 110 have been accepted.').last()).toBeVisible()
  await expect(badge(page)).toHaveCount(0)
})

test(`two judges on one phone see their own sheets only, and what waits goes out as whose it is${inTurn('twoJudges')}`, async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  const { page } = phone
  const first = await verifyNewJudge(page, product)
  const second = await addJudge(product)
  await waitForKit(page)
  await product.stop()
  await openForm(page, 'Concours')
  await scoreCar(page, '101', whole)
  await typeNumber(page, '102')
  await key(page, '1').click()
  await product.start()
  // the second judge opens their link on the same phone
  await page.goto(second.link)
  await expect(page.getByText(`Judge ${second.judgeId}, N. Novak`)).toBeVisible()
  await openForm(page, 'Concours')
  await expect(number(page)).toHaveValue('')
  await scoreCar(page, '103', whole)
  await page.getByRole('link', { name: 'My cars' }).click()
  await expect(page.getByText('1 of 250 cars scored')).toBeVisible()
  await expect(badge(page)).toHaveCount(0, { timeout: 30_000 })

  await product.stop()
  await page.getByRole('link', { name: 'Go back to forms' }).click()
  await page.getByRole('button', { name: 'Not you?' }).click()
  await page.getByRole('button', { name: `Continue as judge ${first}, N. Novak` }).click()
  await expect(page.getByText(`Judge ${first}, N. Novak`)).toBeVisible()
  await openForm(page, 'Concours')
  await expect(number(page)).toHaveValue('102')
  await expect(page.getByText('1 of 5 set')).toBeVisible()
  for (const one of whole.slice(1)) await key(page, String(one)).click()
  await submit(page).click()
  await expect(badge(page)).toHaveText(/^1/)
  await page.getByRole('link', { name: 'Go back to forms' }).first().click()
  await page.getByRole('button', { name: 'Not you?' }).click()
  await expect(page.getByText(new RegExp(`^1 sheet of judge ${first} waits on this phone`))).toBeVisible()
  await product.start()
  await expect(badge(page)).toHaveCount(0, { timeout: 30_000 })
  const sheets = await readSheets(product)
  const theirs = sheets.filter(({ judgeId }) => judgeId === first || judgeId === second.judgeId)
  expect(theirs.map(({ judgeId, entryId }) => `${judgeId} ${entryId}`).sort()).toEqual(
    [`${first} 101`, `${first} 102`, `${second.judgeId} 103`].sort(),
  )
})

test('a link that is answered before the club is known is not spent in vain @proof', async ({
  page,
  product,
}) => {
  const { judgeId, link } = await addJudge(product)
  const named = (action: string) => (request: Request) => (request.postData() ?? '').includes(`"${action}"`)
  const verified = page.waitForResponse((response) => named('verify_judge')(response.request()))
  await page.route('**/dart/core*', async (route) => {
    if (named('get_tenant')(route.request())) await verified
    await route.continue()
  })
  await openLink(page, link, judgeId)
})

test("where the server does not take a judge's proof any more, their sheets wait, and verifying again sends them @proof", async ({
  page,
  product,
}) => {
  const phone = '+15555550199'
  const { judgeId, link } = await addJudge(product, '--phone', phone)
  await openLink(page, link, judgeId)
  await openForm(page, 'Concours')
  await spoilGrant(page)
  await page.reload()
  await scoreCar(page, '101', whole)
  await expect(page.getByText(/^Your verification has ended\./)).toBeVisible()
  await scoreCar(page, '102', whole)
  await expect(badge(page)).toHaveText(/^2/)
  await typeNumber(page, '103')
  await key(page, '1').click()

  await page.getByRole('button', { name: 'Verify again' }).click()
  await expect(page.getByLabel('Judging id')).toHaveValue(judgeId)
  await page.getByLabel('Verification code').fill(await requestCode(page, product, phone))
  await page.getByRole('button', { name: 'Submit Verification code' }).click()
  await expect(badge(page)).toHaveCount(0, { timeout: 20_000 })
  await expect(number(page)).toHaveValue('103')
  await expect(page.getByText('1 of 5 set')).toBeVisible()
  expect((await readSheets(product, judgeId)).map(({ entryId }) => entryId).sort()).toEqual(['101', '102'])
})

test('a judge whom the club has revoked is told so, and their sheets stay on the phone', async ({
  page,
  product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const judgeId = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  const revoked = await product.club(
    ...['judges', String(event.id), '--revoke', judgeId, '--tenant', club.subdomain],
  )
  expect(revoked.code, revoked.output).toBe(0)
  await scoreCar(page, '101', whole)
  await expect(page.getByText(/^Your verification has ended\./)).toBeVisible()
  await expect(badge(page)).toHaveText(/^1/)
  expect(await readSheets(product, judgeId)).toEqual([])
})

test('before the show no sheet is filed, after it and without judging the page says so @proof', async ({
  page,
  ownClubs,
}) => {
  const toDay = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await changeEvent(ownClubs, { startDate: toDay(3), endDate: toDay(4) })
  await verifyByLink(page, ownClubs, '41')
  await expect(page.getByText(/^Judging has not begun yet\. It begins on \w+day, /)).toBeVisible()
  await openForm(page, 'Concours')
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(submit(page)).toHaveAccessibleDescription('Judging has not begun yet.')

  await changeEvent(ownClubs, { startDate: toDay(-4), endDate: toDay(-3) })
  await page.reload()
  const ended = page.getByText('This event has ended and judging is no longer allowed.')
  await expect(ended).toBeVisible()
  const portal = `/portal?subdomain=${findPlaces(ownClubs.demo).club.subdomain}`
  await expect(page.getByRole('link', { name: "Go to the club's portal" })).toHaveAttribute('href', portal)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'My cars: Concours' }).click()
  await expect(page.getByRole('heading', { name: /^0 of \d+ cars scored$/ })).toBeVisible()
  await expect(ended).toBeVisible()
  await expect(page.getByRole('link', { name: 'Score another car' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go back to forms' }).click()
  await changeEvent(ownClubs, { startDate: toDay(-1), endDate: toDay(1), voting: 1 })
  await page.reload()
  await expect(page.getByText('This event does not use judging')).toBeVisible()
  await changeEvent(ownClubs, { voting: 2 })
  await page.reload()
  await expect(page.getByText('Select the judging form you would like to use:')).toBeVisible()
})

test('after the end a judge reads what they sent, without the server, by touch and keyboard, in both languages @proof', async ({
  phone,
  ownClubs,
}) => {
  const { page } = phone
  const toDay = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await verifyByLink(page, ownClubs, '41')
  await waitForKit(page)
  await openForm(page, 'Concours')
  await typeNumber(page, '101')
  await page.getByRole('textbox', { name: 'Notes' }).fill('New hood,\nold lamps')
  await score(page, 'Paint and body').click()
  for (const one of whole) await key(page, String(one)).click()
  await submit(page).click()
  await expect(page.getByText('Your scores for 101 have been accepted.').last()).toBeVisible()
  await typeNumber(page, '102')
  await key(page, '3').click()
  await changeEvent(ownClubs, { startDate: toDay(-4), endDate: toDay(-3) })
  await page.goto(judging(ownClubs))
  const ended = page.getByText('This event has ended and judging is no longer allowed.')
  await expect(ended).toBeVisible({ timeout: 90_000 })
  await untilControlled(page)
  await ownClubs.stop()

  await page.getByRole('link', { name: 'My cars: Concours' }).click()
  const opener = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
  await opener('1912 Ford Model T').tap()
  const sheet = page.getByRole('dialog', { name: 'Your scores for 101' })
  await expect(sheet.getByText('Accepted by the club')).toBeVisible()
  await expect(sheet.getByText(/^Submitted \d+:\d\d\s[AP]M/)).toBeVisible()
  expect(await sheet.getByRole('definition').allTextContents()).toEqual([
    ...whole.map(String),
    'New hood,\nold lamps',
  ])
  await expect(sheet.getByRole('term').first()).toHaveText('Paint and body')
  await expect(sheet.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).last().tap()
  await expect(sheet).toHaveCount(0)

  // what was begun can be read too, and says that it was never sent
  const begun = page.getByRole('listitem').filter({ hasText: 'Started, not saved' }).locator('button').first()
  await begun.focus()
  await page.keyboard.press('Enter')
  const draft = page.getByRole('dialog', { name: 'Your scores for 102' })
  await expect(draft.getByText('These scores and notes were never sent. They do not count.')).toBeVisible()
  await expect(draft.getByRole('definition')).toHaveText(['3', ...Array(4).fill('Not set'), 'No notes'])
  await page.keyboard.press('Escape')
  await expect(draft).toHaveCount(0)
  await expect(begun).toBeFocused()

  await page.getByRole('button', { name: 'Español' }).click()
  await opener('1912 Ford Model T').click()
  const spanish = page.getByRole('dialog', { name: 'Sus puntuaciones para 101' })
  await expect(spanish.getByText('Aceptado por el club')).toBeVisible()
  await expect(spanish.getByRole('definition')).toHaveText([...whole.map(String), /New hood,\s+old lamps/])
  await expectAccessible(page)
})

test('a judge with a keyboard alone scores a car, and hears what they did', async ({ page, product }) => {
  const judgeId = await verifyNewJudge(page, product)
  await tabTo(page.getByRole('link', { name: 'Concours', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Concours' })).toBeVisible()
  await tabTo(number(page))
  await page.keyboard.type('103')
  await page.keyboard.press('Enter')
  await expect(score(page, 'Paint and body')).toBeFocused()
  await expect(score(page, 'Paint and body')).toHaveAccessibleDescription(
    /^Scoring: min: 0 - max: 10 \(Weight: 2\)/,
  )
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Paint and body: 9. Next: Interior')).toBeAttached()
  await expect(score(page, 'Interior')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(score(page, 'Interior')).toHaveValue('9')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('75')
  await expect(page.getByText('A number from 0 to 10.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  // Enter alone takes the starting value
  await page.keyboard.press('Enter')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your scores for 103 have been accepted.').last()).toBeAttached()
  await expect(number(page)).toBeFocused()
  const [sheet] = await readSheets(product, judgeId)
  expect(sheet?.scores?.map((one) => one.score)).toEqual([9, 8, 7, 10, 4])
})

test('score keys are large and reach 7:1, by day and by night @proof', async ({ page, product }) => {
  await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await typeNumber(page, '103')
  for (const name of ['0', '10', 'Next criterion']) {
    const box = await key(page, name).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(56)
    expect(box?.width).toBeGreaterThanOrEqual(56)
  }
  expect((await submit(page).boundingBox())?.height).toBeGreaterThanOrEqual(56)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await untilStill(page)
    await expectNoFaults(page, ['color-contrast-enhanced'])
  }
})

/** The lines of a number, and whether every corner of each is inside the circle. */
function measureRoundel(roundel: Locator): Promise<{ lines: number; fits: boolean; size: number }> {
  return roundel.evaluate((circle) => {
    const range = document.createRange()
    range.selectNodeContents(circle)
    const outer = circle.getBoundingClientRect()
    const style = getComputedStyle(circle)
    const radius = outer.width / 2 - Number.parseFloat(style.borderTopWidth)
    const size = Number.parseFloat(style.fontSize)
    const lines = [...range.getClientRects()]
    const fits = lines.every((line) => {
      const x = Math.max(...[line.left, line.right].map((at) => Math.abs(at - outer.left - outer.width / 2)))
      // digits are so much lower than their line
      const middle = (line.top + line.bottom) / 2 - outer.top - outer.height / 2
      return Math.hypot(x, Math.abs(middle) + 0.35 * size) <= radius
    })
    return { lines: lines.length, fits, size }
  })
}

test('numbers of up to eight digits are typed, judged and listed, and fit in their circles @proof', async ({
  page,
  ownClubs,
}) => {
  const cars = ['18888', '188888', '1888888', '18888888']
  await changeEvent(ownClubs, ({ entries }) => ({
    entries: [
      ...entries,
      ...cars.map((car) => ({ ref: car, number: car, carClass: 1, make: `Make ${car}` })),
    ],
  }))
  await verifyByLink(page, ownClubs, '41')
  await openForm(page, 'Concours')
  const field = number(page)
  for (const digit of '1888') await key(page, digit).click()
  const suggested = page.getByRole('list', { name: 'Cars' }).getByRole('listitem')
  await expect(suggested).toHaveText([/^18888Make/, /^188888Make/, /^1888888Make/])
  for (const car of [...cars, '188888889']) {
    await field.fill(car)
    await expect(field).toHaveValue(car.slice(0, 8))
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
  }
  await field.fill('')
  await typeNumber(page, '18888888')
  await expect(page.getByRole('heading', { name: 'Make 18888888' })).toBeVisible()
  await expectAccessible(page)
  for (const one of whole) await key(page, String(one)).click()
  await submit(page).click()
  await expect(page.getByText('Your scores for 18888888 have been accepted.').last()).toBeVisible()

  await page.getByRole('link', { name: 'My cars' }).click()
  for (const [car, lines] of [
    ['101', 1],
    ['1201', 1],
    ['18888', 1],
    ['188888', 2],
    ['1888888', 2],
    ['18888888', 2],
  ] as const) {
    await page.getByRole('searchbox').fill(car)
    const roundel = page.getByRole('main').getByText(car, { exact: true })
    await expect(roundel).toHaveCount(1)
    const drawn = await measureRoundel(roundel)
    expect({ car, ...drawn }).toEqual({ car, lines, fits: true, size: expect.any(Number) })
    expect(drawn.size).toBeGreaterThanOrEqual(14)
  }
  await expectAccessible(page)
})
