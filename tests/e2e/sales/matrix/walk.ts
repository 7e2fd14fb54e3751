// The walk of one cell: from the flow's first screen to the order's page, and what was sold by it.
import { type Browser, chromium, type Page } from '@playwright/test'
import { toLaunchOptions, withoutWebGl } from '../../../support/browsers/browser.ts'
import type { Product } from '../../../support/browsers/product.ts'
import { confirmShifts } from '../../../support/buying/askedShifts.ts'
import {
  expectPaid,
  expectReceipt,
  expectThanks,
  flowWords,
  listOrders,
  readMails,
  setLanguage,
  watchTraffic,
} from '../../../support/buying/buyers.ts'
import { expect, listDrafts, toUrl, watchForFaults } from '../../fixtures.ts'
import { type Buyer, look, makeBuyer } from './buyer.ts'
import { type CellEvents, cells as club, countSold, eventNames, toMemberEmail } from './cellClub.ts'
import { type Cell, sizes } from './cells.ts'
import { agree, flows, payByCard, signIn } from './flows.ts'

/** What one cell buys. */
const bought = {
  register: { cars: 1 },
  tickets: { tickets: 2 },
  vendor: { spaces: 1 },
  volunteer: { shifts: 1 },
} as const

/** What a visitor pays, and a member. */
const totals = {
  register: { visitor: '$36.50', member: '$31.50' },
  tickets: { visitor: '$26.50', member: '$26.50' },
  vendor: { visitor: '$61.50', member: '$56.50' },
} as const

export interface Walk {
  browser: Browser
  product: Product
  ids: CellEvents
  cellNumber: number
  cell: Cell
  /** Before the page opens anything. */
  prepare?(page: Page): Promise<void>
}

export async function walkCell({ browser, product, ids, cellNumber, cell, prepare }: Walk): Promise<void> {
  const { flow, price, who, webGl } = cell
  const used = webGl ? browser : await chromium.launch(toLaunchOptions(...withoutWebGl))
  const page = await openPage(used, cell)
  await prepare?.(page)
  const email = who === 'member' ? toMemberEmail(cellNumber) : `visitor${cellNumber}@example.org`
  const buyer = makeBuyer(page, cell, email)
  const traffic = watchTraffic(page, product)
  const faults = watchForFaults(page)
  const before = await countSold(product, ids[price])

  if (who === 'member') {
    await page.goto(toUrl(product, '/portal/signin', club.subdomain))
    await signIn(buyer)
  }
  const tree = who === 'member' ? '/portal/member/events' : '/portal/events'
  await page.goto(toUrl(product, `${tree}/${ids[price]}/${flow}`, club.subdomain))
  await flows[flow](buyer, cellNumber)
  if (flow !== 'volunteer') {
    await agree(buyer)
    if (price === 'paid') await payByCard(buyer, totals[flow][who])
  }
  await seeThanks(buyer)
  if (flow === 'volunteer') await expect.poll(async () => (await readMails(product, email)).length).toBe(1)
  else await seeOrder(buyer, product)
  await finish(buyer, product)

  if (flow === 'volunteer' && who === 'visitor') await confirmShifts(product, club.subdomain, email)
  const after = await countSold(product, ids[price])
  const sold = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)])
  expect(Object.fromEntries(sold)).toEqual({
    ...{ cars: 0, tickets: 0, spaces: 0, shifts: 0 },
    ...bought[flow],
  })
  expect(traffic).toEqual({ foreign: [], numbers: [] })
  expect(faults).toEqual([])
  await (webGl ? page.context() : used).close()
}

async function openPage(browser: Browser, { language, size, hand }: Cell): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes[size], hasTouch: hand === 'touch' })
  const page = await context.newPage()
  await setLanguage(page, language)
  return page
}

/** The thanks, with what was bought. */
async function seeThanks(buyer: Buyer): Promise<void> {
  const { page, cell, language, seeStep } = buyer
  await seeStep('complete')
  await (cell.price === 'paid' ? expectPaid : expectThanks)(page, language)
  await seeGoods(buyer)
  await look(buyer)
}

async function seeGoods({ page, cell, words }: Buyer): Promise<void> {
  const main = page.getByRole('main')
  // what a volunteer without a sign-in has taken is only asked for
  const toThanks = cell.flow === 'volunteer' && cell.who === 'visitor' ? words.asked : words.thanks[cell.flow]
  await expect(main.getByText(toThanks(eventNames[cell.price]), { exact: true })).toBeVisible()
  if (cell.flow === 'register') await expect(main.getByText(words.carNumber)).toBeVisible()
  if (cell.flow === 'tickets') {
    await expect(main.getByRole('img', { name: words.code })).toHaveCount(2)
    for (const name of ['Ada', 'Lucía']) await expect(main.getByText(name, { exact: true })).toBeVisible()
  }
  if (cell.flow === 'vendor') await expect(main.getByText(/A2$/).first()).toBeVisible()
  if (cell.flow === 'volunteer') await expect(main.getByText(/8:00/).first()).toBeVisible()
}

/** One order at the server, one receipt, and the page at the address in it. */
async function seeOrder(buyer: Buyer, product: Product): Promise<void> {
  const { page, cell, email, language, words } = buyer
  await expectReceipt(page, product, {
    to: email,
    language,
    club: club.name,
    slug: club.subdomain,
    // each code says what was chosen for it
    texts: cell.flow === 'tickets' ? ['Day pass, Ada', 'Day pass, Lucía'] : [],
  })
  expect(await listOrders(product, club.subdomain, email)).toHaveLength(1)
  const [mail] = await readMails(product, email)
  const address = mail?.text.match(/\S+\/portal\/order\S+/)?.[0] ?? ''
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: words.yourOrder })).toBeVisible()
  await seeGoods(buyer)
  await look(buyer)
  await page.goBack()
}

/** Finished leads to the events, and nothing of what was typed stays on the device. */
async function finish({ page, cell, language, press }: Buyer, product: Product): Promise<void> {
  await expectThanks(page, language)
  await press(page.getByRole('button', { name: flowWords[language].finished, exact: true }).last())
  const list = cell.who === 'member' ? '/portal/member/events' : '/portal/events'
  await expect(page).toHaveURL(toUrl(product, list, club.subdomain))
  await expect.poll(() => listDrafts(page)).toEqual([])
}
