// The hands of judge and voter on the real screens, and their eyes: what a screen says and no more.
import type { Locator, Page } from 'playwright'
import type { Score } from '../../src/domain/scoring.ts'
import type { Word } from './ledger.ts'
import type { Show } from './stage.ts'

const longMs = 30_000
/** A person whose page does not come loads it again. */
const patienceMs = 12_000
const mostLoads = 10

/** Opens the address, and again until what should stand there does: servers may be gone, and nothing saved yet. */
export async function arrive(page: Page, url: string, find: (page: Page) => Locator): Promise<void> {
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
      throw new Error(`nothing to work with at ${url}: ${text.slice(0, 500)}`, { cause: error })
    }
  }
}

export const findVerification = (page: Page): Locator => page.getByLabel('Judging id')
export const findForms = (page: Page): Locator =>
  page.getByText('Select the judging form you would like to use:')
export const findCarNumber = (page: Page): Locator => page.getByRole('textbox', { name: 'Car Number' })
/** The form, or what has become of the ballot. */
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

/** On the page that asks who judges. */
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

/** The phone is handed on; what waits on it stays the first judge's. */
export async function changeJudge(
  page: Page,
  judgeId: string,
  findCode: () => Promise<string>,
): Promise<void> {
  await page.getByRole('button', { name: 'Not you?' }).click()
  await page.getByRole('button', { name: 'Verify as another judge' }).click()
  await verifyOnScreen(page, judgeId, findCode)
}

/** In a storm nearly every request is struck. */
const mostPresses = 12

/** A person whose press came to nothing, because the server was away, presses again. */
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

/** Everything but the last press; also where a part of it stands there from before. */
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

/** The screen's own word on the sheet that was just handed in; undefined when it says neither. */
export async function readWord(page: Page, number: string): Promise<Word | undefined> {
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

/** What the ballot's screen says about the ballot, if it says anything about it. */
export async function readBallotWord(page: Page, waitMs: number): Promise<Word | 'open' | undefined> {
  try {
    await findBallot(page).first().waitFor({ timeout: waitMs })
  } catch {
    return undefined // it still loads
  }
  for (const [word, place] of ballotWords(page)) if ((await place.count()) > 0) return word
  return undefined
}

function ballotWords(page: Page): [word: Word | 'open', place: Locator][] {
  return [
    ['accepted', page.getByText('Your ballot and your votes have been accpted and counted.')],
    ['refused', page.getByText('Ballots can only be used one time.')],
    ['not-saved', page.getByText('Your ballot is not saved and not submitted')],
    ['saved', page.getByText('It is sent automatically as soon as there is a connection.')],
    ['open', page.getByRole('button', { name: 'Submit Ballot' })],
  ]
}
