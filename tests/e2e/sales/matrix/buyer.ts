// Somebody at a browser who uses a page by touch or by the keyboard alone, and finds everything by role and label.
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { doubleTapMs } from '../../../../src/app/wizard/doublePress.ts'
import { tabTo } from '../../../support/browsers/keyboard.ts'
import { button, type FlowLanguage, flowWords } from '../../../support/buying/buyers.ts'
import { expect, expectAccessible } from '../../fixtures.ts'
import type { Cell } from './cells.ts'
import { eventWords, type Step } from './words.ts'

export interface Buyer extends Hand {
  page: Page
  cell: Cell
  email: string
  language: FlowLanguage
  words: (typeof eventWords)[FlowLanguage]
  button(name: string | RegExp): Locator
  field(label: string | RegExp, place?: Page | FrameLocator | Locator): Locator
  next(): Promise<void>
  /** Waits for a step. */
  seeStep(step: Step): Promise<void>
}

/** What both hands do, each in its way. */
interface Hand {
  press(control: Locator): Promise<void>
  check(box: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
  choose(select: Locator, option: string): Promise<void>
}

const touch: Hand = {
  async press(control) {
    await control.waitFor()
    const seenAt = performance.now()
    // a person looks first: what is tapped as soon as it appears is the second half of a double tap to the app
    await expect.poll(() => performance.now() - seenAt).toBeGreaterThan(doubleTapMs)
    await control.tap()
  },
  check: (box) => box.tap(),
  async write(field, text) {
    await field.tap()
    await field.fill(text)
  },
  // the list that a phone shows is not part of the page
  choose: async (select, option) => void (await select.selectOption({ label: option })),
}

const keyboard: Hand = {
  async press(control) {
    await tabTo(control)
    await control.page().keyboard.press('Enter')
  },
  async check(box) {
    await tabTo(box)
    await box.page().keyboard.press('Space')
  },
  async write(field, text) {
    await tabTo(field)
    await field.page().keyboard.type(text)
  },
  async choose(select, option) {
    await tabTo(select)
    const [firstWord = ''] = option.split(' ')
    await select.page().keyboard.type(firstWord)
  },
}

export function makeBuyer(page: Page, cell: Cell, email: string): Buyer {
  const { language } = cell
  const words = eventWords[language]
  const hand = cell.hand === 'touch' ? touch : keyboard
  return {
    ...{ page, cell, email, language, words },
    ...hand,
    button: (name) => button(page, name),
    field: (label, place = page) => place.getByLabel(label, { exact: true }),
    async choose(select, option) {
      // the server's lists come later than the form
      await expect(select.getByRole('option', { name: option, exact: true })).toBeAttached()
      await hand.choose(select, option)
      await expect(select.locator('option:checked')).toHaveText(option)
    },
    next: () => hand.press(button(page, flowWords[language].next)),
    async seeStep(step) {
      const heading = page.getByRole('heading', { level: 2, name: new RegExp(`: ${words.steps[step]}$`) })
      await expect(heading).toBeVisible()
    },
  }
}

/** axe finds nothing, and nothing is wider than the screen. */
export async function look({ page }: Buyer): Promise<void> {
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
}
