// What is written is shown everywhere at once: in the feed, under its topic, on the post's own page, among its
// comments and in the album.
import type { Locator, Page } from '@playwright/test'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { makePng } from '../../support/pixels/plainPicture.ts'
import { expect, expectAccessible, lineIsCut, signIn, test, toUrl, untilControlled } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const feed = '/portal/member/social'
const { posts } = defineWorld({
  clubs: { posts: {} },
  people: {
    author: 'Ann Archer',
    reader: 'Bea Lund',
    child: { name: 'Kit Archer', parent: 'author' },
    moderator: { name: 'Mo Derby', settings: { moderator: true } },
  },
})

test.beforeAll(({ product }) => importClubs(product, [posts]))

async function choose(page: Page, post: Locator, item: string): Promise<void> {
  await post
    .getByRole('button', { name: /^More:/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const saveOn = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a post is the same in the feed, under its topic, on its own page and in the album @proof', async ({
  journey,
  context,
  product,
}) => {
  const page = await journey(posts, 'author', { allowed: [lineIsCut] })
  const message = page.getByLabel('Message', { exact: true })
  const topic = page.getByLabel('Topic', { exact: true })
  const post = page.getByRole('article').filter({ hasText: 'version' })
  await untilControlled(page)

  await test.step('a new post has its place in the topic and its picture in the album', async () => {
    await page.getByText('Your Photos').click()
    await expect(
      page.getByText('The images of your posts, rides and listings are collected here.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Create post' }).click()
    await expect(topic.locator('option:checked')).toHaveText('-- Chose One --')
    for (const name of ['Nothing yet', 'Shows']) {
      await page.getByRole('button', { name: 'Create new topic' }).click()
      await page.getByLabel('Create new topic (64 characters max)').fill(name)
      await page.keyboard.press('Enter')
      await expect(topic.locator('option:checked')).toHaveText(name)
    }
    await message.fill('First version')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await makePng('car.png', '#36c'))
    await expect(page.locator('form fieldset li img')).toHaveCount(1)
    await saveOn(page)
    await expect(post).toContainText('Shows by Ann Archer')
    await page.getByText('Your Photos').click()
    await page.getByRole('button', { name: /^Your Photos, image 1/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await topic.selectOption('Nothing yet')
    await expect(page.getByText('Be the first to post something on this topic.')).toBeVisible()
    await topic.selectOption('Shows')
    await expect(post).toHaveCount(1)
    await topic.selectOption('-All topics-')
    await page.getByRole('link', { name: 'Create post' }).click()
    await topic.selectOption('Shows')
    await message.fill('Another one')
    await saveOn(page)
    await expect(page.getByRole('article')).toHaveCount(2)
    await topic.selectOption('Shows')
    await expect(page.getByRole('article')).toHaveCount(2)
    await topic.selectOption('-All topics-')
  })

  await test.step('what is changed is what the form begins with the next time', async () => {
    for (const [before, after] of [
      ['First version', 'Second version'],
      ['Second version', 'Third version'],
    ] as const) {
      await choose(page, post, 'Edit')
      await expect(message).toHaveValue(before)
      await message.fill(after)
      await saveOn(page)
      await expect(post).toContainText(after)
      await expect(post.getByRole('heading')).toBeFocused()
    }
    await choose(page, post, 'Edit')
    await message.fill('x'.repeat(824))
    await expect(page.getByText(/characters left/)).toHaveCount(0)
    await message.fill('x'.repeat(1000))
    await expect(page.getByText('24 of 1024 characters left')).toBeVisible()
    await message.fill(`${'x'.repeat(1024)} and more`)
    await saveOn(page)
    await expect(message).toBeFocused()
    await expect(page.getByText('At most 1024 characters: make it 9 shorter.')).toBeInViewport()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(post).toContainText('Third version')
  })

  await test.step('a second tap on Like chooses nothing', async () => {
    const like = post.locator('button[aria-expanded]', { hasText: 'Like' })
    await like.dblclick()
    await expect(like).toHaveAttribute('aria-expanded', 'true')
    await expect(like).not.toHaveAttribute('data-own')
    await page.keyboard.press('Escape')
    await expect(like).toHaveAttribute('aria-expanded', 'false')
  })

  const reader = await signInElsewhere(product, posts, 'reader')
  await test.step('its own page and its comments say what was written last', async () => {
    await post.getByRole('link', { name: /^on / }).click()
    await expect(page).toHaveURL(/social\/\d+/)
    await expect(post).toContainText('Third version')
    await expect(page.getByText('No comments yet.')).toBeVisible()
    await post.getByRole('button', { name: 'Comment', exact: true }).click()
    await post.getByLabel('Your comment').fill('Comment one')
    await saveOn(page)
    const comment = post.getByRole('listitem').filter({ hasText: 'Comment' })
    await expect(comment).toContainText('Comment one')
    await expect(post.getByRole('region', { name: 'Comments' })).toBeFocused()
    await choose(page, comment, 'Edit')
    await message.fill('Comment two')
    await saveOn(page)
    await expect(comment).toContainText('Comment two')
    await expect(post.getByRole('heading')).toBeFocused()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Back to the posts' }).click()
    const count = post.getByRole('button', { name: '1 comment' })
    await count.click()
    await expect(post).toContainText('Comment two')
    await count.click()
    await expect(post).not.toContainText('Comment two')
    const id = Number(/\d+/.exec((await post.getByRole('link', { name: /^on / }).getAttribute('href')) ?? ''))
    await reader.call('create_post', { message: 'From elsewhere', parentId: id, key: crypto.randomUUID() })
    await count.click()
    await expect(post).toContainText('From elsewhere')
    await count.click()
    await post.getByRole('button', { name: 'Comment', exact: true }).click()
    await post.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(post.getByRole('button', { name: 'Comment', exact: true })).toBeFocused()
  })

  await test.step('without a network, what the feed has can be opened and changed', async () => {
    await context.setOffline(true)
    await choose(page, post, 'Edit')
    await message.fill('Fourth version')
    await saveOn(page)
    await expect(page.getByText(/^Draft kept on this phone\. Not posted: no connection\./)).toBeVisible()
    // that it is said does not mean that the send is over: a phone without a network says it before any
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    await context.setOffline(false)
    await saveOn(page)
    await expect(post).toContainText('Fourth version')
    await expect(page.getByText('Draft kept on this phone.')).toHaveCount(0)
  })

  await test.step('what is deleted on its own page, or elsewhere, is gone from the feed', async () => {
    const other = page.getByRole('article').filter({ hasText: 'Another one' })
    await other.getByRole('link', { name: /^on / }).click()
    await choose(page, page.getByRole('article'), 'Delete')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^More:/ })).toBeFocused()
    await choose(page, page.getByRole('article'), 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'This post is not there any more.' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the posts' }).click()
    await expect(post).toHaveCount(1)
    await expect(other).toHaveCount(0)

    const moderator = await signInElsewhere(product, posts, 'moderator')
    const { posts: left } = await moderator.call('get_posts', {})
    await choose(page, post, 'Delete')
    await moderator.call('delete_post', { postId: left[0]?.post.id ?? 0 })
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(question.getByRole('alert')).toHaveText('This post is not there any more.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(post).toHaveCount(0)
  })
})

test('what somebody wrote stays without their name when they are no member any more @proof', async ({
  journey,
  product,
}) => {
  const child = await signInElsewhere(product, posts, 'child')
  const parent = await signInElsewhere(product, posts, 'author')
  const write = async (more: { message: string; parentId?: number }) =>
    (await child.call('create_post', { ...more, key: crypto.randomUUID() })).id
  const id = await write({ message: 'My last post' })
  await write({ message: 'My last comment', parentId: id })
  const { member } = await child.call('member_authorize', {})
  await parent.call('delete_member', { id: member.id, key: crypto.randomUUID() })
  const page = await journey(posts, 'reader', { path: `${feed}/${id}` })
  await expect(page.getByRole('article', { name: 'Post by Former member' })).toContainText('My last post')
  await expect(page.getByRole('listitem').filter({ hasText: 'My last comment' })).toContainText(
    'Former member',
  )
  await expect(page.getByText('Kit')).toHaveCount(0)
  await expectAccessible(page)
})

/** In the order of their codes, with what tells each icon from the others. */
const icons = {
  Like: '.lucide-thumbs-up',
  Dislike: '.lucide-thumbs-down',
  Love: '.lucide-heart',
  Care: '.lucide-hand-heart',
  Haha: '.lucide-laugh',
  // drawn by the app itself: a face whose mouth is a circle
  Wow: 'svg:not(.lucide):has(circle + path + circle)',
  Sad: '.lucide-frown',
  Angry: '.lucide-angry',
} as const

test('each of the eight reactions is given, counted, and taken back @proof', async ({ journey, product }) => {
  const reader = await signInElsewhere(product, posts, 'reader')
  const { id } = await reader.call('create_post', { message: 'What do you say?', key: crypto.randomUUID() })
  await reader.call('create_post_reaction', { postId: id, reaction: 2, key: crypto.randomUUID() })
  const page = await journey(posts, 'author', { path: `${feed}/${id}` })
  const post = page.getByRole('article').filter({ hasText: 'What do you say?' })
  const bar = post.getByRole('group', { name: 'Reactions' })
  const findReactions = async () => {
    const { reactions } = await reader.call('get_post_reactions', { postId: id })
    return reactions.map(({ reaction }) => reaction).sort()
  }
  const opener = post.getByRole('button', { name: /^(?:Like|Angry|Dislike|Love|Care|Haha|Wow|Sad)$/ }).first()
  for (const [code, [name, icon]] of Object.entries(icons).entries()) {
    await opener.press('Enter')
    await bar.getByRole('button', { name, exact: true }).press('Enter')
    await expect(bar).toHaveCount(0)
    const own = post.locator('button[data-own]')
    await expect(own).toHaveText(name)
    await expect(own.locator(icon)).toBeVisible()
    // of two that are equally frequent the one with the lower code
    const most = code === 0 ? 'Like' : code === 1 ? 'Dislike' : 'Love'
    const counted = post.getByRole('img', { name: `2 reactions, most often ${most}`, exact: true })
    await expect(counted).toHaveText('2')
    await expect(counted.locator(icons[most])).toBeVisible()
    await expect.poll(findReactions).toEqual([2, code].sort())
    // Love is also what the reader has given
    if (code % 2 === 0 && name !== 'Love') continue
    await own.press('Enter')
    await bar.getByRole('button', { name, exact: true }).press('Enter')
    await expect(own).toHaveCount(0)
    await expect(opener.locator(icons.Like)).toBeVisible()
    await expect(post.getByRole('img', { name: '1 reaction: Love' })).toHaveText('1')
    await expect.poll(findReactions).toEqual([2])
  }
  // before the answer to the first one has come
  for (const name of ['Like', 'Sad', 'Angry']) {
    await opener.press('Enter')
    await bar.getByRole('button', { name, exact: true }).press('Enter')
  }
  await expect(post.locator('button[data-own]')).toHaveText('Angry')
  await expect.poll(findReactions).toEqual([2, 7])
  await post.locator('button[data-own]').press('Enter')
  await expect(bar.getByRole('button', { pressed: true })).toBeFocused()
  await bar.getByRole('button', { name: 'Angry', exact: true }).press('Enter')
  await expect(post.locator('button[data-own]')).toHaveCount(0)
  await expect.poll(findReactions).toEqual([2])
})

test('a moderator takes back what they did without a report @proof', async ({ page, browser, product }) => {
  const reader = await signInElsewhere(product, posts, 'reader')
  await reader.call('create_post', { message: 'For sale: my soul', key: crypto.randomUUID() })
  const moderator = await signInElsewhere(product, posts, 'moderator')
  await moderator.call('create_post', { message: 'No selling here.', key: crypto.randomUUID() })
  await signIn(page, product, posts, 'moderator')
  const post = page.getByRole('article').filter({ hasText: 'my soul' })
  for (const [item, answer] of [
    ['Mute Bea Lund', 'Mute'],
    ['Hide', 'Hide'],
  ] as const) {
    await choose(page, post, item)
    // who hides a post says why
    if (item === 'Hide') await page.getByRole('alertdialog').getByRole('textbox').fill('No selling.')
    await page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(post.getByRole('button', { name: /^More:/ })).toBeFocused()
  }
  await test.step('its author reads why, and a moderator has a mark', async () => {
    const context = await browser.newContext({ locale: 'en-US' })
    const authors = await context.newPage()
    await signIn(authors, product, posts, 'reader', feed)
    const hidden = authors.getByRole('article').filter({ hasText: 'my soul' })
    await expect(hidden).toContainText('Only you and the moderators see this. The reason: No selling.')
    const official = authors.getByRole('article').filter({ hasText: 'No selling here.' })
    await expect(official.getByText('Moderator', { exact: true })).toBeVisible()
    await expect(hidden.getByText('Moderator', { exact: true })).toHaveCount(0)
    await context.close()
  })
  await page.goto(toUrl(product, `${feed}/reports`, posts.subdomain))
  await page.getByRole('button', { name: 'Unmute Bea Lund' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unmute', exact: true }).click()
  await expect(page.getByText('Muted members')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show what was dealt with' }).click()
  await expect(page.getByText('For sale: my soul')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show again', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Show again', exact: true }).click()
  await expect(page.getByText('For sale: my soul')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeFocused()
  await page.goto(toUrl(product, feed, posts.subdomain))
  await expect(post).toBeVisible()
})
