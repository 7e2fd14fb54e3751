// What several journeys do in the middle of buying at a show.
import type { BrowserContext, Page } from '@playwright/test'
import { breakCalls, untilAnswered } from '../../support/browsers/pageCalls.ts'
import { pay } from '../../support/buying/buyers.ts'

/** Until the page has the event as it is now, and not only as it was saved. */
export async function reloadEvent(page: Page): Promise<void> {
  const loaded = untilAnswered(page, 'get_event')
  await page.reload()
  await loaded
}

/** The card is charged, and the page is closed before it hears of that or tells anybody. */
export async function payAndClose(page: Page): Promise<{ context: BrowserContext; address: string }> {
  const charged = page.waitForResponse(/\/payment_intents\/[^/]+\/confirm/)
  await breakCalls(page, 'create_event_customer', 'get_order')
  await pay(page)
  await charged
  const closed = { context: page.context(), address: page.url() }
  await page.close()
  return closed
}
