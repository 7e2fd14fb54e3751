// What somebody does in each flow of an event, from its first screen to the agreement.

import { tabTo } from '../../../support/browsers/keyboard.ts'
import { cards, flowWords } from '../../../support/buying/buyers.ts'
import { password } from '../../../support/clubs/world.ts'
import { expect } from '../../fixtures.ts'
import { type Buyer, look } from './buyer.ts'
import { toMapLabel } from './cellClub.ts'
import type { FlowName } from './cells.ts'

export async function signIn(buyer: Buyer): Promise<void> {
  const { page, email, words, field, button, write, press, next } = buyer
  await write(field(words.email), email)
  await next()
  await write(field(words.password), password)
  await look(buyer)
  await press(button(words.login))
  await page.waitForURL(/\/portal\/member\//)
}

/** Each ends with Next to the agreement; that of a volunteer ends with Next to the thanks. */
export const flows: Record<FlowName, (buyer: Buyer, cellNumber: number) => Promise<void>> = {
  async register(buyer) {
    const { page, words, field, write, choose, seeStep, next } = buyer
    await writeDetails(buyer)
    await seeStep('vehicle')
    await write(field(words.year), '1964')
    await choose(field(words.make), 'Studebaker')
    await choose(field(words.model), 'Avanti')
    await choose(field(words.carClass), '2, Sports cars')
    await choose(field('Will you join the parade?'), 'Yes')
    await look(buyer)
    await next()
    await seeStep('confirm')
    await expect(page.getByRole('heading', { level: 3, name: '1964 Studebaker Avanti' })).toBeVisible()
    await look(buyer)
    await next()
  },

  async tickets(buyer) {
    const { page, words, button, field, write, press, seeStep, next } = buyer
    await writeDetails(buyer)
    await seeStep('selections')
    await press(button(words.oneMore('Day pass')))
    await press(button(words.oneMore('Day pass')))
    for (const [at, name] of ['Ada', 'Lucía'].entries()) {
      const ticket = page.getByRole('group', { name: words.ofTwo('Day pass', at + 1), exact: true })
      await write(field('Name on the pass', ticket), name)
    }
    await look(buyer)
    await next()
  },

  async vendor(buyer, cellNumber) {
    const { words, button, field, choose, seeStep, next } = buyer
    await writeDetails(buyer)
    await seeStep('spaces')
    await choose(field(words.currentMap), toMapLabel(cellNumber))
    await chooseSpace(buyer, toMapLabel(cellNumber))
    await expect(button(words.removeSpace('A2'))).toBeVisible()
    await look(buyer)
    await next()
    await seeStep('confirm')
    await look(buyer)
    await next()
  },

  async volunteer(buyer) {
    const { page, words, check, seeStep, next } = buyer
    await writeDetails(buyer)
    await seeStep('shifts')
    await check(page.getByRole('radio', { name: /^Gate/ }))
    await check(page.getByRole('checkbox', { name: words.shiftHours }))
    await look(buyer)
    await next()
  },
}

async function writeDetails(buyer: Buyer): Promise<void> {
  const { cell, email, words, field, choose, seeStep, next } = buyer
  await seeStep('personal')
  if (cell.who === 'visitor') await writePerson(buyer)
  // a member finds them filled in
  await expect(field(words.email)).toHaveValue(email)
  await expect(field(words.phone)).not.toHaveValue('')
  if (cell.flow === 'vendor') await choose(field(words.vendorType), words.swapper)
  await look(buyer)
  await next()
}

/** In the order of the form, where Tab goes on. */
async function writePerson({ cell: { flow }, email, words, field, write, choose }: Buyer): Promise<void> {
  if (flow === 'vendor') await write(field(words.name), 'Ridgeway Hub & Spoke')
  else {
    await write(field(words.fname), 'Ada')
    await write(field(words.lname), 'Okafor')
  }
  if (flow !== 'volunteer') {
    await write(field(words.address), '12 Harrow Creek Road')
    await write(field(words.city), 'Millbrook')
    await choose(field(words.state), 'Ohio')
    await write(field(words.zip), '43016')
  }
  await write(field(words.phone), '6145550123')
  await write(field(words.email), email)
}

/** The one in the middle of the map. */
async function chooseSpace({ page, cell, words }: Buyer, map: string): Promise<void> {
  const stage = page.getByRole('application', { name: words.map(map) })
  await expect(page.locator('[data-state="drawing"]')).toBeVisible()
  if (cell.hand === 'touch') await stage.tap()
  else {
    await tabTo(stage)
    const chosen = page.getByRole('button', { name: words.removeSpace('') })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(chosen).toHaveCount(1)
    // its neighbour is chosen as well, and given back
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(chosen).toHaveCount(2)
    await page.keyboard.press('Enter')
    await expect(chosen).toHaveCount(1)
  }
}

export async function agree(buyer: Buyer): Promise<void> {
  const { page, language, check, seeStep, next } = buyer
  await seeStep('agreement')
  await expect(page.getByText(/Cars stay until four\.\s+Dogs on a lead\./)).toBeVisible()
  await check(page.getByRole('checkbox', { name: flowWords[language].agreed }))
  await look(buyer)
  await next()
}

export async function payByCard(buyer: Buyer, total: string): Promise<void> {
  const { page, language, words, field, button, write, press, seeStep } = buyer
  const { cardFrame, number, expiry, cvc, payNow } = flowWords[language]
  await seeStep('pay')
  const frame = page.frameLocator(`iframe[title="${cardFrame}"]`)
  await write(field(number, frame), cards.pays)
  await write(field(expiry, frame), '1234')
  await write(field(cvc, frame), '123')
  await look(buyer)
  // the provider's fields stand in line with the page
  const heading = await page.getByRole('heading', { level: 2, name: words.card, exact: true }).boundingBox()
  expect((await field(number, frame).boundingBox())?.x).toBe(heading?.x)
  await expect(button(payNow)).toContainText(total)
  await press(button(payNow))
}
