// What somebody writes is never lost: two windows with the same draft, an answer that is lost, and a browser that
// keeps nothing.
import type { Page } from '@playwright/test'
import { endpoint, loseAnswers } from '../../support/browsers/pageCalls.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { expect, signIn, test, toUrl } from '../fixtures.ts'

const { drafts } = defineWorld({
  clubs: { drafts: {} },
  people: { author: 'Ann Archer', other: 'Bea Lund', third: 'Cy Voss' },
})
const usedBefore = /^This was posted already, as it was written before\./
const posted = 'Your post is there for everybody.'
const messageOf = (page: Page) => page.getByLabel('Message', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const postsWith = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test.beforeAll(({ product }) => importClubs(product, [drafts]))

test(`two windows with one draft post it once, and what only one of them has is not lost${inTurn('drafts')}`, async ({
  journey,
  context,
  product,
}) => {
  const page = await journey(drafts, 'author')
  await page.getByRole('link', { name: 'Create post' }).click()
  await messageOf(page).fill('Anyone for Sunday?')
  const other = await context.newPage()
  await signIn(other, product, drafts, 'author', page.url())
  await expect(messageOf(other)).toHaveValue('Anyone for Sunday?')

  await save(page)
  await expect(page.getByText(posted)).toBeVisible()
  await save(other)
  await expect(other.getByText(posted)).toBeVisible()
  await expect(postsWith(other, 'Anyone for Sunday?')).toHaveCount(1)

  await page.getByRole('link', { name: 'Create post' }).click()
  await messageOf(page).fill('Meet at nine')
  await other.goto(page.url())
  await expect(messageOf(other)).toHaveValue('Meet at nine')
  await save(page)
  await expect(postsWith(page, 'Meet at nine')).toHaveCount(1)
  await messageOf(other).fill('Meet at nine, bring coffee')
  await save(other)
  await expect(other.getByText(usedBefore)).toBeVisible()
  await expect(messageOf(other)).toHaveValue('Meet at nine, bring coffee')
  await other.reload()
  await expect(messageOf(other)).toHaveValue('Meet at nine, bring coffee')
  await save(other)
  await expect(other.getByText(posted)).toBeVisible()
  await expect(postsWith(other, 'Meet at nine')).toHaveCount(2)
})

test('after an answer that was lost, what was changed meanwhile is not taken for posted @proof', async ({
  page,
  product,
}) => {
  await signIn(page, product, drafts, 'other')
  await page.getByRole('link', { name: 'Create post' }).click()
  await loseAnswers(page, 'create_post')
  await messageOf(page).fill('Lost a hubcap')
  await save(page)
  await expect(page.getByText(/^Draft kept on this phone\. Not posted: no connection\./)).toBeVisible()
  await page.unroute(endpoint)
  await messageOf(page).fill('Lost a hubcap and a glove')
  await save(page)
  await expect(page.getByText(usedBefore)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(postsWith(page, 'Lost a hubcap')).toHaveCount(1)
  await expect(page.getByText('Draft kept on this phone.')).toHaveCount(0)
})

test('a browser that keeps nothing says so, asks before the text is lost, and posts it @proof', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('', 'SecurityError')
    }
  })
  await signIn(page, product, drafts, 'third')
  await page.getByRole('link', { name: 'Create post' }).click()
  await messageOf(page).fill('Typed for nothing?')
  await expect(
    page.getByText('This browser keeps no draft. Post it before you leave this page.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Roster' }).first().click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(messageOf(page)).toHaveValue('Typed for nothing?')
  await save(page)
  await expect(page.getByText(posted)).toBeVisible()
  await expect(postsWith(page, 'Typed for nothing?')).toHaveCount(1)
  await page.goto(toUrl(product, '/portal/member/social', drafts.subdomain))
  await expect(postsWith(page, 'Typed for nothing?')).toHaveCount(1)
})
