// Volunteers: choosing shifts, losing one to somebody else, signing up once, and the file for the calendar.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { tabTo } from '../support/browsers/keyboard.ts'
import { countCalls } from '../support/browsers/pageCalls.ts'
import type { Product } from '../support/browsers/product.ts'
import { confirmShifts, readShiftsLink } from '../support/buying/askedShifts.ts'
import { button, fill, flowWords, readMails } from '../support/buying/buyers.ts'
import { inTurn } from '../support/chance/turns.ts'
import { actions } from '../support/clubs/actionClubs.ts'
import { asVisitor, getSigner } from '../support/community/elsewhere.ts'
import { test } from './actionEvents.ts'
import { expect, expectAccessible, listDrafts, toUrl } from './fixtures.ts'
import { helper } from './sales/saleFlows.ts'

async function listShifts(product: Product, eventId: number) {
  return (await asVisitor(product, actions.subdomain).call('get_all_shifts', { eventId })).shifts
}

/** Somebody else takes every last place of the event. */
async function takeLastPlaces(product: Product, eventId: number): Promise<void> {
  const last = (await listShifts(product, eventId)).filter(({ remaining }) => remaining === 1)
  await asVisitor(product, actions.subdomain).call('worker_signup', {
    key: crypto.randomUUID(),
    eventId,
    contactInfo: { fname: 'Ezra', lname: 'Banner', email: 'ezra@example.org', phone: '6145550111' },
    shifts: last.map(({ id }) => id),
  })
  await confirmShifts(product, actions.subdomain, 'ezra@example.org')
}

function row(page: Page, hours: string, day = 0) {
  return page.getByRole('checkbox', { name: hours }).nth(day)
}

test(`a visitor takes shifts by keyboard alone, loses one to somebody else, and reloads at each step${inTurn('volunteer')}`, async ({
  journey,
  page,
  product,
  ids,
}) => {
  const signUps = countCalls(page, 'worker_signup')
  const eventId = ids['Helpers Meet']
  const thanksPath = `${product.origin}/about?subdomain=${actions.subdomain}`
  const path = `/portal/events/${eventId}/volunteer?redirect=${encodeURIComponent(thanksPath)}`
  await journey(actions, 'visitor', { path, viewport: { width: 1280, height: 800 } })
  await expect(page.getByRole('heading', { level: 1, name: 'Volunteer for Helpers Meet' })).toBeVisible()
  await expect(page.locator('input[id^="field-personal-"]:not([type="checkbox"])')).toHaveCount(4)
  await tabTo(page.locator('#field-personal-fname'))
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Okafor')
  await page.keyboard.press('Enter')
  await page.keyboard.type('6145550123')
  await page.keyboard.press('Enter')
  await page.keyboard.type('ada-volunteer@example.org')
  const gift = page.getByLabel('Preferred thank you gift (while supplies last)')
  await expect(gift.locator('option')).toHaveText(['None', 'Cap', 'Shirt M'])
  await tabTo(page.locator('#field-swag'))
  await page.keyboard.press('ArrowDown')
  await expect(gift).toHaveValue('Cap')
  await expectAccessible(page)
  await page.reload()
  await expect(page.locator('#field-personal-email')).toHaveValue('ada-volunteer@example.org')
  await expect(gift).toHaveValue('Cap')
  await tabTo(page.locator('form button[type="submit"]'))
  await page.keyboard.press('Enter')

  await expect(page.getByText('Select a schedule above to view the available shifts')).toBeVisible()
  await expect(page.getByText('No shift selected yet')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Marshals/ })).toHaveCount(0)
  await expectAccessible(page)
  await tabTo(page.locator('form button[type="submit"]'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose at least one shift.')).toBeVisible()
  await page.getByRole('radio', { name: /Kitchen/ }).focus()
  await page.keyboard.press('Space')
  await expect(row(page, '7:00 AM – 9:00 AM')).toBeDisabled()
  await expect(row(page, '7:00 AM – 9:00 AM')).toHaveAccessibleDescription('Full')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Wear the vest.')).toBeVisible()
  for (const [hours, day] of [
    ['8:00 AM – 10:00 AM', 0],
    ['9:30 AM – 11:30 AM', 0],
    ['8:00 AM – 10:00 AM', 1],
  ] as const) {
    await row(page, hours, day).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('Choose at least one shift.')).toHaveCount(0)
  // one overlaps the other: both say it, and the step is not complete
  await expect(row(page, '8:00 AM – 10:00 AM')).toHaveAccessibleDescription(
    /At the same time as Gate, .+9:30/,
  )
  await expect(row(page, '9:30 AM – 11:30 AM')).toHaveAccessibleDescription(
    /At the same time as Gate, .+8:00/,
  )
  await tabTo(page.locator('form button[type="submit"]'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Something is still missing in this step.')).toBeVisible()
  await expectAccessible(page)
  await row(page, '9:30 AM – 11:30 AM').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('2 shifts selected')).toBeVisible()
  await page.reload()
  await expect(row(page, '8:00 AM – 10:00 AM', 1)).toBeChecked()

  await takeLastPlaces(product, eventId)
  await tabTo(page.locator('form button[type="submit"]'))
  await expect(page.getByText('Next asks for the shifts.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    /Full now: Gate, .+none of the shifts that you chose was taken/,
  )
  const lost = row(page, '8:00 AM – 10:00 AM', 1)
  await expect(lost).toBeChecked()
  await expect(lost).toHaveAccessibleDescription(/Full.*No place is left in this shift/)
  await expectAccessible(page)
  await lost.focus()
  await page.keyboard.press('Space')
  await expect(lost).toBeDisabled()
  await row(page, '1:30 PM – 4:00 PM').focus()
  await page.keyboard.press('Space')
  expect(signUps()).toBe(1)
  await tabTo(page.locator('form button[type="submit"]'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank You', exact: true })).toBeVisible()
  expect(signUps()).toBe(2)
  await expectAccessible(page)
  // what was typed has left the device, and the shifts are shown again after a reload
  expect(JSON.stringify(await listDrafts(page))).not.toContain('ada-volunteer@example.org')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Thank You', exact: true })).toBeVisible()
  expect(signUps()).toBe(2)
  // nothing is theirs yet
  await expect(page.getByText('One step is left: confirm them')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0)
  await button(page, 'Finished').last().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(thanksPath)
  await expect.poll(() => listDrafts(page)).toEqual([])

  const email = 'ada-volunteer@example.org'
  await page.goto(await readShiftsLink(product, email))
  expect(await readMails(product, email)).toHaveLength(1)
  await expect(page.getByText(/^Not yours yet. Confirm it until/)).toHaveCount(2)
  await expectAccessible(page)
  await tabTo(button(page, 'Confirm 2 shifts'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The shifts are yours.' })).toBeVisible()
  await expect(page.getByText(/^You said that you come:/)).toHaveCount(2)
  await expectAccessible(page)
  await expect.poll(async () => (await readMails(product, email)).length).toBe(2)
  expect((await readMails(product, email))[1]?.text).toMatch(/\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/)
})

test('a member signs up once, with a double click, for a shift that only members see @proof', async ({
  journey,
  page,
  product,
  ids,
}) => {
  const signUps = countCalls(page, 'worker_signup')
  const words = flowWords.es
  const path = `/portal/member/events/${ids['Helpers Meet']}/volunteer`
  await journey(actions, 'hand', { path, language: 'es', viewport: { width: 320, height: 640 } })
  await expect(page.locator('#field-personal-fname')).toHaveValue('Rosalind')
  await expect(page.locator('#field-personal-phone')).toHaveValue('(614) 555-0177')
  await expect(page.locator('#field-personal-email')).toHaveValue(getSigner(actions, 'hand').email)
  // typed and too long: it stays, and is said
  await page.locator('#field-personal-lname').fill('H'.repeat(25))
  await button(page, words.next).click({ force: true })
  await expect(page.locator('#field-personal-lname')).toHaveAttribute('aria-invalid', 'true')
  await page.locator('#field-personal-lname').fill('Hand')
  await expectAccessible(page)
  await button(page, words.next).click()
  await page.getByRole('radio', { name: /Marshals/ }).check()
  const shift = row(page, '10:00 a. m. – 1:00 p. m.')
  await shift.check()
  await expect(shift).toHaveAccessibleDescription('Quedan 9 lugares')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const label = await page.locator('label').filter({ has: shift }).boundingBox()
  expect(label?.height).toBeGreaterThanOrEqual(48)
  await expectAccessible(page)
  await page.reload()
  await expect(shift).toBeChecked()
  await button(page, /Resumen de su ayuda/).click()
  await expect(page.getByRole('dialog').getByText('1 turno elegido')).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, words.next).dblclick()
  await expect(page.getByRole('heading', { name: words.thanks, exact: true })).toBeVisible()
  expect(signUps()).toBe(1)
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await button(page, 'Agregar al calendario').click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(file).toContain('SUMMARY:Marshals\\, Helpers Meet')
  expect(file).toContain('LOCATION:South pasture')
  await button(page, words.finished).click()
  await expect(page).toHaveURL(toUrl(product, '/portal/member/events', actions.subdomain))
})

test('a sign-up whose answer is lost waits, is sent again by itself and after a reload, and counts once @proof', async ({
  page,
  product,
  ids,
}) => {
  const eventId = ids['Helpers Meet']
  const keys: string[] = []
  await page.goto(toUrl(product, `/portal/events/${eventId}/volunteer`, actions.subdomain))
  await fill(page, 'personal', { ...helper, email: 'lucia@example.org' })
  await button(page, 'Next').click()
  await page.getByRole('radio', { name: /Kitchen/ }).check()
  await row(page, '12:00 PM – 2:00 PM').check()
  const places = async () =>
    (await listShifts(product, eventId)).reduce((sum, { remaining }) => sum + remaining, 0)
  const before = await places()
  await page.route('**/dart/core', async (route) => {
    const sent = route.request().postData() ?? ''
    if (!sent.includes('"worker_signup"')) return route.continue()
    keys.push(String(JSON.parse(sent).key))
    // the first try does not leave the phone, of the second the answer is lost
    if (keys.length === 2) await route.fetch()
    return keys.length < 3 ? route.abort() : route.continue()
  })
  await button(page, 'Next').click()
  await expect(page.getByText('This has not been sent yet')).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => keys.length).toBe(2)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Thank You', exact: true })).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  // one mail, and only its link takes the place
  await confirmShifts(product, actions.subdomain, 'lucia@example.org')
  expect(await places()).toBe(before - 1)
  await page.goto(toUrl(product, `/portal/events/${eventId}/volunteer`, actions.subdomain))
  await expect(page.locator('#field-personal-fname')).toHaveValue('')
})

test('a sign-up that was pressed before the phone died is said where people come back, and sent again by its key', async ({
  page,
  product,
  ids,
}) => {
  const eventId = ids['Helpers Meet']
  const keys: string[] = []
  let isAway = true
  const context = page.context()
  await context.route('**/dart/core', (route) => {
    const sent = route.request().postData() ?? ''
    if (!sent.includes('"worker_signup"')) return route.continue()
    keys.push(String(JSON.parse(sent).key))
    return isAway ? route.abort() : route.continue()
  })
  const path = toUrl(product, `/portal/events/${eventId}/volunteer`, actions.subdomain)
  await page.goto(path)
  await fill(page, 'personal', { ...helper, email: 'died@example.org' })
  await button(page, 'Next').click()
  await page.getByRole('radio', { name: /Kitchen/ }).check()
  await row(page, '12:00 PM – 2:00 PM').check()
  await button(page, 'Next').click()
  await expect(page.getByText('This has not been sent yet')).toBeVisible()
  await page.close()

  const again = await context.newPage()
  const said = again.getByText(/It was pressed on this device, and no answer has come/)
  for (const where of ['/portal', '/portal/events']) {
    await again.goto(toUrl(product, where, actions.subdomain))
    await expect(said).toBeVisible()
  }
  await expectAccessible(again)
  isAway = false
  await again.getByRole('link', { name: 'Send it again' }).click()
  await expect(again.getByRole('heading', { name: 'Thank You', exact: true })).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  await again.goto(toUrl(product, '/portal/events', actions.subdomain))
  await expect(again.getByRole('article').first()).toBeVisible()
  await expect(said).toHaveCount(0)
})

test("the mail's link confirms the shifts, and gives one back once though the answer was lost @proof", async ({
  page,
  product,
  ids,
}) => {
  const eventId = ids['Helpers Meet'] ?? 0
  const email = 'giver@example.org'
  const free = (await listShifts(product, eventId)).filter(({ remaining }) => remaining > 2)
  const [first] = free
  const second = free.find(({ shiftDate }) => shiftDate !== first?.shiftDate)
  if (first === undefined || second === undefined) throw new Error('the event has no free shifts')
  await asVisitor(product, actions.subdomain).call('worker_signup', {
    key: crypto.randomUUID(),
    eventId,
    contactInfo: { fname: 'Gil', lname: 'Giver', email, phone: '6145550112' },
    shifts: [first.id, second.id],
  })
  const findLeft = async (id: number) =>
    (await listShifts(product, eventId)).find((shift) => shift.id === id)?.remaining
  await page.goto(await readShiftsLink(product, email))
  await expect(page.getByText('Gil Giver')).toBeVisible()
  expect(await findLeft(first.id)).toBe(first.remaining)
  await button(page, 'Confirm 2 shifts').click()
  await expect(page.getByRole('status').filter({ hasText: 'The shifts are yours.' })).toBeVisible()
  await expect(button(page, 'Confirm 2 shifts')).toHaveCount(0)
  const keys: string[] = []
  await page.route('**/dart/core', async (route) => {
    const sent = route.request().postData() ?? ''
    if (!sent.includes('"answer_shift"')) return route.continue()
    keys.push(String(JSON.parse(sent).key))
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await button(page, 'Give this shift back').first().click()
  await expectAccessible(page)
  await button(page, 'Give it back').click()
  await expect(page.getByRole('alert')).toContainText('we do not know yet whether the club has it')
  await button(page, 'Try again').click()
  await expect(page.getByText('The shift is given back.')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(await findLeft(first.id)).toBe(first.remaining)
  expect(await findLeft(second.id)).toBe(second.remaining - 1)
  await page.reload()
  await expect(page.getByText('You gave it back:')).toHaveCount(1)
  await expect(button(page, 'Give this shift back')).toHaveCount(1)
})
