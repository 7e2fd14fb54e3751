// What the rides say: titles and labels, limits, and why a ride cannot be saved or deleted.
import type { Page } from '@playwright/test'
import { defineWorld, importClubs } from '../../support/clubs/world.ts'
import { signInElsewhere } from '../../support/community/elsewhere.ts'
import { expect, expectAccessible, lineIsCut, test } from '../fixtures.ts'

const mine = '/portal/member/rides/mine'
const gone = 'This ride is not there any more.'
const full = 'You have 20 rides already. Delete one first.'

const made = Array.from({ length: 19 }, (_, at) => ({
  ref: `r${at}`,
  member: 'collector',
  make: 'Fiat',
  model: `No. ${at + 1}`,
}))
const { cars } = defineWorld({
  clubs: { cars: { rides: made } },
  people: { driver: 'Dee Archer', collector: 'Col Lund' },
})

test.beforeAll(({ product }) => importClubs(product, [cars]))

const saveOn = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/rides\/mine(\?|$)/)
}

test('a ride is named by all that was entered, and the form names the field that is too long @proof', async ({
  journey,
  context,
  product,
}) => {
  const page = await journey(cars, 'driver', { path: mine, allowed: [lineIsCut] })
  const cards = page.getByRole('article')
  const fields = [
    ['Year', 'year', 4, '1964'],
    ['Make', 'make', 50, 'Studebaker'],
    ['Model', 'model', 50, 'Avanti'],
    ['Engine/Transmission', 'engine', 128, 'V8'],
    ['Trim', 'trim', 50, 'R2'],
    ["Your ride's story", 'description', 2048, 'Found in a barn.'],
  ] as const
  await page.getByRole('link', { name: 'Add a ride' }).click()

  await test.step('each label, each limit', async () => {
    for (const [label, name, most] of fields) {
      const input = page.getByLabel(label)
      await expect(input).toHaveAttribute('name', name)
      await input.fill('9'.repeat(most + 1))
    }
    await saveOn(page).click()
    await expect(page.getByText('6 fields need your attention')).toBeVisible()
    for (const [label, name, most, text] of fields) {
      const line = page.getByRole('link', { name: `${label}: At most ${most} characters.`, exact: true })
      await line.click()
      const input = page.locator(`form [name="${name}"]`)
      await expect(input).toBeFocused()
      await expect(input).toHaveAttribute('aria-invalid', 'true')
      await input.fill('9'.repeat(most))
      await expect(line).toHaveCount(0)
      await input.fill(text)
    }
    await expectAccessible(page)
    await saveOn(page).click()
    await expect(page.getByText('Your ride was saved.')).toBeVisible()
  })

  await test.step('year, make, model, trim, engine', async () => {
    await expect(cards.getByRole('heading')).toHaveText(['1964 Studebaker Avanti R2 V8'])
    await page.getByRole('navigation').getByRole('link', { name: 'Club Rides', exact: true }).click()
    await expect(cards.getByRole('heading', { name: '1964 Studebaker Avanti R2 V8' })).toBeVisible()
    await expect(cards.filter({ hasText: 'Avanti' }).getByText('by Dee Archer')).toBeVisible()
    await page.goBack()
  })

  const elsewhere = await signInElsewhere(product, cars, 'driver')
  const deleteElsewhere = async () => {
    const { rides } = await elsewhere.call('get_member_rides', {})
    for (const { id } of rides) await elsewhere.call('delete_member_ride', { id })
  }
  const question = page.getByRole('alertdialog', { name: 'Delete this ride?' })
  const confirm = question.getByRole('button', { name: 'Delete', exact: true })
  await test.step('without a network nothing is deleted', async () => {
    await page.getByRole('button', { name: /^Delete / }).click()
    await context.setOffline(true)
    await expect(question.getByText('This needs a connection.', { exact: true })).toBeVisible()
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(question.getByText('This needs a connection.')).toHaveCount(0)
  })

  await test.step('one that was deleted elsewhere meanwhile', async () => {
    await deleteElsewhere()
    await confirm.click()
    await expect(question.getByRole('alert')).toHaveText(gone)
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Click the Add a ride button to add your ride.')).toBeVisible()
  })

  await test.step('the same while its form is open, and at its address later', async () => {
    await elsewhere.call('create_member_ride', { make: 'Saab', model: '96', key: crypto.randomUUID() })
    await page.reload()
    await page.getByRole('link', { name: 'Edit Saab 96' }).click()
    await page.getByLabel('Trim').fill('Sport')
    await deleteElsewhere()
    await saveOn(page).click()
    await expect(page.getByRole('alert').filter({ hasText: gone })).toBeVisible()
    await expect(page.getByLabel('Trim')).toHaveValue('Sport')
    const address = page.url()
    await leave(page)
    await expect(page.getByText('Click the Add a ride button to add your ride.')).toBeVisible()
    await page.goto(address)
    await expect(page.getByRole('heading', { name: gone })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'My Rides' }).last().click()
    await expect(page.getByText('Click the Add a ride button to add your ride.')).toBeVisible()
  })
})

test('whoever has 20 rides is told to delete one first @proof', async ({ journey, product }) => {
  const page = await journey(cars, 'collector', { path: mine })
  await page.getByRole('link', { name: 'Add a ride' }).click()
  await page.getByLabel('Make').fill('Fiat')
  await page.getByLabel('Model').fill('No. 21')
  const elsewhere = await signInElsewhere(product, cars, 'collector')
  await elsewhere.call('create_member_ride', { make: 'Fiat', model: 'No. 20', key: crypto.randomUUID() })
  await saveOn(page).click()
  await expect(page.getByRole('alert').filter({ hasText: full })).toBeVisible()
  await leave(page)
  await expect(page.getByRole('article')).toHaveCount(20)
  const add = page.getByRole('button', { name: 'Add a ride' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAccessibleDescription(full)
  await expect(page.getByText(full, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete Fiat No. 7', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Add a ride' })).toBeVisible()
})
