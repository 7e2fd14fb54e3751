// The hands of judge and voter on the real screens, and their eyes: what a screen says and no more.
import type { Page } from 'playwright'
import type { Score } from '../../src/domain/scoring.ts'
import type { Show } from './ground.ts'
import type { Word } from './ledger.ts'

const longMs = 30_000

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
  await page.getByRole('button', { name: /^(Send|Resend) verifica/ }).click()
  const field = page.getByLabel('Verification code')
  await field.waitFor({ timeout: longMs })
  await field.fill(await findCode())
  await page.getByRole('button', { name: 'Submit Verification code' }).click()
  await page.getByText('Select the judging form you would like to use:').waitFor({ timeout: longMs })
}

/** Everything but the last press; also where a part of it stands there from before. */
export async function fillSheet(page: Page, show: Show, number: string, scores: Score[]): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Car Number' })
  await field.waitFor({ timeout: longMs })
  if ((await field.inputValue()) !== number) {
    await field.fill(number)
    await page.getByRole('button', { name: 'To the scores' }).click()
  }
  for (const { criteriaId, score } of scores) {
    const title = show.forms[0]?.criteria.find(({ id }) => id === criteriaId)?.title ?? ''
    await page.getByRole('spinbutton', { name: title }).click()
    await page
      .getByRole('group', { name: title })
      .getByRole('button', { name: String(score), exact: true })
      .click()
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
  await page.getByRole('heading', { name: 'Voter Ballot' }).waitFor({ timeout: longMs })
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
  const words = [
    ['accepted', page.getByText('Your ballot and your votes have been accpted and counted.')],
    ['refused', page.getByText('Ballots can only be used one time.')],
    ['not-saved', page.getByText('Your ballot is not saved and not submitted')],
    ['saved', page.getByText('It is sent by itself as soon as there is a connection.')],
    ['open', page.getByRole('button', { name: 'Submit Ballot' })],
  ] as const
  const all = words.map(([, place]) => place).reduce((before, place) => before.or(place))
  try {
    await all.first().waitFor({ timeout: waitMs })
  } catch {
    return undefined // it still loads
  }
  for (const [word, place] of words) if ((await place.count()) > 0) return word
  return undefined
}
