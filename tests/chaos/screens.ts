// Uses the real screens like a judge or voter, and reads only what a screen shows.
import type { Locator, Page } from 'playwright'
import type { Score } from '../../src/domain/scoring.ts'
import type { ShownState, ShownStatus } from './ledger.ts'
import type { Show } from './stage.ts'

const longMs = 30_000
/** After this wait, a person loads the page again. */
const patienceMs = 12_000
const mostLoads = 10
const badgeMs = 4000

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

export function pressSubmit(page: Page, number: string, waitMs = longMs): Promise<void> {
  return page.getByRole('button', { name: `Submit Scores for ${number}` }).click({ timeout: waitMs })
}

export const findSaved = (page: Page, number: string): Locator =>
  page.getByText(`Your scores for ${number} are saved on this phone.`)

/** What the screen says of the sheet that was just submitted; undefined if it says nothing. */
export async function readSheetStatus(
  page: Page,
  number: string,
  waitMs = 20_000,
): Promise<ShownStatus | undefined> {
  const saved = findSaved(page, number)
  const refused = page.getByText(/^Not saved:/)
  try {
    await saved.or(refused).first().waitFor({ state: 'attached', timeout: waitMs })
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
  await reviewBallot(page)
}

/** The first choice of the car's class. */
export async function changeChoice(page: Page, number: string): Promise<void> {
  await page.getByLabel(new RegExp(`^Class ${number[0]} - .* - choice 1$`)).selectOption({ value: number })
}

export async function reviewBallot(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit Ballot' }).click()
  await page.getByRole('heading', { name: 'Look over your ballot' }).waitFor()
}

export function pressSubmitBallot(page: Page, waitMs = longMs): Promise<void> {
  return page.getByRole('button', { name: 'Submit Ballot' }).click({ timeout: waitMs })
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
    ['refused', page.getByRole('heading', { level: 1, name: /were not counted$/ })],
    ['not-saved', page.getByText('Your ballot is not saved and not submitted')],
    ['saved', page.getByText('It is sent automatically as soon as there is a connection.')],
    ['open', page.getByRole('button', { name: 'Submit Ballot' })],
  ]
}

/** The rows of a judge's list: each car's number and all that the row says. */
export function readRows(
  page: Page,
  label: 'Last sheets' | 'My cars',
): Promise<{ number: string; text: string }[]> {
  return page.evaluate(
    (name) =>
      [...document.querySelectorAll<HTMLElement>(`ul[aria-label="${name}"] > li`)].map((row) => ({
        number: row.querySelector('span')?.textContent ?? '',
        text: row.textContent ?? '',
      })),
    label,
  )
}

const stateWords: readonly [words: string, state: ShownState][] = [
  ['Accepted by the club', 'accepted'],
  ['A later sheet of yours counts', 'sent'],
  ['Needs attention', 'refused'],
  ['Saved on this phone', 'waits'],
  ['Sending…', 'waits'],
  ['Needs sign-in', 'waits'],
  ['Started, not saved', 'none'],
  ['Not scored', 'none'],
]

/** What a row says of its car; undefined for words that are none of these. */
export function toShownState(text: string): ShownState | undefined {
  return stateWords.find(([words]) => text.includes(words))?.[1]
}

/** A judge's progress in My cars. */
export async function readTotals(page: Page): Promise<{ accepted: number; scored: number }> {
  const bar = await page.getByRole('img', { name: /^\d+ accepted, / }).getAttribute('aria-label')
  const heading = await page.getByRole('heading', { name: /^\d+ of \d+ cars scored$/ }).innerText()
  return { accepted: Number.parseInt(bar ?? '', 10), scored: Number.parseInt(heading, 10) }
}

/** How many the badge says that wait on this phone. Its code comes when the page has nothing else to do. */
export async function readBadge(page: Page): Promise<number> {
  const badge = page.getByRole('button', { name: /^\d+ on this phone$/ }).first()
  try {
    await badge.waitFor({ timeout: badgeMs })
  } catch {
    return 0
  }
  return Number.parseInt(await badge.innerText(), 10)
}

/** The scores on the open form. */
export async function readScores(page: Page, show: Show): Promise<Score[]> {
  const scores: Score[] = []
  for (const { id, title } of show.forms[0]?.criteria ?? []) {
    scores.push({
      criteriaId: id,
      score: Number(await page.getByRole('spinbutton', { name: title }).inputValue()),
    })
  }
  return scores
}

/** What the ballot's screen says now, with the choices that it shows. */
export async function readBallot(page: Page): Promise<{ state: ShownState; votes?: string[] } | undefined> {
  // read at once, so that a change of the screen does not come between
  const { text, chosen } = await page.evaluate(() => ({
    text: document.querySelector('main')?.textContent ?? '',
    chosen: [...document.querySelectorAll('ul[aria-label="Your choices"] > li')].map(
      (row) => row.querySelector('span')?.textContent ?? '',
    ),
  }))
  const notCounted = /Not counted: ([\d, ]+)/.exec(text)?.[1]?.split(', ')
  if (text.includes('Your ballot and your votes have been accpted'))
    return { state: 'accepted', votes: chosen }
  if (/The (choices from this tab|votes from this phone) were not counted/.test(text)) {
    return { state: 'refused', ...(notCounted === undefined ? {} : { votes: notCounted }) }
  }
  if (text.includes('Ballots can only be used one time.')) return { state: 'refused' }
  if (text.includes('It is sent automatically as soon as there is a connection.')) {
    return { state: 'waits', votes: chosen }
  }
  const isOpen = await page.getByRole('button', { name: 'Submit Ballot' }).count()
  return isOpen > 0 ? { state: 'none' } : undefined
}
