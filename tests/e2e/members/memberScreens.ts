// What several journeys read on a member's screens.
import type { Page } from '@playwright/test'
import { expect, untilControlled } from '../fixtures.ts'

/** The short code on the screen of a signed-in device. */
export async function readCode(page: Page): Promise<string> {
  const shown = page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  await expect(shown).toBeVisible()
  return (await shown.textContent()) ?? ''
}

/** Every file of the app that this page has used is on the device. */
export async function untilFilesSaved(page: Page): Promise<void> {
  await untilControlled(page)
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const used = performance.getEntriesByType('resource').map(({ name }) => name)
          const files = used.filter((name) => name.includes('/assets/'))
          const held = await Promise.all(files.map((name) => caches.match(name)))
          return files.filter((_, at) => held[at] === undefined)
        }),
      { timeout: 60_000 },
    )
    .toEqual([])
}

/** Through the menu of who is signed in. */
export async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name }).click()
}
