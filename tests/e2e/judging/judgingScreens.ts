// The judge's screens, as browser tests use them.
import type { Page } from '@playwright/test'
import type { SubmissionLine } from '../../../src/server/areas/results/officers/receipts.ts'
import type { Product } from '../../support/browsers/product.ts'
import { addJudge, expect, findPlaces, toUrl } from '../fixtures.ts'

export const judging = (product: Product, path = '') => {
  const { club, event } = findPlaces(product.demo)
  return toUrl(product, `/portal/judging/${event.id}${path}`, club.subdomain)
}

/** The demo's link of a judge, on this server's own port. */
export function findLink(product: Product, judgeId: string): string {
  const judge = findPlaces(product.demo).event.judges.find((one) => one.judgeId === judgeId)
  if (judge === undefined) throw new Error(`the demo has no judge ${judgeId}`)
  return judging(product) + new URL(judge.link).hash
}

export async function openLink(page: Page, link: string, judgeId: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByText('Your have been verified.')).toBeVisible()
  await expect(page.getByText(`Judge ${judgeId}, `)).toBeVisible()
}

export const verifyByLink = (page: Page, product: Product, judgeId: string) =>
  openLink(page, findLink(product, judgeId), judgeId)

export async function verifyNewJudge(page: Page, product: Product): Promise<string> {
  const { judgeId, link } = await addJudge(product)
  await openLink(page, link, judgeId)
  return judgeId
}

/** Waits until the phone has everything the judge needs, so that it needs no server any more. */
export async function waitForKit(page: Page): Promise<void> {
  await expect(page.getByText(/^All of it saved/)).toBeVisible({ timeout: 45_000 })
}

export async function openForm(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

export const key = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const submit = (page: Page) => page.getByRole('button', { name: /^Submit Scores/ })
export const number = (page: Page) => page.getByRole('textbox', { name: 'Car Number' })
export const score = (page: Page, title: string) =>
  page.getByRole('spinbutton', { name: `Your Score ${title}` })
export const badge = (page: Page) => page.getByRole('button', { name: /^\d+ on this phone$/ })

export async function typeNumber(page: Page, car: string): Promise<void> {
  for (const digit of car) await key(page, digit).click()
  await expect(number(page)).toHaveValue(car)
  await key(page, 'To the scores').click()
}

/** The Concours form with the pad only: one tap for each criterion, and Submit. */
export async function scoreCar(page: Page, car: string, scores: readonly number[]): Promise<void> {
  await typeNumber(page, car)
  for (const one of scores) await key(page, String(one)).click()
  await expect(page.getByText('5 of 5 set')).toBeVisible()
  await submit(page).click()
  await expect(number(page)).toHaveValue('')
  await expect(page.getByText('0 of 5 set')).toBeVisible()
}

/** What judges and voters have handed in, as auditors read it. */
export async function readSubmissions(product: Product): Promise<SubmissionLine[]> {
  const { club, event } = findPlaces(product.demo)
  const { code, output } = await product.club('receipts', String(event.id), '--tenant', club.subdomain)
  expect(code, output).toBe(0)
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line): SubmissionLine => JSON.parse(line))
}

/** The sheets alone; of one judge if `only` is given. */
export async function readSheets(product: Product, only?: string): Promise<SubmissionLine[]> {
  return (await readSubmissions(product)).filter(
    ({ action, judgeId }) => action === 'submit_judging_form' && (only ?? judgeId) === judgeId,
  )
}

/** Five scores of the Concours form. */
export const whole = [9, 8, 7, 6, 4]
