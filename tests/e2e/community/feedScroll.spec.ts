// A long feed: only what is near the screen is drawn, and the way back finds the same posts.
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const pageSize = 25
const pages = 4
/** About what two and a half screens on either side hold. */
const mostDrawn = 28
/** More screens than are drawn on one side. */
const far = 8

interface FeedAnswer {
  posts: { post: { id: number; message: string }; media: unknown[] }[]
  nextCursor: string | null
}

/** The server's own answer, with as many posts in each page as a busy club has. */
async function fillFeed(page: Page): Promise<void> {
  await page.route('**/dart/core', async (route) => {
    const body = route.request().postData() ?? ''
    if (!body.includes('"get_posts"') || body.includes('"newerThan"')) return route.fallback()
    const at = Number((JSON.parse(body) as { cursor?: string }).cursor ?? 0)
    const response = await route.fetch({
      postData: JSON.stringify({ ...JSON.parse(body), cursor: undefined }),
    })
    const answer = (await response.json()) as FeedAnswer
    const sample = answer.posts.find(({ media }) => media.length > 0)
    if (sample === undefined) throw new Error('the demo has no post with a picture')
    const posts = Array.from({ length: pageSize }, (_, index) => {
      const number = at * pageSize + index
      const message = `Post number ${number}. ${'Forty years under a tarp. '.repeat(1 + (number % 9))}`
      return {
        ...sample,
        media: number % 3 === 0 ? sample.media : [],
        post: { ...sample.post, id: 1_000_000 - number, message, hidden: false },
      }
    })
    await route.fulfill({
      response,
      json: { ...answer, posts, nextCursor: at + 1 < pages ? String(at + 1) : null },
    })
  })
}

interface Scrolled {
  /** Of each post that was on the screen, every place in the page where it was. */
  places: Record<string, number[]>
  /** The most that were drawn at once. */
  mostDrawn: number
}

/** Nearly a screen at a time, each as soon as what it shows is drawn. */
function scroll(page: Page, direction: 1 | -1, screens = Number.POSITIVE_INFINITY): Promise<Scrolled> {
  return page.evaluate(
    async ([by, most]) => {
      const isOnScreen = (element: Element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      }
      const isDrawn = () =>
        [...document.querySelectorAll('[role="feed"] > *')]
          .filter(isOnScreen)
          .every((group) => group.childElementCount > 0)
      const places: Record<string, number[]> = {}
      let mostDrawn = 0
      for (let screen = 0, before = -1; screen < most && before !== scrollY; screen += 1) {
        do await new Promise(requestAnimationFrame)
        while (!isDrawn())
        const posts = [...document.querySelectorAll('article')]
        mostDrawn = Math.max(mostDrawn, posts.length)
        for (const post of posts.filter(isOnScreen)) {
          const id = post.querySelector('[data-post]')?.getAttribute('data-post') ?? ''
          const known = places[id] ?? []
          known.push(Math.round(scrollY + post.getBoundingClientRect().top))
          places[id] = known
        }
        before = scrollY
        scrollBy({ top: by * innerHeight * 0.8, behavior: 'instant' })
      }
      return { places, mostDrawn }
    },
    [direction, screens] as const,
  )
}

test('a long feed draws what is near the screen, and the way back finds the same posts @proof', async ({
  journey,
  page,
  places,
}) => {
  await fillFeed(page)
  await journey(places.club, 'child', { path: '/portal/member/social' })
  const posts = page.locator('article')
  const post = (number: number) => posts.filter({ hasText: `Post number ${number}.` })
  await expect(post(0)).toBeVisible()

  const down: Record<string, number> = {}

  await test.step('down through a hundred posts', async () => {
    const more = page.getByRole('button', { name: 'get 25 more' })
    for (let at = 1; at <= pages; at += 1) {
      const { places, mostDrawn: drawn } = await scroll(page, 1)
      expect(drawn).toBeLessThanOrEqual(mostDrawn)
      for (const [id, tops] of Object.entries(places)) down[id] = tops.at(-1) ?? Number.NaN
      await expect(post(at * pageSize - 1)).toBeVisible()
      if (at === pages) break
      await more.click()
      await expect(post(at * pageSize)).toBeAttached()
    }
    await expect(more).toHaveCount(0)
    await expect(post(0)).toHaveCount(0)
    expect(Object.keys(down)).toHaveLength(pages * pageSize)
  })

  await test.step('up again, where everything is as it was', async () => {
    const { places, mostDrawn: drawn } = await scroll(page, -1)
    expect(drawn).toBeLessThanOrEqual(mostDrawn)
    expect(Object.keys(places).sort()).toEqual(Object.keys(down).sort())
    const moved = Object.entries(places).filter(([id, tops]) =>
      tops.some((top) => Math.abs(top - (down[id] ?? Number.NaN)) > 2),
    )
    expect(moved).toEqual([])
    await expect(post(0)).toBeVisible()
  })

  await test.step('what has the focus, or is open, stays', async () => {
    const menu = post(1).getByRole('button', { name: /^More/ })
    await menu.focus()
    await scroll(page, 1, far)
    await expect(menu).toBeFocused()
    await expect(post(4)).toHaveCount(0)
    // it is kept no longer than that
    await page.getByRole('button', { name: /^More/ }).last().focus()
    await expect(post(1)).toHaveCount(0)
    await scroll(page, -1)
    await post(1).getByRole('button', { name: 'Comment', exact: true }).click()
    await post(1).getByRole('textbox').fill('Lovely.')
    await post(2).getByRole('button', { name: /^More/ }).focus()
    await scroll(page, 1, far)
    await expect(post(1).getByRole('textbox')).toHaveValue('Lovely.')
  })
})
