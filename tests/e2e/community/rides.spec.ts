// Rides: the club's list, the own ones with their editor, and both without a network.
import { join } from 'node:path'
import sharp from 'sharp'
import { rideLengths } from '../../../src/domain/shapes/ride.ts'
import { rounds } from '../../support/browsers/rounds.ts'
import { inBoth } from '../../support/browsers/words.ts'
import { pressNext } from '../../support/buying/buyers.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { notes } from '../../support/pixels/plainPicture.ts'
import { expect, expectAccessible, lineIsCut, signIn, test, toUrl, untilControlled } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const words = inBoth(
  {
    club: 'Club Rides',
    mine: 'My Rides',
    emptyClub: 'There are no club rides, go to My Rides to add your ride.',
    emptyMine: 'Click the Add a ride button to add your ride.',
    add: 'Add a ride',
    from: 'Add from your registrations',
    save: 'Save',
    back: 'Back',
    more: 'Load More',
    story: 'Description',
    unnamed: 'Enter the make or the model.',
    tooLong: 'At most 50 characters.',
    refused: 'notes.txt is not a supported image type.',
    leave: 'Leave without saving?',
    stay: 'Stay here',
    edit: /^Edit /,
    delete: /^Delete /,
    sure: 'Delete this ride?',
    remove: 'Delete',
    offline: 'Saving needs a connection. What you typed stays here.',
    saved: /^No connection\. This is what was saved/,
  },
  {
    tooLong: 'Como máximo 50 caracteres.',
    refused: 'notes.txt no es un tipo de imagen admitido.',
    edit: /^Editar /,
    delete: /^Eliminar /,
    saved: /^Sin conexión\. Esto/,
  },
)

const picture = join(import.meta.dirname, '../../../demo/pictures/ride-3.webp')

for (const { language, viewport } of rounds) {
  test(`a member shows their cars to the club in "${language}", ${viewport.width} wide @proof`, async ({
    journey,
    page,
    context,
    product,
    places: { club, event, other },
  }) => {
    const text = words[language]
    const cards = page.getByRole('article')
    const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
    const field = (name: string) => page.locator(`main [name="${name}"]`)
    const save = page.getByRole('button', { name: text.save, exact: true })
    const expectNoOverflow = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)

    await test.step('before the first one, both lists say what to do', async () => {
      const allowed = [lineIsCut]
      await journey(other, 'child', { path: '/portal/member/rides', language, viewport, allowed })
      await expect(page.getByText(text.emptyClub)).toBeVisible()
      await expectAccessible(page)
      await tab(text.mine).click()
      await expect(page.getByText(text.emptyMine)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expectAccessible(page)
      await page.goBack()
      await expect(page.getByText(text.emptyClub)).toBeVisible()
    })

    await test.step('more are loaded while others add, and the story opens', async () => {
      await signIn(page, product, club, 'child', '/portal/member/rides')
      await expect(cards).toHaveCount(10)
      const before = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))
      const another = await signInElsewhere(product, club, 'member')
      await another.call('create_member_ride', { make: 'Later', model: `in ${language}` })
      await page.getByRole('button', { name: text.more }).dblclick()
      await expect(page.getByRole('button', { name: text.more })).toBeHidden()
      const after = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))
      expect(after.slice(0, 10)).toEqual(before)
      expect(new Set(after).size).toBe(after.length)
      await expect(cards.nth(10).getByRole('heading')).toBeFocused()
      const lancia = cards.filter({ hasText: 'Lancia Fulvia' })
      await expect(lancia.getByText('709')).toBeVisible()
      await expect(lancia.getByRole('listitem').filter({ hasText: 'Concours' })).toHaveCount(1)
      await expect(lancia.getByText('Bought by my aunt')).toBeHidden()
      await lancia.getByRole('button', { name: text.story }).click()
      await expect(lancia.getByText('Bought by my aunt')).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('a registered car becomes a ride, with a picture and the longest texts', async () => {
      await tab(text.mine).click()
      await page.getByRole('heading', { name: text.from }).waitFor()
      await page.getByRole('link', { name: /Citroën/ }).click()
      await expect(field('model')).toHaveValue('DS 21')
      await field('make').fill(' ')
      await field('model').fill('')
      await save.click()
      await expect(page.getByText(text.unnamed).first()).toBeVisible()
      await expectAccessible(page)
      for (const [name, most] of Object.entries(rideLengths)) await field(name).fill('W'.repeat(most))
      await field('make').fill('W'.repeat(rideLengths.make + 1))
      await field('make').press('Enter')
      await expect(page.getByText(text.tooLong).first()).toBeVisible()
      await field('make').fill('Citroën')
      await field('year').fill('1966')
      const chooser = page.locator('[name="pictures"]')
      await chooser.setInputFiles(picture)
      await expect(page.locator('form li img')).toHaveCount(1)
      await chooser.setInputFiles(notes)
      await expect(page.getByText(text.refused, { exact: true })).toBeVisible()
      await expectNoOverflow()
      await page.getByRole('link', { name: text.back, exact: true }).click()
      const dialog = page.getByRole('alertdialog', { name: text.leave })
      await dialog.getByRole('button', { name: text.stay }).click()
      await expect(field('description')).toHaveValue('W'.repeat(rideLengths.description))
      await field('model').fill('DS 21')
      await save.dblclick()
      await expect(cards).toHaveCount(1)
      await expect(page.getByRole('heading', { name: text.from })).toBeHidden()
      const own = cards.first()
      await expect(own.getByText('716')).toBeVisible()
      await expect(own.locator('img')).toHaveCount(1)
      const address = (await own.locator('img').getAttribute('src')) ?? ''
      const stored = await page.request.get(new URL(address.replace(/\?.*/, ''), product.origin).href)
      expect(await sharp(await stored.body()).metadata()).toMatchObject({ width: 400, height: 400 })
      await expectNoOverflow()
      await expectAccessible(page)
    })

    await test.step('without a network the lists are there, and an edit waits for it', async () => {
      await untilControlled(page)
      await page.getByRole('link', { name: text.edit }).click()
      await field('trim').fill('Pallas')
      await field('year').fill('1967')
      await context.setOffline(true)
      await expect(page.getByText(text.offline)).toBeVisible()
      await field('year').press('Enter')
      await expect(field('trim')).toHaveValue('Pallas')
      await context.setOffline(false)
      await save.click()
      await expect(cards.getByText(/Pallas/).first()).toBeVisible()
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText(text.saved)).toBeVisible()
      await expect(cards.getByText(/Pallas/).first()).toBeVisible()
      await tab(text.club).click()
      await expect(cards.filter({ hasText: 'Pallas' })).toBeVisible()
      await context.setOffline(false)
    })

    await test.step('a ride fills a registration', async () => {
      await page.goto(toUrl(product, `/portal/member/events/${event.id}/register`, club.subdomain))
      await pressNext(page, language)
      const offered = page.getByRole('button', { name: /Citroën DS 21/ })
      await expect(offered).toHaveText(['1966 Citroën DS 21', '1967 Citroën DS 21'])
      await offered.last().click()
      await expect(page.locator('#field-vehicle-year')).toHaveValue('1967')
      await expect(page.locator('#field-vehicle-trim')).toHaveValue('Pallas')
      // what a registration has no room for
      await expect(page.locator('#field-vehicle-engine')).toHaveValue('')
    })

    await test.step('deleting asks first', async () => {
      await page.goto(toUrl(product, '/portal/member/rides/mine', club.subdomain))
      await page.getByRole('button', { name: text.delete }).click()
      const dialog = page.getByRole('alertdialog', { name: text.sure })
      await dialog.getByRole('button', { name: text.remove, exact: true }).dblclick()
      await expect(page.getByText(text.emptyMine)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
  })
}
