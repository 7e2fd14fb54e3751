// The feed: posts with topics and pictures, reactions, comments, drafts without a network, what others post
// meanwhile, and what moderators do about a report.
import type { Locator, Page } from '@playwright/test'
import type { Caller } from '../../../src/contract/caller.ts'
import { type Language, rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { makePng, notes } from '../../support/pixels/plainPicture.ts'
import { expect, expectAccessible, inFirst, lineIsCut, test, toUrl, untilControlled } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const words = inBoth(
  {
    empty: 'No posts yet',
    first: 'Be the first to post something for the other members.',
    create: 'Create post',
    save: 'Save',
    nothing: 'Write something, or add an image.',
    wrongFile: 'notes.txt is not a supported image type.',
    topic: 'Topic',
    newTopic: 'Create new topic',
    topicName: 'Create new topic (64 characters max)',
    make: 'Create',
    noName: 'Enter the name of the topic.',
    posted: 'Your post is there for everybody.',
    title: 'Garage finds by Ann Archer',
    picture: 'Post by Ann Archer, image 1 of 2',
    close: 'Close',
    album: 'Your Photos',
    more: 'More: Post by Ann Archer',
    edit: 'Edit',
    changed: 'Your changes were saved.',
    edited: 'edited',
    message: 'Message',
    like: 'Like',
    love: 'Love',
    loved: '1 reaction: Love',
    comment: 'Comment',
    yours: 'Your comment',
    one: '1 comment',
    kept: 'Draft kept on this phone. Not posted: no connection. Save it again when there is one.',
    back: 'Back to the posts',
    waits: 'Draft kept on this phone.',
    open: 'Open',
    get: 'get 25 more',
    announced: '26 new posts',
    announcedOne: '1 new post',
    announcedTwo: '2 new posts',
    saved: /^No connection\. This is what was saved/,
    report: 'Report',
    ask: 'Report to the moderators',
    reason: 'What is wrong?',
    note: 'In your words',
    reported: 'The moderators have your report.',
    reports: 'Reports',
    hide: 'Hide',
    hidden: 'Hidden by a moderator',
    mute: 'Mute Ann Archer',
    confirmMute: 'Mute',
    muted: 'Ann Archer is muted.',
    mayNot: /^A moderator of the club has muted you/,
    unmute: 'Unmute',
    dealtWith: 'Show what was dealt with',
    again: 'Show again',
    none: 'Nothing is reported',
    refused: 'You are not authorized.',
    delete: 'Delete',
    deleted: 'The post was deleted.',
    gone: 'This post is not there any more.',
    discard: 'Discard',
  },
  {
    wrongFile: 'notes.txt no es un tipo de imagen admitido.',
    title: 'Garage finds por Ann Archer',
    picture: 'Publicación de Ann Archer, imagen 1 de 2',
    more: 'Más: Publicación de Ann Archer',
    loved: '1 reacción: Me encanta',
    announced: '26 publicaciones nuevas',
    announcedTwo: '2 publicaciones nuevas',
    saved: /^Sin conexión\. Esto es lo guardado/,
    mute: 'Silenciar a Ann Archer',
    muted: 'Ann Archer está silenciado.',
    mayNot: /^Un moderador del club lo ha silenciado/,
  },
)

const feed = '/portal/member/social'
/** Nobody has posted in their club. */
const clubs = defineWorld({
  clubs: { 'feed-en': {}, 'feed-es': {} },
  people: {
    author: 'Ann Archer',
    reader: 'Bea Lund',
    moderator: { name: 'Mo Derby', settings: { moderator: true } },
  },
})

test.beforeAll(({ product }) => importClubs(product, Object.values(clubs)))

for (const { language, viewport } of rounds) {
  test(`members post, react and comment, and moderators deal with a report, in "${language}", ${viewport.width} wide${inFirst(language, 'feed')}`, async ({
    journey,
    context,
    product,
  }) => {
    const text = words[language]
    const club = clubs[`feed-${language}` as const]
    const allowed = [lineIsCut, /status of 403/]
    const page = await journey(club, 'author', { language, viewport, allowed })
    await untilControlled(page)
    const message = page.getByLabel(text.message, { exact: true })
    const save = page.getByRole('button', { name: text.save, exact: true })
    const post = page.getByRole('article').filter({ hasText: 'Forty years under a tarp' })

    await test.step('the first post, with a topic and pictures', async () => {
      await expect(page.getByText(text.empty)).toBeVisible()
      await expect(page.getByText(text.first)).toBeVisible()
      await page.getByRole('link', { name: text.create }).click()
      await expect(page.getByRole('heading', { name: text.create })).toBeFocused()
      await save.click()
      await expect(page.getByText(text.nothing)).toBeVisible()
      await message.fill('Forty years under a tarp,\nand it starts. <b>Really.</b>')
      await expect(page.getByText(text.nothing)).toHaveCount(0)

      await makeTopic(page, text, '')
      await expect(page.getByText(text.noName)).toBeVisible()
      await page.keyboard.press('Escape')
      await makeTopic(page, text, '  Garage finds ')
      const topics = page.getByLabel(text.topic, { exact: true })
      await expect(topics.locator('option:checked')).toHaveText('Garage finds')
      await makeTopic(page, text, 'GARAGE FINDS')
      await expect(topics.locator('option')).toHaveCount(2)
      await expect(topics.locator('option:checked')).toHaveText('Garage finds')

      await page
        .locator('[name="pictures"]')
        .setInputFiles([
          await makePng('one.png', '#7a1f1f', 600, 300),
          notes,
          await makePng('two.png', '#1f3d7a', 600, 300),
        ])
      await expect(page.getByText(text.wrongFile)).toBeVisible()
      await expect(page.getByRole('listitem').getByRole('img')).toHaveCount(2)
      await expectAccessible(page)

      // what is typed outlives a reload
      await page.reload()
      await expect(message).toHaveValue(/^Forty years/)
      await expect(page.getByRole('listitem').getByRole('img')).toHaveCount(2)
      await save.click()
      await expect(page.getByText(text.posted)).toBeVisible()
      await expect(post).toBeVisible()
      await expect(post.getByRole('heading', { name: text.title })).toBeVisible()
      await expect(post).toContainText('<b>Really.</b>')
      await expect(page.getByText(text.waits)).toHaveCount(0)
      await post.getByRole('button', { name: text.picture }).click()
      await page.getByRole('dialog').getByRole('button', { name: text.close }).last().click()
    })

    await test.step('a reaction and a comment', async () => {
      await post.getByRole('button', { name: text.like, exact: true }).click()
      await expect(post.getByRole('button', { name: text.like, exact: true }).first()).toBeFocused()
      await expectAccessible(page)
      await post.getByRole('button', { name: text.love }).click()
      await expect(post.getByRole('img', { name: text.loved })).toBeVisible()
      await expect(post.getByRole('button', { name: text.love })).toBeFocused()
      await post.getByRole('button', { name: text.comment, exact: true }).click()
      await expect(post.getByLabel(text.yours)).toBeFocused()
      await page.keyboard.type('It needs tires.')
      await post.getByRole('button', { name: text.save, exact: true }).click()
      await expect(post.getByRole('listitem').last()).toContainText('It needs tires.')
      await expect(post.getByText(text.one)).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('a change of the post', async () => {
      await choose(post, text.more, text.edit)
      await expect(message).toHaveValue(/^Forty years/)
      await message.fill('Forty years under a tarp, and it starts at once.')
      await save.click()
      await expect(page.getByText(text.changed)).toBeVisible()
      await expect(post).toContainText('at once')
      await expect(post.getByText(text.edited)).toBeVisible()
    })

    await test.step('without a network a post waits as a draft, and what was read can be read', async () => {
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText(text.saved)).toBeVisible()
      await expect(post).toContainText('at once')
      await page.getByRole('link', { name: text.create }).click()
      await message.fill('Who has a trailer on Saturday?')
      await save.click()
      await expect(page.getByText(text.kept)).toBeVisible()
      await page.getByRole('button', { name: text.back }).click()
      await expect(page.getByText(text.waits)).toBeVisible()
      await expect(page.getByText('Who has a trailer on Saturday?')).toBeVisible()
      await expectAccessible(page)
      await context.setOffline(false)
      await page.getByRole('link', { name: text.open }).click()
      await expect(page).toHaveURL(/edit=new-/)
      await expect(message).toHaveValue('Who has a trailer on Saturday?')
      await save.click()
      await expect(page.getByText(text.posted)).toBeVisible()
      await expect(page.getByText(text.waits)).toHaveCount(0)
      await expect(page.getByRole('article').filter({ hasText: 'trailer' })).toHaveCount(1)
    })

    await post.getByRole('link', { name: /2026|2027/ }).click()
    await page.waitForURL(/social\/\d+/)
    await expect(post.getByRole('listitem').last()).toContainText('It needs tires.')
    await expectAccessible(page)
    const address = page.url()
    await page.getByRole('link', { name: text.back }).click()

    const other = await signInElsewhere(product, club, 'reader')
    const reader = await journey(club, 'reader', { language, allowed })
    await test.step('what others post is announced, and more of it is read without gaps', async () => {
      await postMany(other, 26)
      const top = page.getByRole('article').first()
      await expect(top).toContainText('trailer')
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.getByRole('button', { name: text.announced }).click()
      await expect(top).toContainText('Number 26')
      await postMany(other, 1)
      const more = page.getByRole('button', { name: text.get })
      await more.click()
      await expect(more).toHaveCount(0)
      await scrollThrough(page, post)
      await expect(post).toBeVisible()
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByRole('button', { name: text.announcedOne, exact: true })).toBeVisible()
      await postMany(other, 1)
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByRole('button', { name: text.announcedTwo, exact: true })).toBeVisible()
    })

    await test.step('another member reports it', async () => {
      await reader.goto(address)
      const shown = reader.getByRole('article')
      await shown.getByRole('button', { name: text.more }).click()
      await expect(reader.getByRole('menuitem')).toHaveText([text.report])
      await reader.getByRole('menuitem', { name: text.report }).click()
      const dialog = reader.getByRole('dialog', { name: text.ask })
      await dialog.getByLabel(text.reason).selectOption('spam')
      await dialog.getByLabel(text.note).fill('He sells these.')
      await expectAccessible(reader)
      await dialog.getByRole('button', { name: text.report, exact: true }).click()
      await expect(reader.getByText(text.reported)).toBeVisible()
      await reader.goto(toUrl(product, `${feed}/reports`, club.subdomain))
      await expect(reader.getByRole('heading', { name: text.refused })).toBeVisible()
    })

    await test.step('a moderator hides it and mutes its author', async () => {
      const screen = await journey(club, 'moderator', { language })
      const confirm = (name: string) =>
        screen.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
      await screen.getByRole('link', { name: text.reports }).click()
      await expect(screen.getByText('He sells these.')).toBeVisible()
      await expectAccessible(screen)
      await screen.getByRole('button', { name: text.hide, exact: true }).click()
      await screen.getByRole('alertdialog').getByRole('textbox').fill('No selling here.')
      await confirm(text.hide)
      await expect(screen.getByText(text.none)).toBeVisible()
      await screen.getByRole('button', { name: text.dealtWith }).click()
      await expect(screen.getByText(text.hidden)).toBeVisible()
      await screen.getByRole('button', { name: text.mute }).click()
      await confirm(text.confirmMute)
      await expect(screen.getByText(text.muted)).toBeVisible()
      await expectAccessible(screen)

      await reader.goto(address)
      await expect(reader.getByRole('heading', { name: text.gone })).toBeVisible()
      await page.goto(address)
      await expect(page.getByText('No selling here.')).toBeVisible()
      await expect(post.getByText(text.hidden)).toBeVisible()
      await post.getByRole('button', { name: text.comment, exact: true }).click()
      await post.getByLabel(text.yours).fill('Why?')
      await post.getByRole('button', { name: text.save, exact: true }).click()
      await expect(post.getByRole('alert').filter({ hasText: text.mayNot })).toBeVisible()
      await post.getByRole('button', { name: text.discard }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: text.discard }).click()
      await expect(post.getByRole('button', { name: text.comment, exact: true })).toBeFocused()

      await screen.getByRole('button', { name: text.unmute, exact: true }).click()
      await confirm(text.unmute)
      await screen.getByRole('button', { name: text.again }).click()
      await confirm(text.again)
      await reader.reload()
      await expect(reader.getByRole('article')).toContainText('at once')
    })

    await test.step('its author deletes it', async () => {
      await page.reload()
      await choose(post, text.more, text.delete)
      await page.getByRole('alertdialog').getByRole('button', { name: text.delete, exact: true }).click()
      await expect(page.getByText(text.deleted)).toBeVisible()
      await reader.reload()
      await expect(reader.getByRole('heading', { name: text.gone })).toBeVisible()
      await expectAccessible(reader)
    })
    await test.step('after a post of the feed was deleted the focus is in the feed', async () => {
      await page.goto(toUrl(product, feed, club.subdomain))
      const own = page.getByRole('article').filter({ hasText: 'trailer' })
      await page.getByRole('button', { name: text.get }).click()
      await scrollThrough(page, own)
      await choose(own, text.more, text.delete)
      await page.getByRole('alertdialog').getByRole('button', { name: text.delete, exact: true }).click()
      await expect(page.getByRole('feed')).toBeFocused()
      await expect(own).toHaveCount(0)
    })
  })
}

async function makeTopic(page: Page, text: (typeof words)[Language], name: string): Promise<void> {
  await page.getByRole('button', { name: text.newTopic }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(text.topicName).fill(name)
  await page.keyboard.press('Enter')
  if (name !== '') await expect(dialog).toHaveCount(0)
}

async function choose(post: Locator, menu: string, item: string): Promise<void> {
  await post.getByRole('button', { name: menu }).click()
  await post.page().getByRole('menuitem', { name: item, exact: true }).click()
}

/** Goes down screen by screen until it is there: posts that are far away are not drawn. */
async function scrollThrough(page: Page, until: Locator): Promise<void> {
  for (let step = 0; step < 60 && (await until.count()) === 0; step++) {
    await page.mouse.wheel(0, 600)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await until.scrollIntoViewIfNeeded()
}

/** The last one is the newest. */
async function postMany({ call }: Caller, count: number): Promise<void> {
  for (let at = 1; at <= count; at++) await call('create_post', { message: `Number ${at}` })
}
