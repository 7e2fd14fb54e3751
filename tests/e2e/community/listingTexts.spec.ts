// What the classifieds say: before the first listing, of a listing's age, of what is wrong in the form, of a
// removal that fails; and that a long list is read in parts.
import type { Page } from '@playwright/test'
import { ownDomain } from '../../support/browsers/ownNames.ts'
import { holdCalls } from '../../support/browsers/pageCalls.ts'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, lineIsCut, test, toUrl, untilControlled } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const classifieds = '/portal/member/classifieds'
const dayMs = 86_400_000
/** Two more than the app asks for at once. */
const many = 102

function makeListings() {
  const now = Date.now()
  const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString()
  return [
    ...Array.from({ length: many - 2 }, (_, at) => ({
      ref: `l${at}`,
      member: 'owner',
      label: `Hub cap ${at + 1}`,
      price: at,
      created: daysAgo(20 + at / 100),
    })),
    { ref: 'three', member: 'silent', label: 'Three days', price: 1234.5, created: daysAgo(3.5) },
    { ref: 'one', member: 'owner', label: 'One day', price: 0, created: daysAgo(1.2) },
  ]
}

const { listings, none } = defineWorld({
  clubs: { listings: { classifieds: makeListings() }, none: {} },
  people: {
    owner: { name: 'Ann Archer', phoneNumbers: [{ longCode: '6145550177' }] },
    silent: 'Sil Lund',
    moderator: { name: 'Mo Derby', settings: { moderator: true } },
  },
})

test.beforeAll(({ product }) => importClubs(product, [listings, none]))

const saveOn = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('the form of a listing says what it is for and what is wrong, and does not call back who has gone on @proof', async ({
  journey,
  product,
}) => {
  const page = await journey(none, 'owner', { path: classifieds })
  const label = page.getByLabel('Title')
  const price = page.getByLabel('Price')
  const description = page.getByLabel('Description')

  await test.step('before the first one', async () => {
    await expect(
      page.getByText('Be the first to list a car, a part or a tool that another member may need.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Create classified' }).click()
    await expect(
      page.getByText(
        'Show what you sell in a few images, and say what it is, in what condition, and where it can be seen. Members who are interested find your name, e-mail address and phone number with the listing.',
      ),
    ).toBeVisible()
  })

  await test.step('too long, too dear, and a price that could be two', async () => {
    await label.fill('x'.repeat(65))
    await description.fill('y'.repeat(1025))
    await price.fill('10000000')
    await saveOn(page).click()
    for (const sentence of [
      'The title is too long: at most 64 characters.',
      'The price can be at most $9,999,999.99.',
      'The description is too long: at most 1024 characters.',
    ]) {
      await expect(page.getByRole('link', { name: sentence })).toBeVisible()
      await expect(page.getByText(sentence)).toHaveCount(2)
    }
    await expect(page.getByText('3 fields need your attention')).toBeVisible()
    await expectAccessible(page)
    await label.fill('x'.repeat(64))
    await description.fill('y'.repeat(1024))
    await price.fill('9999999.99')
    await expect(page.getByText(/at most \$9,999|is too long/)).toHaveCount(0)
    await price.fill('')
    await price.pressSequentially('1.200,50')
    await expect(price).toHaveValue('1.200,50')
    await saveOn(page).click()
    await expect(
      page.getByRole('link', { name: 'Enter the price as digits, with a point before the cents.' }),
    ).toBeVisible()
    await expect(price).toHaveValue('1.200,50')
    await price.fill('')
    await price.pressSequentially('1200.50')
    await expect(price).toHaveValue('$1,200.50')
  })

  await test.step('on a slow line one goes on meanwhile, and stays there', async () => {
    const answerNow = await holdCalls(page, 'create_classified')
    await saveOn(page).click()
    await expect(page.getByText('Saving…').last()).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Rides', exact: true }).first().click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { name: 'Rides', exact: true })).toBeVisible()
    answerNow()
    await expect(page.getByText('Your listing is in the classifieds.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Rides', exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/member\/rides/)
    await page.getByRole('navigation').getByRole('link', { name: 'Classifieds' }).first().click()
    await expect(page.getByRole('link', { name: /^x{64}/ })).toContainText('$1,200.50')
  })

  await test.step('the dearest one has its price in one line on the smallest phone', async () => {
    const owner = await signInElsewhere(product, none, 'owner')
    const dearest = { label: 'Duesenberg', price: 9_999_999.99, description: '' }
    const { id } = await owner.call('create_classified', { ...dearest, key: crypto.randomUUID() })
    const { viewport } = test.info().project.use
    await page.setViewportSize({ width: 320, height: 640 })
    await page.reload()
    const shown = page.getByText('$9,999,999.99')
    await expect(shown).toBeVisible()
    const room = await shown.evaluate((price) => {
      const range = document.createRange()
      range.selectNodeContents(price)
      const [line, ...others] = [...range.getClientRects()]
      return { others: others.length, over: (line?.right ?? 0) - price.getBoundingClientRect().right }
    })
    expect(room.others).toBe(0)
    expect(room.over).toBeLessThanOrEqual(0)
    if (viewport) await page.setViewportSize(viewport)

    await test.step('and is gone from the list when saving finds it removed elsewhere', async () => {
      await page.goto(toUrl(product, `${classifieds}/${id}?edit=listing`, none.subdomain))
      await label.fill('Duesenberg J')
      await owner.call('delete_classified', { id })
      await saveOn(page).click()
      await expect(page.getByText('This listing is not there any more.')).toBeVisible()
      await expect(label).toHaveValue('Duesenberg J')
      await page.getByRole('navigation').getByRole('link', { name: 'Classifieds' }).first().click()
      await page.getByRole('alertdialog').getByRole('button').last().click()
      await expect(page.getByRole('link', { name: /^x{64}/ })).toBeVisible()
      await expect(page.getByText('Duesenberg')).toHaveCount(0)
    })
  })
})

test('a listing says how old it is and how its seller is reached, and why it cannot be removed @proof', async ({
  journey,
  page,
  context,
  product,
}) => {
  const tiles = page.locator('main ul a')
  const limits: unknown[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (body.includes('"get_classifieds"')) limits.push(JSON.parse(body).limit)
  })
  await journey(listings, 'moderator', { path: classifieds, allowed: [lineIsCut] })
  await untilControlled(page)

  await test.step('a hundred are read at once, the others on demand', async () => {
    await expect(tiles).toHaveCount(100)
    await expect(tiles.first()).toContainText('One day')
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(tiles).toHaveCount(many)
    await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)
    expect(new Set(limits)).toEqual(new Set([100]))
    const labels = await tiles.allTextContents()
    expect(new Set(labels).size).toBe(many)
  })

  await test.step('its age in whole days', async () => {
    await tiles.first().click()
    await expect(page.getByText('Listed 1 day(s) ago', { exact: true })).toBeVisible()
    await expect(page.getByText('$0.00', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Back to classifieds' }).click()
    await page.getByRole('link', { name: /^Three days/ }).click()
    await expect(page.getByText('Listed 3 day(s) ago', { exact: true })).toBeVisible()
    await expect(page.getByText('$1,234.50', { exact: true })).toBeVisible()
  })

  await test.step('what the seller has not given', async () => {
    await page.getByRole('button', { name: 'Show contact info' }).click()
    await expect(page.getByRole('definition')).toHaveText([
      'Sil Lund',
      `silent.lund@${ownDomain}`,
      'Not Provided',
    ])
    await expectAccessible(page)
  })

  const question = page.getByRole('alertdialog', { name: 'Remove this listing?' })
  const confirm = question.getByRole('button', { name: 'Remove', exact: true })
  await test.step('without a network nothing is removed', async () => {
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(question.getByText('This needs a connection.', { exact: true })).toBeVisible()
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(question.getByText('This needs a connection.')).toHaveCount(0)
  })

  await test.step('one that was removed elsewhere meanwhile', async () => {
    const seller = await signInElsewhere(product, listings, 'silent')
    await seller.call('delete_classified', { id: Number(/\/(\d+)/.exec(new URL(page.url()).pathname)?.[1]) })
    await confirm.click()
    await expect(question.getByRole('alert')).toHaveText('This listing is not there any more.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByText('This listing is not there any more.')).toBeVisible()
    await expect(tiles.first()).toContainText('One day')
    await expect(page.getByRole('link', { name: /^Three days/ })).toHaveCount(0)
  })
})
