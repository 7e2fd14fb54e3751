// Uses the real screens like a judge or voter, and reads only what a screen shows.
import type { Locator, Page } from 'playwright'
import type { Score } from '../../src/domain/scoring.ts'
import type { ShownStatus } from './ledger.ts'
import type { Show } from './stage.ts'

const longMs = 30_000
/** After this wait, a person loads the page again. */
const patienceMs = 12_000
const mostLoads = 10

/** Opens the address until the wanted part is there: servers may be gone, and nothing saved yet. */
export async function openPage(page: Page, url: string, find: (page: Page) => Locator): Promise<void> {
  for (let load = 1; ; load++) {
    try {
      await page.goto(url, { timeout: patienceMs })
      await find(page).first().waitFor({ timeout: patienceMs })
      return
    } catch (error) {
      if (load < mostLoads) continue
      const text = await page
        .locator('body')
        .innerText()
        .catch(() => '')
      throw new Error(`the expected screen did not come at ${url}: ${text.slice(0, 500)}`, { cause: error })
    }
  }
}

export const findVerification = (page: Page): Locator => page.getByLabel('Judging id')
export const findForms = (page: Page): Locator =>
  page.getByText('Select the judging form you would like to use:')
export const findCarNumber = (page: Page): Locator => page.getByRole('textbox', { name: 'Car Number' })
/** The form, or the state of the ballot. */
export const findBallot = (page: Page): Locator =>
  ballotWords(page)
    .map(([, place]) => place)
    .reduce((before, place) => before.or(place))

export function toJudgingUrl(origin: string, show: Show): string {
  return `${origin}/portal/judging/${show.eventId}?subdomain=${show.club}`
}

export function toFormUrl(origin: string, show: Show): string {
  return `${origin}/portal/judging/${show.eventId}/form/${show.forms[0]?.id}?subdomain=${show.club}`
}

export function toBallotUrl(origin: string, show: Show, voterId: string): string {
  return `${origin}/portal/voterballot/${voterId}/${show.eventId}?subdomain=${show.club}`
}

/** Call on the page that asks who judges. */
export async function verifyOnScreen(
  page: Page,
  judgeId: string,
  findCode: () => Promise<string>,
): Promise<void> {
  await page.getByLabel('Judging id').fill(judgeId)
  const field = page.getByLabel('Verification code')
  await pressUntil(page.getByRole('button', { name: /^(Send|Resend) verifica/ }), field)
  await field.fill(await findCode())
  await pressUntil(page.getByRole('button', { name: 'Submit Verification code' }), findForms(page))
}

/** The phone is handed on. Its waiting entries stay the first judge's. */
export async function changeJudge(
  page: Page,
  judgeId: string,
  findCode: () => Promise<string>,
): Promise<void> {
  await page.getByRole('button', { name: 'Not you?' }).click()
  await page.getByRole('button', { name: 'Verify as another judge' }).click()
  await verifyOnScreen(page, judgeId, findCode)
}

/** In a storm nearly every request is hit. */
const mostPresses = 12

/** If a press did nothing because the server was away, a person presses again. */
async function pressUntil(button: Locator, seen: Locator): Promise<void> {
  for (let press = 1; ; press++) {
    await button.click()
    try {
      return await seen.waitFor({ timeout: patienceMs })
    } catch (error) {
      if (press >= mostPresses) throw error
    }
  }
}

/** Everything but the last press, also if a part of it is already filled in. */
export async function fillSheet(page: Page, show: Show, number: string, scores: Score[]): Promise<void> {
  const field = findCarNumber(page)
  await field.waitFor({ timeout: longMs })
  if ((await field.inputValue()) !== number) {
    await field.fill(number)
    await page.getByRole('button', { name: 'To the scores' }).click()
  }
  for (const [at, { criteriaId, score }] of scores.entries()) {
    const title = show.forms[0]?.criteria.find(({ id }) => id === criteriaId)?.title ?? ''
    const place = page.getByRole('spinbutton', { name: title })
    if (at > 0) await place.fill(String(score))
    else {
      // one by the thumb, the others by a keyboard
      await place.click()
      await page
        .getByRole('group', { name: title })
        .getByRole('button', { name: String(score), exact: true })
        .click()
    }
  }
}

export function pressSubmit(page: Page, number: string): Promise<void> {
  return page.getByRole('button', { name: `Submit Scores for ${number}` }).click()
}

/** What the screen says of the sheet that was just submitted; undefined if it says nothing. */
export async function readSheetStatus(page: Page, number: string): Promise<ShownStatus | undefined> {
  const saved = page.getByText(`Your scores for ${number} are saved on this phone.`)
  const refused = page.getByText(/^Not saved:/)
  try {
    await saved.or(refused).first().waitFor({ state: 'attached' })
  } catch {
    return undefined // neither came
  }
  return (await saved.count()) > 0 ? 'saved' : 'not-saved'
}

export async function fillBallot(page: Page, votes: readonly string[]): Promise<void> {
  const byClass = Map.groupBy(votes, (vote) => vote[0] ?? '')
  for (const [carClass, numbers] of byClass) {
    for (const [at, number] of numbers.entries()) {
      await page
        .getByLabel(new RegExp(`^Class ${carClass} - .* - choice ${at + 1}$`))
        .selectOption({ value: number })
    }
  }
  await page.getByRole('button', { name: 'Submit Ballot' }).click()
  await page.getByRole('heading', { name: 'Look over your ballot' }).waitFor()
}

export function pressSubmitBallot(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Submit Ballot' }).click()
}

/** What the ballot's screen says of the ballot, if anything. */
export async function readBallotStatus(
  page: Page,
  waitMs: number,
): Promise<ShownStatus | 'open' | undefined> {
  try {
    await findBallot(page).first().waitFor({ timeout: waitMs })
  } catch {
    return undefined // the page is still loading
  }
  for (const [word, place] of ballotWords(page)) if ((await place.count()) > 0) return word
  return undefined
}

function ballotWords(page: Page): [word: ShownStatus | 'open', place: Locator][] {
  return [
    ['accepted', page.getByText('Your ballot and your votes have been accpted and counted.')],
    ['refused', page.getByText('Ballots can only be used one time.')],
    ['not-saved', page.getByText('Your ballot is not saved and not submitted')],
    ['saved', page.getByText('It is sent automatically as soon as there is a connection.')],
    ['open', page.getByRole('button', { name: 'Submit Ballot' })],
  ]
}
