// A phone whose clock was wrong and was put right, or put wrong, without a network: it locks nobody out.
import type { Page } from '@playwright/test'
import type { OutboxEntry } from '../../src/offline/outboxRecords.ts'
import { proofTag } from '../support/run/longTests.ts'
import { addJudge, expect, findPlaces, takeVoter, test, toUrl, untilControlled } from './fixtures.ts'

const month = 30 * 24 * 60 * 60 * 1000

/** What a page leaves on the phone that hears the club while the phone's clock is wrong. */
async function rememberWrongly(page: Page, club: string, offset: number): Promise<void> {
  await page.evaluate(
    ([name, text]) => localStorage.setItem(name ?? '', text ?? ''),
    [`showfield:${club}:clock`, String(offset)],
  )
}

interface Waiting {
  state: string
  key: string
}

/** The entries of the outbox; with `change`, after that was written into each. */
function readEntries(page: Page, change: Partial<OutboxEntry> = {}): Promise<Waiting[]> {
  return page.evaluate(
    (part) =>
      new Promise<Waiting[]>((resolve, reject) => {
        const opening = indexedDB.open('showfield-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const tx = opening.result.transaction('entries', 'readwrite')
          const store = tx.objectStore('entries')
          const reading = store.getAll()
          reading.onsuccess = () => {
            for (const entry of reading.result) store.put({ ...entry, ...part })
          }
          tx.onabort = () => reject(tx.error)
          tx.oncomplete = () => {
            opening.result.close()
            resolve(reading.result.map(({ state, key }) => ({ state, key })))
          }
        }
      }),
    change,
  )
}

async function listStates(page: Page): Promise<string[]> {
  return (await readEntries(page)).map(({ state }) => state)
}

for (const [name, ms, words] of [
  ['ahead', month, 'has not begun.'],
  ['behind', -month, 'has ended.'],
] as const) {
  // the same code reads both: one of them in `npm test`
  const tag = name === 'behind' ? ` ${proofTag}` : ''
  test(`a clock that was a month ${name} when the club was last heard locks nobody out, and what waited leaves soon${tag}`, async ({
    savedPhone: phone,
    doorProduct: product,
  }) => {
    const { club, event } = findPlaces(product.demo)
    const voter = takeVoter(product)
    const judging = toUrl(product, `/portal/judging/${event.id}`, club.subdomain)
    const ballot = toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain)
    await phone.page.goto((await addJudge(product)).link)
    await expect(phone.page.getByText('Your have been verified.')).toBeVisible()
    await expect(phone.page.getByText(/^All of it saved/)).toBeVisible({ timeout: 45_000 })
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
    await page.getByRole('link', { name: 'Concours', exact: true }).click()
    await expect(page.getByText(`By this phone's clock judging ${words}`)).toBeVisible()
    const number = '103'
    for (const digit of number) await page.getByRole('button', { name: digit, exact: true }).click()
    await page.getByRole('button', { name: 'To the scores' }).click()
    for (const one of ['9', '8', '7', '6', '4'])
      await page.getByRole('button', { name: one, exact: true }).click()
    await page.getByRole('button', { name: `Submit Scores for ${number}` }).click()
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
    await readEntries(page, {
      nextAt: Date.now() + 600_000,
      fault: { code: 'unreachable', message: '' },
    })
    await product.start()
    const backAt = Date.now()
    await expect.poll(() => listStates(page), { timeout: 30_000 }).toEqual(['accepted', 'accepted'])
    expect(Date.now() - backAt).toBeLessThan(15_000)
    await expect(page.getByText("This phone's clock may be wrong")).toHaveCount(0)
  })
}
