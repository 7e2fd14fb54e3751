// T2.34: what voters and judges write, and what they are shown of classes, cars, forms and criteria. All of it is
// shown as it is, and nothing of it runs.
import type { Page } from '@playwright/test'
import { mostBallotText } from '../../../src/domain/ballot.ts'
import { mostNotesLength, mostReasonLength } from '../../../src/domain/scoring.ts'
import { breakCalls } from '../../support/browsers/pageCalls.ts'
import { button } from '../../support/buying/buyers.ts'
import { judge, ofLabel, showSlug, voterId } from '../../support/corpora/hostileShow.ts'
import { fill } from '../../support/corpora/hostileTexts.ts'
import { listFieldsOf } from '../../support/corpora/textFields.ts'
import { expect, toUrl, watchForFaults } from '../fixtures.ts'
import { badge, openLink, submit, typeNumber, waitForKit } from '../judging/judgingScreens.ts'
import { look, lookTwice, watch } from './hostileScreens.ts'
import { type HostileEvent, nameCar, test } from './hostileShop.ts'

test('no text of a ballot or a score sheet runs on any screen, and each is shown as it is @worker @proof', async ({
  page,
  product,
  shop,
}) => {
  const { fair, judged } = shop
  const acts = await watch(page.context(), shop)
  // a sheet is kept from the server for a moment
  const faults = watchForFaults(page, [/ERR_FAILED/])
  const open = (path: string) => page.goto(toUrl(product, path, showSlug))

  await test.step('a voter fills in a ballot', async () => {
    const voter = {
      fname: fill(mostBallotText, 0),
      lname: fill(mostBallotText, 1),
      email: 'voter@hostile.example',
    }
    await open(`/portal/voterballot/${voterId}/${fair.id}`)
    for (const [field, text] of Object.entries(voter)) await page.locator(`[name="${field}"]`).fill(text)
    await page.getByRole('combobox').nth(8).selectOption({ index: 2 })
    const chosen = fair.file.entries[1]
    await lookTwice(
      page,
      [...Object.values(voter), ...listCars(fair), fair.file.classes[8]?.description ?? ''],
      'the ballot',
    )
    await button(page, 'Submit Ballot').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Look over your ballot' })).toBeVisible()
    const car = chosen === undefined ? '' : nameCar(chosen)
    await look(page, [car, fair.file.classes[8]?.description ?? ''], 'the ballot, looked over')
    await button(page, 'Submit Ballot').click()
    await expect(page.getByText(/accepted/).first()).toBeVisible()
    await lookTwice(page, [car], 'the accepted ballot')
  })

  await test.step('a judge scores a car', async () => {
    const place = [String(judged.id), '--tenant', showSlug]
    const { code, output } = await product.club(
      ...['judges', ...place, '--add', judge.id, '--name', judge.name, '--links'],
    )
    expect(code, output).toBe(0)
    const link =
      toUrl(product, `/portal/judging/${judged.id}`, showSlug) +
      (/portal\/judging\S*(#\S+)/.exec(output)?.[1] ?? '')
    await openLink(page, link, judge.id)
    await waitForKit(page)
    await look(page, [...ofLabel, judge.name, judged.file.name], 'the forms')
    await page.getByRole('link', { name: ofLabel[0] ?? '', exact: true }).click()
    const [first] = judged.file.entries
    const car = first === undefined ? '' : nameCar(first)
    const notes = fill(mostNotesLength, 0)
    await typeNumber(page, first?.number ?? '')
    await page.getByLabel('Notes').fill(notes)
    await lookTwice(page, [...ofLabel, car, judged.file.classes[8]?.description ?? '', notes], 'the sheet')
    await score(page)
    await breakCalls(page, 'submit_batch')
    await submit(page).click()
    await badge(page).click()
    await look(page, [car], 'the outbox')
    await page.unrouteAll({ behavior: 'wait' })
    await button(page, 'Send now').click()
    await expect(page.getByText(/have been accepted/).first()).toBeAttached()
    await open(`/portal/judging/${judged.id}`)
    await page.getByRole('link', { name: ofLabel[0] ?? '', exact: true }).click()
    await look(page, [car], 'the last sheets')
    await page.getByRole('link', { name: 'My cars' }).click()
    await look(page, [judge.name, ...listCars(judged)], 'the cars')
    const [, second] = judged.file.entries
    const numbers = [first?.number ?? '', second?.number ?? '']
    const openCar = async (number: string) => {
      await page
        .getByRole('listitem')
        .filter({ has: page.getByText(number, { exact: true }) })
        .getByRole('link')
        .click()
      await expect(page.getByText(/^This is what you sent/)).toBeVisible()
    }
    await openCar(numbers[0] ?? '')
    await button(page, `Wrong car: move the sheet for ${numbers[0]} to another car`).click()
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill(numbers[1] ?? '')
    await look(page, [second === undefined ? '' : nameCar(second)], 'the other car')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'My cars' }).click()
    await expect(page.getByText(`Your sheet is moved to ${numbers[1]}.`)).toBeVisible()
    await openCar(numbers[1] ?? '')
    await button(page, `Withdraw the sheet for ${numbers[1]}`).click()
    await page.getByRole('dialog').getByRole('textbox').fill(fill(mostReasonLength, 0))
    await page.keyboard.press('Enter')
    await expect(page.getByText(/is withdrawn\.$/)).toBeAttached()
  })
  expect([...acts, ...faults]).toEqual([])
  expect(listFieldsOf('contest').filter((field) => !shop.sent.has(field))).toEqual([])
})

function listCars({ file }: HostileEvent): string[] {
  return file.entries.map(nameCar)
}

/** Every criterion by the pad. */
async function score(page: Page): Promise<void> {
  await page.getByRole('spinbutton').first().focus()
  for (const _ of ofLabel) await button(page, '7').click()
  await expect(page.getByText(`${ofLabel.length} of ${ofLabel.length} set`)).toBeVisible()
}
