// What several journeys read on a member's screens.
import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** The short code on the screen of a signed-in device. */
export async function readCode(page: Page): Promise<string> {
  const shown = page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  await expect(shown).toBeVisible()
  return (await shown.textContent()) ?? ''
}
