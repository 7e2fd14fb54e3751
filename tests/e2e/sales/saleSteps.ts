// What several journeys do in the middle of buying at a show.
import type { BrowserContext, Page } from '@playwright/test'
import { isRequestOf, pay } from '../../support/buying/buyers.ts'

/** Until the page has the event as it is now, and not only as it was saved. */
export async function reloadEvent(page: Page): Promise<void> {
  const loaded = page.waitForResponse((response) => isRequestOf(response.request(), 'get_event'))
  await page.reload()
  await loaded
}

/** The card is charged, and the page is closed before it hears of that or tells anybody. */
export async function payAndClose(page: Page): Promise<{ context: BrowserContext; address: string }> {
  const charged = page.waitForResponse(/\/payment_intents\/[^/]+\/confirm/)
  await page.route('**/dart/core*', (route) =>
    ['create_event_customer', 'get_order'].some((action) => isRequestOf(route.request(), action))
      ? route.abort()
      : route.fallback(),
  )
  await pay(page)
  await charged
  const closed = { context: page.context(), address: page.url() }
  await page.close()
  return closed
}
