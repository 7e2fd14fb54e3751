// A show day in Firefox: viewer, ballot and judging without a server, also after the browser was killed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FirefoxWindow, openFirefox } from '../support/browsers/firefox.ts'
import type { Product } from '../support/browsers/product.ts'
import { addJudge, test as base, expect, findPlaces, isWholeShowSaved, toUrl } from './fixtures.ts'
import { readSubmissions } from './judging/judgingScreens.ts'

const path = process.env.FIREFOX_PATH ?? ''

interface FirefoxPhone {
  window: FirefoxWindow
  killAndReopen(): Promise<void>
}

const test = base.extend<{ firefox: FirefoxPhone }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
  firefox: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'showfield-firefox-'))
    const phone: FirefoxPhone = {
      window: await openFirefox(path, profile),
      async killAndReopen() {
        await phone.window.kill()
        phone.window = await openFirefox(path, profile)
      },
    }
    await use(phone)
    await phone.window.kill()
    await rm(profile, { recursive: true, force: true })
  },
})

test.skip(path === '', 'no Firefox could be found or installed')

const see = (window: FirefoxWindow, text: string) =>
  window.until('return document.body.innerText.includes(args[0])', text)

const untilControlled = (window: FirefoxWindow) =>
  window.until('return navigator.serviceWorker.controller !== null')

const toHome = (product: Product): string => {
  const { club, event } = findPlaces(product.demo)
  return toUrl(product, `/portal/viewer/${event.id}`, club.subdomain)
}

async function saveEvent(window: FirefoxWindow, product: Product): Promise<void> {
  await window.open(toHome(product))
  await see(window, 'Saved for the show')
  await untilControlled(window)
}

test('in Firefox too, an event opened once works with the server stopped and the browser killed @proof', async ({
  firefox: phone,
  doorProduct: product,
}) => {
  const { event } = findPlaces(product.demo)
  await saveEvent(phone.window, product)
  await phone.window.press('Schedule')
  // the home has stars too
  await phone.window.until(
    `return document.querySelector('main [aria-label="Search the schedule"]') !== null`,
  )
  const starred = await phone.window.until<string>(
    `return document.querySelector('main [aria-label^="Favourite: "]')?.ariaLabel`,
  )
  await phone.window.press(starred)
  const star = `return [...document.querySelectorAll('main [aria-pressed="true"]')]
    .some((button) => button.ariaLabel === args[0])`
  await phone.window.until(star, starred)
  await product.stop()
  await phone.killAndReopen()

  const { window } = phone
  await window.open(toHome(product))
  await see(window, event.name)
  await window.until(
    `const image = document.querySelector('main img'); return image?.complete && image.naturalWidth > 0`,
  )
  await window.press('Schedule')
  await window.until(star, starred)
  await window.press('Maps')
  await window.press('Search the show')
  // it draws only the rows in sight
  await window.until(
    `return document.querySelector('main li[aria-setsize]')?.getAttribute('aria-setsize') > 20`,
  )
  await window.press('Show the map')
  // with WebGL, or where the machine has none without
  await window.until(`return document.querySelector('main [data-picture="shown"]') !== null`)
  await window.press('Vendors')
  await window.until(`
    const search = document.querySelector('main input[type="search"]')
    search?.focus()
    return document.activeElement === search`)
  await window.page.keyboard.type('tyres')
  await window.press('Show on map: Stony Ford Tyres')
  await window.until(`return document.querySelector('dialog[open]')?.innerText.includes('Stony Ford Tyres')`)
})

test('in Firefox too, a ballot handed in without a server outlives the browser and is accepted @proof', async ({
  firefox: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const voter = event.voters.at(40)?.uuid ?? ''
  const url = toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain)
  await saveEvent(phone.window, product)
  await phone.window.page.waitForFunction(isWholeShowSaved)
  await product.stop()
  // the link was never opened here: the viewer saved the event
  await phone.window.open(url)
  const car = await phone.window.until<string>(
    `return document.querySelector('main select')?.options[1].value`,
  )
  await phone.window.page.select('main select', car)
  await phone.window.press('Submit Ballot')
  await see(phone.window, 'Look over your ballot')
  await phone.window.press('Submit Ballot')
  await see(phone.window, 'Your ballot is on this phone')
  await phone.killAndReopen()

  const { window } = phone
  await window.open(url)
  await see(window, 'Saved on this phone')
  await product.start()
  await see(window, 'Your ballot has been accepted')
  const ballots = (await readSubmissions(product)).filter(({ voterId }) => voterId === voter)
  expect(ballots).toMatchObject([{ action: 'submit_ballot', votes: [car], current: true }])
})

test('in Firefox too, a sheet scored without a server outlives the browser and arrives once @proof', async ({
  firefox: phone,
  doorProduct: product,
}) => {
  const { club, event } = findPlaces(product.demo)
  const { judgeId, link } = await addJudge(product)
  const home = toUrl(product, `/portal/judging/${event.id}`, club.subdomain)
  const car = '101'
  const scores = [9, 8, 7, 6, 4]
  await phone.window.open(link)
  await see(phone.window, 'Your have been verified.')
  await see(phone.window, 'All of it saved')
  await untilControlled(phone.window)
  await product.stop()
  await phone.window.press('Concours')
  await see(phone.window, '0 of 5 set')
  for (const digit of car) await phone.window.press(digit)
  await phone.window.press('To the scores')
  for (const score of scores) await phone.window.press(String(score))
  await see(phone.window, '5 of 5 set')
  await phone.window.press(`Submit Scores for ${car}`)
  await phone.window.until(`return document.getElementById('car-number').value === ''`)
  await phone.killAndReopen()

  const { window } = phone
  await window.open(home)
  await see(window, 'Your have been verified.')
  await see(window, '1 of 250 cars scored')
  await product.start()
  await window.until(`return document.querySelector('[aria-haspopup="dialog"]') === null`)
  const sheets = (await readSubmissions(product)).filter((sheet) => sheet.judgeId === judgeId)
  expect(sheets).toMatchObject([{ entryId: car, current: true, scores: scores.map((score) => ({ score })) }])
})
