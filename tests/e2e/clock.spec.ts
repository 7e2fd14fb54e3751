// A phone whose clock was wrong and was put right, or put wrong, without a network: it locks nobody out.
import type { Page } from '@playwright/test'
import { readRecords } from './device/deviceStore.ts'
import { expect, findPlaces, readOutbox, takeVoter, test, toUrl, untilControlled } from './fixtures.ts'
import {
  key,
  openForm,
  submit,
  typeNumber,
  verifyNewJudge,
  waitForKit,
  whole,
} from './judging/judgingScreens.ts'

const month = 30 * 24 * 60 * 60 * 1000

/** What a page leaves on the phone that hears the club while the phone's clock is wrong. */
async function rememberWrongly(page: Page, club: string, offset: number): Promise<void> {
  await page.evaluate(
    ([name, text]) => localStorage.setItem(name ?? '', text ?? ''),
    [`showfield:${club}:clock`, String(offset)],
  )
}

async function listStates(page: Page): Promise<string[]> {
  return (await readOutbox(page)).map(({ state }) => state)
}

for (const [name, ms, words] of [
  ['ahead', month, 'has not begun.'],
  ['behind', -month, 'has ended.'],
] as const) {
  test(`a clock that was a month ${name} when the club was last heard locks nobody out, and what waited leaves soon @proof`, async ({
    savedPhone: phone,
    doorProduct: product,
  }) => {
    const { club, event } = findPlaces(product.demo)
    const voter = takeVoter(product)
    const judging = toUrl(product, `/portal/judging/${event.id}`, club.subdomain)
    const ballot = toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain)
    await verifyNewJudge(phone.page, product)
    await waitForKit(phone.page)
    await phone.page.goto(ballot)
    await expect(phone.page.getByRole('combobox').first()).toBeVisible()
    await untilControlled(phone.page)

    // on a page without the app, which would go on learning the time
    await phone.page.goto(new URL('/healthz', product.origin).href)
    await rememberWrongly(phone.page, club.subdomain, -ms)
    await phone.closeAndReopen() // and the clock is right again
    await product.stop()
    const { page } = phone
    await page.goto(judging)
    await expect(page.getByText(`By this phone's clock judging ${words}`)).toBeVisible()
    await openForm(page, 'Concours')
    await expect(page.getByText(`By this phone's clock judging ${words}`)).toBeVisible()
    const number = '103'
    await typeNumber(page, number)
    for (const one of whole) await key(page, String(one)).click()
    await submit(page).click()
    await page.getByText(`Your scores for ${number} are saved on this phone.`).waitFor({ state: 'attached' })

    await page.goto(ballot)
    await expect(page.getByText(`By this phone's clock voting ${words}`)).toBeVisible()
    const choice = page.getByRole('combobox').first()
    await choice.selectOption(await choice.locator('option').nth(1).getAttribute('value'))
    await page.getByRole('button', { name: 'Submit Ballot' }).click()
    await page.getByRole('button', { name: 'Submit Ballot' }).click()
    await expect(page.getByRole('heading', { name: 'Your ballot is on this phone' })).toBeVisible()
    await expect.poll(() => listStates(page)).toEqual(['waiting', 'waiting'])

    // as after ninety minutes without a server: nothing is due for long
    const later = { nextAt: Date.now() + 600_000, fault: { code: 'unreachable', message: '' } }
    await readRecords(page, 'showfield-outbox', 'entries', later)
    await product.start()
    const backAt = Date.now()
    await expect.poll(() => listStates(page), { timeout: 30_000 }).toEqual(['accepted', 'accepted'])
    expect(Date.now() - backAt).toBeLessThan(15_000)
    await expect(page.getByText("This phone's clock may be wrong")).toHaveCount(0)
  })
}
