// What the roster says where nobody is in it, how its entries look, also in large letters; and that signing out
// takes what members share off the device.
import type { Page } from '@playwright/test'
import { ownDomain } from '../../support/browsers/ownNames.ts'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { makePng } from '../../support/pixels/plainPicture.ts'
import { listSavedAnswers } from '../device/deviceStore.ts'
import { expect, expectAccessible, signIn, test, toUrl, untilStill } from '../fixtures.ts'

const roster = '/portal/member/roster'
const tags = ['Officer', 'Founder', 'Head judge of the classes up to 1948']
const shown = { settings: { rosterPartner: true, rosterEmail: true, rosterPhone: true } }
const face = await makePng('', '#36c', 200, 200)
const hidden = { viewer: { name: 'Vi Lund', settings: { roster: false } } }

const { rostered, nobody, unused } = defineWorld({
  clubs: {
    rostered: {},
    nobody: { people: hidden },
    unused: { people: hidden, settings: { roster: false } },
  },
  people: {
    viewer: { name: 'Vi Lund', ...shown },
    officer: {
      name: 'Bartholomew Featherstonehaugh',
      partner: 'Maximiliana Featherstonehaugh',
      city: 'Rancho Cucamonga',
      state: 'CA',
      phoneNumbers: [{ longCode: '6145550177' }],
      tags,
      avatar: `data:image/png;base64,${face.buffer.toString('base64')}`,
      ...shown,
    },
    plain: { name: 'Zoe Zander', city: 'Alder Hollow', state: 'OH' },
  },
})

test.beforeAll(({ product }) => importClubs(product, [rostered, nobody, unused]))

/** Names of parts of a card that lie on each other, and of cards that do. */
function findOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    let cardsEnd = Number.NEGATIVE_INFINITY
    for (const card of document.querySelectorAll('main li[aria-posinset]')) {
      const { top, bottom, right } = card.getBoundingClientRect()
      if (top < cardsEnd - 0.5) found.push(`card ${card.textContent} begins above the end of the one before`)
      cardsEnd = bottom
      let linesEnd = top
      const range = document.createRange()
      const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
      let lineTop = top
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        range.selectNodeContents(text)
        for (const line of range.getClientRects()) {
          // glyphs reach over their line's box by a little
          const slack = line.height * 0.25
          const isSameLine = Math.abs(line.top - lineTop) < slack
          if (!isSameLine && line.top < linesEnd - slack) found.push(`a line of "${text.textContent}"`)
          if (line.bottom > bottom + 1 || line.right > right + 1) found.push(`"${text.textContent}" leaves`)
          if (!isSameLine) lineTop = line.top
          linesEnd = Math.max(linesEnd, line.bottom)
        }
      }
    }
    return found
  })
}

test('the roster says why it is empty @proof', async ({ journey, product }) => {
  const page = await journey(nobody, 'viewer', { path: roster })
  await expect(page.getByRole('heading', { name: 'Nobody is in the roster yet' })).toBeVisible()
  await expect(page.getByText('In the profile each member chooses what the others can see.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Open your profile' }).click()
  await expect(page).toHaveURL(/member\/profile/)

  await signIn(page, product, unused, 'viewer', roster)
  await expect(page.getByRole('heading', { name: 'Your club does not use a roster' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nobody is in the roster yet' })).toHaveCount(0)
  await expectAccessible(page)
})

test('an entry has its picture, columns and tags, in large letters too, and signing out leaves nothing @proof', async ({
  journey,
  product,
}) => {
  const officer = await signInElsewhere(product, rostered, 'officer')
  await officer.call('create_post', { message: 'Secret post', key: crypto.randomUUID() })
  await officer.call('create_member_ride', { make: 'Secret', model: 'ride', key: crypto.randomUUID() })
  await officer.call('create_classified', { label: 'Secret listing', price: 1, key: crypto.randomUUID() })
  const page = await journey(rostered, 'viewer', { path: roster })

  await test.step('cards on a phone', async () => {
    const cards = page.locator('main li[aria-posinset]')
    await expect(cards).toHaveCount(3)
    const card = cards.filter({ hasText: 'Bartholomew' })
    await expect(card).toContainText('Partner: Maximiliana Featherstonehaugh')
    await expect(card).toContainText('Rancho Cucamonga, CA')
    for (const tag of tags) await expect(card.getByText(tag, { exact: true })).toBeVisible()
    const face = card.locator('img')
    await expect.poll(() => face.evaluate((image) => (image as HTMLImageElement).naturalWidth)).not.toBe(0)
    const round = await face.locator('..').boundingBox()
    expect(round).toMatchObject({ width: 50, height: 50 })
    expect(await findOverlaps(page)).toEqual([])
  })

  await test.step('twice as large letters', async () => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await untilStill(page)
    const name = page.getByRole('heading', { name: 'Bartholomew' })
    await expect
      .poll(() => name.evaluate((line) => Number.parseFloat(getComputedStyle(line).fontSize)))
      .toBeGreaterThan(28)
    await expect.poll(() => findOverlaps(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
  })

  await test.step('a table on a desk', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Partner',
      'Email',
      'Phone',
      'City',
      'Tags',
    ])
    const row = page.locator('main tr[data-index]').filter({ hasText: 'Bartholomew' })
    expect(await row.locator('img').locator('..').boundingBox()).toMatchObject({ width: 50, height: 50 })
    await expect(row.getByRole('rowheader')).toHaveText('Bartholomew Featherstonehaugh')
    await expect(row.getByRole('cell').nth(0)).toHaveText('Maximiliana Featherstonehaugh')
    await expect(row.getByRole('cell').nth(1)).toHaveText(`officer.featherstonehaugh@${ownDomain}`)
    await expect(row.getByRole('cell').nth(2)).toHaveText('(614) 555-0177')
    await expect(row.getByRole('cell').nth(3)).toHaveText('Rancho Cucamonga, CA')
    for (const tag of tags)
      await expect(row.getByRole('cell').nth(4).getByText(tag, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
  })

  await test.step('signing out takes all that was saved off the device', async () => {
    for (const [path, text, name] of [
      ['/portal/member/social', 'Secret post', 'get_posts'],
      ['/portal/member/rides', 'Secret ride', 'get_all_member_rides'],
      ['/portal/member/classifieds', 'Secret listing', 'get_classifieds'],
    ] as const) {
      await page.goto(toUrl(product, path, rostered.subdomain))
      await expect(page.getByText(text).first()).toBeVisible()
      // it is shown before it is saved
      await expect.poll(async () => (await listSavedAnswers(page)).join()).toContain(name)
    }
    const reads = ['get_posts', 'get_all_member_rides', 'get_classifieds', 'get_members_for_roster']
    const findOurs = async () =>
      (await listSavedAnswers(page)).filter((key) => reads.some((name) => key.includes(name)))
    const findMissing = async () => {
      const saved = await listSavedAnswers(page)
      return reads.filter((name) => !saved.some((key) => key.includes(name)))
    }
    await expect.poll(findMissing).toEqual([])
    const own = (await findOurs()).map((key) => key.split('/').slice(0, 2).join('/'))
    expect(new Set(own).size).toBe(1)
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('link', { name: 'login again' })).toBeVisible()
    await expect.poll(findOurs).toEqual([])
    expect((await listSavedAnswers(page)).filter((key) => key.startsWith(`${own[0]}/`))).toEqual([])
  })
})
