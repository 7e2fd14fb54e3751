// Letters of twice the size where somebody stands in a field: a judge's form, a ballot, and a wizard's bar.
import type { Locator } from '@playwright/test'
import { listBrokenWords } from './brokenWords.ts'
import { expect, findPlaces, takeVoter, test, toUrl, untilApp } from './fixtures.ts'
import { judging, key, number, openForm, typeNumber, verifyNewJudge } from './judging/judgingScreens.ts'

test('with letters of twice the size no car number and no word is cut, and no button is covered @proof', async ({
  page,
  product,
}) => {
  const { club, event } = findPlaces(product.demo)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  const width = page.viewportSize()?.width ?? 0
  const expectWhole = async (element: Locator) => {
    const box = await element.boundingBox()
    expect(box?.x ?? -1, String(element)).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? width) + (box?.width ?? 0), String(element)).toBeLessThanOrEqual(width)
    const isCut = await element.evaluate((node) => node.scrollWidth > node.clientWidth + 1)
    expect(isCut, String(element)).toBe(false)
  }

  // a judge's form, and the list of the cars
  await verifyNewJudge(page, product)
  await openForm(page, 'Concours')
  await typeNumber(page, '205')
  await expectWhole(number(page))
  await expectWhole(key(page, 'Change'))
  for (const name of ['0', '10', 'Next criterion']) {
    await expectWhole(key(page, name))
    await expect(key(page, name)).toBeInViewport({ ratio: 1 })
  }
  const row = page.getByRole('spinbutton').first()
  await row.scrollIntoViewIfNeeded()
  await expect(row).toBeInViewport({ ratio: 1 })
  await expectWhole(row)
  await page.goto(judging(product, `/form/${event.id}/cars`))
  const car = page.getByRole('main').getByText('205', { exact: true })
  await expect(car.first()).toBeVisible()
  await expectWhole(car.first())

  // a wizard's bar
  await page.goto(toUrl(product, '/portal/donate', club.subdomain))
  await untilApp(page)
  await expect(page.getByRole('banner').getByText(club.name)).toBeVisible()
  expect(await listBrokenWords(page, 'header')).toEqual([])
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await listBrokenWords(page, 'header')).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('#field-amount').fill('1234567.89')
  const bar = page.locator('[data-action-bar]')
  const total = bar.getByText('$1,234,569.39')
  await expect(total).toBeVisible()
  const buttons = [bar.getByRole('button', { name: 'Back' }), bar.getByRole('button', { name: 'Next' })]
  for (const element of [total, ...buttons]) await expectWhole(element)
  const below = await total.boundingBox()
  for (const button of buttons) {
    const box = await button.boundingBox()
    const isBeside = (below?.x ?? 0) + (below?.width ?? 0) <= (box?.x ?? 0)
    const isAbove = (below?.y ?? 0) + (below?.height ?? 0) <= (box?.y ?? 0)
    expect(isBeside || isAbove).toBe(true)
  }

  // the ballot
  const voter = takeVoter(product)
  await page.goto(toUrl(product, `/portal/voterballot/${voter}/${event.id}`, club.subdomain))
  const submit = page.getByRole('button', { name: 'Submit Ballot' })
  await expect(submit).toBeVisible()
  await expectWhole(submit)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test('on the smallest phone large letters leave half of the screen to the map, and room for now and next @proof', async ({
  page,
  product,
  places,
}) => {
  const { club, event } = places
  const open = (tab: string) =>
    page.goto(toUrl(product, `/portal/viewer/${event.id}${tab}`, club.subdomain)).then(() => untilApp(page))
  await page.setViewportSize({ width: 360, height: 640 })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = sessionStorage.getItem('letters') ?? ''
    })
  })
  await open('')
  for (const letters of ['100%', '130%', '160%', '200%']) {
    await page.evaluate((size) => sessionStorage.setItem('letters', size), letters)
    await open('')
    const bar = await page.locator('[data-bottom-bar]').boundingBox()
    const program = await page.locator('[data-now-next]').boundingBox()
    expect((bar?.y ?? 0) - (program?.y ?? 640), `now and next at ${letters}`).toBeGreaterThan(80)
    expect(await listBrokenWords(page, 'nav'), letters).toEqual([])
    await open('/maps')
    const map = page.getByRole('application')
    await expect(map).toBeVisible()
    expect((await map.boundingBox())?.height, `the map at ${letters}`).toBeGreaterThanOrEqual(320)
  }
  const legend = page.getByRole('list', { name: 'Legend' })
  await expect(legend).toBeHidden()
  await page.getByRole('button', { name: 'Legend' }).click()
  await expect(legend).toBeVisible()
})
