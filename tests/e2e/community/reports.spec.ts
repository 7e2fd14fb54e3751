// The reports: what was reported stays for the moderators when its author changes or deletes it, another moderator
// decides about a moderator's own post, and who is muted loses nothing that they typed.
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, test, toUrl } from '../fixtures.ts'

const words = inBoth(
  {
    own: 'Another moderator decides about your own posts and comments. They are not listed here.',
    reported: /^Changed since\. What was reported:$/,
    close: 'Close the report',
    closed: 'The report is closed.',
    none: 'Nothing is reported',
    more: 'More: Post by Mo Derby',
    items: ['Edit', 'Delete'],
    muteAnn: 'Mute Ann Archer',
    mute: 'Mute',
    means: /nor add or change a ride or a listing/,
    muted: 'Ann Archer is muted.',
    hide: 'Hide',
    gone: 'This post is not there any more.',
    cancel: 'Cancel',
    save: 'Save',
    mayNot: /^A moderator of the club has muted you/,
  },
  {
    reported: /Lo que se reportó:$/,
    more: 'Más: Publicación de Mo Derby',
    muteAnn: 'Silenciar a Ann Archer',
    means: /un auto o un anuncio/,
    muted: 'Ann Archer está silenciado.',
    mayNot: /^Un moderador del club lo ha silenciado/,
  },
)

const member = '/portal/member'
const clubs = defineWorld({
  clubs: { 'reports-en': {}, 'reports-es': {} },
  people: {
    author: 'Ann Archer',
    reader: 'Bea Lund',
    moderator: { name: 'Mo Derby', settings: { moderator: true } },
    second: { name: 'Sue Orr', settings: { moderator: true } },
  },
})

test.beforeAll(({ product }) => importClubs(product, Object.values(clubs)))

for (const { language, viewport } of rounds) {
  test(`a report keeps what it is about, and who is muted keeps what they typed, in "${language}", ${viewport.width} wide @proof`, async ({
    journey,
    product,
  }) => {
    const text = words[language]
    const club = clubs[`reports-${language}` as const]
    const visit = { language, viewport, allowed: [/status of 403/] }
    const author = await signInElsewhere(product, club, 'author')
    const reader = await signInElsewhere(product, club, 'reader')
    const moderator = await signInElsewhere(product, club, 'moderator')
    const write = (message: string) => ({ message, key: crypto.randomUUID() })
    const reports = toUrl(product, `${member}/social/reports`, club.subdomain)
    const { id } = await author.call('create_post', write('Ugly words'))
    const own = await moderator.call('create_post', write('Words of a moderator'))
    for (const postId of [id, own.id]) await reader.call('report_post', { postId, reason: 'rude' })
    const page = await journey(club, 'moderator', { path: reports, ...visit })

    await test.step('what was reported stands beside what its author has made of it', async () => {
      await expect(page.getByText('Ugly words')).toHaveCount(1)
      await expect(page.getByText(text.reported)).toHaveCount(0)
      await author.call('update_post', { id, message: 'Kind words' })
      await page.reload()
      await expect(page.getByText('Kind words')).toBeVisible()
      await expect(page.getByText(text.reported)).toBeVisible()
      await expect(page.getByText('Ugly words')).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('a moderator learns nothing of the reports about their own post', async () => {
      await expect(page.getByText(text.own)).toBeVisible()
      await expect(page.getByText('Words of a moderator')).toHaveCount(0)
      await page.goto(toUrl(product, `${member}/social/${own.id}`, club.subdomain))
      await page.getByRole('button', { name: text.more }).click()
      await expect(page.getByRole('menuitem')).toHaveText(text.items)
    })

    await test.step('what another moderator has dealt with is listed no more', async () => {
      const { id: other } = await author.call('create_post', write('Other words'))
      await reader.call('report_post', { postId: other, reason: 'rude' })
      await page.goto(reports)
      const reported = page.locator('section').filter({ hasText: 'Other words' })
      await reported.getByRole('button', { name: text.hide, exact: true }).click()
      await author.call('delete_post', { postId: other })
      const second = await signInElsewhere(product, club, 'second')
      await second.call('hide_post', { postId: other, hidden: false })
      const question = page.getByRole('alertdialog')
      await question.getByRole('textbox').fill('Rude.')
      await question.getByRole('button', { name: text.hide, exact: true }).click()
      await expect(question.getByText(text.gone)).toBeVisible()
      await question.getByRole('button', { name: text.cancel }).click()
      await expect(page.getByText('Other words')).toHaveCount(0)
      await expect(page.getByText('Kind words')).toBeVisible()
    })

    await test.step('what its author has deleted is there until somebody closes the report', async () => {
      await author.call('delete_post', { postId: id })
      await page.goto(reports)
      await expect(page.getByText('Ugly words')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: text.muteAnn }).click()
      const question = page.getByRole('alertdialog')
      await expect(question.getByText(text.means)).toBeVisible()
      await expectAccessible(page)
      await question.getByRole('button', { name: text.mute, exact: true }).click()
      await expect(page.getByText(text.muted)).toBeVisible()
      await page.getByRole('button', { name: text.close }).click()
      await question.getByRole('button', { name: text.close }).click()
      await expect(page.getByText(text.closed)).toBeVisible()
      await expect(page.getByText(text.none)).toBeVisible()
      await expect(page.getByText('Ugly words')).toHaveCount(0)
    })

    await test.step('who is muted reads why they cannot add a ride or a listing, and keeps what they typed', async () => {
      const screen = await journey(club, 'author', visit)
      for (const [address, field, more] of [
        ['rides/mine/new', 'make', {}],
        ['classifieds?edit=new', 'label', { price: '40' }],
      ] as const) {
        await screen.goto(toUrl(product, `${member}/${address}`, club.subdomain))
        const input = screen.locator(`form [name="${field}"]`)
        await input.fill('Studebaker')
        for (const [name, value] of Object.entries(more)) {
          await screen.locator(`form [name="${name}"]`).fill(value)
        }
        await screen.getByRole('button', { name: text.save, exact: true }).click()
        await expect(screen.getByRole('alert').filter({ hasText: text.mayNot })).toBeVisible()
        await expect(input).toHaveValue('Studebaker')
        await expectAccessible(screen)
      }
    })
  })
}
