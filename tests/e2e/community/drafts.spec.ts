// What somebody writes is never lost: two windows with the same draft, an answer that is lost, and a browser that
// keeps nothing.
import type { Page } from '@playwright/test'
import { endpoint, holdAnswers, isRequestOf, loseAnswers } from '../../support/browsers/pageCalls.ts'
import { inTurn } from '../../support/chance/turns.ts'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { expect, expectAccessible, listDrafts, signIn, test, toUrl } from '../fixtures.ts'

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
  await expect(page.getByText('We do not know yet whether it was posted', { exact: true })).toBeVisible()
  await expect(page.getByText(/Not posted/)).toHaveCount(0)
  await page.unroute(endpoint)
  await messageOf(page).fill('Lost a hubcap and a glove')
  await expect(page.getByText(/you have changed it since/)).toBeVisible()
  await save(page)
  await expect(page.getByText(usedBefore)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(postsWith(page, 'Lost a hubcap')).toHaveCount(1)
  await expect(page.getByText('Draft kept on this phone.')).toHaveCount(0)
})

test('an answer that was lost is asked for again by itself, above the feed too, and nothing is posted twice', async ({
  journey,
  product,
}) => {
  const page = await journey(drafts, 'third', { allowed: [/net::ERR_FAILED/] })
  await page.getByRole('link', { name: 'Create post' }).click()
  await loseAnswers(page, 'create_post')
  await messageOf(page).fill('Found a hubcap')
  await save(page)
  await expect(page.getByText('We do not know yet whether it was posted', { exact: true })).toBeVisible()
  await page.goto(toUrl(product, '/portal/member/social', drafts.subdomain))
  const strip = page.getByText(/We do not know yet whether it was posted\.$/)
  await expect(strip).toBeVisible()
  await expect(postsWith(page, 'Found a hubcap')).toHaveCount(1)
  await page.unroute(endpoint)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(strip).toHaveCount(0)
  await expect(postsWith(page, 'Found a hubcap')).toHaveCount(1)
})

test('a ride and a listing that were being typed are there again after the browser died, and a lost answer saves them once', async ({
  phone,
  product,
}) => {
  const open = (path: string) => signIn(phone.page, product, drafts, 'other', path)
  const died = 'You typed this before, and it was not saved'
  for (const { path, field, text, list, saved } of [
    {
      path: '/portal/member/rides/mine/new',
      field: 'Make',
      text: 'Hudson',
      list: '/portal/member/rides/mine',
      saved: 'Your ride was saved.',
    },
    {
      path: '/portal/member/classifieds?edit=new',
      field: 'Title',
      text: 'Hudson hubcap',
      list: '/portal/member/classifieds',
      saved: 'Your listing is in the classifieds.',
    },
  ]) {
    await open(path)
    await phone.page.getByLabel(field, { exact: true }).fill(text)
    await expect.poll(async () => JSON.stringify(await listDrafts(phone.page))).toContain(text)
    await phone.killAndReopen()
    await open(path)
    await expect(phone.page.getByText(died)).toBeVisible()
    await expect(phone.page.getByLabel(field, { exact: true })).toHaveValue(text)
    await expectAccessible(phone.page)
    await phone.page.getByRole('button', { name: 'Start over' }).click()
    await expect(phone.page.getByLabel(field, { exact: true })).toHaveValue('')
    await phone.page.getByLabel(field, { exact: true }).fill(text)
    const second = field === 'Make' ? 'Model' : 'Price'
    await phone.page.getByLabel(second, { exact: true }).fill('8')
    await loseAnswers(phone.page, field === 'Make' ? 'create_member_ride' : 'create_classified')
    await save(phone.page)
    await expect(phone.page.getByText('We do not know yet whether it was saved')).toBeVisible()
    await phone.page.unroute(endpoint)
    await phone.page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(phone.page.getByText(saved)).toBeVisible()
    await open(list)
    await expect(phone.page.getByText(text).first()).toBeVisible()
    const role = field === 'Make' ? 'heading' : 'link'
    await expect(phone.page.getByRole(role, { name: new RegExp(text) })).toHaveCount(1)
    await expect.poll(async () => JSON.stringify(await listDrafts(phone.page))).not.toContain(text)
  }
})

test('a browser that dies while it sends asks afterwards, and what was refused is sent anew under another key @proof', async ({
  phone,
  product,
}) => {
  const { club, page } = { club: drafts.subdomain, page: phone.page }
  await signIn(page, product, drafts, 'author', '/portal/member/social')
  await page.getByRole('link', { name: 'Create post' }).click()
  const { answered } = await holdAnswers(page, 'create_post')
  await messageOf(page).fill('Died on the way')
  await save(page)
  await answered
  await phone.killAndReopen()
  await signIn(phone.page, product, drafts, 'author', '/portal/member/social')
  await expect(postsWith(phone.page, 'Died on the way')).toHaveCount(1)
  await expect(phone.page.getByText('Draft kept on this phone.')).toHaveCount(0)

  await phone.page.goto(toUrl(product, '/portal/member/rides/mine/new', club))
  const keys: string[] = []
  await phone.page.route(endpoint, (route) => {
    if (!isRequestOf(route.request(), 'create_member_ride')) return route.fallback()
    const { key } = route.request().postDataJSON() as { key: string }
    keys.push(key)
    if (keys.length > 1) return route.fallback()
    const receipt = { key, outcome: 'refused', at: new Date().toISOString() }
    return route.fulfill({ json: { success: false, code: 'too-many-rides', errorMessage: 'no', receipt } })
  })
  await phone.page.getByLabel('Make', { exact: true }).fill('Nash')
  await phone.page.getByLabel('Model', { exact: true }).fill('600')
  await save(phone.page)
  await expect(phone.page.getByRole('alert').filter({ hasText: 'rides' })).toBeVisible()
  await save(phone.page)
  await expect(phone.page.getByText('Your ride was saved.')).toBeVisible()
  expect(new Set(keys).size).toBe(2)
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
