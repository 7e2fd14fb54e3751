// A sheet under the wrong number, or in the wrong hands: moved, withdrawn, taken back, and seen from the judge's other phone.
import type { Page } from '@playwright/test'
import { toReceiptCode } from '../../../src/domain/receiptCode.ts'
import type { Product } from '../../support/browsers/product.ts'
import { expect, expectAccessible, findPlaces, test, toUrl, watchForFaults } from '../fixtures.ts'
import {
  badge,
  key,
  number,
  openForm,
  openLink,
  readSheets,
  score,
  scoreCar,
  submit,
  typeNumber,
  verifyNewJudge,
  waitForKit,
  whole,
} from './judgingScreens.ts'

/** The cars that this judge's sheets count for. */
async function listCounted(product: Product, judgeId: string) {
  const sheets = (await readSheets(product, judgeId)).filter(({ current }) => current)
  return sheets.map(({ entryId }) => entryId).sort()
}

const row = (page: Page, car: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(car, { exact: true }) })

async function openCars(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'My cars', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My cars' })).toBeVisible()
}

async function openCar(page: Page, car: string): Promise<void> {
  await row(page, car).getByRole('link').click()
  await expect(number(page)).toHaveValue(car)
}

/** Another one-time link of the same judge, opened on another phone. */
async function openElsewhere(page: Page, product: Product, judgeId: string): Promise<void> {
  const { club, event } = findPlaces(product.demo)
  const { code, output } = await product.club(
    ...['judges', String(event.id), '--tenant', club.subdomain, '--links', '--judge', judgeId],
  )
  expect(code, output).toBe(0)
  const secret = /#\S+/.exec(output)?.[0] ?? ''
  await openLink(page, toUrl(product, `/portal/judging/${event.id}`, club.subdomain) + secret, judgeId)
}

const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('a sheet filed under the wrong number is moved to the right one, and can be withdrawn there', async ({
  page,
  product,
}) => {
  const faults = watchForFaults(page)
  const judgeId = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await scoreCar(page, '111', whole)
  await expect.poll(() => listCounted(product, judgeId)).toEqual(['111'])
  await openCars(page)
  await openCar(page, '111')
  await page.getByRole('button', { name: 'Move the sheet for 111 to another car' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the sheet for 111' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter the car number first.')).toBeVisible()
  await page.keyboard.type('111')
  await expect(dialog.getByText('The sheet is at 111 already.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('2')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(number(page)).toHaveValue('')
  await expect.poll(() => listCounted(product, judgeId)).toEqual(['112'])
  await openCars(page)
  await expect(row(page, '111')).toContainText('Withdrawn')
  await expect(row(page, '111')).toContainText('Your sheet is moved to 112.')
  await expect(row(page, '112')).toContainText('Accepted by the club')
  await expectAccessible(page)

  await openCar(page, '112')
  await expect(score(page, 'Paint and body')).toHaveValue(String(whole[0]))
  await page.getByRole('button', { name: 'Withdraw the sheet for 112' }).click()
  const asked = page.getByRole('dialog', { name: 'Withdraw the sheet for 112?' })
  await asked.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(asked.getByText('Say why, in a few words.')).toBeVisible()
  await asked.getByRole('textbox').fill('It is my own car')
  await asked.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(asked).toHaveCount(0)
  await expect.poll(() => listCounted(product, judgeId)).toEqual([])
  await openCars(page)
  await expect(row(page, '112')).toContainText('Withdrawn')
  // a new sheet counts again
  await openCar(page, '112')
  await expect(score(page, 'Paint and body')).toHaveValue('10')
  for (const one of whole) await key(page, String(one)).click()
  await submit(page).click()
  await expect.poll(() => listCounted(product, judgeId)).toEqual(['112'])
  expect(faults).toEqual([])
})

test('what has not left the phone is taken back there, and under another number a filed sheet is left where it is', async ({
  phone,
  doorProduct,
}) => {
  const { page } = phone
  const judgeId = await verifyNewJudge(page, doorProduct)
  await waitForKit(page)
  await openForm(page, 'Concours')
  await scoreCar(page, '119', whole)
  await expect.poll(() => listCounted(doorProduct, judgeId)).toEqual(['119'])
  await doorProduct.stop()
  await page.context().setOffline(true)
  await scoreCar(page, '113', whole)
  await openCars(page)
  await openCar(page, '113')
  await expect(page.getByText(/^This is what you submitted; it has not been sent yet/)).toBeVisible()
  await expect(submit(page)).toHaveAccessibleDescription(
    'Nothing has been changed since you submitted this sheet.',
  )
  await page.getByRole('button', { name: 'Take back the sheet for 113' }).click()
  await expect(badge(page)).toHaveCount(0)
  // the number stands ready to be typed anew; the scores go along when the judge says so
  await expect(number(page)).toBeFocused()
  await typeNumber(page, '114')
  await expect(page.getByText('0 of 5 set')).toBeVisible()
  await page.getByRole('button', { name: 'The scores are for 114' }).click()
  await expect(page.getByText('5 of 5 set')).toBeVisible()
  await submit(page).click()
  await expect(badge(page)).toHaveText(/1/)

  // a withdrawal that has not left is taken back too
  await openCars(page)
  await openCar(page, '119')
  await page.getByRole('button', { name: 'Withdraw the sheet for 119' }).click()
  await page.keyboard.type('A mistake')
  await page.keyboard.press('Enter')
  await expect(badge(page)).toHaveText(/2/)
  await openCars(page)
  await row(page, '119').getByRole('link').click()
  await expect(page.getByText('Your sheet for 119 is being withdrawn.')).toBeVisible()
  await page.getByRole('button', { name: 'Leave it as it was' }).click()
  await expect(badge(page)).toHaveText(/1/)

  // another number after Change is another sheet
  await openCars(page)
  await openCar(page, '114')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await typeNumber(page, '115')
  await expect(page.getByText('0 of 5 set')).toBeVisible()
  await expect(page.getByText('your sheet for 114 stays as it is')).toBeVisible()
  // and so it is where the scores were never submitted
  for (const one of [1, 2]) await key(page, String(one)).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await typeNumber(page, '116')
  await expect(page.getByText('What you set for 115 is kept as its draft.')).toBeVisible()
  await expect(page.getByText('0 of 5 set')).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await typeNumber(page, '115')
  await expect(page.getByText('2 of 5 set')).toBeVisible()
  await page.context().setOffline(false)
  await doorProduct.start()
  await expect.poll(() => listCounted(doorProduct, judgeId), { timeout: 60_000 }).toEqual(['114', '119'])
})

test("a judge's second phone shows what the first has sent, and the first one says when it was overtaken", async ({
  page,
  browser,
  product,
}) => {
  await page.clock.install()
  const judgeId = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await scoreCar(page, '116', whole)
  await expect.poll(() => listCounted(product, judgeId)).toEqual(['116'])
  await openCars(page)
  await expect(row(page, '116')).toContainText('Accepted by the club')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const other = await context.newPage()
  await openElsewhere(other, product, judgeId)
  await openForm(other, 'Concours')
  await openCars(other)
  await expect(row(other, '116')).toContainText('Sent from another phone')
  await openCar(other, '116')
  await expect(score(other, 'Paint and body')).toHaveValue(String(whole[0]))
  await expect(submit(other)).toHaveAttribute('aria-disabled', 'true')
  await score(other, 'Paint and body').fill('3')
  await submit(other).click()
  const findFirstScore = async () => {
    const [counted] = (await readSheets(product, judgeId)).filter(({ current }) => current)
    return counted?.scores?.[0]?.score
  }
  await expect.poll(findFirstScore).toBe(3)

  // nobody touches the page: it asks each minute
  await page.clock.fastForward(60_000)
  await expect(row(page, '116')).toContainText('A later sheet of yours counts, from another phone.')
  await expect(row(page, '116')).not.toContainText('Accepted by the club')
  await openCar(page, '116')
  await expect(score(page, 'Paint and body')).toHaveValue('3')
  await context.close()
})

test('what another phone has sent since is told before a correction replaces it, and unseen scores are asked for', async ({
  page,
  browser,
  product,
}) => {
  const judgeId = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await scoreCar(page, '116', whole)
  await scoreCar(page, '115', whole)
  await expect.poll(() => listCounted(product, judgeId)).toEqual(['115', '116'])

  // a phone that hears which cars have a sheet, and not what they hold
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const other = await context.newPage()
  let isHeard = false
  await other.route('**/dart/core', (route) =>
    !isHeard && (route.request().postData() ?? '').includes('get_judge_sheets')
      ? route.abort()
      : route.continue(),
  )
  await openElsewhere(other, product, judgeId)
  await openForm(other, 'Concours')
  await openCars(other)
  await expect(row(other, '115')).not.toContainText('Accepted by the club')
  await openCar(other, '115')
  await expect(other.getByText('If you score the car anew, that replaces them.')).toBeVisible()
  await expect(score(other, 'Paint and body')).toHaveCount(0)
  await other.getByRole('button', { name: 'Score 115 anew' }).click()
  await expect(score(other, 'Paint and body')).toHaveValue('10')
  await expectAccessible(other)
  // nobody has to come back to the page for it
  isHeard = true
  await expect(score(other, 'Paint and body')).toHaveValue(String(whole[0]), { timeout: 15_000 })

  await openCars(other)
  await openCar(other, '116')
  await score(other, 'Paint and body').fill('3')
  await openCars(page)
  await openCar(page, '116')
  await score(page, 'Paint and body').fill('4')
  await submit(page).click()
  await expect.poll(async () => (await readSheets(product, judgeId)).length).toBe(3)
  await submit(other).click()
  await expect(other.getByRole('alert').getByText('This replaces the sheet for 116')).toBeVisible()
  await submit(other).click()
  await expect.poll(async () => (await readSheets(product, judgeId)).length).toBe(4)
  await context.close()
})

test('what an officer has voided under an open form says why, and can be sent again as it is', async ({
  page,
  product,
}) => {
  const judgeId = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await scoreCar(page, '114', whole)
  await expect.poll(() => listCounted(product, judgeId)).toEqual(['114'])
  await openCars(page)
  await openCar(page, '114')
  const { club, event } = findPlaces(product.demo)
  const [sent] = await readSheets(product, judgeId)
  const voided = await product.club(
    ...['sheets', String(event.id), '--tenant', club.subdomain],
    ...['--void', toReceiptCode(sent?.key ?? ''), '--reason', 'Scored twice'],
  )
  expect(voided.code, voided.output).toBe(0)
  await comeBack(page)
  await expect(page.getByText('“Scored twice”')).toBeVisible()
  await expect(page.getByText(/It is void, and does not count/)).toBeVisible()
  await page.getByRole('button', { name: 'Submit Scores for 114 again' }).click()
  await expect.poll(() => listCounted(product, judgeId)).toEqual(['114'])
})

test('a car that has a sheet opens with it by each way, and a refused move is corrected as a move', async ({
  page,
  product,
}) => {
  const judgeId = await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await scoreCar(page, '117', whole)
  await expect.poll(() => listCounted(product, judgeId)).toEqual(['117'])
  const shown = page.getByText(/^This is what you sent/)
  await typeNumber(page, '117')
  await expect(shown).toBeVisible()
  await expect(score(page, 'Paint and body')).toHaveValue(String(whole[0]))
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true')

  // what is shown is moved, with what was changed in it
  await score(page, 'Paint and body').fill('2')
  await page.getByRole('button', { name: 'Move the sheet for 117 to another car' }).click()
  await page.keyboard.type('7777')
  await page.keyboard.press('Enter')
  await badge(page).click()
  const refused = page.getByRole('dialog').getByRole('listitem')
  await expect(refused).toContainText('Your sheet for 117 was not moved to 7777.')
  await expect(refused).toContainText('Your earlier scores for 117 still count.')
  await page.keyboard.press('Escape')
  await openCars(page)
  await expect(row(page, '7777')).toContainText('Your sheet for 117 was not moved to 7777.')
  await expect(row(page, '7777')).toContainText('Your earlier scores for 117 still count.')
  await openCar(page, '7777')
  await typeNumber(page, '118')
  await submit(page).click()
  await expect.poll(() => listCounted(product, judgeId)).toEqual(['118'])
  const [moved] = (await readSheets(product, judgeId)).filter(({ current }) => current)
  expect(moved?.scores?.[0]?.score).toBe(2)
})

test('where one number begins another, the car is chosen before a score can land', async ({
  page,
  product,
}) => {
  await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  for (const digit of '101') await key(page, digit).click()
  await expect(page.getByRole('group', { name: 'Which car? 101 or a longer number' })).toBeVisible()
  await expectAccessible(page)
  await key(page, '9').click()
  await expect(
    page.getByRole('group', { name: /^(Which car\?|Choose the car first:) 101 or 1019/ }),
  ).toBeVisible()
  await expect(page.getByText('0 of 5 set')).toBeVisible()
  await page.getByRole('button', { name: /^101 / }).click()
  await key(page, '9').click()
  await expect(page.getByText('1 of 5 set')).toBeVisible()
  await expect(number(page)).toHaveValue('101')
  // the first key after Change replaces the number
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  for (const digit of '1018') await key(page, digit).click()
  await expect(number(page)).toHaveValue('1018')
})
