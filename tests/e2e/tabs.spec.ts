// Two tabs on one phone: each keeps what was entered in it, and what both submit counts once.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Phone, test } from './fixtures.ts'
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
} from './judgingScreens.ts'

async function openTab(phone: Pick<Phone, 'context'>, address: string): Promise<Page> {
  const page = await phone.context.newPage()
  await page.goto(address)
  return page
}

const rowOf = (page: Page, car: string) => page.getByRole('listitem').filter({ hasText: car })

test('two tabs of one judge keep both half-filled sheets, and one sheet that both submit is one', async ({
  savedPhone: phone,
  doorProduct: product,
}) => {
  test.setTimeout(180_000)
  const judgeId = await verifyNewJudge(phone.page, product)
  await waitForKit(phone.page)
  const second = await openTab(phone, judging(product))
  await openForm(phone.page, 'Concours')
  await openForm(second, 'Concours')
  await typeNumber(phone.page, '101')
  for (const one of [9, 8, 7]) await key(phone.page, String(one)).click()
  await phone.page.getByLabel('Notes').fill('Chrome pitted')
  await typeNumber(second, '102')
  await key(second, '5').click()
  await expect(second.getByText('1 of 5 set')).toBeVisible()

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
  for (const one of whole.slice(1)) await key(page, String(one)).click()
  await submit(page).click()
  await expect(page.getByText('Your scores for 102 have been accepted.').last()).toBeVisible()
  await other.reload()
  await expect(other.getByText('3 of 5 set')).toBeVisible()

  // the judge goes on with 101 in the first tab, which the other tab says
  await page.getByRole('link', { name: 'My cars' }).click()
  await expect(rowOf(page, '1912 Ford Model T')).toContainText('Started')
  await page.getByRole('link', { name: '1912 Ford Model T' }).click()
  await expect(page.getByText('3 of 5 set')).toBeVisible()
  await expect(other.getByText('The sheet for 101 is open in another tab.')).toBeVisible()
  await expect(submit(other)).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(other)
  await key(page, '6').click()
  await other.getByRole('button', { name: 'Continue here' }).click()
  await expect(other.getByText('4 of 5 set')).toBeVisible()
  await expect(page.getByText('The sheet for 101 is open in another tab.')).toBeVisible()
  await key(other, '4').click()
  await submit(other).click()
  await expect(other.getByText('Your scores for 101 have been accepted.').last()).toBeVisible()
  await expect(page.getByText('The sheet for 101 was sent from another tab.')).toBeVisible()
  await expect(page.getByText('This is what you sent.')).toBeVisible()

  // the same values entered in both
  await page.getByRole('button', { name: 'Change' }).click()
  await number(page).fill('')
  for (const tab of [page, other]) {
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

test('a started sheet and a started correction can be discarded, and what was sent stays', async ({
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
